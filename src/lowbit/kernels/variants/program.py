"""Programs: puzzles laid out as arrays for the kernel.

Python encodes operations as numbers, of which `lowbit.kernels.variants.lay_out` makes programs.
"""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, TypeAlias, assert_never

import numpy as np

from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    CountOf,
    Distinct,
    InRelation,
    LinearSum,
    OneOfSets,
    Within,
)
from lowbit.errors import ConstraintError
from lowbit.kernels.variants.lay_out import MOST_LISTED_DIGITS, lay_out
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    CHAIN,
    COUNTED,
    DISTINCT,
    ENCODED_ALL,
    ENCODED_OPERATIONS,
    LINEAR,
    SETS,
    WITHIN,
    WORD,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.automata import Automaton
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry
    from lowbit.kernels.variants.layout import Words

    Plain: TypeAlias = Within | Distinct | InRelation | LinearSum | OneOfSets | CountOf | Accepted
    """Operations without alternatives."""

MOST_BRANCHES = 1024
"""The most branches that groups within groups are multiplied out to."""

MOST_COUNTED = 60
"""The most cells of a count."""

FIRST_SIZE = 1 << 13
"""The words that are tried first for a program, beside four for each that is encoded."""


@lru_cache(maxsize=64)
def program_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Words:
    """Return the program of constraints on a board."""
    programs, starts = programs_of(geometry, [encoded_puzzle(geometry, constraints)])
    return programs[: starts[1]].copy()


def programs_of(geometry: Geometry, encoded: Sequence[array[int]]) -> tuple[Words, Words]:
    """Return the programs of encoded puzzles on a board, and where each begins."""
    places = np.array([0, *accumulate(map(len, encoded))])
    return laid_out(geometry, np.concatenate(encoded), places)


def laid_out(geometry: Geometry, encoded: Words, places: Words) -> tuple[Words, Words]:
    """Return programs of encoded puzzles, which begin and end at `places`."""
    firsts = places[:-1]
    n_waiting, n_all = (int(encoded[firsts + at].max()) for at in (ENCODED_OPERATIONS, ENCODED_ALL))
    n_derived = len(geometry.houses) * (geometry.n_cells // geometry.size + 1) + n_waiting
    room = np.empty(4 * (n_all + geometry.n_cells) + 20 * n_derived, np.int64)
    sets = sets_by_sum(min(geometry.size, MOST_LISTED_DIGITS))
    starts = np.empty(len(places), np.int64)
    size = FIRST_SIZE * len(firsts) + 4 * int(places[-1])
    while True:
        programs = np.empty(size, np.int64)
        if lay_out(encoded, places, sets, room, programs, starts) == len(firsts):
            return programs, starts
        size *= 4


def encoded_puzzle(geometry: Geometry, constraints: tuple[Constraint, ...]) -> array[int]:
    """Return the encoding of a puzzle."""
    encoder = Encoder()
    encoder.append(encoded_houses(geometry))
    for part in constraints:
        if part.is_global:
            encoder.append(encoded_global(part, geometry))
        else:
            encoder.encode_all(part.operations(geometry))
    n_waiting = encoder.number
    for operation in encoder.of_branches:
        encoder.encode(operation)
    relations = [mask for relation in encoder.relations for mask in relation]
    sizes = len(encoder.relations), len(encoder.tables)
    header = geometry.n_cells, geometry.size, n_waiting, encoder.number, *sizes
    return array("q", (*header, *relations, *encoder.tables, *encoder.words))


@lru_cache(maxsize=16)
def encoded_houses(geometry: Geometry) -> Encoder:
    """Return the houses of a board, encoded."""
    encoder = Encoder()
    encoder.encode_all(Distinct(house.cells) for house in geometry.houses)
    return encoder


@lru_cache(maxsize=64)
def encoded_global(part: Constraint, geometry: Geometry) -> Encoder:
    """Return a constraint on the whole board, encoded: often long, and always the same."""
    encoder = Encoder()
    encoder.encode_all(part.operations(geometry))
    return encoder


class Encoder:
    """Encodes operations as numbers: see `lowbit.kernels.variants.layout`.

    Attributes
    ----------
    words : list of int
        The operations so far.
    number : int
        How many.
    relations : dict of tuple of int to int
        The number of each relation.
    tables : list of int
        The tables of automata, one after the other.
    of_branches : list of Plain
        The operations of branches, which have to follow all others.
    operations : list of Operation
        Those encoded so far, which another may encode again.
    """

    def __init__(self) -> None:
        self.words: list[int] = []
        self.number = 0
        self.relations: dict[tuple[int, ...], int] = {}
        self.tables: list[int] = []
        self._places: dict[int, tuple[int, Automaton]] = {}
        self.of_branches: list[Plain] = []
        self.operations: list[Operation] = []

    def encode_all(self, operations: Iterable[Operation]) -> None:
        """Encode some operations."""
        operations = list(operations)
        self.operations += operations
        for operation in operations:
            self.encode(operation)

    def append(self, other: Encoder) -> None:
        """Append what another encoded: word by word, unless it has relations or branches."""
        if other.relations or other.tables or other.of_branches:
            self.encode_all(other.operations)
        else:
            self.words += other.words
            self.number += other.number

    def encode(self, operation: Operation) -> None:
        """Encode an operation."""
        self.number += 1
        words = self.words
        match operation:
            case LinearSum(cells, weights, least, most):
                n = len(cells)
                words += (LINEAR, n, *cells, n + 2, *weights, least, most)
            case Distinct(cells):
                words += (DISTINCT, len(cells), *cells, 0)
            case InRelation(cells, relation):
                number = self.relations.setdefault(relation, len(self.relations))
                words += (CHAIN, len(cells), *cells, 1, number)
            case Within(cell, mask):
                words += (WITHIN, 1, cell, 1, mask)
            case OneOfSets(cells, masks):
                words += (SETS, len(cells), *cells, len(masks), *masks)
            case CountOf(cells, mask, counts):
                if len(cells) > MOST_COUNTED:
                    raise ConstraintError(f"a count has at most {MOST_COUNTED} cells")
                words += (COUNTED, len(cells), *sorted(cells), 2, mask, counts)
            case Accepted(cells, automaton):
                words += (ACCEPTED, len(cells), *cells, 1, self._place_of(automaton))
            case AnyOf():
                self._encode_branches(operation)
            case _:
                assert_never(operation)

    def _place_of(self, automaton: Automaton) -> int:
        """Return where the table of an automaton lies among all, each of which is there once.

        What is equal is mostly the same object, which is kept, so that no other has its number.
        """
        place, _ = self._places.get(id(automaton), (-1, None))
        if place < 0:
            place = len(self.tables)
            self._places[id(automaton)] = place, automaton
            self.tables += _edges(automaton)
        return place

    def _encode_branches(self, group: AnyOf) -> None:
        """Encode a group, and put off the operations of its branches."""
        branches = _branches(group)
        of_parts = (_cells_of(part) for branch in branches for part in branch)
        cells = dict.fromkeys(chain.from_iterable(of_parts))
        sizes = map(len, branches)
        self.words += (ANY_OF, len(cells), *cells, len(branches), *sizes)
        self.of_branches += (operation for branch in branches for operation in branch)


@cache
def sets_by_sum(n_digits: int) -> Words:
    """Return the sets of digits, as masks, by their size and sum, behind where those of each begin.

    Those of one size and sum begin at the word of their number, the size times one more than there
    are sums, plus the sum, and end where the next begin.

    Examples
    --------
    >>> table = sets_by_sum(4)
    >>> stride = 4 * 5 // 2 + 2
    >>> [bin(mask) for mask in table[table[2 * stride + 5] : table[2 * stride + 6]]]
    ['0b110', '0b1001']
    """
    masks = np.arange(1 << n_digits, dtype=np.int64)
    digits = masks[:, None] >> np.arange(n_digits) & 1
    stride = n_digits * (n_digits + 1) // 2 + 2
    keys = digits.sum(axis=1) * stride + digits @ np.arange(1, n_digits + 1)
    order = np.argsort(keys, kind="stable")
    n_keys = (n_digits + 1) * stride
    starts = n_keys + np.searchsorted(keys[order], np.arange(n_keys))
    return np.concatenate((starts, masks[order]))


def _cells_of(operation: Plain) -> tuple[int, ...]:
    """Return the cells of an operation."""
    return (operation.cell,) if isinstance(operation, Within) else operation.cells


def _branches(group: AnyOf) -> list[tuple[Plain, ...]]:
    """Return the branches of a group with those of groups within multiplied out.

    Raises
    ------
    ConstraintError
        If they are too many.
    """
    found: list[tuple[Plain, ...]] = []
    for branch in group.branches:
        ways: list[tuple[Plain, ...]] = [()]
        for part in branch:
            options = _branches(part) if isinstance(part, AnyOf) else [(part,)]
            ways = [(*way, *option) for way in ways for option in options]
            if len(found) + len(ways) > MOST_BRANCHES:
                raise ConstraintError("alternatives within alternatives multiply to too many")
        found += ways
    return found


@lru_cache(maxsize=1024)
def _edges(automaton: Automaton) -> tuple[int, ...]:
    """Return an automaton as the kernel reads it: see `lowbit.kernels.variants.layout`."""
    n_states = len(automaton.accepting)
    n_words = -(-n_states // WORD)
    edges: list[int] = []
    first = 1 + n_states + 1 + n_words
    starts = []
    for row in automaton.transitions:
        starts.append(first + len(edges))
        by_target: dict[int, int] = {}
        for digit, after in enumerate(row):
            if after >= 0:
                by_target[after] = by_target.get(after, 0) | 1 << digit
        for after, mask in by_target.items():
            edges += (mask, after)
    words = np.packbits(
        np.pad(np.array(automaton.accepting, bool), (0, n_words * WORD - n_states)),
        bitorder="little",
    ).view(np.int64)
    return (n_states, *starts, first + len(edges), *words.tolist(), *edges)
