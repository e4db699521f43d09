"""The text of each puzzle of a batch: where it lies, and its candidates.

A word is the text of one puzzle: 81 characters, or 729 with pencilmarks. All words are found, and
turned into masks if needed, at once; only rare ones are processed one by one: comments, a header,
lines with pencilmarks, boards drawn with rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lowbit.errors import GridError
from lowbit.formats.headers import HEADERS
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.lines.item_lines import begins_with_item
from lowbit.formats.lines.line import symbols_of_line
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.puzzle_texts import split_remark
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.classic.texts.characters import LF, MASK_OF, PADDING
from lowbit.kernels.classic.texts.lines import INVALID, IRREGULAR, Lines, scan
from lowbit.kernels.classic.texts.utf8 import LAST_ASCII
from lowbit.lookalikes import BLANKS_ELSEWHERE, ONES

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

N_CELLS: Final = CLASSIC.n_cells
N_MARKS: Final = CLASSIC.n_cells * CLASSIC.size

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

DIGIT_BITS: Final = np.left_shift(1, np.arange(CLASSIC.size)).astype(np.uint16)
MARKS: Final = np.tile(np.frombuffer(CLASSIC.symbols.encode(), np.uint8), N_CELLS)

FIRST_USUAL, LAST_USUAL = b".9"
"""Between them are the characters of most puzzles, and none that other texts have for cells."""

IS_LOOKALIKE: Final = np.array(
    [chr(byte) in BLANKS_ELSEWHERE | ONES or byte > LAST_ASCII for byte in range(256)]
)
"""The bytes that other texts have for blanks and digits, as Latin-1 or UTF-8."""

ROWS_AT_ONCE: Final = 4096
"""Puzzles to turn into masks at a time: some megabytes of pencilmarks."""


class Words(NamedTuple):
    """The texts of puzzles, in one array.

    Attributes
    ----------
    characters : uint8[m]
        Latin-1, with a question mark for each character beyond that.
    starts, lengths : int64[n]
        Where the word of each puzzle lies.
    is_usual : bool
        Whether all characters are digits and points.
    """

    characters: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    is_usual: bool = False


def words_of_texts(texts: list[str]) -> Words:
    """Return a word for each text; one of an unusual length is read as `Grid` reads it."""
    words = _packed(texts)
    irregular = _irregular(words)
    return _replaced(words, {row: _tidied(texts[row]) for row in irregular.tolist()})


def words_where_they_lie(words: Words) -> Words:
    """Return words of UTF-8; one of an unusual length is read as `Grid` reads it, unless empty."""
    irregular = _irregular(words)
    irregular = irregular[words.lengths[irregular] != 0]
    return _replaced(words, {row: _tidied(text_of_word(words, row)) for row in irregular.tolist()})


def words_of_lines(text: bytes, *, is_beginning: bool = True) -> tuple[Words, dict[int, str]]:
    """Return the words of a text in the `line` format; comments and a header have none.

    Only the beginning of a text may have a header and a byte order mark.

    Lines that the kernel finds irregular or invalid are read one by one, and their words copied
    behind the text. These texts are returned, too, by row.
    """
    if is_beginning:
        text = text.removeprefix(BYTE_ORDER_MARK)
    characters, lines = _scanned(text)
    begins = np.concatenate([[0], lines.ends[:-1] + 1])
    kept = lines.starts >= 0
    first = int(kept.argmax()) if kept.any() else kept.size
    n_before = first if is_beginning else 0
    irregular = np.flatnonzero(np.isin(lines.starts, (IRREGULAR, INVALID))).tolist()
    irregular_words = _irregular_words(
        {row: text[begins[row] : lines.ends[row]] for row in irregular}, n_before
    )
    words = Words(characters, lines.starts, np.full(kept.size, N_CELLS))
    words = _replaced(words, irregular_words)
    kept[list(irregular_words)] = True
    rows = np.cumsum(kept) - 1
    irregular_rows = {int(rows[line]): word for line, word in irregular_words.items()}
    return Words(words.characters, words.starts[kept], words.lengths[kept]), irregular_rows


def masks_of_words(words: Words) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    """Return the candidates of each puzzle, uint16[n, 81], and which rows are puzzles."""
    masks = np.zeros((words.starts.size, N_CELLS), np.uint16)
    valid = np.zeros(words.starts.size, np.bool_)
    for length, read in ((N_CELLS, _read_cells), (N_MARKS, _read_marks)):
        rows = np.flatnonzero(words.lengths == length)
        for first in range(0, rows.size, ROWS_AT_ONCE):
            part = rows[first : first + ROWS_AT_ONCE]
            windows = sliding_window_view(words.characters, length)
            masks[part], valid[part] = read(windows[words.starts[part]])
    return masks, valid


def _irregular(words: Words) -> NDArray[np.int64]:
    """Return the rows whose words are not as long as a puzzle, or have blanks of other texts."""
    lengths, characters = words.lengths, words.characters
    is_irregular = (lengths != N_CELLS) & (lengths != N_MARKS)
    if not words.is_usual:
        rows = np.flatnonzero(lengths == N_CELLS)
        for first in range(0, rows.size, ROWS_AT_ONCE):
            part = rows[first : first + ROWS_AT_ONCE]
            windows = sliding_window_view(characters, N_CELLS)[words.starts[part]]
            is_irregular[part] = IS_LOOKALIKE[windows].any(axis=1)
    return np.flatnonzero(is_irregular)


def _packed(texts: Collection[str]) -> Words:
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    # One byte a character keeps the places; a character that no byte stands for is not a cell.
    joined = "".join(texts).encode("latin-1", "replace")
    characters = np.frombuffer(joined, np.uint8).copy()
    return Words(characters, np.cumsum(lengths) - lengths, lengths, are_usual(characters))


def are_usual(characters: NDArray[np.uint8]) -> bool:
    """Return whether all characters are digits and points, or zeros that fill up strings."""
    least, most = characters.min(initial=LAST_USUAL), characters.max(initial=FIRST_USUAL)
    if least == 0:
        least = characters[characters > 0].min(initial=LAST_USUAL)
    return bool(least >= FIRST_USUAL and most <= LAST_USUAL)


def text_of_word(words: Words, row: int) -> str:
    """Return the word of a row as text."""
    start = int(words.starts[row])
    text = words.characters[start : start + int(words.lengths[row])]
    return text.tobytes().decode(errors="replace")


def _replaced(words: Words, texts: dict[int, str]) -> Words:
    """Return the words with other ones in some rows; these come last in memory."""
    if not texts:
        return words
    added = _packed(texts.values())
    starts, lengths, rows = words.starts.copy(), words.lengths.copy(), list(texts)
    starts[rows] = words.characters.size + added.starts
    lengths[rows] = added.lengths
    characters = np.concatenate([words.characters, added.characters])
    return Words(characters, starts, lengths, words.is_usual)


def _tidied(text: str) -> str:
    """Return a text that is not a word as a word; an empty one if it is not a puzzle."""
    if "~" in text and len(text) != N_CELLS:
        return ""  # which stands in few grids, but in most puzzles with constraints
    try:
        return puzzle_text(Grid(text))
    except GridError:
        return ""


def _scanned(text: bytes) -> tuple[NDArray[np.uint8], Lines]:
    """Return a text in the form that kernels take, and its lines."""
    size = len(text) + 1
    characters = np.zeros(size + PADDING, np.uint8)
    characters[: size - 1] = np.frombuffer(text, np.uint8)
    characters[size - 1] = LF
    at, room, parts = 0, size // N_CELLS + 1, []
    while at < size:
        lines = Lines(np.empty(room, np.int64), np.empty(room, np.int64))
        n, at = scan(characters, at, size, lines)
        parts.append([column[:n] for column in lines])
    return characters, Lines(*map(np.concatenate, zip(*parts, strict=True)))


def _irregular_words(lines: dict[int, bytes], n_before: int) -> dict[int, str]:
    """Return the words of irregular lines, by row; one of the first `n_before` may be a header."""
    words = {}
    for row, line in lines.items():
        text = line.decode(errors="replace")
        if begins_with_item(text):
            words[row] = split_remark(text)[0]  # of constraints: no cells are looked for
        elif not is_aside(text, CLASSIC):
            words[row] = symbols_of_line(text, CLASSIC)
    header = next(iter(words), n_before)
    if header < n_before and words[header].lower() in HEADERS:
        del words[header]
    return words


def _read_cells(characters: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    masks = MASK_OF[characters]
    return masks, (masks != BAD_CELL).all(axis=1)


def _read_marks(characters: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    allowed = characters == MARKS
    valid = (allowed | (MASK_OF[characters] == CLASSIC.full_mask)).all(axis=1)
    return allowed.reshape(-1, N_CELLS, CLASSIC.size) @ DIGIT_BITS, valid
