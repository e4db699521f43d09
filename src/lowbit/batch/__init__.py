"""Batches of puzzles: reading them, their results, and answering long texts block by block."""
