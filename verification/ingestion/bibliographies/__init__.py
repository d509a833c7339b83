"""Bibliographies as reference managers export them."""
