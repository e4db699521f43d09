"""Trial and error: its depth and the length of braids, by kernels and in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lowbit import (
    Grid,
    GridError,
    Puzzle,
    Status,
    rate,
    rate_many,
    shuffle_many,
    solve,
    solve_many,
)
from lowbit.constraints import AntiKnight
from lowbit.errors import LimitReachedError
from lowbit.kernels import at_hand
from lowbit.kernels.trials import engine
from lowbit.kernels.trials.bounds import ANY_LENGTH
from lowbit.kernels.trials.classes import classify
from lowbit.kernels.trials.engine import classes_of
from lowbit.kernels.trials.position import VALUES
from lowbit.kernels.trials.space import new_space
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.reference.trials import Theory, Trials
from lowbit.verbs.rate import trials
from lowbit.verbs.rate.measures import TRIALS

if TYPE_CHECKING:
    from collections.abc import Sequence

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

PUZZLES = {
    ".2761.8..1..7...5.5.3.......85.....1.9...2..7....3.......8..9......9..64........2": (
        0,
        0,
        0,
        0,
    ),
    "..56...7..7..8...4.1..9.6.26..7..3......2....798....2...19...........4658....5...": (
        1,
        1,
        0,
        0,
    ),
    "..41....27..48....9....3...........71..5..9..5....743...1.5....2.9.3..76.8......4": (
        1,
        2,
        0,
        0,
    ),
    "....1.25...62.8.7....3..........6..3..7892.4..........83..4.1...42..5..7...1.....": (
        1,
        3,
        0,
        0,
    ),
    ".925.73.....8.4.5....2....6..86..193......5..........8471.....98..9.....23.7.....": (
        1,
        4,
        0,
        0,
    ),
    "7...........6....2.4.3.1..9..5.74...3..1..6....72.....1...6......2...5.....4193..": (
        1,
        5,
        0,
        0,
    ),
    HARD: (2, -1, 4, 0),
}
"""Random puzzles and a known hard one, with what the Sudoku Hierarchical Classifier 6.2 says:
depth, B, BxB and BxBB."""

DEEP = "1.3.56....571.9...69.37......1.93..75.96.73.....51.......96..........4....5...86."
"""One of depth 3: the first of the Sudoku Hierarchical Classifier's examples."""

EASY, LONG = next(iter(PUZZLES)), list(PUZZLES)[-2]


def by_kernels(puzzles: Sequence[str], names: Sequence[str] = TRIALS) -> list[list[int]]:
    """Return measures of puzzles, by kernels in one thread."""
    givens = np.array([list(Grid(line).givens) for line in puzzles], np.uint8)
    solutions = solve_many(list(puzzles)).solutions
    wanted = tuple(name in names for name in TRIALS)
    classes = classes_of(givens, solutions, wanted, threads=1)
    assert classes.is_known.all()
    found: list[list[int]] = classes.answers.tolist()
    return found


def test_kernels_say_what_the_classifier_says() -> None:
    assert by_kernels(list(PUZZLES)) == [list(answers) for answers in PUZZLES.values()]


def test_plain_python_says_the_same() -> None:
    for line, (depth, length, *_) in list(PUZZLES.items())[:3]:
        plain = Trials(Grid(line), Budget())
        assert (plain.depth, plain.braids(0), plain.braids(1)) == (depth, length, 0)


@pytest.mark.slow
def test_plain_python_says_the_same_of_hard_ones() -> None:
    for line, (depth, *lengths) in list(PUZZLES.items())[3:]:
        plain = Trials(Grid(line), Budget())
        assert plain.depth == depth
        if lengths[0] >= 0:
            assert plain.braids(0) == lengths[0]
        else:
            assert plain.braids(0) is None


def test_isomorphic_puzzles_have_the_same() -> None:
    isomorphic = shuffle_many([*PUZZLES], seed=2).array
    lines = ["".join(map(str, row)) for row in isomorphic.tolist()]
    assert by_kernels(lines) == [list(answers) for answers in PUZZLES.values()]


def test_work_that_stops_anywhere_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "NODES", 7)
    assert by_kernels([LONG, EASY]) == [list(PUZZLES[line]) for line in (LONG, EASY)]
    assert by_kernels([DEEP, EASY], ("depth",)) == [[3, -1, -1, -1], [0, 0, 0, 0]]


@pytest.mark.parametrize("line", [HARD, DEEP])
def test_one_try_leaves_what_it_leaves_in_plain_python(line: str) -> None:
    grid, space = Grid(line), new_space()
    givens, solution = (np.array([list(one.givens)], np.uint8) for one in (grid, solve(grid)))
    answers, status = np.zeros((1, len(TRIALS)), np.int64), np.zeros(1, np.uint8)
    assert classify(givens, solution, 1, answers, status, space, 1, 1 << 62, 1 << 62)
    plain = Trials(grid, Budget())._left(Theory(0, ANY_LENGTH))  # noqa: SLF001 - what is compared
    open_cells = {cell: int(mask) for cell, mask in enumerate(space.kept[1, :81]) if mask}
    assert len(open_cells) > 40
    for cell in range(81):
        left = open_cells.get(cell, 1 << int(space.kept[1, VALUES + cell]) >> 1)
        assert plain >> 9 * cell & 511 == left


def test_a_board_with_too_many_candidates_is_left_unknown_and_no_other() -> None:
    givens = np.array([[0] * 81, list(Grid(HARD).givens), list(Grid(EASY).givens)], np.uint8)
    solutions = np.concatenate([givens[:1] + 1, solve_many([HARD, EASY]).solutions])
    eight = (8, 1)  # a thread takes some at a time
    batch = np.tile(givens, eight), np.tile(solutions, eight)
    classes = classes_of(*batch, (True, False, False, False), threads=1)
    assert classes.is_known.tolist() == [False, True, True] * 8
    assert classes.answers[:, 0].tolist() == [-1, 2, 0] * 8


@pytest.mark.parametrize("is_at_hand", [True, False])
def test_one_puzzle_is_measured_as_many_are(
    is_at_hand: bool,  # noqa: FBT001 - a case
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kernels take over once they are at hand, or plain Python goes on."""
    monkeypatch.setattr(at_hand, "come_to_hand", lambda _kernels: is_at_hand)
    monkeypatch.setattr(trials, "PATIENCE", 5)
    lines = list(PUZZLES)[-1:] if is_at_hand else list(PUZZLES)[:3]
    batch = rate_many(lines, rules=(), measures=("depth", "B"))
    assert [rate(line, rules=(), measures=("depth", "B")) for line in lines] == list(batch)
    assert [(one.depth, one.B) for one in batch[:1]] == [(2, None) if is_at_hand else (0, 0)]


def test_lengths_above_the_depth_are_known_whatever_ends_the_others() -> None:
    puzzle = "...1.67..38.2........7...2.............6..8.4.5..4..6..7....4...2.........5.1...."
    names = ("depth", "B", "BxB", "BxBB")
    found = rate(puzzle, geometry="x", rules=(), measures=names, max_nodes=20_000)
    assert [getattr(found, name) for name in names] == [1, None, 0, 0]
    assert found.status == Status.LIMIT_REACHED


def test_a_limit_leaves_what_is_known() -> None:
    asked: dict[str, Any] = {"rules": (), "measures": ("depth", "BxB")}
    batch = rate_many([HARD, EASY], **asked, max_nodes=2000)
    assert [rating.status for rating in batch] == [Status.LIMIT_REACHED, Status.UNIQUE]
    assert [(rating.depth, rating.BxB) for rating in batch] == [(2, None), (0, 0)]
    one = rate(HARD, **asked, max_nodes=2000)
    assert (one.status, one.depth, one.BxB) == (Status.LIMIT_REACHED, 2, None)
    late = classes_of(*(np.zeros((1, 81), np.uint8),) * 2, (True,) * 4, time_limit=0)
    assert not late.is_known.any()
    with pytest.raises(LimitReachedError):
        _ = Trials(Grid(LONG), Budget(Limits(3))).depth


def test_other_boards_are_measured_and_constraints_are_not() -> None:
    small = "..3.4..2.1......"
    assert str(rate(small, geometry="4x4", measures=("depth", "B"))) == "depth:0 B:0"
    (many,) = rate_many([small], geometry="4x4", measures=("depth", "BxBB"))
    assert (many.depth, many.BxBB) == (0, 0)
    with pytest.raises(GridError, match="BxB is measured without constraints"):
        rate(Puzzle(HARD, [AntiKnight()]), measures="BxB")
