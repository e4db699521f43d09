"""The lane engine of the classic board."""
