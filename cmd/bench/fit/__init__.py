"""Calibrations are fitted, and judged on what they were not fitted on."""
