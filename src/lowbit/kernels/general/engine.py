"""One puzzle, searched by all lanes together.

The number of lanes is the same on all machines, and so are the answers.

The kernel returns to Python every few milliseconds, so that Ctrl-C, time limits and progress are
handled.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import register_file
from lowbit.kernels.general.learning.engine import Learner
from lowbit.kernels.general.search import (
    ACTIVE,
    BUSY,
    DEEPEST,
    DONE,
    END,
    FOUND,
    FREE,
    FULL_STACK,
    LAST,
    LIMIT_REACHED,
    N_CONTROL,
    NEXT,
    NOBODY,
    ROOM,
    SEVERAL,
    BoardAnswers,
    BoardLanes,
    BoardLimits,
    BoardTask,
    Files,
    Guidance,
    LaneWords,
    Nodes,
    advance,
)
from lowbit.kernels.general.shaving import shave
from lowbit.kernels.general.sweep import FULL, N_NOTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike

    from lowbit.kernels.core.arrays import BoardMasks, Bytes
    from lowbit.kernels.general.program import Board

REGISTER_BYTES = 64
"""A row of lanes: one register of AVX-512, two of AVX2."""

WORK_AT_ONCE = 1 << 23
"""Cells that are looked at before the lanes come up: a few milliseconds."""

UNLIMITED = 1 << 62

NODES_A_LANE = 4
"""For how many saved nodes there is room at first: most puzzles alone need no more."""

NODES_KEPT = 1 << 12
"""The room for nodes that idle lanes keep, at most."""

FEW_NODES = 64
"""The nodes that a puzzle may visit before it is shaved and restarted, or the search learns; on a
board of more than 16 digits it learns after the first."""

MANY_NODES, MANY_WITHOUT_BOXES = 1 << 16, 1 << 13
"""Nodes that a puzzle of few cells may visit before the search learns: on irregular boards, lanes
seldom end sooner than learning what takes them longer."""

FEW_SOLUTIONS = 2
"""As many solutions as are looked for by a search that learns: each is a clause."""

NO_GUIDANCE = Guidance(np.uint64(0), np.zeros(0, np.int64), np.zeros((0, 0), np.uint8))


def new_task(
    board: Board,
    puzzles: BoardMasks,
    answers: BoardAnswers,
    limits: BoardLimits,
    guidance: Guidance = NO_GUIDANCE,
    n_listed: int = 0,
) -> BoardTask:
    """Return the task of lanes, with room for `n_listed` solutions."""
    return BoardTask(
        puzzles,
        answers,
        np.array(limits, np.int64),
        guidance,
        np.zeros((n_listed, board.n_cells), np.uint8),
        np.array([sweeps_at_once(board)]),
    )


def sweeps_at_once(board: Board) -> int:
    """Return how many sweeps of a board take some milliseconds."""
    return max(16, WORK_AT_ONCE // (16 * max(1, board.n_looked_at)))


def most_in_lanes(board: Board) -> int:
    """Return the nodes that a puzzle of few cells may visit before the search learns."""
    return MANY_NODES if board.has_boxes else MANY_WITHOUT_BOXES


def new_answers(board: Board, n: int) -> BoardAnswers:
    """Return room for the answers to `n` puzzles."""
    return BoardAnswers(
        np.zeros(n, np.uint8),
        np.zeros(n, np.int64),
        np.zeros((n, board.n_cells), np.uint8),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
    )


class BoardWorkspace:
    """Lanes for boards of as many cells and digits, and room for their nodes.

    Parameters
    ----------
    board : Board
        The first of the boards.

    Attributes
    ----------
    one : BoardTask
        A task of one puzzle whose solutions are listed, for `list_solutions`.
    """

    def __init__(self, board: Board) -> None:
        self.n_lanes = REGISTER_BYTES // np.dtype(board.dtype).itemsize
        # Some room to spare, so that the lanes serve other layouts of as many cells.
        self._room = 1 << board.n_segments.bit_length(), 1 << (board.n_members + 1).bit_length()
        files = [
            register_file(rows, self.n_lanes, dtype=board.dtype)[0]
            for rows in (board.n_cells, *self._room, N_NOTES, board.n_cells)
        ]
        files[-2]["lanes"][FULL] = board.full_mask
        most_depth = board.n_cells * board.full_mask.bit_length()  # each guess takes a candidate
        self.lanes = BoardLanes(
            Files(*files),
            LaneWords(*(files[at]["lanes"] for at in (0, -2, -1))),
            np.zeros(self.n_lanes, np.int64),
            np.zeros(self.n_lanes, np.uint64),
            np.zeros(self.n_lanes, np.int64),
            np.zeros(self.n_lanes, np.int64),
            np.zeros(self.n_lanes, np.int64),
            np.zeros(max(self.n_lanes, most_depth + 1), np.int64),
            np.zeros(N_CONTROL, np.int64),
            np.zeros(self.n_lanes, np.int64),
        )
        self._block = np.zeros(1 << board.block.size.bit_length(), np.int32)
        no_limits = BoardLimits(UNLIMITED, UNLIMITED, in_order=False, together=True)
        puzzle, answers = np.zeros((1, board.n_cells), board.dtype), new_answers(board, 1)
        self.one = new_task(board, puzzle, answers, no_limits, n_listed=4 * self.n_lanes)
        self._task = self.one
        self.serve(board)
        self.forget_nodes()

    def has_room_for(self, board: Board) -> bool:
        """Say whether the lanes can serve a board of as many cells and digits."""
        n_segments, n_members = self._room
        is_short = board.block.size <= self._block.size
        return is_short and board.n_segments <= n_segments and board.n_members < n_members

    def serve(self, board: Board) -> None:
        """Search puzzles of this board from now on."""
        self.board = board
        self.lanes.files.locks["lanes"] = 0  # rows that no house locks are not written again
        self._block[: board.block.size] = board.block
        self.one.sweeps[0] = sweeps_at_once(board)
        self._learner: Learner | None = None

    @property
    def learner(self) -> Learner:
        """The search that learns, on this board."""
        if self._learner is None:
            self._learner = Learner(self.board)
        return self._learner

    def forget_nodes(self) -> None:
        """Have room for a few nodes only."""
        n = NODES_A_LANE * self.n_lanes
        self.nodes = Nodes(
            np.zeros((n, self.board.n_cells), self.board.dtype),
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
        )
        self._call: Callable[[], int] | None = None

    def begin(self, task: BoardTask, *, together: bool) -> None:
        """Do a task from now on, with one queue for all lanes or one for each."""
        self.turn_to(task)
        self.reset(together=together)

    def turn_to(self, task: BoardTask) -> None:
        """Keep the arrays of a task, and none of the one before."""
        if task is not self._task:
            self._task = task
            self._call = None

    def reset(self, *, together: bool) -> None:
        """Make all lanes idle, with one queue for all or one for each."""
        lanes = self.lanes
        lanes.queue[:] = 0 if together else range(self.n_lanes)
        lanes.puzzle[:] = lanes.newest[:] = NOBODY
        lanes.busy[:] = 0
        lanes.control[:] = 0
        lanes.words.weights[:] = 1
        self._free_all()

    def open(self, masks: BoardMasks) -> int:
        """Save a node with these candidates as the only one, and return where."""
        self.reset(together=True)
        node = 0
        self.nodes.cells[node] = masks
        self.lanes.control[FREE] = self.nodes.older[node]
        self.lanes.control[ROOM] -= 1
        self.lanes.control[DEEPEST] = 0
        self.nodes.older[node] = NOBODY
        self.lanes.newest[0] = node
        return node

    def feed(self, first: int, end: int, *, last: bool) -> None:
        """Let the lanes load the puzzles from `first` up to `end`; `last`: no more will come."""
        self.lanes.control[NEXT] = first
        self.lanes.control[END] = end
        self.lanes.control[LAST] = last

    def advance(self) -> int:
        """Go on for a few milliseconds, and return the kernel's answer."""
        while True:
            if self._call is None:
                self._call = bind(advance, self.lanes, self._block, self.nodes, self._task)
            state = self._call()
            if state != FULL_STACK:
                return state
            self.grow()

    def shave(self, puzzle: BoardMasks, max_nodes: int) -> int:
        """Eliminate candidates that lead to a contradiction; return how many nodes that took."""
        n_digits = self.board.full_mask.bit_length()
        return int(shave(self.lanes, self._block, puzzle, n_digits, max_nodes))

    def abandon(self, answers: BoardAnswers) -> None:
        """Free all lanes, and note that the results of their puzzles are not known."""
        control = self.lanes.control
        answers.status[control[NEXT] : control[END]] = LIMIT_REACHED
        puzzles = self.lanes.puzzle
        answers.status[puzzles[puzzles != NOBODY]] = LIMIT_REACHED
        puzzles[:] = self.lanes.newest[:] = NOBODY
        self.lanes.busy[:] = 0
        control[[ACTIVE, NEXT, END]] = 0
        self._free_all()

    def _free_all(self) -> None:
        n = len(self.nodes.older)
        self.nodes.older[:] = np.arange(1, n + 1)
        self.nodes.older[-1] = NOBODY
        self.lanes.control[FREE] = 0
        self.lanes.control[ROOM] = n
        self.lanes.control[DEEPEST] = NOBODY

    def grow(self) -> None:
        """Make room for twice as many nodes."""
        n = len(self.nodes.older)
        cells = np.zeros((2 * n, self.board.n_cells), self.board.dtype)
        older, guessed = np.arange(1, 2 * n + 1), np.full(2 * n, NOBODY)
        cells[:n], older[:n], guessed[:n] = self.nodes
        self._call = None
        older[-1] = self.lanes.control[FREE]
        self.lanes.control[FREE] = n
        self.lanes.control[ROOM] += n
        self.nodes = Nodes(cells, older, guessed)


def list_solutions(
    board: Board,
    puzzles: ArrayLike,
    answers: BoardAnswers,
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    in_order: bool = False,
) -> Iterator[Bytes]:
    """Yield blocks of the solutions, uint8[k, n_cells], of one puzzle, always the same.

    Parameters
    ----------
    board : Board
    puzzles : unsigned[1, n_cells]
        Its candidates.
    answers : BoardAnswers
        For one puzzle, zeroed; written to. Has the status LIMIT_REACHED in the end if a limit was.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        Seconds.
    in_order : bool, default False
        The smallest solution first, and so on: by one lane, for several lose the order.
    """
    most = UNLIMITED if max_nodes is None else max_nodes
    deadline = math.inf if time_limit is None else time.monotonic() + time_limit
    space = acquire(board)
    one = space.one
    one.puzzles[:] = puzzles
    few = min(most, 1 if board.is_large else FEW_NODES)
    one.limits[:] = BoardLimits(UNLIMITED, few, in_order, together=not in_order)
    try:
        found = list(_blocks(space, deadline))
        known = one.answers
        if few < most and known.status[0] == LIMIT_REACHED and known.nodes[0] >= few:
            one.limits[1] = most
            yield from _listed_after(space, found, deadline)
        else:
            yield from found
    finally:
        arrays: Any = zip(answers, one.answers, strict=True)
        for theirs, own in arrays:
            theirs[:] = own
        release(space)


def _listed_after(space: BoardWorkspace, found: list[Bytes], deadline: float) -> Iterator[Bytes]:
    """Yield the solutions of a puzzle that has more nodes than those in which some were found."""
    one = space.one
    if one.answers.n_solutions[0] > 1:  # the search begins with the same ones
        yield from found
        yield from _without(found, _blocks(space, deadline))
    elif one.limits[2]:  # in order
        yield from _blocks(space, deadline, space.shave(one.puzzles[0], int(one.limits[1])))
    elif space.board.learns_soon:
        yield from _learnt_and_listed(space, [], deadline)
    else:
        yield from _shaved_and_listed(space, deadline)


def _shaved_and_listed(space: BoardWorkspace, deadline: float) -> Iterator[Bytes]:
    """Yield the solutions of a puzzle by lanes, and by learning if these take long to find two."""
    one = space.one
    most = int(one.limits[1])
    one.limits[1] = patience = min(most, most_in_lanes(space.board))
    blocks = _blocks(space, deadline, space.shave(one.puzzles[0], patience))
    found: list[Bytes] = []
    for block in blocks:
        found.append(block)
        yield block
        if one.answers.n_solutions[0] > 1:
            break
    one.limits[1] = most
    yield from blocks
    if one.answers.status[0] != LIMIT_REACHED or not one.answers.nodes[0] == patience < most:
        return
    if one.answers.n_solutions[0] > 1:  # the last ones came with the last nodes
        yield from _without(found, _blocks(space, deadline))
    else:
        yield from _learnt_and_listed(space, found, deadline)


def _learnt_and_listed(
    space: BoardWorkspace, known: list[Bytes], deadline: float
) -> Iterator[Bytes]:
    """Yield the other solutions of a puzzle: two at most by learning, and all others by lanes."""
    found = known.copy()
    for solution in _without(known, (solution[None] for solution in _learnt(space, deadline))):
        found.append(solution)
        yield solution
    if space.one.answers.status[0] == SEVERAL:
        yield from _without(found, _blocks(space, deadline, int(space.one.answers.nodes[0])))


def _learnt(space: BoardWorkspace, deadline: float) -> Iterator[Bytes]:
    """Yield two solutions of a puzzle, if it has as many, by a search that learns."""
    one, learner = space.one, space.learner
    most = int(one.limits[1])
    learner.begin(one.puzzles[0])
    while learner.is_open(most) and time.monotonic() < deadline:
        if learner.advance(FEW_SOLUTIONS, most):
            yield learner.puzzle.digits.copy()
    learner.write(one.answers, 0)


def _blocks(space: BoardWorkspace, deadline: float, nodes: int = 0) -> Iterator[Bytes]:
    """Yield blocks of solutions until a limit ends the search, which has visited some nodes."""
    task = space.one
    for array in task.answers:
        array[:] = 0
    task.answers.nodes[0] = nodes
    space.begin(task, together=bool(task.limits[3]))
    space.feed(0, 1, last=True)
    state = BUSY
    while state != DONE:
        if time.monotonic() >= deadline:
            space.abandon(task.answers)
            return
        state = space.advance()
        n_found = int(space.lanes.control[FOUND])
        if n_found:
            yield task.listed[:n_found].copy()
            space.lanes.control[FOUND] = 0


def _without(known: list[Bytes], blocks: Iterator[Bytes]) -> Iterator[Bytes]:
    """Yield blocks of solutions without those that are known, which are among them."""
    left = {solution.tobytes() for block in known for solution in block}
    for block in blocks:
        is_new = [not left or solution.tobytes() not in left for solution in block]
        if any(is_new):
            yield block[is_new]


_idle: dict[tuple[int, int], list[BoardWorkspace]] = {}
"""Idle lanes, by the cells and digits of their boards: making them takes longer than solving an
easy puzzle, and each jigsaw is a board of its own."""


def acquire(board: Board) -> BoardWorkspace:
    """Return a workspace for a board."""
    try:
        space = _idle[board.n_cells, board.full_mask].pop()
    except (KeyError, IndexError):
        return BoardWorkspace(board)
    if not space.has_room_for(board):
        return BoardWorkspace(board)
    if space.board is not board:
        space.serve(board)
    return space


def release(space: BoardWorkspace) -> None:
    """Return a workspace to the pool, in whatever state it is."""
    board = space.board
    if len(space.nodes.older) > NODES_KEPT:
        space.forget_nodes()
    space.turn_to(space.one)
    _idle.setdefault((board.n_cells, board.full_mask), []).append(space)
