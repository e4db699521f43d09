"""Batches of puzzles with constraints: the same answers as one puzzle at a time, row for row."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from makers import MAKERS

import lowbit
from lowbit import Grid, InputError, Puzzle, Status, formats, write_puzzle
from lowbit.batch.variants import has_variants
from lowbit.constraints import (
    AntiKing,
    AntiKnight,
    Cage,
    Diagonal,
    Even,
    Thermometer,
)
from lowbit.errors import FormatError
from lowbit.formats.variants import PUZZLE_FORMATS
from lowbit.verbs.solve.variants import VariantBlocks
from support import interrupted, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = Puzzle(
    "1...............",
    [Diagonal(), Thermometer((3, 2)), Thermometer((4, 5, 6))],
    geometry="4x4",
)
KILLER = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~6~R3C3~R4C3.Thermo~R4C1~R4C2"
MIXED = [
    SMALL,
    KILLER,
    "." * 81,
    Puzzle("11..............", [Diagonal()], geometry="4x4"),
    Grid("." * 36, "6x6"),
    ".Cage~3~R1C1~RXC2",
    None,
    ".AntiKnight.AntiKing.~R1C1_1",
]
WORDS = ["unique", "several", "several", "none", "several", "invalid", "invalid", "several"]
EMPTY = Puzzle("." * 81, [AntiKnight(), AntiKing()])
WITH_CONSTRAINTS = [SMALL]


def test_boards_and_constraints_may_differ() -> None:
    result = lowbit.solve_many(MIXED)
    assert [each.status.word for each in result] == WORDS
    assert result.boards is not None
    assert [board.size for board in result.boards] == [4, 4, 9, 4, 6, 9, 9, 9]
    assert result[0].solution == lowbit.solve(SMALL)
    assert result.to_strings()[0] == lowbit.solve(SMALL).to_line()
    assert [len(text) for text in result.to_strings()] == [16, 16, 81, 0, 36, 0, 0, 81]
    assert not result.solutions[0, 16:].any()
    assert result[4:6].to_strings() == result.to_strings()[4:6]
    assert result.reasons[5] == "'RXC2' is not a cell of this board"
    assert result[6].reason == "cannot make a grid from NoneType"


def test_a_text_as_long_as_a_line_of_digits_is_a_puzzle() -> None:
    text = ".AntiKing." + "".join(f"~R{at}C1_{at}" for at in range(1, 10)) + "~R1C2_4."
    assert len(text) == 81
    for batch in ([text], ["." * 81, text], f"{'.' * 81}\n{text}\n"):
        assert lowbit.solve_many(batch)[-1].status.word == "several"


TOO_MUCH = (
    Puzzle("." * 256, [Even(tuple(range(70)))], geometry="16x16")
    .to_json()
    .replace("Even", "CountingCircles")
)
TOO_MUCH_SAID = (
    "CountingCircles is more than can be searched here: there are more than 1024 sets of values"
)


def test_a_puzzle_that_is_too_much_for_the_engine_does_not_stop_the_others() -> None:
    result = lowbit.solve_many([SMALL, TOO_MUCH, KILLER])
    assert [each.status.word for each in result] == ["unique", "invalid", "several"]
    assert result.reasons[1] == TOO_MUCH_SAID


@pytest.mark.slow
def test_nor_does_it_where_puzzles_are_searched_more_than_once() -> None:
    batch = [SMALL, TOO_MUCH]
    minimal = lowbit.minimize_many(batch)
    assert [each.status.word for each in minimal] == ["unique", "invalid"]
    assert minimal.reasons[1] == TOO_MUCH_SAID
    assert not lowbit.is_minimal_many(batch).array[1]
    assert not lowbit.redundant_givens_many(batch).array[1].any()
    assert lowbit.true_candidates_many(batch).array[0].any()


def test_a_board_that_is_named_is_that_of_plain_puzzles() -> None:
    result = lowbit.solve_many([SMALL, "1" + "." * 15, EMPTY], geometry="4x4")
    assert [each.status.word for each in result] == ["unique", "several", "invalid"]
    assert result.reasons[2] == "this puzzle lies on 9x9, not on 4x4"


FORTY = [
    Puzzle("." * 16, [Thermometer((cell, 15 - cell)), Even((other,))], geometry="4x4")
    for cell in (0, 1, 2, 3, 4)
    for other in range(8)
]
DEEP = [
    EMPTY,
    Puzzle("." * 16, [Even((0, 1))], geometry="4x4"),
    Puzzle("." * 16, [Even((0,))], geometry="4x4"),
    Puzzle("." * 256, [Even((0,))], geometry="16x16"),
]
"""Without a solution, 144 of them, and so deep that the room for nodes has to grow."""


@pytest.mark.parametrize("puzzles", [MIXED, FORTY, DEEP])
@pytest.mark.parametrize(("limit", "max_nodes"), [(1, None), (2, None), (40, None), (300, 600)])
def test_what_is_found_of_a_puzzle_does_not_depend_on_the_others(
    puzzles: list[Any], limit: int, max_nodes: int | None
) -> None:
    together = lowbit.solve_many(puzzles, limit=limit, max_nodes=max_nodes, threads=1)
    side_by_side = lowbit.solve_many(puzzles, limit=limit, max_nodes=max_nodes, threads=3)
    for row, puzzle in enumerate(puzzles):
        own = lowbit.solve_many([*WITH_CONSTRAINTS, puzzle], limit=limit, max_nodes=max_nodes)[1]
        assert own == together[row] == side_by_side[row]


def test_a_batch_visits_the_nodes_of_one_puzzle_after_the_other() -> None:
    result = lowbit.solve_many(FORTY)
    for row, puzzle in enumerate(FORTY):
        blocks = VariantBlocks(puzzle)
        assert list(next(blocks)[0]) == list(result.solutions[row, :16])
        assert result.nodes[row] == blocks.nodes


FORMS: dict[str, Callable[[], object]] = {
    "list": lambda: [SMALL, KILLER],
    "iterator": lambda: iter([SMALL, KILLER]),
    "texts": lambda: [SMALL.to_json(), KILLER],
    "array of strings": lambda: np.array([SMALL.to_json(), KILLER]),
    "array of objects": lambda: np.array([SMALL, KILLER], object),
    "series": lambda: pd.Series([SMALL.to_json(), KILLER]),
}


BESIDE_CELLS: dict[str, Callable[[], object]] = {
    "list": lambda: ["." * 81, KILLER],
    "puzzles": lambda: ["." * 81, SMALL],
    "tuple": lambda: ("." * 81, KILLER),
    "array of strings": lambda: np.array(["." * 81, KILLER]),
    "array of objects": lambda: np.array(["." * 81, KILLER], object),
    "series": lambda: pd.Series(["." * 81, KILLER]),
}


@pytest.mark.parametrize("form", BESIDE_CELLS)
def test_one_puzzle_with_constraints_among_others_is_found(form: str) -> None:
    puzzles: list[object] = BESIDE_CELLS[form]()  # type: ignore[assignment]
    assert lowbit.solve_many(puzzles).boards is not None
    assert not (lowbit.solve_many(puzzles).status == Status.INVALID).any()


@pytest.mark.parametrize("is_bytes", [False, True])
def test_text_with_a_puzzle_a_line(is_bytes: bool) -> None:  # noqa: FBT001 - pytest passes it by name
    text = "\n".join(
        ["puzzle", f"{KILLER}  # first", "", "# second", SMALL.to_json(), "." * 81, "no puzzle"]
    )
    found = lowbit.count_solutions_many(text.encode() if is_bytes else text, limit=2)
    assert [row.answer for row in found] == [2, 1, 2, None]
    on_board = lowbit.solve_many(f"{KILLER}\n1...............", geometry="4x4")
    assert [each.status.word for each in on_board] == ["several", "several"]


@pytest.mark.parametrize("form", list(PUZZLE_FORMATS))
def test_each_form_may_stand_on_a_line(form: str) -> None:
    cages = [Cage((cell, cell + 9), 10) for row in (0, 18, 36, 54) for cell in range(row, row + 9)]
    rows = [Cage((cell, cell + 1), 10) for cell in (72, 74, 76, 78)]
    puzzles = (
        Puzzle("." * 81, [*cages, *rows]),
        Puzzle("." * 81, [Diagonal(), Diagonal(rising=True)]),
        Puzzle("." * 81, geometry="9x9:1x9"),
    )
    text = next(filter(None, (written(puzzle, form) for puzzle in puzzles)))
    assert has_variants(f"{text}\n{'.' * 81}")
    assert has_variants(["." * 81, text])
    assert not has_variants(["." * 81, "0" * 81])
    statuses = lowbit.solve_many(f"{text}\n{text}", max_nodes=10).status
    assert not (statuses == Status.INVALID).any()


def written(puzzle: Puzzle, form: str) -> str:
    """Return a puzzle in a format, or nothing if that cannot express it."""
    with suppress(FormatError):
        return write_puzzle(puzzle, form)
    return ""


def test_reasons_are_looked_up_by_row() -> None:
    reasons = lowbit.solve_many([KILLER, "x"]).reasons
    with pytest.raises(InputError, match="reasons are named by their rows"):
        reasons[:1]  # type: ignore[index]


VERBS: dict[str, tuple[Callable[..., Any], Callable[[Puzzle], Any]]] = {
    "is_minimal_many": (lambda ps: _answers(lowbit.is_minimal_many(ps)), lowbit.is_minimal),
    "redundant_givens_many": (
        lambda ps: _answers(lowbit.redundant_givens_many(ps)),
        lowbit.redundant_givens,
    ),
    "true_candidates_many": (
        lambda ps: _answers(lowbit.true_candidates_many(ps)),
        lowbit.true_candidates,
    ),
    "minimize_many": (
        lambda puzzles: [each.puzzle for each in lowbit.minimize_many(puzzles, seed=None)],
        lowbit.minimize,
    ),
}


def _answers(found: lowbit.ValueBatch[Any]) -> list[Any]:
    return [row.answer for row in found]


@pytest.mark.parametrize("verb", VERBS)
def test_what_can_go_and_what_candidates_are_true(verb: str) -> None:
    many, one = VERBS[verb]
    easier = SMALL.with_grid(lowbit.solve(SMALL))
    found = many([SMALL, easier, ".Shape~4x4.Cage~1~R1C1~R1C2", None])
    assert [found[0], found[1]] == [one(SMALL), one(easier)]
    none = lowbit.Grid(lowbit.Masks([0] * 16), "4x4") if verb == "true_candidates_many" else None
    assert [found[2], found[3]] == [none, None]


def test_minimize_many_takes_the_order_of_the_row() -> None:
    easier = SMALL.with_grid(lowbit.solve(SMALL))
    batch = lowbit.minimize_many([KILLER, easier, easier, None], seed=4, threads=2)
    assert [each.status.word for each in batch] == ["several", "unique", "unique", "invalid"]
    assert batch.reasons == {3: "cannot make a grid from NoneType"}
    for row in (1, 2):
        assert batch[row].puzzle == lowbit.minimize(easier, seed=4, row=row)
    assert lowbit.minimize_many([EMPTY], max_nodes=10)[0].status == Status.LIMIT_REACHED
    for many in (lowbit.is_minimal_many, lowbit.redundant_givens_many, lowbit.true_candidates_many):
        assert many([EMPTY], max_nodes=10).summary() == {"limit-reached": 1}


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_batches(form: str) -> None:
    n_solutions = lowbit.count_solutions(lowbit.read_puzzle(KILLER))
    puzzles: list[object] = FORMS[form]()  # type: ignore[assignment]
    assert lowbit.count_solutions_many(puzzles).array.tolist() == [1, n_solutions]


def test_each_verb_says_what_it_says_of_one_puzzle() -> None:
    rng = seeded("batches")
    board = lowbit.Geometry.parse("4x4")
    names = sorted(MAKERS.keys() - {"Entropic", "GlobalEntropy"})
    puzzles = [
        Puzzle("." * 16, [MAKERS[name](rng, board), Cage((0, 1), 5)], geometry=board)
        for name in names
    ]
    counts = [lowbit.count_solutions(puzzle) for puzzle in puzzles]
    assert len(set(counts)) > 10
    assert lowbit.count_solutions_many(puzzles, threads=3).array.tolist() == counts
    assert lowbit.is_unique_many(puzzles).array.tolist() == [number == 1 for number in counts]
    smallest = [each.solution for each in lowbit.smallest_solution_many(puzzles)]
    assert smallest == [lowbit.smallest_solution(puzzle) for puzzle in puzzles]
    for puzzle, found in zip(puzzles, lowbit.any_solution_many(puzzles), strict=True):
        assert found.solution == lowbit.any_solution(puzzle)


def test_limits() -> None:
    result = lowbit.solve_many([SMALL, EMPTY], limit=None, max_nodes=200)
    assert [each.status.word for each in result] == ["unique", "limit-reached"]
    assert result[1].nodes == 200
    assert result[1].n_solutions > 0
    stopped = lowbit.solve_many([SMALL, EMPTY], limit=None, time_limit=0)
    assert set(stopped.status) == {Status.LIMIT_REACHED}
    assert lowbit.count_solutions_many([EMPTY], max_nodes=10)[0].answer is None


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_with_constraints_end_as_others_do(end: str) -> None:
    text = end.join(["# three", "1" + "." * 80, ".AntiKnight", "11" + "." * 79, ""])
    words = ["several", "several", "none"]
    assert [result.status.word for result in lowbit.solve_many(text)] == words
    assert [result.status.word for result in lowbit.solve_many(text.encode())] == words
    assert lowbit.count_solutions_many(text, limit=2).array.tolist() == [2, 2, 0]


def test_progress() -> None:
    begun: list[tuple[int, int]] = []
    lowbit.solve_many([SMALL] * 3, progress=lambda done, total: begun.append((done, total)))
    assert begun == [(1, 3), (2, 3), (3, 3)]


def test_an_interruption_ends_all_threads() -> None:
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), interrupted(0.3):
        lowbit.count_solutions_many([EMPTY] * 4, threads=2)
    assert threading.active_count() <= before + 1  # what pressed may still be ending


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("form", [list, iter])
def test_constraints_among_cells_are_not_dropped(verb: str, form: Callable[..., object]) -> None:
    many, one = VERBS[verb]
    for puzzle in (SMALL, SMALL.to_json()):
        assert many(form(["." * 81, puzzle]))[1] == one(SMALL)


@pytest.mark.parametrize(
    "text",
    [".Shape", ".Shape~0x0", ".Shape~99999x99999", ".Shape~4x4.Jigsaw~abc", ".Shape~4x4.Jigsaw"],
)
def test_a_board_that_cannot_be_is_one_invalid_row(text: str) -> None:
    result = lowbit.solve_many([text, KILLER])
    assert [each.status.word for each in result] == ["invalid", "several"]


@pytest.mark.parametrize("text", ["." * 16, "https://sudokupad.app/fpuzzlesN4Igz", SMALL.to_json()])
def test_a_text_of_another_program_is_not_read_as_empty(text: str) -> None:
    with pytest.raises(InputError, match="no text of Interactive Sudoku Solver"):
        lowbit.read_puzzle(text, "iss")


LETTERS = ".A" + "." * 254


def test_cells_with_letters_are_no_constraints() -> None:
    assert formats.sniff([LETTERS]) == "line"
    result = lowbit.solve_many([LETTERS, "A" * 256], geometry="16x16", max_nodes=10_000)
    assert result.status.tolist() == [Status.SEVERAL, Status.NONE]
    assert not lowbit.is_minimal_many(["A" * 256], geometry="16x16").array.any()


@pytest.mark.parametrize("line", ["." * 81, KILLER.ljust(81, "."), "." * 81 + " remark"])
def test_lines_of_cells_may_stand_among_puzzles_with_constraints(line: str) -> None:
    assert formats.sniff([KILLER, line]) == "variants"
    assert formats.sniff([line, "." * 81]) in {"line", "variants"}


def test_killers_of_a_character_a_cell_may_come_anywhere() -> None:
    """They are as long as a line of digits."""
    plain = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    killer = lowbit.write_puzzle(
        Puzzle("." * 81, [Cage((0, 1, 10), 10), Cage((2, 3), 5)]), "killer"
    )
    bad = plain.replace("6", "x")
    for puzzles in ([plain, killer, bad], f"{plain}\n{killer}\n{bad}\n"):
        assert lowbit.solve_many(puzzles).status.tolist() == [2, 3, 0]
        assert lowbit.smallest_solution_many(puzzles).status.tolist() == [2, 3, 0]
        assert lowbit.count_solutions_many(puzzles, limit=9).array.tolist() == [1, 9, 0]
        assert lowbit.minimize_many(puzzles).status.tolist() == [2, 3, 0]
    assert lowbit.solve_many([plain, bad]).status.tolist() == [2, 0]
    mixed = lowbit.solve_many([killer, plain, bad])
    assert mixed.boards is not None  # as beside any other puzzle with constraints
    assert mixed[0].solution is not None
    assert "'x'" in mixed.reasons[2]
