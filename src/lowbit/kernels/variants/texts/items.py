"""Texts of puzzles, encoded item by item from known entries.

An item is looked up by its pattern: its letters, with a mark in place of each cell. The entry of
a pattern is the encoding of the item with the numbers of its cells in place of the cells:
`lowbit.kernels.variants.texts.vocabulary` learns it from the readers of the format when an item
with that pattern is first met. So a puzzle is encoded as
`lowbit.kernels.variants.programs.encoding` encodes the one that is read there, word for word, and
no constraint is named here. A text that has anything that those readers do not know, whatever is
wrong with it, is left to them.

The known entries are one array, its `known` words, and so is the memory to work in; letters are
words: `lowbit.kernels.variants.texts.layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import kernel, unaliased
from lowbit.kernels.variants.layout import words_of
from lowbit.kernels.variants.texts.encoding import encode_items, sort_words
from lowbit.kernels.variants.texts.layout import (
    BOARD,
    CELL_MARK,
    CELLS,
    COLUMN_MARK,
    COLUMNS,
    DIAGONAL,
    DIAGONAL_MARK,
    DIAGONALS,
    DIGITS,
    END,
    ENTRIES,
    FIRST_CELL,
    FIRST_LETTER,
    FIRST_OF_PATTERN,
    FIXED,
    GROUP,
    HAS_OTHERS,
    HASH,
    ITEMS,
    KEYED,
    LAST_CELL,
    LAST_LETTER,
    LAST_OF_PATTERN,
    LETTERS,
    LOWEST,
    MOST_UNKNOWN,
    N_ITEMS,
    N_LETTERS,
    N_LISTED,
    N_OF_UNKNOWN,
    N_TEXTS,
    N_UNKNOWN,
    PAIRS,
    PATTERN_MARK,
    PILL,
    RELATIONS,
    ROW_MARK,
    ROWS,
    SEEN,
    SLOTS,
    SQUARE,
    STAMP,
    UNKNOWN,
    UNREAD,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Flags, Pointer, Words

BLANK, DOT, TILDE, BAR, ZERO, LETTER_A, ROW_LETTER, COLUMN_LETTER = map(ord, " .~_0aRC")

MOST_DIGITS: Final = 4
"""The most digits of a number."""


@kernel
def read_texts(
    text: Words,
    ends: Words,
    known: Words,
    memory: Words,
    encoded: Words,
    places: Words,
    roots: Words,
    rows: Words,
    has_others: Flags,
) -> int:
    """Encode the texts of which all items are known, while there is room.

    Each of the texts, which lie one after the other, ends at its letter of `ends`. The encoding of
    the k-th that is read begins at word k of `places`, which has one word more; `roots` has its
    candidates, `rows` its number, and `has_others` whether it has other constraints than houses.
    Returns how many texts there was room for.
    """
    letters, vocabulary, work = words_of(text, 0), words_of(known, 0), words_of(memory, 0)
    n_cells = vocabulary[ROWS] * vocabulary[COLUMNS]
    for cell in range(n_cells):
        work[work[CELLS] + cell] = cell
    work[N_LISTED] = n_cells
    n_read = places[0] = begin = 0
    for row in range(len(ends)):
        root = words_of(roots, n_read * n_cells)
        if _find_items(letters, begin, ends[row], vocabulary, work, root):
            room = words_of(encoded, places[n_read])
            n_words = encode_items(vocabulary, work, room, len(encoded) - places[n_read])
            if n_words == UNREAD:
                work[N_TEXTS] = n_read
                return row
            rows[n_read], has_others[n_read] = row, work[HAS_OTHERS]
            n_read += 1
            places[n_read] = places[n_read - 1] + n_words
        begin = ends[row]
    work[N_TEXTS] = n_read
    return len(ends)


@unaliased
def _find_items(
    text: Pointer, begin: int, end: int, known: Pointer, memory: Pointer, root: Pointer
) -> bool:
    """List the entries of the items of a text; False where one is unknown."""
    for cell in range(known[ROWS] * known[COLUMNS]):
        root[cell] = (1 << known[DIGITS]) - 1
    memory[N_ITEMS] = 0
    _list_item(memory, known[ENTRIES], 0)  # the houses
    before, at = memory[N_UNKNOWN], begin
    while begin <= at < end:
        at = _find_item(text, at + 1, end, known, memory, root) if text[at] == DOT else UNREAD
    return begin < end == at and memory[N_UNKNOWN] == before


@unaliased
def _list_item(memory: Pointer, place: int, first_cell: int) -> None:
    """List an item."""
    at = memory[ITEMS] + 2 * memory[N_ITEMS]
    memory[at], memory[at + 1] = place, first_cell
    memory[N_ITEMS] += 1


@unaliased
def _end_of(text: Pointer, at: int, end: int, letter: int) -> int:
    """Return where a letter is next, or the end."""
    while at < end and text[at] != letter:
        at += 1
    return at


@unaliased
def _find_item(
    text: Pointer, at: int, end: int, known: Pointer, memory: Pointer, root: Pointer
) -> int:
    """List an item, or all that it stands for; return where the next one begins."""
    last = _end_of(text, at, end, DOT)
    behind_name = _end_of(text, at, last, TILDE)
    if behind_name == at:
        return last if at < last and _read_givens(text, at, last, known, root) else UNREAD
    name = _entry_of(known, text, at, behind_name)
    form = known[name] if name != UNREAD else END
    if form in (END, BOARD):
        return last if form == BOARD else UNREAD
    if form == GROUP:
        last = _end_of_group(text, at, end, known)
    if last == UNREAD:
        return UNREAD
    if form == PAIRS:
        return last if _find_pairs(text, behind_name, last, known, memory, name) else UNREAD
    return last if _find_pattern(text, at, last, known, memory, form) else UNREAD


@unaliased
def _end_of_group(text: Pointer, at: int, end: int, known: Pointer) -> int:
    """Return where a group ends, with the groups in it."""
    depth = 0
    while at < end:
        last = _end_of(text, at, end, DOT)
        name = _entry_of(known, text, at, _end_of(text, at, last, TILDE))
        if name != UNREAD and known[name] == GROUP:
            depth += 1
        elif name != UNREAD and known[name] == END:
            depth -= 1
        if depth == 0:
            return last
        at = last + 1
    return UNREAD


@unaliased
def _entry_of(known: Pointer, letters: Pointer, first: int, end: int) -> int:
    """Return the place behind the letters of their entry."""
    number = 0
    for at in range(first, end):
        number = number * HASH[0] + letters[at] & HASH[1]
    while True:
        number &= known[RELATIONS] - known[SLOTS] - 1
        place = known[known[SLOTS] + number]
        if place == 0:
            return UNREAD
        place += known[ENTRIES]
        is_same, n = known[place] == end - first, 0
        while is_same and n < end - first:
            is_same = known[place + 1 + n] == letters[first + n]
            n += 1
        if is_same:
            return place + 1 + n
        number += 1


@unaliased
def _read_givens(text: Pointer, at: int, last: int, known: Pointer, root: Pointer) -> bool:
    """Take from cells the digits that givens such as ~R1C1_5 exclude; False where one is none."""
    while at < last:
        cell = _cell_at(text, at + 1, last, known)
        at += 5
        mask = 0
        while cell != UNREAD and at < last and text[at] == BAR:
            end = at + 1
            value = 0
            while end < last and 0 <= text[end] - ZERO <= 9 and end - at <= MOST_DIGITS:
                value = 10 * value + text[end] - ZERO
                end += 1
            if end == at + 1 or not 0 <= value - known[LOWEST] < known[DIGITS]:
                return False
            mask |= 1 << value - known[LOWEST]
            at = end
        if mask == 0 or (at < last and text[at] != TILDE):
            return False
        root[cell] &= mask
    return True


@unaliased
def _cell_at(text: Pointer, at: int, last: int, known: Pointer) -> int:
    """Return the cell that is named there, behind a tilde."""
    if at + 4 > last or text[at - 1] != TILDE:
        return UNREAD
    if text[at] != ROW_LETTER or text[at + 2] != COLUMN_LETTER:
        return UNREAD
    row, column = _place_of(text[at + 1]), _place_of(text[at + 3])
    is_on_board = 0 <= row < known[ROWS] and 0 <= column < known[COLUMNS]
    return row * known[COLUMNS] + column if is_on_board else UNREAD


@unaliased
def _place_of(letter: int) -> int:
    """Return the row or column that 1 to 9, then a and so on stand for."""
    if letter >= LETTER_A:
        return letter - LETTER_A + 9
    return letter - ZERO - 1 if letter <= ZERO + 9 else UNREAD


@unaliased
def _find_pairs(
    text: Pointer, at: int, last: int, known: Pointer, memory: Pointer, name: int
) -> bool:
    """List a relation for each two cells that share a side; False where there are none."""
    first, before = memory[N_LISTED], memory[N_ITEMS]
    memory[STAMP] += 1
    while at < last:
        cell = _cell_at(text, at + 1, last, known)
        at += 5
        if cell == UNREAD or (at < last and text[at] != TILDE) or not _list_cell(memory, cell):
            return False
    end = memory[N_LISTED]
    for one in range(first, end):
        for other in range(one + 1, end):
            cell, peer = memory[memory[CELLS] + one], memory[memory[CELLS] + other]
            if _share_side(cell, peer, known[COLUMNS]):
                _list_item(memory, known[name + 1] + known[ENTRIES], memory[N_LISTED])
                memory[memory[CELLS] + memory[N_LISTED]] = cell
                memory[memory[CELLS] + memory[N_LISTED] + 1] = peer
                memory[N_LISTED] += 2
    return memory[N_ITEMS] > before


@unaliased
def _share_side(one: int, other: int, n_columns: int) -> bool:
    """Return whether two cells share a side."""
    is_in_row = one // n_columns == other // n_columns
    return abs(one - other) == n_columns or (abs(one - other) == 1 and is_in_row)


@unaliased
def _list_cell(memory: Pointer, cell: int) -> bool:
    """List a cell of an item; False if that has it already."""
    is_new = memory[memory[SEEN] + cell] != memory[STAMP]
    memory[memory[SEEN] + cell] = memory[STAMP]
    memory[memory[CELLS] + memory[N_LISTED]] = cell
    memory[N_LISTED] += 1
    return is_new


@unaliased
def _find_pattern(
    text: Pointer, at: int, last: int, known: Pointer, memory: Pointer, form: int
) -> bool:
    """List an item of which something is known by its pattern, or note that nothing is."""
    first, first_cell = memory[N_LETTERS], memory[N_LISTED]
    _write_mark(memory, PATTERN_MARK)
    is_free = form not in (FIXED, GROUP) and _write_pattern(text, at, last, known, memory, form)
    if not is_free:  # a cell that is named twice means something else
        memory[N_LETTERS], memory[N_LISTED] = first + 1, first_cell
        first_cell = 0
        if not _write_letters(text, at, last, memory):
            return False
    elif form == PILL and not _sort_pill(text, at, last, memory, first_cell):
        return False
    place = memory[LETTERS] + first
    entry = _entry_of(known, memory, place, memory[LETTERS] + memory[N_LETTERS])
    if entry == UNREAD:
        return _note_unknown(memory, at, last, first, first_cell)
    memory[N_LETTERS] = first
    _list_item(memory, entry, first_cell)
    return known[entry] != UNREAD


@unaliased
def _write_mark(memory: Pointer, mark: int) -> None:
    """Write a mark, as a letter of a pattern."""
    memory[memory[LETTERS] + memory[N_LETTERS]] = mark
    memory[N_LETTERS] += 1


@unaliased
def _write_letters(text: Pointer, at: int, end: int, memory: Pointer) -> bool:
    """Write letters of a pattern; False if one is white space or a mark."""
    place = memory[LETTERS] + memory[N_LETTERS] - at
    memory[N_LETTERS] += end - at
    while at < end and text[at] > BLANK:
        memory[place + at] = text[at]
        at += 1
    return at == end


@unaliased
def _write_pattern(
    text: Pointer, at: int, last: int, known: Pointer, memory: Pointer, form: int
) -> bool:
    """Write the pattern of an item, and list its cells; False if it names one twice."""
    memory[STAMP] += 1
    number, n_literal = 0, 2 if form == KEYED else 1
    is_new = True
    while at <= last and is_new:
        end = _end_of(text, at, last, TILDE)
        n_letters = memory[N_LETTERS]
        if number >= n_literal:
            is_new = _list_argument(text, at, end, known, memory, form)
        if is_new and n_letters == memory[N_LETTERS]:
            is_new = _write_letters(text, at, end, memory)
        if end < last:
            _write_mark(memory, TILDE)
        at = end + 1
        number += 1
    return is_new


@unaliased
def _list_argument(
    text: Pointer, at: int, end: int, known: Pointer, memory: Pointer, form: int
) -> bool:
    """Write the mark of an argument that stands for cells, and list these; False if one was.

    One that stands for none is left as it is.
    """
    cell = _cell_at(text, at, end, known) if end - at == 4 else UNREAD
    if cell != UNREAD:
        if form == DIAGONAL:
            return _list_diagonal(known, memory, cell)
        _write_mark(memory, CELL_MARK)
        return _list_square(known, memory, cell) if form == SQUARE else _list_cell(memory, cell)
    place = _place_of(text[at + 1]) if end - at == 2 else UNREAD
    n_rows, n_columns = known[ROWS], known[COLUMNS]
    is_new = True
    if text[at] == ROW_LETTER and 0 <= place < n_rows:
        _write_mark(memory, ROW_MARK)
        for column in range(n_columns):
            is_new = _list_cell(memory, place * n_columns + column) and is_new
    elif text[at] == COLUMN_LETTER and 0 <= place < n_columns:
        _write_mark(memory, COLUMN_MARK)
        for row in range(n_rows):
            is_new = _list_cell(memory, row * n_columns + place) and is_new
    return is_new


@unaliased
def _list_diagonal(known: Pointer, memory: Pointer, start: int) -> bool:
    """List the cells of the diagonal that begins at a cell, and write how many."""
    place = known[DIAGONALS] + start * (1 + max(known[ROWS], known[COLUMNS]))
    _write_mark(memory, DIAGONAL_MARK)
    _write_mark(memory, known[place])
    is_new = known[place] > 0
    for each in range(known[place]):
        is_new = _list_cell(memory, known[place + 1 + each]) and is_new
    return is_new


@unaliased
def _list_square(known: Pointer, memory: Pointer, corner: int) -> bool:
    """List the four cells of a square, if it lies on the board."""
    n_columns = known[COLUMNS]
    row, column = corner // n_columns, corner % n_columns
    is_new = row + 1 < known[ROWS] and column + 1 < n_columns
    if is_new:
        for cell in (corner, corner + 1, corner + n_columns, corner + n_columns + 1):
            is_new = _list_cell(memory, cell) and is_new
    return is_new


@unaliased
def _sort_pill(text: Pointer, at: int, last: int, memory: Pointer, first: int) -> bool:
    """Sort the cells of a pill, of which the first argument says how many there are."""
    at = _end_of(text, at, last, TILDE) + 1
    n_pill = text[at] - ZERO if at + 1 < last and text[at + 1] == TILDE else 0
    if not 0 < n_pill <= min(9, memory[N_LISTED] - first):
        return False
    sort_words(memory, memory[CELLS] + first, n_pill)
    return True


@unaliased
def _note_unknown(memory: Pointer, at: int, last: int, first: int, first_cell: int) -> bool:
    """Note a pattern that is not known, if there is room; the text is left in any case."""
    if memory[N_UNKNOWN] == memory[MOST_UNKNOWN]:
        return False
    noted = memory[UNKNOWN] + N_OF_UNKNOWN * memory[N_UNKNOWN]
    memory[noted + FIRST_LETTER], memory[noted + LAST_LETTER] = at, last
    memory[noted + FIRST_OF_PATTERN] = memory[LETTERS] + first
    memory[noted + LAST_OF_PATTERN] = memory[LETTERS] + memory[N_LETTERS]
    memory[noted + FIRST_CELL] = memory[CELLS] + first_cell
    memory[noted + LAST_CELL] = memory[CELLS] + memory[N_LISTED]
    memory[N_UNKNOWN] += 1
    return True
