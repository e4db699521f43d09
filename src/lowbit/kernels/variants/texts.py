"""Texts of puzzles, encoded: the items that most texts consist of, on the classic board.

A text that has anything else is left to `lowbit.formats.variants.iss`, whatever is wrong with it.
The encoding is the one that `lowbit.kernels.variants.program` makes of the puzzle that is read
there, word for word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.variants.layout import (
    CHAIN,
    DISTINCT,
    ENCODED_ALL,
    ENCODED_CELLS,
    ENCODED_DIGITS,
    ENCODED_OPERATIONS,
    ENCODED_RELATIONS,
    ENCODED_TABLES,
    LINEAR,
    N_ENCODED,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.kernels.variants.layout import Words

GIVENS, WHOLE, CAGE, ARROW, DIAGONAL, LINE, PAIR = range(7)
"""What an item means: givens; what holds on the whole board; that cells differ, and have a sum;
that the first cell is the sum of the others; that a diagonal has a sum; that each cell stands in a
relation to the next; the same of two that share a side."""

SIDE: Final = 9
"""Rows, columns and digits of the board."""

UNREAD: Final = -1
"""In place of where an item ends, or of a cell, where the text has something else."""

DOT, TILDE, BAR, ZERO, ROW_LETTER, COLUMN_LETTER = map(ord, ".~_0RC")

MOST_DIGITS: Final = 4
"""The most digits of a number."""


class Vocabulary(NamedTuple):
    """The items that are known, the one without a name first.

    Attributes
    ----------
    names : numpy.ndarray of uint8[n, longest]
        Their names; where an item means the same for the whole board each time, all of it.
    sizes, kinds : numpy.ndarray of int64[n]
        The letters of each name, and what the item means.
    parts : numpy.ndarray of int64[n]
        Of an item on the whole board the number of its words, of a relation its number.
    relations : numpy.ndarray of int64[n_relations, 9]
        What may follow each digit.
    words, starts, numbers : numpy.ndarray of int64
        The encodings of constraints on the whole board, the houses first; where each begins and
        the last ends, and how many operations it has.
    diagonals : numpy.ndarray of int64[81, 10]
        For each cell of the rim how many cells its diagonal has, and these; 0 for others.
    """

    names: NDArray[np.uint8]
    sizes: Words
    kinds: Words
    parts: Words
    relations: Words
    words: Words
    starts: Words
    numbers: Words
    diagonals: Words


@kernel
def read_texts(
    text: Any, ends: Any, vocabulary: Vocabulary, encoded: Any, places: Any, roots: Any, rows: Any
) -> int:
    """Encode the texts that consist of known items; return how many these are.

    Each of the texts, which lie one after the other, ends at its byte of `ends`. The encoding of
    the k-th that is read begins at word k of `places`, which has one word more; `roots` has its
    candidates, `rows` its number.
    """
    n_read = places[0] = begin = 0
    for row in range(len(ends)):
        room = encoded[places[n_read] :]
        n_words = _read(text[begin : ends[row]], vocabulary, room, roots[n_read])
        begin = ends[row]
        if n_words != UNREAD:
            rows[n_read] = row
            n_read += 1
            places[n_read] = places[n_read - 1] + n_words
    return n_read


@routine
def _read(text: Any, vocabulary: Vocabulary, encoded: Any, root: Any) -> int:
    """Encode a text, and return how many words that takes."""
    n_relations = len(vocabulary.relations)
    first = N_ENCODED + n_relations * SIDE  # room for all of them
    if len(encoded) < first + n_relations:
        return UNREAD
    used = len(encoded) - n_relations  # for each relation its number among those that are used
    for relation in range(n_relations):
        encoded[used + relation] = UNREAD
    for cell in range(SIDE * SIDE):
        root[cell] = (1 << SIDE) - 1
    encoded[ENCODED_CELLS], encoded[ENCODED_DIGITS], encoded[ENCODED_TABLES] = SIDE * SIDE, SIDE, 0
    encoded[ENCODED_RELATIONS] = encoded[ENCODED_OPERATIONS] = 0
    end = _encode_whole(vocabulary, encoded, first, 0)
    at = 0
    while at < len(text) and end != UNREAD:
        if text[at] != DOT:
            return UNREAD
        last = at + 1
        while last < len(text) and text[last] != DOT:
            last += 1
        # An item is encoded in fewer words than it has letters times six, but for the whole board.
        if end + 6 * (last - at) > used:
            return UNREAD
        end = _read_item(text, at + 1, last, vocabulary, encoded, end, used, root)
        at = last
    if end == UNREAD or at == 0:
        return UNREAD
    encoded[ENCODED_ALL] = encoded[ENCODED_OPERATIONS]
    return _close_gap(vocabulary, encoded, first, end, used)


@routine
def _close_gap(vocabulary: Vocabulary, encoded: Any, first: int, end: int, used: int) -> int:
    """Write the relations that are used, and the operations behind them."""
    n_used = encoded[ENCODED_RELATIONS]
    for relation in range(len(vocabulary.relations)):
        number = encoded[used + relation]
        if number != UNREAD:
            for digit in range(SIDE):
                encoded[N_ENCODED + number * SIDE + digit] = vocabulary.relations[relation, digit]
    behind = N_ENCODED + n_used * SIDE
    for at in range(end - first):
        encoded[behind + at] = encoded[first + at]
    return behind + end - first


@routine
def _read_item(
    text: Any,
    at: int,
    last: int,
    vocabulary: Vocabulary,
    encoded: Any,
    end: int,
    used: int,
    root: Any,
) -> int:
    """Encode an item, and return where the next one begins."""
    item = _item_at(text, at, last, vocabulary)
    if item == UNREAD:
        return UNREAD
    kind = vocabulary.kinds[item]
    at += vocabulary.sizes[item]
    if kind == WHOLE:
        return _encode_whole(vocabulary, encoded, end, vocabulary.parts[item])
    if kind == GIVENS:
        return end if _read_givens(text, at, last, root) else UNREAD
    total = 0
    if kind in (CAGE, DIAGONAL):
        total, at = _number_at(text, at, last)
        if at == UNREAD:
            return UNREAD
    cells = end + 2
    n = _read_cells(text, at, last, encoded, cells)
    if kind == DIAGONAL:
        n = _write_diagonal(vocabulary, encoded, cells) if n == 1 else 0
    elif kind != CAGE and n < 2:
        return UNREAD
    if n < 1:
        return UNREAD
    if kind == PAIR and not (n == 2 and _share_side(encoded[cells], encoded[cells + 1])):
        return UNREAD
    if kind in (LINE, PAIR):
        return _encode_chain(encoded, end, n, used + vocabulary.parts[item])
    if kind == CAGE:
        end = _encode_distinct(encoded, end, n)
        if total == 0:
            return end
    return _encode_sum(encoded, cells, end, n, -1 if kind == ARROW else 1, total)


@routine
def _item_at(text: Any, at: int, last: int, vocabulary: Vocabulary) -> int:
    """Return the number of an item, found by its name, and a tilde if there is more."""
    for item in range(len(vocabulary.sizes)):
        n = vocabulary.sizes[item]
        if at + n > last:
            continue
        is_same = at + n == last if vocabulary.kinds[item] == WHOLE else at + n < last
        for letter in range(n):
            is_same &= text[at + letter] == vocabulary.names[item, letter]
        if is_same and (at + n == last or text[at + n] == TILDE):
            return item
    return UNREAD


@routine
def _read_givens(text: Any, at: int, last: int, root: Any) -> bool:
    """Take from cells what givens such as ~R1C1_5 do not allow; False where one is none."""
    while at < last:
        cell = _cell_at(text, at, last)
        if cell == UNREAD:
            return False
        at += 5
        mask = 0
        while at + 1 < last and text[at] == BAR:
            digit = text[at + 1] - ZERO
            if not 1 <= digit <= SIDE:
                return False
            mask |= 1 << digit - 1
            at += 2
        if mask == 0:
            return False
        root[cell] &= mask
    return True


@routine
def _number_at(text: Any, at: int, last: int) -> tuple[int, int]:
    """Return the number behind a tilde, and where it ends."""
    number, first = 0, at + 1
    at = first
    while at < last and text[at] != TILDE:
        digit = text[at] - ZERO
        if not 0 <= digit <= 9 or at == first + MOST_DIGITS:
            return 0, UNREAD
        number = 10 * number + digit
        at += 1
    return number, at if at > first else UNREAD


@routine
def _read_cells(text: Any, at: int, last: int, encoded: Any, to: int) -> int:
    """Write the cells of a list, and return how many; 0 if there is another text, or one twice."""
    n = 0
    while at < last:
        cell = _cell_at(text, at, last)
        at += 5
        if cell == UNREAD or (at < last and text[at] != TILDE):
            return 0
        for other in range(n):
            if encoded[to + other] == cell:
                return 0
        encoded[to + n] = cell
        n += 1
    return n


@routine
def _cell_at(text: Any, at: int, last: int) -> int:
    """Return the cell that is named behind a tilde."""
    if at + 5 > last or text[at] != TILDE:
        return UNREAD
    if text[at + 1] != ROW_LETTER or text[at + 3] != COLUMN_LETTER:
        return UNREAD
    row, column = text[at + 2] - ZERO - 1, text[at + 4] - ZERO - 1
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else UNREAD


@routine
def _share_side(one: int, other: int) -> bool:
    """Return whether two cells share a side."""
    return abs(one - other) == SIDE or (abs(one - other) == 1 and one // SIDE == other // SIDE)


@routine
def _write_diagonal(vocabulary: Vocabulary, encoded: Any, cells: int) -> int:
    """Write the cells of the diagonal that begins at the cell there, and return how many."""
    start = encoded[cells]
    n = vocabulary.diagonals[start, 0]
    for at in range(n):
        encoded[cells + at] = vocabulary.diagonals[start, 1 + at]
    return n


@routine
def _encode_whole(vocabulary: Vocabulary, encoded: Any, end: int, part: int) -> int:
    """Encode what holds on the whole board."""
    first, n = vocabulary.starts[part], vocabulary.starts[part + 1] - vocabulary.starts[part]
    if end + n > len(encoded) - len(vocabulary.relations):
        return UNREAD
    for at in range(n):
        encoded[end + at] = vocabulary.words[first + at]
    encoded[ENCODED_OPERATIONS] += vocabulary.numbers[part]
    return end + n


@routine
def _encode_chain(encoded: Any, end: int, n: int, relation: int) -> int:
    """Encode that cells, which are written, stand in a relation, each to the next."""
    if encoded[relation] == UNREAD:
        encoded[relation] = encoded[ENCODED_RELATIONS]
        encoded[ENCODED_RELATIONS] += 1
    encoded[end], encoded[end + 1] = CHAIN, n
    encoded[end + 2 + n], encoded[end + 3 + n] = 1, encoded[relation]
    encoded[ENCODED_OPERATIONS] += 1
    return end + 4 + n


@routine
def _encode_distinct(encoded: Any, end: int, n: int) -> int:
    """Encode that cells, which are written, differ."""
    encoded[end], encoded[end + 1], encoded[end + 2 + n] = DISTINCT, n, 0
    encoded[ENCODED_OPERATIONS] += 1
    return end + 3 + n


@routine
def _encode_sum(encoded: Any, cells: int, end: int, n: int, weight: int, total: int) -> int:
    """Encode that cells, which are written, add up to a total, the first times its weight."""
    encoded[end], encoded[end + 1], encoded[end + 2 + n] = LINEAR, n, n + 2
    weights = end + 3 + n
    for at in range(n):
        encoded[end + 2 + at] = encoded[cells + at]
        encoded[weights + at] = weight if at == 0 else 1
    encoded[weights + n] = encoded[weights + n + 1] = total
    encoded[ENCODED_OPERATIONS] += 1
    return weights + n + 2
