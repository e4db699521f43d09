"""Puzzles and grids made, changed and minimised."""
