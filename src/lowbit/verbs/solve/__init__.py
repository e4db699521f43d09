"""The solutions of puzzles: one, all, how many."""
