"""The pages of a PDF become a document."""
