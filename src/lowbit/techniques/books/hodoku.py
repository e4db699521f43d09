"""HoDoKu 2.2's rule book: its order, and only the steps that it has switched on."""

from __future__ import annotations

from lowbit.techniques.books.rule import book_of

BOOK = book_of("hodoku", ("full-house", "naked-single", "hidden-single"))
