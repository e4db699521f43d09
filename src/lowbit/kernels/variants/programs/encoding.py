"""Encodings: the operations of a puzzle as numbers, of which programs are made."""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, assert_never, cast

import numpy as np

from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    Connected,
    CountOf,
    Distinct,
    Enclosed,
    InRelation,
    LinearSum,
    OneOfSets,
    Parted,
    Ranked,
    Within,
)
from lowbit.constraints.ranks import together
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    CHAIN,
    CONNECTED,
    COUNTED,
    DISTINCT,
    ENCLOSED,
    HIGH,
    LINEAR,
    LOW,
    MASK_BITS,
    N_ROLES,
    OUTER,
    PARTED,
    RANKED,
    SETS,
    WITHIN,
    WORD,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.constraints import Constraint
    from lowbit.constraints.automata import Automaton
    from lowbit.constraints.operations import Operation, PlainOperation
    from lowbit.geometry import Geometry


MOST_KEPT = 1 << 13
"""The most encodings of constraints that are kept: some megabytes."""


def encoded_puzzle(geometry: Geometry, constraints: tuple[Constraint, ...]) -> array[int]:
    """Return the encoding of a puzzle: see `lowbit.kernels.variants.layout`."""
    every = Encoding()
    every.append(encoded_houses(geometry))
    parts = [_encoded_in_time(constraint, geometry) for constraint in together(constraints)]
    for waiting, _ in parts:
        every.append(waiting)
    n_waiting = every.number
    for _, of_branches in parts:
        if of_branches.number:
            every.append(of_branches)
    relations = every.number_relations()
    tables = every.place_tables()
    sizes = len(relations), len(tables)
    header = geometry.n_cells, geometry.size, n_waiting, every.number, *sizes
    return array("q", (*header, *chain.from_iterable(relations))) + tables + every.words


@lru_cache(maxsize=16)
def encoded_houses(geometry: Geometry) -> Encoding:
    """Return the houses of a board, encoded."""
    return _encoded(Distinct(house.cells) for house in geometry.houses)[0]


def _encoded_in_time(constraint: Constraint, geometry: Geometry) -> tuple[Encoding, Encoding]:
    """Encode a constraint, unless an interrupt in between ends that."""
    LOOK_UP.get()()
    return encoded_constraint(constraint, geometry)


@lru_cache(MOST_KEPT)
def encoded_constraint(constraint: Constraint, geometry: Geometry) -> tuple[Encoding, Encoding]:
    """Return the operations of a constraint, and those of its branches, which follow all others.

    Many puzzles share a constraint, above all one on the whole board.
    """
    return _encoded(lowered(constraint, geometry))


def _encoded(operations: Iterable[Operation]) -> tuple[Encoding, Encoding]:
    """Return operations, and those of their branches, encoded."""
    waiting, of_branches = Encoding(), Encoding()
    for operation in operations:
        if isinstance(operation, AnyOf):
            branches = cast("tuple[tuple[PlainOperation, ...], ...]", operation.branches)
            waiting.add_group(branches)
            for part in chain.from_iterable(branches):
                of_branches.add(part)
        else:
            waiting.add(operation)
    return waiting, of_branches


class Encoding:
    """Operations as numbers, but for those of relations and the places of tables.

    Attributes
    ----------
    words : array of int64
        The operations, one after the other.
    number : int
        How many.
    relations : list of tuple of int and relation
        The relations, each with the word that its number goes to.
    tables : list of tuple of int and table
        The tables of automata, each with the word that its place goes to.
    """

    __slots__ = ("number", "relations", "tables", "words")

    def __init__(self) -> None:
        self.words = array("q")
        self.number = 0
        self.relations: list[tuple[int, tuple[int, ...]]] = []
        self.tables: list[tuple[int, array[int]]] = []

    def append(self, other: Encoding) -> None:
        """Append the operations of another."""
        first = len(self.words)
        self.words += other.words
        self.number += other.number
        if other.relations:
            self.relations += [(first + place, relation) for place, relation in other.relations]
        if other.tables:
            self.tables += [(first + place, table) for place, table in other.tables]

    def number_relations(self) -> list[tuple[int, ...]]:
        """Write the numbers of relations, and return the relations, each once."""
        numbers: dict[tuple[int, ...], int] = {}
        for place, relation in self.relations:
            self.words[place] = numbers.setdefault(relation, len(numbers))
        return list(numbers)

    def place_tables(self) -> array[int]:
        """Write the places of tables, and return all tables, each once.

        Those that are equal are mostly the same object.
        """
        places: dict[int, int] = {}
        tables = array("q")
        for word, table in self.tables:
            place = places.get(id(table))
            if place is None:
                place = places[id(table)] = len(tables)
                tables += table
            self.words[word] = place
        return tables

    def add(self, operation: PlainOperation) -> None:
        """Add an operation."""
        self.number += 1
        words = self.words
        match operation:
            case LinearSum(cells, weights, least, most):
                n = len(cells)
                words.extend((LINEAR, n, *cells, n + 2, *weights, least, most))
            case Distinct(cells):
                words.extend((DISTINCT, len(cells), *cells, 0))
            case InRelation(cells, relation):
                words.extend((CHAIN, len(cells), *cells, 1, 0))
                self.relations.append((len(words) - 1, relation))
            case Within(cell, mask):
                words.extend((WITHIN, 1, cell, 1, mask))
            case OneOfSets(cells, masks):
                words.extend((SETS, len(cells), *cells, len(masks), *masks))
            case CountOf(cells, mask, counts):
                words.extend((COUNTED, len(cells), *sorted(cells), 2, mask, counts))
            case Enclosed(cells, fillings):
                table = _table_of_fillings(fillings, len(cells))
                words.extend((ENCLOSED, len(cells), *cells, len(table), *table))
            case Connected(cells, mask, links, least, most):
                starts = accumulate(map(len, links), initial=len(cells) + 1)
                rest = (mask, least, most, *starts, *chain.from_iterable(links))
                words.extend((CONNECTED, len(cells), *cells, len(rest), *rest))
            case Parted(_, _, size, needed):
                cells = operation.cells
                words.extend((PARTED, len(cells), *cells, 2, size, needed))
            case Ranked(lines, lower, n_alike, ties):
                cells, sizes = operation.cells, (len(lines), len(lines[0]), len(lower))
                rest = (*sizes, n_alike, ties, *lower, *chain(*lines))
                words.extend((RANKED, len(cells), *cells, len(rest), *rest))
            case Accepted(cells, automaton):
                words.extend((ACCEPTED, len(cells), *cells, 1, 0))
                self.tables.append((len(words) - 1, _table_of(automaton, len(cells))))
            case _:
                assert_never(operation)

    def add_group(self, branches: tuple[tuple[PlainOperation, ...], ...]) -> None:
        """Add a group of alternatives, without their operations."""
        self.number += 1
        cells = dict.fromkeys(chain.from_iterable(map(_cells_of, chain.from_iterable(branches))))
        self.words.extend((ANY_OF, len(cells), *cells, len(branches), *map(len, branches)))


def _cells_of(operation: PlainOperation) -> tuple[int, ...]:
    """Return the cells of an operation."""
    return (operation.cell,) if isinstance(operation, Within) else operation.cells


@lru_cache(maxsize=1024)
def _table_of(automaton: Automaton, n_cells: int) -> array[int]:
    """Return an automaton for so many cells: see `lowbit.kernels.variants.layout`."""
    every = [_edges_of(row) for row in automaton.transitions]
    layers = _layers(every, automaton.accepting, n_cells)
    if layers is not None:
        return _table_of_layers(every, layers)
    n_states = len(every)
    n_words = -(-n_states // WORD)
    first = 1 + n_states + 1 + n_words
    starts = accumulate((2 * len(edges) for edges in every), initial=first)
    words = np.packbits(
        np.pad(np.array(automaton.accepting, bool), (0, n_words * WORD - n_states)),
        bitorder="little",
    ).view(np.int64)
    edges = ((mask, after) for edges in every for after, mask in edges.items())
    return array("q", (n_states, *starts, *words.tolist(), *chain.from_iterable(edges)))


def _edges_of(transitions: tuple[int, ...]) -> dict[int, int]:
    """Return the digits that lead to each state, as a mask."""
    edges: dict[int, int] = {}
    for digit, after in enumerate(transitions):
        if after >= 0:
            edges[after] = edges.get(after, 0) | 1 << digit
    return edges


def _layers(
    every: list[dict[int, int]], accepting: tuple[bool, ...], n_cells: int
) -> list[dict[int, int]] | None:
    """Return the states that words of this length go through, before each cell and in the end.

    Each time they are numbered anew. None if at some place they are more than a word has bits.
    """
    reached = [{0}]
    for _ in range(n_cells):
        here = reached[-1]
        is_over = len(reached) > 1 and here == reached[-2]
        reached.append(here if is_over else {after for state in here for after in every[state]})
    left = {state for state, is_last in enumerate(accepting) if is_last}
    layers = []
    for states in reversed(reached):
        kept = sorted(states & left)
        if len(kept) > WORD:
            return None
        layers.append({state: number for number, state in enumerate(kept)})
        left = {state for state, edges in enumerate(every) if not edges.keys().isdisjoint(kept)}
    return layers[::-1]


def _table_of_layers(every: list[dict[int, int]], layers: list[dict[int, int]]) -> array[int]:
    """Return an automaton with the edges of each state before each cell."""
    header, words = array("q", [max(map(len, layers))]), array("q")
    first = len(layers)
    for states, after in pairwise(layers):
        found = [
            [mask | after[to] << MASK_BITS for to, mask in every[state].items() if to in after]
            for state in states or (0,)  # without any, no edge leads on
        ]
        header.append(first + len(words))
        begin = header[-1] + len(found) + 1
        words.extend((*accumulate(map(len, found), initial=begin), *chain.from_iterable(found)))
    return header + words


@lru_cache(maxsize=256)
def _table_of_fillings(fillings: tuple[tuple[int, int], ...], n_cells: int) -> array[int]:
    """Return fillings as the kernel reads them: see `lowbit.kernels.variants.layout`."""
    n_words = -(-len(fillings) // WORD)
    n_digits = max((ends for ends, _ in fillings), default=0).bit_length()
    sets = [0] * (n_cells - 1 + N_ROLES * n_digits)
    for number, (ends, inner) in enumerate(fillings):
        low, high = (ends & -ends).bit_length() - 1, ends.bit_length() - 1
        sets[inner.bit_count()] |= 1 << number
        for digit in range(low, high + 1):
            role = LOW if digit == low else HIGH if digit == high else OUTER - (inner >> digit & 1)
            sets[n_cells - 1 + N_ROLES * digit + role] |= 1 << number
    words = b"".join(each.to_bytes(n_words * WORD // 8, "little") for each in sets)
    return array("q", (n_words, n_digits)) + array("q", words)
