"""Searches from puzzles to their neighbours: some givens fewer, some more, one solution."""
