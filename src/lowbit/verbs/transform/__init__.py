"""Symmetries applied to puzzles: given ones, and random ones."""
