"""Which sentences of a text state something that a paper could bear out (`--only-claims`)."""
