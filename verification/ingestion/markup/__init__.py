"""Formats whose markup tells what a block is."""
