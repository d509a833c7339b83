"""What editors make of `verify lsp`: real ones, as docs/editors.md configures them."""
