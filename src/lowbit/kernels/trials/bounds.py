"""Bounds: the most that candidates are tried within one another, and the longest braids."""

from __future__ import annotations

from typing import Final

DEEPEST: Final = 4
"""The most that candidates are tried within one another; no puzzle of the classic board is known
that needs more than 3."""

LONGEST: Final = 60
"""The most variables of a braid."""

ANY_LENGTH: Final = LONGEST + 1
"""As many variables as it takes: what singles alone find out."""
