"""The completions of puzzles that score most."""
