"""Where does the text of each puzzle of a batch lie, and what does it say.

A word is the text of one puzzle: 81 characters, or 729 with pencilmarks. Words are found, and
turned into masks where that is needed, all at once; only what is rare is looked at one by one:
comments, a header, lines with pencilmarks, boards drawn with rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from lowbit.errors import GridError
from lowbit.formats.line import HEADERS, SEPARATOR
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.text import is_comment
from lowbit.geometry import CLASSIC
from lowbit.grid import BLANKS, Grid
from lowbit.kernels.search import BAD_CELL

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

N_CELLS: Final = CLASSIC.n_cells
N_MARKS: Final = CLASSIC.n_cells * CLASSIC.size

NEWLINE: Final = ord("\n")
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

DIGIT_BITS: Final = np.left_shift(1, np.arange(CLASSIC.size)).astype(np.uint16)
SYMBOLS: Final = np.frombuffer(CLASSIC.symbols.encode(), np.uint8)
MARKS: Final = np.tile(SYMBOLS, N_CELLS)

CHARACTERS: Final = np.full(256, BAD_CELL, np.uint16)
"""The candidates that each character of a word stands for."""
CHARACTERS[list(BLANKS.encode())] = CLASSIC.full_mask
CHARACTERS[SYMBOLS] = DIGIT_BITS

ENDS_WORD: Final = np.isin(np.arange(256), list(b" \t\n,;#"))
"""What may follow the word of a line that need not be looked at closely."""

ROWS_AT_ONCE: Final = 4096
"""Puzzles to turn into masks at a time: some megabytes of pencilmarks."""


class Words(NamedTuple):
    """The texts of puzzles, in one piece of memory.

    Attributes
    ----------
    characters : uint8[m]
        Latin-1, with a question mark for each character beyond that.
    starts, lengths : int64[n]
        Where the word of each puzzle lies.
    """

    characters: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]


def words_of_texts(texts: list[str]) -> Words:
    """Return a word for each text; one of an odd length is read as `Grid` reads it."""
    words = _packed(texts)
    odd = np.flatnonzero((words.lengths != N_CELLS) & (words.lengths != N_MARKS))
    return _replaced(words, {row: _tidied(texts[row]) for row in odd.tolist()})


def words_of_lines(text: bytes) -> Words:
    """Return the words of a text in the `line` format; comments and a header have none.

    Where a line begins with 81 characters and a separator, they are its word. In other lines
    it is looked for, and copied behind the text.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    characters = np.empty(len(text) + 1, np.uint8)
    characters[:-1] = np.frombuffer(text, np.uint8)
    characters[-1] = NEWLINE
    ends = np.flatnonzero(characters == NEWLINE)
    starts = np.concatenate([[0], ends[:-1] + 1])
    kept = ends - starts >= N_CELLS
    kept[kept] = _begins_with_word(characters, starts[kept])
    others = {row: text[starts[row] : ends[row]] for row in np.flatnonzero(~kept).tolist()}
    others_words = _other_words(others, n_before=int(kept.argmax()) if kept.any() else starts.size)
    words = _replaced(Words(characters, starts, np.full(starts.size, N_CELLS)), others_words)
    kept[list(others_words)] = True
    return Words(words.characters, words.starts[kept], words.lengths[kept])


def masks_of_words(words: Words) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    """Return the candidates of each puzzle, uint16[n, 81], and which are puzzles at all."""
    masks = np.zeros((words.starts.size, N_CELLS), np.uint16)
    valid = np.zeros(words.starts.size, np.bool_)
    for length, read in ((N_CELLS, _read_cells), (N_MARKS, _read_marks)):
        rows = np.flatnonzero(words.lengths == length)
        for first in range(0, rows.size, ROWS_AT_ONCE):
            part = rows[first : first + ROWS_AT_ONCE]
            windows = sliding_window_view(words.characters, length)
            masks[part], valid[part] = read(windows[words.starts[part]])
    return masks, valid


def encoded(text: str) -> bytes:
    """Return a byte for each character; one that no byte stands for is no cell either."""
    return text.encode("latin-1", "replace")


def _packed(texts: Collection[str]) -> Words:
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    characters = np.frombuffer(encoded("".join(texts)), np.uint8).copy()
    return Words(characters, np.cumsum(lengths) - lengths, lengths)


def _replaced(words: Words, texts: dict[int, str]) -> Words:
    """Return the words with other ones in some rows; these come last in memory."""
    if not texts:
        return words
    added = _packed(texts.values())
    starts, lengths, rows = words.starts.copy(), words.lengths.copy(), list(texts)
    starts[rows] = words.characters.size + added.starts
    lengths[rows] = added.lengths
    return Words(np.concatenate([words.characters, added.characters]), starts, lengths)


def _tidied(text: str) -> str:
    """Return what a text that is no word says, as a word; an empty one if it is no puzzle."""
    try:
        return puzzle_text(Grid(text))
    except GridError:
        return ""


def _begins_with_word(
    characters: NDArray[np.uint8], starts: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Tell which lines, all of 81 characters or more, need not be looked at closely."""
    begins: NDArray[np.bool_] = CHARACTERS[characters[starts]] != BAD_CELL
    return begins & ENDS_WORD[characters[starts + N_CELLS]]


def _other_words(lines: dict[int, bytes], n_before: int) -> dict[int, str]:
    """Return the words of lines looked at closely; `n_before` of all lines precede the rest."""
    words = {}
    for row, line in lines.items():
        text = line.decode(errors="replace")
        if not is_comment(text):
            words[row] = SEPARATOR.split(text.strip(), maxsplit=1)[0]
    first = next(iter(words), n_before)
    if first < n_before and words[first].lower() in HEADERS:
        del words[first]
    return words


def _read_cells(characters: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    masks = CHARACTERS[characters]
    return masks, (masks != BAD_CELL).all(axis=1)


def _read_marks(characters: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    allowed = characters == MARKS
    valid = (allowed | (CHARACTERS[characters] == CLASSIC.full_mask)).all(axis=1)
    return allowed.reshape(-1, N_CELLS, CLASSIC.size) @ DIGIT_BITS, valid
