"""lowbit's own rule book: what a person sees first."""

from __future__ import annotations

from lowbit.techniques.books.rule import book_of

BOOK = book_of("human", ("full-house", "hidden-single", "naked-single"))
