"""Programs: puzzles laid out as arrays for the kernel.

What constraints say is sharpened on the way: pairs and groups that differ become peers of cells; a
sum of cells that differ becomes a list of sets, too; and houses give sums of what cages leave open,
the 45 rule.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

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
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    CHAIN,
    COUNTED,
    DISTINCT,
    LINEAR,
    PART,
    SETS,
    WITHIN,
    WORD,
    Scratch,
    VariantProgram,
)
from lowbit.kernels.variants.totals import derived_sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry

MOST_SETS = 512
"""The most sets that a sum of different cells is listed as."""

MOST_BRANCHES = 1024
"""The most branches that groups within groups are multiplied out to."""


@lru_cache(maxsize=64)
def program_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> VariantProgram:
    """Return the program of constraints on a board."""
    operations: list[Operation] = [Distinct(house.cells) for house in geometry.houses]
    operations += (said for part in constraints for said in part.operations(geometry))
    return _Writer(geometry.n_cells, len(geometry.symbols), operations).program()


def limits_of(geometry: Geometry, constraints: Iterable[Constraint]) -> list[int]:
    """Return what constraints on single cells leave of each: nothing, where one cannot hold at all.

    The kernel runs an operation when one of its cells changes, so it never runs a group without a
    branch, which has no cells.
    """
    cells = [geometry.full_mask] * geometry.n_cells
    for part in constraints:
        for said in part.operations(geometry):
            if isinstance(said, Within):
                cells[said.cell] &= said.mask
            elif isinstance(said, AnyOf) and not _branches(said):
                return [0] * geometry.n_cells
    return cells


class _Writer:
    """What writes a program.

    Parameters
    ----------
    n_cells, n_digits : int
        The board.
    operations : list of Operation
        All that holds.
    """

    def __init__(self, n_cells: int, n_digits: int, operations: list[Operation]) -> None:
        self.n_cells = n_cells
        self.n_digits = n_digits
        self.peers = _peers(n_cells, operations)
        self.operations = self._sharpened(operations)
        self.data: list[int] = []
        self.images: list[np.ndarray[Any, Any]] = []
        self.image_at: dict[tuple[int, ...], int] = {}
        self.kinds: list[int] = []
        self.starts: list[int] = []

    def program(self) -> VariantProgram:
        """Return the program."""
        uses: list[list[int]] = [[] for _ in range(self.n_cells)]
        later: list[tuple[int, AnyOf]] = []
        for number, operation in enumerate(self.operations):
            for cell in self._write(operation):
                uses[cell].append(number)
            if isinstance(operation, AnyOf):
                later.append((self.starts[-1], operation))
        n_operations = len(self.operations)
        for start, group in later:
            self._write_branches(start, group)
        use_starts, flat_uses = _rows(uses)
        peer_starts, flat_peers = _rows([sorted(peers) for peers in self.peers])
        return VariantProgram(
            self.n_digits,
            n_operations,
            peer_starts,
            flat_peers,
            self._peer_words(),
            np.array(self.kinds, np.int64),
            np.array(self.starts, np.int64),
            np.array(self.data, np.int64),
            np.concatenate(self.images) if self.images else np.zeros(1, np.int64),
            use_starts,
            flat_uses,
        )

    def _sharpened(self, operations: Iterable[Operation]) -> list[Operation]:
        """Return the operations that the kernel runs: without what peers say, with what follows."""
        operations = [
            operation
            for operation in operations
            if not isinstance(operation, Within)
            and not (isinstance(operation, Distinct) and len(operation.cells) < 3)
        ]
        operations += derived_sums(operations, self.n_digits, self.peers)
        operations += [
            OneOfSets(operation.cells, sets)
            for operation in operations
            if isinstance(operation, LinearSum) and (sets := self._sets_of(operation))
        ]
        return list(dict.fromkeys(operations))

    def _sets_of(self, operation: LinearSum) -> tuple[int, ...]:
        """Return the sets of digits that a sum of cells that differ allows, if they are few."""
        cells = operation.cells
        is_plain = set(operation.weights) == {1} and operation.least == operation.most
        if not is_plain or not 2 <= len(cells) < self.n_digits or self.n_digits > 16:
            return ()
        if any(b not in self.peers[a] for a, b in combinations(cells, 2)):
            return ()
        sets = sets_with_sum(self.n_digits, len(cells)).get(operation.least, (0,))
        return sets if len(sets) <= MOST_SETS else ()

    def _write(self, operation: Operation) -> tuple[int, ...]:
        """Write an operation, and return its cells; the branches of a group are written later."""
        cells = _cells_of(operation)
        kind, rest = self._layout(operation, len(self.data) + 1 + len(cells))
        self.kinds.append(kind)
        self.starts.append(len(self.data))
        self.data += [len(cells), *cells, *rest]
        return cells

    def _layout(self, operation: Operation, at: int) -> tuple[int, list[int]]:
        """Return the kind of an operation, and what follows its cells, which begins at `at`."""
        match operation:
            case Distinct():
                return DISTINCT, []
            case Within(mask=mask):
                return WITHIN, [mask]
            case InRelation(relation=relation):
                return CHAIN, [self._image(relation), self._image(_reversed(relation))]
            case LinearSum(cells, weights, least, most):
                groups = self._groups(cells, weights)
                return LINEAR, [*weights, least, most, *groups, bool(self._sets_of(operation))]
            case OneOfSets(masks=masks):
                return SETS, [len(masks), *masks]
            case CountOf(cells, mask, counts):
                if len(cells) > 60:
                    raise ConstraintError("a count speaks of at most 60 cells")
                return COUNTED, [mask, counts]
            case Accepted(automaton=automaton):
                return ACCEPTED, _edges(automaton, at)
            case AnyOf():
                branches = _branches(operation)
                return ANY_OF, [len(branches), *[0] * (2 * len(branches))]

    def _write_branches(self, start: int, group: AnyOf) -> None:
        """Write the operations of branches, and where they are."""
        at = start + 1 + self.data[start] + 1
        for branch in _branches(group):
            self.data[at] = len(self.kinds)
            for operation in branch:
                self._write(operation)
                if isinstance(operation, LinearSum) and (sets := self._sets_of(operation)):
                    self._write(OneOfSets(operation.cells, sets))
            self.data[at + 1] = len(self.kinds)
            at += 2

    def _image(self, relation: tuple[int, ...]) -> int:
        """Return where the images of a relation lie, once they do."""
        if relation not in self.image_at:
            self.image_at[relation] = sum(map(len, self.images))
            self.images.append(_images(relation))
        return self.image_at[relation]

    def _groups(self, cells: Sequence[int], weights: Sequence[int]) -> list[int]:
        """Return, for each cell of a sum, the first of its group: of one weight, all differ."""
        firsts: list[list[int]] = []
        owner = []
        for at, cell in enumerate(cells):
            for group in firsts:
                if weights[group[0]] == weights[at] and all(
                    cells[other] in self.peers[cell] for other in group
                ):
                    group.append(at)
                    owner.append(group[0])
                    break
            else:
                firsts.append([at])
                owner.append(at)
        return owner

    def _peer_words(self) -> Any:
        words = np.zeros((self.n_cells, -(-self.n_cells // WORD)), np.int64)
        for cell, peers in enumerate(self.peers):
            for peer in peers:
                words[cell, peer // WORD] |= 1 << peer % WORD
        return words


def scratch_for(program: VariantProgram) -> Scratch:
    """Return the scratch that a program needs."""
    n_cells, n_operations = len(program.use_starts) - 1, program.n_operations
    accepted = [
        (int(program.data[start]), int(program.data[start + 1 + program.data[start]]))
        for kind, start in zip(program.kinds, program.starts, strict=True)
        if kind == ACCEPTED
    ]
    longest = 1 + max((length for length, _ in accepted), default=0)
    n_words = -(-max((states for _, states in accepted), default=1) // WORD)
    n_log = n_cells * (program.n_digits + 2) + 2
    return Scratch(
        np.zeros(n_log, np.int64),
        np.zeros(n_operations + 1, np.int64),
        np.zeros(n_operations + 1, np.int64),
        np.zeros(n_operations + 1, np.int64),
        np.zeros(4, np.int64),
        np.zeros((3, max(program.n_digits, n_cells) + 2), np.int64),
        np.zeros((longest + 1, n_words), np.int64),
        np.zeros(n_cells, np.int64),
        np.zeros(n_cells, np.int64),
        np.zeros(n_log, np.int64),
    )


@cache
def sets_with_sum(n_digits: int, size: int) -> dict[int, tuple[int, ...]]:
    """Return, by their sum, the sets of so many digits, as masks."""
    found: dict[int, list[int]] = {}
    for digits in combinations(range(1, n_digits + 1), size):
        found.setdefault(sum(digits), []).append(sum(1 << digit - 1 for digit in digits))
    return {total: tuple(masks) for total, masks in found.items()}


def _peers(n_cells: int, operations: Iterable[Operation]) -> list[set[int]]:
    """Return, for each cell, the cells that differ from it."""
    peers: list[set[int]] = [set() for _ in range(n_cells)]
    for operation in operations:
        if isinstance(operation, (Distinct, OneOfSets)):
            for cell in operation.cells:
                peers[cell].update(operation.cells)
    for cell, others in enumerate(peers):
        others.discard(cell)
    return peers


def _cells_of(operation: Operation) -> tuple[int, ...]:
    """Return the cells that an operation speaks of."""
    if isinstance(operation, Within):
        return (operation.cell,)
    if isinstance(operation, AnyOf):
        told = (_cells_of(part) for branch in _branches(operation) for part in branch)
        return tuple(dict.fromkeys(cell for cells in told for cell in cells))
    return operation.cells


@cache
def _branches(group: AnyOf) -> tuple[tuple[Operation, ...], ...]:
    """Return the branches of a group with those of groups within multiplied out.

    Raises
    ------
    ConstraintError
        If they are too many.
    """
    found: list[tuple[Operation, ...]] = []
    for branch in group.branches:
        ways: list[tuple[Operation, ...]] = [()]
        for part in branch:
            options = _branches(part) if isinstance(part, AnyOf) else ((part,),)
            ways = [(*way, *option) for way in ways for option in options]
            if len(found) + len(ways) > MOST_BRANCHES:
                raise ConstraintError("alternatives within alternatives multiply to too many")
        found += ways
    return tuple(found)


@cache
def _reversed(relation: tuple[int, ...]) -> tuple[int, ...]:
    """Return the relation the other way round."""
    return tuple(
        sum(1 << first for first, mask in enumerate(relation) if mask >> second & 1)
        for second in range(len(relation))
    )


@cache
def _images(relation: tuple[int, ...]) -> Any:
    """Return, for each part of the digits and each set of them, the digits that it relates to."""
    parts = []
    for first in range(0, len(relation), PART):
        found = np.zeros(1 << PART, np.int64)
        for at, mask in enumerate(relation[first : first + PART]):
            found[np.arange(1 << PART) >> at & 1 == 1] |= mask
        parts.append(found)
    return np.concatenate(parts)


def _edges(automaton: Any, at: int) -> list[int]:
    """Return an automaton as the kernel reads it; it begins at `at` in the data."""
    n_states = len(automaton.accepting)
    n_words = -(-n_states // WORD)
    edges: list[int] = []
    first = at + 1 + n_states + 1 + n_words
    starts = []
    for row in automaton.transitions:
        starts.append(first + len(edges))
        by_target: dict[int, int] = {}
        for digit, after in enumerate(row):
            if after >= 0:
                by_target[after] = by_target.get(after, 0) | 1 << digit
        for after, mask in by_target.items():
            edges += (mask, after)
    words = [0] * n_words
    for state, is_accepting in enumerate(automaton.accepting):
        words[state // WORD] |= int(is_accepting) << state % WORD
    return [n_states, *starts, first + len(edges), *words, *edges]


def _rows(rows: Sequence[Sequence[int]]) -> tuple[Any, Any]:
    """Return where each row begins, and the rows one after the other."""
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    return starts, np.array([item for row in rows for item in row], np.int64)
