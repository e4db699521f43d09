"""Ratings: how hard puzzles are."""
