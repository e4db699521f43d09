"""Verdicts on answers: whether a grid, full or not, answers a puzzle, and where it is wrong."""
