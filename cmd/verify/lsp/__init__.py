"""`verify lsp`: what a manuscript cites, checked while it is written, in any editor.

`pygls` speaks the Language Server Protocol; everything else here knows nothing of it but its types,
and `checking` and `places` not even those.
"""
