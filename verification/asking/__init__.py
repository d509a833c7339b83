"""Answers a question from passages of papers, and checks each sentence against what it cites."""
