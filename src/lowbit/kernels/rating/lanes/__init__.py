"""Puzzles rated side by side, up to XYZ-wings: each puzzle is a lane of a register."""
