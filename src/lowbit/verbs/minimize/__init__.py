"""The givens that puzzles can do without, and their true candidates."""
