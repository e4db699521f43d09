"""Puzzles on a line each."""
