"""Single changes that turn a true English sentence into a false one, a kind a file."""
