"""Many puzzles with constraints, laid out and searched in a few calls of kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.formats.variants.iss.grammar import PLACES
from lowbit.formats.variants.iss.reading import board_of_text
from lowbit.kernels.variants.engine import (
    FIRST_DEPTH,
    ROOM,
    RUNS_AT_ONCE,
    UNLIMITED,
    twice_as_long,
    work_on,
)
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.kernels.variants.layout import (
    IS_BEGUN,
    N_CELLS,
    N_FOUND,
    N_NODE,
    N_NODES,
    N_SOLUTIONS,
    NODES,
    ROW,
    STACK,
)
from lowbit.kernels.variants.programs.program import laid_out, programs_of
from lowbit.kernels.variants.search import DONE, FULL_ROOM, FULL_STACK, PAUSED, advance
from lowbit.kernels.variants.texts.vocabulary import encode_texts, joined
from lowbit.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence

    from lowbit.geometry import Geometry
    from lowbit.kernels.core.arrays import Bytes, Flags, Words
    from lowbit.kernels.variants.search import Work
    from lowbit.kernels.variants.texts.vocabulary import EncodedTexts


FEW_NODES: Final = 128
"""The nodes after which a puzzle whose constraints are all houses is left to the lanes, which are
faster then."""

IS_OVER: Final = {DONE, FULL_ROOM}
"""Ends of a search other than a limit of nodes or time."""


class VariantOutcome(NamedTuple):
    """The results of a search on a puzzle.

    Attributes
    ----------
    is_over : bool
        Whether no limit of nodes or time ended the search.
    n_solutions, nodes : int
    first : bytes
        The digits of the first solution, one for each cell; zeros where there is none.
    is_left : bool
        Whether it is left to the lanes: its constraints are all houses, and it takes many nodes.
    """

    is_over: bool
    n_solutions: int
    nodes: int
    first: bytes
    is_left: bool = False


class EncodedPuzzle(NamedTuple):
    """A puzzle as the engine takes it.

    Attributes
    ----------
    board : Geometry
    allowed : tuple of int
        The candidates of its cells.
    encoded : array of int
    are_houses : bool
        Whether its constraints are all houses.
    """

    board: Geometry
    allowed: tuple[int, ...]
    encoded: array[int]
    are_houses: bool


def search_many(
    puzzles: Sequence[EncodedPuzzle], limits: Limits = NO_LIMITS, limit: int | None = 2
) -> list[VariantOutcome]:
    """Search puzzles, one after the other, whatever their boards are.

    The results of one do not depend on the others. Those whose constraints are all
    houses may be left to the lanes.
    """
    boards = {each.board for each in puzzles}
    laid = programs_of(boards, [each.encoded for each in puzzles])
    roots = np.zeros((len(puzzles), max(board.n_cells for board in boards)), np.int64)
    for row, each in enumerate(puzzles):
        roots[row, : len(each.allowed)] = each.allowed
    are_houses = np.array([each.are_houses for each in puzzles])
    return _searched(*laid, roots, are_houses, limits, limit)


def search_texts(
    texts: Sequence[str], limits: Limits = NO_LIMITS, limit: int | None = 2
) -> dict[int, VariantOutcome]:
    """Search the puzzles of those texts that a kernel reads, whatever their boards are.

    Returns the outcomes by their numbers. Other texts are left to `lowbit.formats.variants`, and
    some of those whose constraints are all houses to the lanes.
    """
    by_board: dict[Geometry, list[int]] = {}
    for row, text in enumerate(texts):
        board = board_of_text(text)
        if board is not None and 1 < max(board.n_rows, board.n_columns) <= len(PLACES):
            by_board.setdefault(board, []).append(row)
    read: dict[Geometry, EncodedTexts] = {}
    for board, own in by_board.items():
        of_board = encode_texts([texts[row] for row in own], board)
        if len(of_board.rows):
            read[board] = of_board._replace(rows=np.array(own)[of_board.rows])
    if not read:
        return {}
    every = joined([*read.values()])
    laid = laid_out([*read], every.encoded, every.places)
    outcomes = _searched(*laid, every.roots, ~every.has_others, limits, limit)
    return dict(zip(every.rows.tolist(), outcomes, strict=True))


def _searched(
    programs: Words,
    starts: Words,
    roots: Words,
    are_houses: Flags,
    limits: Limits,
    limit: int | None,
) -> list[VariantOutcome]:
    """Search puzzles that are laid out, those whose constraints are all houses in a few nodes."""
    nodes = limits.most_nodes
    may_be_left = are_houses & (nodes > FEW_NODES)
    work = work_on(programs, starts, roots, np.where(may_be_left, FEW_NODES, nodes))
    _search(work, UNLIMITED if limit is None else limit, limits)
    n_cells = programs[starts[:-1] + N_CELLS].tolist()
    firsts, width = work.firsts.tobytes(), work.firsts.shape[1]
    places = range(0, len(firsts), width)
    each = zip(work.answers.tolist(), places, n_cells, may_be_left.tolist(), strict=True)
    return [
        VariantOutcome(
            state in IS_OVER,
            n_solutions,
            n_nodes,
            firsts[at : at + n],
            may_be and state not in IS_OVER,
        )
        for (state, n_solutions, n_nodes), at, n, may_be in each
    ]


def _search(work: Work, limit: int, limits: Limits) -> None:
    """Search puzzles for so many solutions each, and note the results, until time is over."""
    memory = _memory_for(work)
    found = np.zeros((min(limit, ROOM[1]), work.roots.shape[1]), np.uint8)
    look_up, state = LOOK_UP.get(), PAUSED
    while state != DONE and not limits.is_late:
        look_up()
        if state == FULL_STACK:
            memory = twice_as_long(memory)
        if state == FULL_ROOM:
            _note(work, memory, found)
        state = advance(work, memory, found, limit, RUNS_AT_ONCE)
    if state != DONE and memory[IS_BEGUN]:
        _note(work, memory, found)


def _memory_for(work: Work) -> Words:
    """Return memory for the searches of puzzles, each of which divides it as it needs."""
    first = int(work.programs[work.starts[:-1] + STACK].max(initial=0))
    n_node = int(work.programs[work.starts[:-1] + N_NODE].max(initial=0))
    return np.zeros(first + FIRST_DEPTH * n_node, np.int64)


def _note(work: Work, memory: Words, found: Bytes) -> None:
    """Note the results of the puzzle that is being searched, and make room for more solutions."""
    row, n_found = memory[ROW], memory[N_FOUND]
    answer = work.answers[row]
    if n_found and not answer[N_SOLUTIONS]:
        work.firsts[row] = found[0]
    answer[N_SOLUTIONS] += n_found
    answer[NODES] = memory[N_NODES]
    memory[N_FOUND] = 0
