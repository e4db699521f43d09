"""Puzzles of a text, read, answered and written."""
