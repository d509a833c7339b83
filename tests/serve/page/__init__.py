"""The page of `verify serve` in a real Chromium: seen, clicked, and by the keyboard alone."""
