"""The vicinity of puzzles: givens to add that leave one solution, and smallest images."""
