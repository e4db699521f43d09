"""The Sudoku engine for Python."""

__version__ = "0.1.0"
