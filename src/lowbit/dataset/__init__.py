"""Data sets that are made: independent puzzles, in bands of difficulty, in disjoint splits."""
