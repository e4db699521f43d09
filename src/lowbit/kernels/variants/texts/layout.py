"""The layout of the known items of texts, and of the memory to read them in.

Both are arrays of words, and letters are words.
"""

from __future__ import annotations

from typing import Final

FREE, KEYED, FIXED, PAIRS, SQUARE, DIAGONAL, PILL, GROUP, END, BOARD = range(10)
"""Kinds of names by their items: whatever the cells are; the same, but the first argument is
no cell, whatever it looks like; with these cells alone; two that share a side, of all that are
listed; the square that begins at a cell; the diagonal that begins there; whatever its cells are,
the first of them in order; with all items up to its end; as such an end; as the board itself."""

CELL_MARK, ROW_MARK, COLUMN_MARK, DIAGONAL_MARK, PATTERN_MARK = range(-5, 0)
"""Marks in a pattern for a cell, a row, a column, a diagonal, before how many cells it has;
and at its beginning, which names of items do not have."""

(
    ROWS,
    COLUMNS,
    DIGITS,
    LOWEST,
    DIAGONALS,
    SLOTS,
    RELATIONS,
    TABLES,
    TABLE_WORDS,
    ENTRIES,
    N_KNOWN,
) = range(11)
"""The first of the known words: rows, columns and digits of the board, its lowest value; where
these are: for each cell how many cells the diagonal that begins there has, and these; the slots of
entries by their hash, each the place of an entry or 0; the relations, what may stand behind each
digit; the places of the tables of automata among their words, and these, behind the number of
them; and the entries, among which their places count.

The entries are the constraints of the houses, then each the number of its letters, these, and for a
name how it is known and, of pairs, the place behind their pattern; for a pattern what an item says.
That is two parts, the second of which has the operations of branches: each the number of
operations, of those among them that say that cells differ, as a house does, of words, of relations
and of tables, then the numbers of these relations and tables, then the words; or `UNREAD` for items
that the readers refuse."""

PART_OPERATIONS, PART_HOUSES, PART_WORDS, PART_RELATIONS, PART_TABLES, N_PART = range(6)
"""The first words of a part of the entry of a pattern."""

(
    LETTERS,
    N_LETTERS,
    CELLS,
    N_LISTED,
    ITEMS,
    N_ITEMS,
    UNKNOWN,
    N_UNKNOWN,
    MOST_UNKNOWN,
    SEEN,
    STAMP,
    RELATION_NUMBERS,
    USED_RELATIONS,
    N_RELATIONS,
    TABLE_PLACES,
    USED_TABLES,
    N_TABLES,
    N_TABLE_WORDS,
    HAS_OTHERS,
    N_TEXTS,
    N_MEMORY,
) = range(21)
"""The first words of the memory: where these are, and how many: letters of patterns; cells of
items, behind each cell of the board; items of a text, each the place of what is known of it, and
of its cells; patterns that are not known, each as `N_OF_UNKNOWN` words; for each cell the stamp of
the last item that has it; the numbers of relations in a puzzle, or `UNREAD`; the relations that are
used; the same of tables, with places instead of numbers. Then whether
any operation says more than that cells differ, as those of a house; how many texts were read."""

(FIRST_LETTER, LAST_LETTER, FIRST_OF_PATTERN, LAST_OF_PATTERN, FIRST_CELL, LAST_CELL) = range(6)
N_OF_UNKNOWN: Final = 6
"""A pattern that is not known: where its item, its letters and its cells begin and end."""

UNREAD: Final = -1
"""In place of where an item ends, or of a cell, where the text has something else."""

HASH: Final = 31, (1 << 32) - 1
"""The factor of each letter's hash, and the bits that are kept of it."""
