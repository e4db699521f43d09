"""The answers of ``lowbit judge``: those of each contest, and their text."""
