"""Sudoku Explainer 1.2.1: its finders, its choice among equal steps, and its ratings."""
