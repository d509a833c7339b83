"""The model behind `--only-claims` is fitted, and judged on sources that it was not fitted on."""
