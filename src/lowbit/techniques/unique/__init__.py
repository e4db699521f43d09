"""Techniques that argue with the uniqueness of the solution."""
