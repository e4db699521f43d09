"""Sudoku Explainer's chains: cycles, forcing chains, dynamic and nested ones."""
