"""Many puzzles with constraints, laid out and searched in a few calls of kernels."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.arguments import deadline_after, seconds_left
from lowbit.formats.variants.iss.grammar import PLACES
from lowbit.formats.variants.iss.reading import board_of_text
from lowbit.geometry import CLASSIC
from lowbit.kernels.variants.engine import (
    FIRST_DEPTH,
    LOOK_UP,
    ROOM,
    RUNS_AT_ONCE,
    UNLIMITED,
    Engine,
    twice_as_long,
    work_on,
)
from lowbit.kernels.variants.layout import (
    IS_BEGUN,
    N_FOUND,
    N_NODE,
    N_NODES,
    N_SOLUTIONS,
    NODES,
    ROW,
    STACK,
)
from lowbit.kernels.variants.program import laid_out, programs_of
from lowbit.kernels.variants.search import DONE, FULL_ROOM, FULL_STACK, PAUSED, advance
from lowbit.kernels.variants.vocabulary import EncodedTexts, encode_texts

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.kernels.variants.layout import Words
    from lowbit.kernels.variants.search import Work


FEW_NODES: Final = 128
"""The nodes after which a puzzle whose constraints are all houses is left to the lanes, which are
faster then."""


def warm_up() -> None:
    """Load or compile the kernels."""
    search_texts([".Cage~3~R1C1~R1C2"], VariantLimits())
    next(Engine(CLASSIC, ()).search([CLASSIC.full_mask] * CLASSIC.n_cells))


class VariantOutcome(NamedTuple):
    """What a search found out about a puzzle.

    Attributes
    ----------
    is_over : bool
        Whether no limit of nodes or time ended the search.
    n_solutions, nodes : int
    first : numpy.ndarray of uint8[n_cells]
        The first solution; zeros where there is none.
    is_left : bool
        Whether it is left to the lanes: its constraints are all houses, and it takes many nodes.
    """

    is_over: bool
    n_solutions: int
    nodes: int
    first: NDArray[np.uint8]
    is_left: bool = False


class VariantLimits(NamedTuple):
    """The limits of searches.

    Attributes
    ----------
    solutions, nodes : int or None
        Of each puzzle.
    seconds : float or None
        For all of them together.
    """

    solutions: int | None = 2
    nodes: int | None = None
    seconds: float | None = None


def search_many(
    geometry: Geometry,
    puzzles: Sequence[tuple[tuple[int, ...], array[int]]],
    limits: VariantLimits,
    *,
    are_houses: bool = False,
) -> list[VariantOutcome]:
    """Search puzzles on a board, one after the other.

    Each is the candidates of its cells, and its encoding. What is found out about one does not
    depend on the others. Those whose constraints are all houses may be left to the lanes.
    """
    programs, starts = programs_of(geometry, [encoded for _, encoded in puzzles])
    roots = np.array([allowed for allowed, _ in puzzles], np.int64)
    return (_tried if are_houses else _searched)(work_on(programs, starts, roots), limits)


def search_texts(texts: Sequence[str], limits: VariantLimits) -> dict[int, VariantOutcome]:
    """Search the puzzles of those texts that a kernel reads.

    Returns the outcomes by their numbers. Other texts are left to `lowbit.formats.variants`, and
    some of those whose constraints are all houses to the lanes.
    """
    deadline = deadline_after(limits.seconds)
    by_board: dict[Geometry, list[int]] = {}
    for row, text in enumerate(texts):
        board = board_of_text(text)
        if board is not None and 1 < max(board.n_rows, board.n_columns) <= len(PLACES):
            by_board.setdefault(board, []).append(row)
    found: dict[int, VariantOutcome] = {}
    for board, own in by_board.items():
        read = encode_texts([texts[row] for row in own], board)
        if len(read.rows):
            left = limits._replace(seconds=seconds_left(deadline))
            found |= {own[row]: outcome for row, outcome in _outcomes_of(board, read, left)}
    return found


def _outcomes_of(
    board: Geometry, read: EncodedTexts, limits: VariantLimits
) -> Iterator[tuple[int, VariantOutcome]]:
    """Search puzzles that were read; yield the number of each text, and what is found out."""
    programs, starts = laid_out(board, read.encoded, read.places)
    for has_others, search in ((True, _searched), (False, _tried)):
        chosen = np.flatnonzero(read.has_others == has_others)
        if len(chosen):
            work = work_on(programs, starts[[*chosen, -1]], read.roots[chosen])
            yield from zip(read.rows[chosen].tolist(), search(work, limits), strict=True)


def _tried(work: Work, limits: VariantLimits) -> list[VariantOutcome]:
    """Search puzzles whose constraints are all houses, in a few nodes each."""
    if limits.nodes is not None and limits.nodes <= FEW_NODES:
        return _searched(work, limits)
    outcomes = _searched(work, limits._replace(nodes=FEW_NODES))
    return [each._replace(is_left=not each.is_over) for each in outcomes]


def _searched(work: Work, limits: VariantLimits) -> list[VariantOutcome]:
    """Search puzzles that are laid out."""
    limit, max_nodes, time_limit = limits
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    most = UNLIMITED if limit is None else limit
    nodes = UNLIMITED if max_nodes is None else max_nodes
    memory = _memory_for(work)
    found = np.zeros((min(most, ROOM[1]), work.roots.shape[1]), np.uint8)
    look_up, state = LOOK_UP.get(), PAUSED
    while state != DONE and time.monotonic() < deadline:
        look_up()
        if state == FULL_STACK:
            memory = twice_as_long(memory)
        if state == FULL_ROOM:
            _note(work, memory, found)
        state = advance(work, memory, found, most, nodes, RUNS_AT_ONCE)
    if state != DONE and memory[IS_BEGUN]:
        _note(work, memory, found)
    return [
        VariantOutcome(state in {DONE, FULL_ROOM}, n_solutions, n_nodes, first)
        for (state, n_solutions, n_nodes), first in zip(
            work.answers.tolist(), work.firsts, strict=True
        )
    ]


def _memory_for(work: Work) -> Words:
    """Return memory for the searches of puzzles, each of which divides it in its own way."""
    first = int(work.programs[work.starts[:-1] + STACK].max(initial=0))
    n_node = int(work.programs[work.starts[:-1] + N_NODE].max(initial=0))
    return np.zeros(first + FIRST_DEPTH * n_node, np.int64)


def _note(work: Work, memory: Words, found: NDArray[np.uint8]) -> None:
    """Note what is known of the puzzle that is being searched, and make room for more solutions."""
    row, n_found = memory[ROW], memory[N_FOUND]
    answer = work.answers[row]
    if n_found and not answer[N_SOLUTIONS]:
        work.firsts[row] = found[0]
    answer[N_SOLUTIONS] += n_found
    answer[NODES] = memory[N_NODES]
    memory[N_FOUND] = 0
