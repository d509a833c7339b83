"""The process that a program runs in: its streams, its signals, the files that it writes."""
