"""Batches on boards that are not the classic one: the verbs of one puzzle say the same."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import Geometry, Grid, LimitReachedError, Masks, Status
from lowbit.batch.boards import read_boards
from lowbit.kernels.general import batch as engine
from lowbit.kernels.general.engine import UNLIMITED, BoardWorkspace, new_answers, new_task
from lowbit.kernels.general.program import board_of
from lowbit.kernels.general.search import NOBODY, ROOM, BoardLimits
from lowbit.verbs.minimize import board_stripping, large
from lowbit.verbs.minimize.boards import by_row
from lowbit.verbs.minimize.one import minimize, redundant_givens, true_candidates
from lowbit.verbs.solve.boards import solve_boards
from support import (
    IRREGULAR,
    MAKERS,
    loose_puzzle,
    random_solution,
    seeded,
    slow_except,
    unique_puzzle,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = slow_except(("4x4", "6x6", IRREGULAR, "9x9+diagonals"), ("4x4", "6x6", "9x9+diagonals"))
STATUSES = (Status.NONE, Status.UNIQUE, Status.SEVERAL)


def mixed(name: str) -> list[Grid]:
    """Return puzzles of all kinds on a board."""
    puzzles = []
    for seed in range(3):
        rng = seeded(name, seed)
        solution = random_solution(Geometry.parse(name), rng)
        puzzles += [make(solution, rng) for make in MAKERS.values()]
    return puzzles


@pytest.mark.parametrize("name", NAMES)
def test_statuses_counts_and_solutions(name: str) -> None:
    puzzles = mixed(name)
    result = lowbit.solve_many(puzzles, geometry=name)
    counts = [lowbit.count_solutions(puzzle, limit=2) for puzzle in puzzles]
    assert result.n_solutions.tolist() == counts
    assert result.status.tolist() == [STATUSES[n] for n in counts]
    for puzzle, found in zip(puzzles, result, strict=True):
        assert found.solution is None or found.solution.is_solution_of(puzzle)
    assert lowbit.is_unique_many(puzzles, geometry=name).array.tolist() == [n == 1 for n in counts]
    many = lowbit.count_solutions_many(puzzles, geometry=name, limit=50).array
    assert many.tolist() == [lowbit.count_solutions(puzzle, limit=50) for puzzle in puzzles]
    any_ = lowbit.any_solution_many(puzzles, geometry=name)
    assert [one.solution is not None for one in any_] == [n > 0 for n in counts]
    smallest = lowbit.smallest_solution_many(puzzles, geometry=name)
    assert [one.solution for one in smallest] == list(map(lowbit.smallest_solution, puzzles))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_batch_is_made_from(name: str) -> None:
    board = Geometry.parse(name)
    rng = seeded(name)
    puzzles = [unique_puzzle(random_solution(board, rng), rng) for _ in range(3)]
    lines = [puzzle.to_line() for puzzle in puzzles]
    digits = np.array([list(puzzle) for puzzle in puzzles])
    expected = lowbit.solve_many(puzzles, geometry=board)
    forms: list[Any] = [
        lines,
        "\n".join(["# easy", *lines]),
        "\n".join(lines).encode(),
        np.array(lines),
        digits,
        digits.reshape(3, board.size, board.size),
        Masks([puzzle.allowed for puzzle in puzzles]),
        [[*puzzle] for puzzle in puzzles],
    ]
    for form in forms:
        result = lowbit.solve_many(form, geometry=board)
        assert result.solutions.tolist() == expected.solutions.tolist()
        assert result.to_strings() == [Grid(row, board).to_line() for row in expected.solutions]
    assert expected[1:][0].solution == expected[1].solution


VERBS: dict[str, Any] = {
    name: getattr(lowbit, name)
    for name in (
        *("solve_many", "any_solution_many", "smallest_solution_many", "count_solutions_many"),
        *("is_unique_many", "minimize_many", "is_minimal_many", "redundant_givens_many"),
        *("true_candidates_many", "canonical_many", "maximize_many"),
    )
}
VERBS["rate_many"] = partial(lowbit.rate_many, rules=(), measures="redundant")


def without_effort(record: object) -> str:
    """Return a record in words, without the nodes that an engine visited."""
    return re.sub(r"\b(nodes|guesses)=[0-9]+", "", repr(record))


UNLIKE = {
    "9x9": unique_puzzle,
    "4x4": unique_puzzle,
    IRREGULAR: loose_puzzle,
    "9x9+diagonals": unique_puzzle,
    " 4x4": loose_puzzle,
    "9x9~0-8": unique_puzzle,
}
"""Boards, and what makes a puzzle on each; a space tells one that comes twice."""


@cache
def unlike_grids() -> list[Grid]:
    """Return a puzzle on each of these boards; to make them takes seconds."""
    grids = []
    for number, (board, make) in enumerate(UNLIKE.items()):
        rng = seeded(board, number)
        grids.append(make(random_solution(Geometry.parse(board.strip()), rng), rng))
    return grids


@pytest.mark.parametrize("name", VERBS)
def test_grids_of_a_list_say_their_boards(name: str) -> None:
    verb, grids = VERBS[name], unlike_grids()
    assert [grid.geometry for grid in grids] == [Geometry.parse(name.strip()) for name in UNLIKE]
    together = verb(grids)
    for row, (grid, board) in enumerate(zip(grids, UNLIKE, strict=True)):
        alone = verb([grid], geometry=board.strip())
        if isinstance(alone, np.ndarray):
            cells = together[row][: alone[0].size] if alone.ndim > 1 else together[row]
            assert np.array_equal(cells, alone[0])
        else:
            if UNLIKE[board] is unique_puzzle:  # of several solutions, any may be the first
                assert without_effort(together[row]) == without_effort(alone[0])
            assert together.status[row] == alone.status[0] != Status.INVALID


def test_a_grid_alone_in_a_list_keeps_its_digits() -> None:
    grid = unique_puzzle(random_solution(Geometry.parse("9x9~0-8"), seeded("from 0")), seeded("0"))
    assert lowbit.solve_many([grid])[0].solution == lowbit.solve(grid)
    assert lowbit.maximize_many([grid])[0].score == lowbit.maximize(grid).score
    assert lowbit.shuffle_many([grid], seed=3)[0].answer == lowbit.shuffle(grid, seed=3)
    assert lowbit.shuffle(grid, seed=3).geometry == grid.geometry
    usual = Grid(grid, lowbit.CLASSIC)
    assert lowbit.rate_many([grid]).to_strings() == lowbit.rate_many([usual]).to_strings() != [""]
    symmetry = lowbit.Transform.random(1)
    moved = lowbit.transform_many(iter([grid]), symmetry).array
    assert moved.tolist() == lowbit.transform_many([usual], symmetry).array.tolist()
    assert lowbit.is_unique_many([grid], geometry="9x9").array.tolist() == [True]
    assert (lowbit.generate(1, from_grids=[grid], seed=1).array > 0).any()


def test_a_grid_on_a_board_that_is_not_named_is_invalid() -> None:
    diagonals = Grid("." * 81, "9x9+diagonals")
    for board, other in (("9x9", diagonals), ("9x9+diagonals", Grid("." * 81))):
        result = lowbit.solve_many(["." * 81, other], geometry=board)
        assert result.summary() == {"several": 1, "invalid": 1}
        assert str(other.geometry) in result.reasons[1]


def test_a_batch_may_be_empty() -> None:
    none: list[Any] = [[], "", np.zeros((0, 36), np.uint8), np.zeros((0, 6, 6), np.uint8)]
    for nothing in none:
        assert len(lowbit.solve_many(nothing, geometry="6x6")) == 0


def test_what_is_no_puzzle_keeps_its_row_and_says_why() -> None:
    items = ["." * 16, "5" + "." * 15, "." * 15, Grid("." * 81), None, "1" * 16]
    result = lowbit.solve_many(items, geometry="4x4")
    assert [status.word for status in map(Status, result.status)] == [
        *("several", "invalid", "invalid", "invalid", "invalid", "none"),
    ]
    assert set(result.reasons) == {1, 2, 3, 4}
    assert result.reasons[3] == "a batch lies on one board, 4x4, and this grid on 9x9"
    assert "16 cells" in result.reasons[2]
    assert result[1].reason == result.reasons[1] == "character 1: '5' is not a digit or blank"


@pytest.mark.slow
@pytest.mark.parametrize("few", [1, 7])
def test_long_puzzles_are_begun_anew(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    puzzles = mixed("9x9+diagonals")
    expected = lowbit.count_solutions_many(puzzles, geometry="9x9+diagonals", limit=40).array
    monkeypatch.setattr(engine, "FEW_NODES", few)
    for threads in (1, 3):
        found = lowbit.solve_many(puzzles, geometry="9x9+diagonals", limit=40, threads=threads)
        assert found.n_solutions.tolist() == expected.tolist()


def test_answers_do_not_depend_on_the_batch_or_on_threads() -> None:
    puzzles = mixed("6x6")
    alone = [lowbit.solve_many([puzzle], geometry="6x6")[0] for puzzle in puzzles]
    for threads in (1, 2):
        assert list(lowbit.solve_many(puzzles, geometry="6x6", threads=threads)) == alone
    assert list(lowbit.solve_many(puzzles[::-1] * 20, geometry="6x6")) == alone[::-1] * 20


@pytest.mark.parametrize("nodes", [0, 1, 2, 500])
def test_a_limit_of_nodes_is_never_an_answer(nodes: int) -> None:
    empty = "." * 81
    result = lowbit.solve_many([empty], geometry="windoku", limit=None, max_nodes=nodes)
    assert Status(result.status[0]) == Status.LIMIT_REACHED
    assert result.nodes[0] <= nodes
    (counted,) = lowbit.count_solutions_many([empty], geometry="windoku", max_nodes=nodes)
    assert (counted.status, counted.answer) == (Status.LIMIT_REACHED, None)


def test_a_limit_of_time() -> None:
    result = lowbit.solve_many(["." * 81] * 3, geometry="windoku", limit=None, time_limit=0.1)
    assert set(result.status.tolist()) == {int(Status.LIMIT_REACHED)}


@pytest.mark.parametrize("name", NAMES)
def test_minimal_puzzles_are_those_of_the_verb_for_one(name: str) -> None:
    rng = seeded(name)
    solution = random_solution(Geometry.parse(name), rng)
    puzzles = [solution, unique_puzzle(solution, rng), loose_puzzle(solution, rng)]
    for seed in (None, 5):
        batch = lowbit.minimize_many(puzzles, geometry=name, seed=seed)
        assert batch[0].puzzle == minimize(solution, seed=seed, row=0)
        assert batch[1].puzzle == minimize(puzzles[1], seed=seed, row=1)
        assert batch[2].puzzle is None
    assert lowbit.is_minimal_many(batch.to_strings()[:2], geometry=name).array.tolist() == [
        True,
        True,
    ]


@pytest.mark.parametrize("patience", [1, 1 << 20])
def test_givens_of_large_boards_may_wait(monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    rng = seeded("waiting")
    solution = random_solution(Geometry.parse("6x6"), rng)
    unique = unique_puzzle(solution, rng)
    masks = list(solution.allowed)
    masks[:2] = [masks[0] | 0b11, 0b111111]
    puzzles = [solution, unique, loose_puzzle(solution, rng), Grid.from_masks(masks, "6x6")]
    in_turn = [minimize(puzzle) for puzzle in (solution, unique, puzzles[3])]
    monkeypatch.setattr(large, "MANY_CELLS", 0)
    monkeypatch.setattr(board_stripping, "FIRST_PATIENCE", patience)
    batch = lowbit.minimize_many(puzzles, geometry="6x6")
    rows = [0, 1, 3]
    assert (batch.status[rows] == Status.UNIQUE).all()
    assert batch.status[2] == Status.SEVERAL
    for row, expected in zip(rows, in_turn, strict=True):
        minimal = minimize(puzzles[row])
        assert not redundant_givens(minimal)
        assert batch[row].puzzle == minimal
        assert list(lowbit.minimize_many([puzzles[row]], geometry="6x6")) == [batch[row]]
        if patience > 1:  # nothing waits
            assert minimal == expected
    assert minimal.allowed[0] == masks[0]  # a restricted cell stays
    with pytest.raises(LimitReachedError) as raised:
        minimize(solution, max_nodes=20)
    assert raised.value.nodes <= 20


@pytest.mark.parametrize(("name", "height"), [("18x18", 3), ("17x17:none", 1), ("16x16", None)])
def test_boards_with_many_digits_lose_row_by_row(name: str, height: int | None) -> None:
    board = Geometry.parse(name)
    units: list[Any] = [(cell,) for cell in range(board.n_cells)]
    seeded("rows").shuffle(units)
    ordered: list[Any] = by_row(units, board)
    if height is None:
        assert ordered == units
        return
    assert sorted(ordered) == sorted(units)
    rows = [board.row(cell) for (cell,) in ordered]
    runs = [row for row, _ in groupby(rows)]
    bands = [band for band, _ in groupby(row // height for row in runs)]
    assert len(runs) == board.size
    assert len(bands) == board.size // height
    assert (runs in (sorted(runs), sorted(runs, reverse=True))) == (height == 1)


@pytest.mark.parametrize("cells", [0, large.MANY_CELLS])
def test_all_searches_of_minimize_share_a_budget(
    monkeypatch: pytest.MonkeyPatch, cells: int
) -> None:
    monkeypatch.setattr(large, "MANY_CELLS", cells)
    rng = seeded("budget")
    solution = random_solution(Geometry.parse("6x6"), rng)
    puzzles = [solution, unique_puzzle(solution, rng)]
    enough = lowbit.minimize_many(puzzles, geometry="6x6")
    nodes = int(enough.nodes[0])
    assert nodes > enough.nodes[1] > 0
    assert list(lowbit.minimize_many(puzzles, geometry="6x6", max_nodes=nodes)) == list(enough)
    short = lowbit.minimize_many(puzzles, geometry="6x6", max_nodes=nodes - 1)
    assert (short[0].status, short[0].nodes) == (Status.LIMIT_REACHED, nodes - 1)
    assert short[1] == enough[1]


def test_true_candidates_of_a_large_open_grid_take_few_nodes() -> None:
    found = true_candidates("." * 256, geometry="16x16", max_nodes=60_000)
    assert set(found.allowed) == {0xFFFF}


def test_true_candidates_go_on_where_the_reference_gives_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = "1." * 2 + "." * 12
    pays = iter([False] * 5 + [True])
    monkeypatch.setattr("lowbit.verbs.minimize.one.kernels_pay", lambda **_: next(pays))
    found = true_candidates(puzzle, geometry="4x4")
    assert next(pays, None) is None
    assert found == true_candidates(puzzle, geometry="4x4", max_nodes=1000)


@pytest.mark.parametrize("name", NAMES)
def test_redundant_givens_and_true_candidates(name: str) -> None:
    rng = seeded(name)
    solution = random_solution(Geometry.parse(name), rng)
    unique = unique_puzzle(solution, rng)
    open_cells = [cell for cell in range(len(unique)) if not unique[cell]]
    masks = list(unique.allowed)
    for cell in open_cells[:4]:
        masks[cell] = solution.allowed[cell]
    fuller = Grid.from_masks(masks, solution.geometry)
    loose = without(unique, next(cell for cell in range(len(unique)) if unique[cell]))
    redundant = lowbit.redundant_givens_many([fuller, unique, loose], geometry=name).array
    assert tuple(np.flatnonzero(redundant[0])) == redundant_givens(fuller)
    assert not redundant[1:].any()
    found = lowbit.true_candidates_many([fuller, loose, unique], geometry=name).array
    for row, puzzle in zip(found, [fuller, loose, unique], strict=True):
        assert tuple(row.tolist()) == true_candidates(puzzle).allowed


@pytest.mark.parametrize(
    "ask",
    [lowbit.minimize_many, lowbit.redundant_givens_many, lowbit.true_candidates_many],
)
def test_minimizing_within_limits(ask: Callable[..., Any]) -> None:
    solution = random_solution(Geometry.parse("6x6"), seeded("limit"))
    if ask is lowbit.minimize_many:
        batch = ask([solution], geometry="6x6", max_nodes=3)
        assert Status(batch.status[0]) == Status.LIMIT_REACHED
        assert not batch.puzzles.any()
    else:
        assert ask([solution], geometry="6x6", max_nodes=0).summary() == {"limit-reached": 1}


def test_the_classic_board_in_other_digits() -> None:
    board = Geometry.parse("9x9").with_alphabet("0-8")
    rows = ["012345678", "345678012", "678012345", "120453786"]
    result = lowbit.solve_many(["".join(rows) + "." * 45], geometry=board)
    assert result.status[0] == Status.SEVERAL
    assert result.to_strings()[0].startswith("".join(rows))


MASKED = np.ma.array([[1, 2, 3, 4] + [9] * 12], mask=[[False] * 4 + [True] * 12])
"""What NumPy masks is blank; the digits under the mask are none of the board."""


@pytest.mark.parametrize(
    "puzzles",
    [
        MASKED,
        MASKED.reshape(1, 4, 4),
        MASKED.astype(float),
        MASKED.astype(">i4"),
        MASKED.astype("U1"),
        MASKED.astype("S1"),
        Masks(1 << (MASKED - 1)),
    ],
    ids=["digits", "rows", "floats", "big-endian", "characters", "bytes", "masks"],
)
def test_what_is_masked_is_blank(puzzles: Any) -> None:  # noqa: ANN401 - any array
    expected = lowbit.solve_many(["1234" + "." * 12], geometry="4x4")
    found = lowbit.solve_many(puzzles, geometry="4x4")
    assert found.solutions.tolist() == expected.solutions.tolist()
    assert found.status.tolist() == [Status.SEVERAL]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (np.zeros(16, np.uint8), r"an array of uint8 \[16\]"),
        (np.zeros((4, 4), np.uint8), r"an array of uint8 \[4, 4\]"),
        (np.zeros((2, 81), np.uint8), r"an array of uint8 \[2, 81\]"),
        (np.zeros((2, 2, 8), int), r"an array of int64 \[2, 2, 8\]"),
        (np.zeros((2, 15)), r"an array of float64 \[2, 15\]"),
        (np.zeros((2, 16), bool), r"an array of bool \[2, 16\]"),
        (np.zeros((2, 15), "S1"), r"an array of \|S1 \[2, 15\]"),
        (Grid("." * 16, "4x4"), "of type Grid"),
        (5, "of type int"),
        (Masks(np.zeros((2, 16))), r"these Masks are an array of float64 \[2, 16\]"),
        (Masks(np.zeros((2, 15), int)), r"these Masks are an array of int64 \[2, 15\]"),
        (Masks(5), "these Masks are of type int"),
    ],
)
def test_wrong_shapes_and_types_raise_at_once_as_on_the_classic_board(
    wrong: Any,  # noqa: ANN401 - any type
    told: str,
) -> None:
    with pytest.raises(lowbit.InputError, match=rf"^a batch is .*\[n, 4, 4\]; .*{told}$"):
        lowbit.solve_many(wrong, geometry="4x4")


STUCK = Geometry.parse(
    "jigsaw:AABBBBBBCAAAAADBBCAAEEEDCBCEEEEEDCCCFGEHHDCCIFGGHHDDDIFFGHHHDDIFGGGGHIIIFFFFGHIII"
)
STUCK_AT = """
     32   1   2   4   8  16  64 128 256
     16 128   8  64 256   4   1  32   2
      4   2 113  57 113 105 128 256 121
    201 380 501   2 241 489  60  93 125
      2 380 501 185 245 489  60  93 253
      2 380 501 185 245 489  56  89 253
    201 124 245 256 245 105   2  89 253
    201 124 245 185 243 107 256  95 253
    256 124 245 185 243 107  60  95 253
"""
"""Candidates with a 2 twice in the first column, where the lanes once guessed for ever: 2 had two
places there."""


def test_a_digit_that_two_cells_of_a_house_have_is_a_contradiction() -> None:
    masks = Masks(np.array(STUCK_AT.split(), int)[None])
    found = lowbit.solve_many(masks, geometry=STUCK, max_nodes=100)
    assert found.status.tolist() == [Status.NONE]


@pytest.mark.parametrize("name", ["9x9", "16x16", "20x20"])
def test_no_more_nodes_of_a_depth_are_open_than_there_are_lanes(name: str) -> None:
    geometry = Geometry.parse(name)
    board = board_of(geometry)
    space, answers = BoardWorkspace(board), new_answers(board, 1)
    puzzle = np.full((1, board.n_cells), board.full_mask, board.dtype)
    limits = BoardLimits(UNLIMITED, UNLIMITED, in_order=False, together=True)
    task = new_task(board, puzzle, answers, limits)
    task.sweeps[0] = 50
    space.begin(task, together=True)
    space.feed(0, 1, last=True)
    most = 0
    for _ in range(100):
        space.advance()
        lengths = [length_of(space, chain) for chain in space.lanes.newest.tolist()]
        assert sum(lengths) == len(space.nodes.older) - space.lanes.control[ROOM]
        most = max(most, *lengths)
    assert 1 < most <= space.n_lanes


def length_of(space: BoardWorkspace, node: int) -> int:
    """Return how many nodes a chain has from a node on."""
    n = 0
    while node != NOBODY:
        node, n = int(space.nodes.older[node]), n + 1
    return n


@pytest.mark.parametrize("name", NAMES)
def test_solutions_near_a_grid_are_found_first(name: str) -> None:
    """There are as many, and the first is that very grid if it is one of them."""
    board, rng = Geometry.parse(name), seeded(name, "likely")
    near = [random_solution(board, rng) for _ in range(3)]
    puzzles = [loose_puzzle(grid, rng) for grid in near]
    likely = np.array([list(grid) for grid in near], np.uint8)
    batch = read_boards(puzzles, board)
    found = solve_boards(batch, limit=1, likely=likely)
    assert found.solutions.tolist() == likely.tolist()
    counts = solve_boards(batch, limit=500, likely=likely[::-1])
    assert (
        counts.n_solutions.tolist()
        == lowbit.count_solutions_many(puzzles, geometry=board, limit=500).array.tolist()
    )
