"""`vera-bench speed`: where the time of `verify` goes, beside references of the same run."""
