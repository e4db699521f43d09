"""The requested difficulty of puzzles, and how far a puzzle is from it."""
