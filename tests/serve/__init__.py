"""`verify serve`, driven over a socket as browsers and programs drive it."""
