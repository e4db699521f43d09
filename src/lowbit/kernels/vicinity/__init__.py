"""The vicinity of puzzles: givens to add that leave one solution, smallest images, signatures."""
