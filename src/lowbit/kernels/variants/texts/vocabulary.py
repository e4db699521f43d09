"""Known items of texts on a board: learnt from the readers of the format."""

from __future__ import annotations

import re
from array import array
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate, chain
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.errors import ConstraintError, FormatError
from lowbit.formats.variants.iss.places import Places, cell_name, usual_name
from lowbit.formats.variants.iss.reading import constraints_of_item
from lowbit.kernels.variants.layout import DISTINCT
from lowbit.kernels.variants.programs.encoding import Encoding, encoded_constraint, encoded_houses
from lowbit.kernels.variants.texts.items import read_texts
from lowbit.kernels.variants.texts.layout import (
    BOARD,
    CELL_MARK,
    CELLS,
    COLUMNS,
    DIAGONAL,
    DIAGONALS,
    DIGITS,
    END,
    ENTRIES,
    FIRST_CELL,
    FIRST_LETTER,
    FIRST_OF_PATTERN,
    FIXED,
    FREE,
    GROUP,
    HASH,
    ITEMS,
    KEYED,
    LAST_CELL,
    LAST_LETTER,
    LAST_OF_PATTERN,
    LETTERS,
    LOWEST,
    MOST_UNKNOWN,
    N_KNOWN,
    N_MEMORY,
    N_OF_UNKNOWN,
    N_TEXTS,
    N_UNKNOWN,
    PAIRS,
    PATTERN_MARK,
    PILL,
    RELATION_NUMBERS,
    RELATIONS,
    ROWS,
    SEEN,
    SLOTS,
    SQUARE,
    TABLE_PLACES,
    TABLE_WORDS,
    TABLES,
    UNKNOWN,
    UNREAD,
    USED_RELATIONS,
    USED_TABLES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.kernels.core.arrays import Flags, Words

FORMS: Final = {
    FREE: "AllDifferent Arrow Between Cage ContainAtLeast ContainExact CountDistinct DoubleArrow "
    "Entropic EqualSum EqualityCage HiddenSkyscraper Lockout LookAndSay Lunchbox Modular "
    "NumberedRoom Palindrome RellikCage Renban SameValues Sandwich Skyscraper Sum SumLine Thermo "
    "ValueIndexing Whisper XSum Zipper",
    KEYED: "NFA Pair PairX Regex",
    FIXED: "AntiConsecutive AntiKing AntiKnight AntiTaxicab ConnectedValues CountingCircles "
    "Diagonal DisjointSets DutchFlatmates GlobalEntropy GlobalMod Indexing "
    "RegionSameValues RegionSumLine Windoku",
    PAIRS: "BlackDot GreaterThan V WhiteDot X",
    SQUARE: "Quad",
    DIAGONAL: "LittleKiller",
    PILL: "PillArrow",
    GROUP: "And Or Replicate",
    END: "End",
    BOARD: "NoBoxes RegionSize Shape",
}
"""The kinds of items, by name. Those that depend on other items, and jigsaws, each of which has a
board of its own, are not."""

MOST_AT_ONCE: Final = 512
"""The most patterns that are learnt before texts are read again."""

MOST_WORDS: Final = 1 << 18
"""The most words of entries: two megabytes, then all are learnt anew."""

FEWEST_SLOTS: Final = 256
SIDE_BY_SIDE: Final = 0, 1
"""Two cells that share a side, on any board."""

NAMES: Final = re.compile(r"(?<=~)(?:[Rr][^\W_][Cc]|[Rr]|[Cc])[^\W_](?![^\W_])")
"""The names of cells and lines in an item."""

ROOM: Final = 1 << 12
"""The words that are tried first for the encoding of a text."""


class EncodedTexts(NamedTuple):
    """Texts that the kernel has read.

    Attributes
    ----------
    encoded, places : numpy.ndarray of int64
        The encodings, and where that of each puzzle begins and the last ends.
    roots : numpy.ndarray of int64[n, n_cells]
        The candidates of each.
    rows : numpy.ndarray of int64[n]
        The numbers of their texts.
    has_others : numpy.ndarray of bool[n]
        Whether each has other constraints than houses.
    """

    encoded: Words
    places: Words
    roots: Words
    rows: Words
    has_others: Flags


def encode_texts(texts: Sequence[str], geometry: Geometry) -> EncodedTexts:
    """Encode those of some texts on a board that the kernel reads."""
    known = items_on(geometry)
    known.bound()
    of_texts = [text.encode() for text in texts]
    joined = b"".join(of_texts)
    text = np.frombuffer(joined, np.uint8).astype(np.int64)
    ends = np.array([*accumulate(map(len, of_texts))], np.int64)
    places, rows = np.empty(len(texts) + 1, np.int64), np.empty(len(texts), np.int64)
    has_others = np.empty(len(texts), np.bool_)
    roots = np.empty((len(texts) + 1) * geometry.n_cells, np.int64)
    while True:
        words = known.words
        memory = _new_memory(words, len(text))
        encoded = np.empty(known.room * len(texts), np.int64)
        answers = places, roots, rows, has_others
        if read_texts(text, ends, words, memory, encoded, *answers) < len(texts):
            known.room *= 2
        elif memory[N_UNKNOWN]:
            known.learn(joined, memory)
        else:
            n = int(memory[N_TEXTS])
            masks = roots.reshape(-1, geometry.n_cells)[:n]
            return EncodedTexts(encoded, places[: n + 1], masks, rows[:n], has_others[:n])


def joined(read: Sequence[EncodedTexts]) -> EncodedTexts:
    """Return texts that were read for several boards; smaller ones leave the last cells out."""
    if len(read) == 1:
        return read[0]
    n_words = [int(each.places[-1]) for each in read]
    firsts = accumulate(n_words, initial=0)
    places = [each.places[:-1] + first for each, first in zip(read, firsts, strict=False)]
    roots = np.zeros((sum(len(each.rows) for each in read), max(map(_n_cells, read))), np.int64)
    row = 0
    for each in read:
        roots[row : row + len(each.rows), : _n_cells(each)] = each.roots
        row += len(each.rows)
    return EncodedTexts(
        np.concatenate([each.encoded[:n] for each, n in zip(read, n_words, strict=True)]),
        np.concatenate([*places, [sum(n_words)]]),
        roots,
        np.concatenate([each.rows for each in read]),
        np.concatenate([each.has_others for each in read]),
    )


def _n_cells(read: EncodedTexts) -> int:
    return read.roots.shape[1]


@lru_cache(maxsize=16)
def items_on(geometry: Geometry) -> KnownItems:
    """Return the known items of texts on a board."""
    return KnownItems(geometry)


class KnownItems:
    """Known items of texts on a board, to which more are added.

    Attributes
    ----------
    words : numpy.ndarray of int64
        As `lowbit.kernels.variants.texts.items` reads it; never changed, but replaced.
    room : int
        The words that are tried first for the encoding of a text.
    """

    def __init__(self, geometry: Geometry) -> None:
        self._geometry = geometry
        self._lock = Lock()
        self.room = ROOM
        self._begin()

    def _begin(self) -> None:
        """Know the houses and the names of items, and nothing else."""
        self._places: dict[tuple[int, ...], int] = {}
        self._slots = np.zeros(FEWEST_SLOTS, np.int64)
        self._relations: dict[tuple[int, ...], int] = {}
        self._tables: dict[bytes, int] = {}
        self._table_places, self._table_words = array("q"), array("q")
        every_cell = {cell: cell for cell in range(self._geometry.n_cells)}
        houses = self._parts([(encoded_houses(self._geometry), Encoding())], every_cell)
        self._entries = array("q", houses)  # so no entry has the place 0
        for form, names in FORMS.items():
            for name in names.split():
                place = self._learn_pair(name) if form == PAIRS else 0
                self._add((*name.encode(),), [form, place])
        self.words = self._joined()

    def bound(self) -> None:
        """Forget all that was learnt, if it is very much."""
        if len(self.words) > MOST_WORDS:
            with self._lock:
                self._begin()

    def learn(self, text: bytes, memory: Words) -> None:
        """Learn patterns that were noted when a text was read."""
        with self._lock:
            noted = memory[memory[UNKNOWN] :][: N_OF_UNKNOWN * memory[N_UNKNOWN]]
            for unknown in noted.reshape(-1, N_OF_UNKNOWN).tolist():
                pattern = memory[unknown[FIRST_OF_PATTERN] : unknown[LAST_OF_PATTERN]].tolist()
                cells = memory[unknown[FIRST_CELL] : unknown[LAST_CELL]].tolist()
                item = text[unknown[FIRST_LETTER] : unknown[LAST_LETTER]].decode()
                self._learn(tuple(pattern), item, cells)
            self.words = self._joined()

    def _learn(self, pattern: tuple[int, ...], item: str, cells: Sequence[int]) -> int:
        """Learn an item, of which these are the cells; return the place behind its pattern."""
        if pattern not in self._places:
            numbers: dict[int, int] = {}
            for number, cell in enumerate(cells):
                numbers.setdefault(cell, number)
            try:
                _require_usual_names(item)
                constraints = constraints_of_item(self._geometry, item)
                parts = [encoded_constraint(each, self._geometry) for each in constraints]
            except (ConstraintError, FormatError, RecursionError):  # of groups within groups
                self._add(pattern, [UNREAD])
            else:
                self._add(pattern, self._parts(parts, numbers))
        return self._places[pattern]

    def _learn_pair(self, name: str) -> int:
        """Learn the constraint that an item puts on two cells that share a side."""
        pattern = (PATTERN_MARK, *f"{name}~".encode(), CELL_MARK, *b"~", CELL_MARK)
        one, other = (cell_name(self._geometry, cell) for cell in SIDE_BY_SIDE)
        return self._learn(pattern, f"{name}~{one}~{other}", SIDE_BY_SIDE)

    def _add(self, letters: tuple[int, ...], words: Sequence[int]) -> None:
        """Add an entry."""
        place = len(self._entries)
        self._entries.extend((len(letters), *letters, *words))
        self._places[letters] = place + 1 + len(letters)
        if 2 * len(self._places) > len(self._slots):
            self._slots = np.zeros(2 * len(self._slots), np.int64)
            for known, behind in self._places.items():
                self._fill_slot(known, behind - 1 - len(known))
        else:
            self._fill_slot(letters, place)

    def _fill_slot(self, letters: tuple[int, ...], place: int) -> None:
        """Write where an entry is into the first free slot from that of its hash on."""
        factor, kept = HASH
        number = 0
        for letter in letters:
            number = number * factor + letter & kept
        last = len(self._slots) - 1
        while self._slots[number & last]:
            number += 1
        self._slots[number & last] = place

    def _parts(
        self, found: Sequence[tuple[Encoding, Encoding]], numbers: dict[int, int]
    ) -> list[int]:
        """Return constraints on the cells with such numbers, as an entry has them."""
        words: list[int] = []
        for half in range(2):
            every = Encoding()
            for encodings in found:
                every.append(encodings[half])
            relations = [(at, self._number_of_relation(own)) for at, own in every.relations]
            tables = [(at, self._number_of_table(own)) for at, own in every.tables]
            own_words = _with_numbers(every.words, numbers)
            for at, number in (*relations, *tables):
                own_words[at] = number
            used = [dict.fromkeys(number for _, number in each) for each in (relations, tables)]
            size = self._geometry.size
            n_houses = sum(_is_house(own_words, at, size) for at in _places(own_words))
            sizes = every.number, n_houses, len(own_words), *map(len, used)
            words += (*sizes, *chain(*used), *own_words)
        return words

    def _number_of_relation(self, relation: tuple[int, ...]) -> int:
        return self._relations.setdefault(relation, len(self._relations))

    def _number_of_table(self, table: array[int]) -> int:
        number = self._tables.setdefault(table.tobytes(), len(self._tables))
        if number == len(self._table_places):
            self._table_places.append(len(self._table_words))
            self._table_words.extend((len(table), *table))
        return number

    def _joined(self) -> Words:
        """Return all that is known, for the kernel."""
        board = self._geometry
        parts = {
            DIAGONALS: _diagonals(board),
            SLOTS: self._slots,
            RELATIONS: np.array([*chain(*self._relations)], np.int64),
            TABLES: np.array(self._table_places, np.int64),
            TABLE_WORDS: np.array(self._table_words, np.int64),
            ENTRIES: np.array(self._entries, np.int64),
        }
        words = np.concatenate((np.zeros(N_KNOWN, np.int64), *parts.values()))
        words[[*parts]] = [*accumulate(map(len, parts.values()), initial=N_KNOWN)][:-1]
        words[[ROWS, COLUMNS, DIGITS]] = board.n_rows, board.n_columns, board.size
        words[LOWEST] = board.values[0]
        return words


def _require_usual_names(item: str) -> None:
    """Raise FormatError where cells are not called as usual: their pattern would name them."""
    if any(name != usual_name(name) for name in NAMES.findall(item)):
        raise FormatError("the kernel knows cells by their usual names alone")


def _with_numbers(words: array[int], numbers: dict[int, int]) -> list[int]:
    """Return operations with numbers in place of cells."""
    found = list(words)
    for at in _places(found):
        cells = slice(at + 2, at + 2 + found[at + 1])
        found[cells] = [numbers[cell] for cell in found[cells]]
    return found


def _places(words: Sequence[int]) -> Iterator[int]:
    """Yield where operations begin."""
    at = 0
    while at < len(words):
        yield at
        rest = at + 2 + words[at + 1]
        at = rest + 1 + words[rest]


def _is_house(words: Sequence[int], at: int, size: int) -> bool:
    """Return whether an operation says that cells differ, as those of a house, not of a pair."""
    return words[at] == DISTINCT and 2 < words[at + 1] <= size


def _new_memory(words: Words, n_letters: int) -> Words:
    """Return memory to read texts of so many letters in all."""
    rows, columns, digits = words[[ROWS, COLUMNS, DIGITS]].tolist()
    n_relations = int(words[TABLES] - words[RELATIONS]) // digits
    n_tables = int(words[TABLE_WORDS] - words[TABLES])
    sizes = {
        SEEN: rows * columns,
        RELATION_NUMBERS: n_relations,
        TABLE_PLACES: n_tables,
        USED_RELATIONS: n_relations,
        USED_TABLES: n_tables,
        UNKNOWN: N_OF_UNKNOWN * MOST_AT_ONCE,
        LETTERS: 2 * n_letters,
        CELLS: rows * columns + n_letters * max(4, rows, columns) // 2,
        ITEMS: 2 * n_letters + 2,
    }
    places = [*accumulate(sizes.values(), initial=N_MEMORY)]
    memory = np.empty(places[-1], np.int64)
    memory[: places[3]] = UNREAD  # cells that no item has, relations and tables without a place
    memory[:N_MEMORY] = 0
    memory[[*sizes]] = places[:-1]
    memory[MOST_UNKNOWN] = MOST_AT_ONCE
    return memory


@lru_cache(maxsize=16)
def _diagonals(geometry: Geometry) -> Words:
    """Return for each cell how many cells the diagonal that begins there has, and these."""
    places, width = Places(geometry), max(geometry.n_rows, geometry.n_columns)
    found = np.zeros((geometry.n_cells, 1 + width), np.int64)
    for cell in range(geometry.n_cells):
        with suppress(FormatError):
            cells = places.diagonal(cell_name(geometry, cell))
            found[cell, : 1 + len(cells)] = len(cells), *cells
    return found.reshape(-1)
