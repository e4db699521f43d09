"""Grids drawn over several lines, by people and by programs."""
