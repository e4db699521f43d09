"""What a puzzle waits for while it is being rated: a stage, or nothing any more."""

from __future__ import annotations

BASIC, CYCLES, TRIPLES, NISHIO, MULTIPLE, DYNAMIC, PLUS, BEYOND, DONE, INVALID, LEFT = range(11)
"""The kernels in the order in which they are tried; then: it takes chains that no kernel knows,
it is solved, its givens clash, it ran out of nodes or time."""
