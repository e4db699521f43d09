"""Texts of puzzles with constraints, encoded from a vocabulary of their items."""
