"""Verdicts on answers, against all solutions of small puzzles, and one against many."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import AnswerStatus, AnswerVerdict, Geometry, Grid, Masks, Puzzle, verify, verify_many
from lowbit.constraints import AntiKnight, Cage, Thermometer
from lowbit.errors import InputError, LimitReachedError

if TYPE_CHECKING:
    from collections.abc import Iterator

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = str(lowbit.solve(PUZZLE).to_line())
FOUR = Geometry.parse("4x4")

SMALL: dict[str, Grid | Puzzle] = {
    "one solution": Grid("1.....2..3.....4", FOUR),
    "several": Grid("1.....2.........", FOUR),
    "none": Grid("1..2..1........1", FOUR),
    "no givens": Grid("." * 16, FOUR),
    "full": Grid("1243342143122134", FOUR),
    "candidates": Grid(Masks([3, *[15] * 14, 9]), FOUR),
    "constraints": Puzzle(Grid("." * 16, FOUR), [Cage((0, 1), 3), Thermometer((8, 9, 10))]),
    "constraints, one": Puzzle(
        Grid("1.....2..3......", FOUR), [Cage((14, 15), 7), Thermometer((12, 13))]
    ),
    "constraints, none": Puzzle(Grid("12..............", FOUR), [Cage((0, 1), 5)]),
}


def answers_to(puzzle: Grid | Puzzle, found: list[Grid], n: int) -> Iterator[Grid]:
    """Yield solutions with blanks and changes, and grids at random."""
    rng = random.Random(n)  # noqa: S311 - the same answers every time
    for _ in range(n):
        base = list(rng.choice(found)) if found else [rng.randint(1, 4) for _ in range(16)]
        share, changes = rng.choice([0, 0.2, 0.6, 0.9]), rng.choice([0, 0, 1, 3])
        cells = [0 if rng.random() < share else digit for digit in base]
        for cell in rng.sample(range(16), changes):
            cells[cell] = rng.randint(1, 4)
        yield Grid(cells, puzzle.geometry)


def expected(puzzle: Grid | Puzzle, answer: Grid, found: list[Grid]) -> AnswerVerdict:
    """Return the verdict by all solutions of a puzzle."""
    grid = puzzle.grid if isinstance(puzzle, Puzzle) else puzzle
    blank = [cell for cell in range(16) if not grid[cell]]
    held = [own or given for own, given in zip(answer, grid, strict=True)]
    wrong = tuple(c for c in range(16) if held[c] and not any(s[c] == held[c] for s in found))
    n_right = sum(1 for cell in blank if held[cell] and cell not in wrong)
    filled = {cell: digit for cell, digit in enumerate(held) if digit}
    alike = [s for s in found if all(s[cell] == digit for cell, digit in filled.items())]
    twice = any(
        len(inside) > len(set(inside))
        for house in puzzle.geometry.houses
        if (inside := [filled[cell] for cell in house.cells if cell in filled])
    )
    if any(not grid.allowed[cell] >> digit - 1 & 1 for cell, digit in filled.items()):
        outcome = AnswerStatus.CHANGES_GIVEN
    elif twice or is_broken(puzzle, filled):
        outcome = AnswerStatus.BREAKS_RULE
    elif not alike:
        outcome = AnswerStatus.WRONG
    else:
        outcome = AnswerStatus.RIGHT if len(filled) == 16 else AnswerStatus.COMPLETABLE
    if outcome is AnswerStatus.RIGHT:
        return AnswerVerdict(outcome, (), len(blank), len(blank), Grid(held, puzzle.geometry))
    return AnswerVerdict(outcome, wrong, n_right, len(blank), Grid(held, puzzle.geometry))


def is_broken(puzzle: Grid | Puzzle, filled: dict[int, int]) -> bool:
    if isinstance(puzzle, Grid):
        return False
    for one in puzzle.constraints:
        digits = [filled.get(cell) for cell in one.cells]  # type: ignore[attr-defined]
        if None in digits:
            continue
        known = [digit for digit in digits if digit]
        is_kept = sum(known) == one.total if isinstance(one, Cage) else known == sorted(set(known))
        if not is_kept:
            return True
    return False


@pytest.mark.parametrize("name", SMALL)
def test_a_verdict_is_what_all_solutions_say(name: str) -> None:
    puzzle = SMALL[name]
    found = list(lowbit.solutions(puzzle))
    answers = list(answers_to(puzzle, found, 60))
    every = [expected(puzzle, answer, found) for answer in answers]
    together = verify_many([puzzle] * len(answers), answers, geometry="4x4")
    assert [*together] == every
    assert [verify(puzzle, answer, geometry="4x4") for answer in answers] == every
    assert together.summary() == {
        outcome.word: n
        for outcome in AnswerStatus
        if (n := sum(v.outcome is outcome for v in every))
    }
    assert together.scores.tolist() == [verdict.score for verdict in every]
    assert together.are_right.tolist() == [verdict.is_right for verdict in every]


FORMS = {
    "text": SOLUTION,
    "bytes": SOLUTION.encode(),
    "Grid": Grid(SOLUTION),
    "Puzzle": Puzzle(SOLUTION),
    "digits": [*map(int, SOLUTION)],
    "rows": np.array([*map(int, SOLUTION)]).reshape(9, 9),
    "a sentence": f"The answer is {SOLUTION}.",
    "lines": "\n".join(SOLUTION[at : at + 9] for at in range(0, 81, 9)),
}


@pytest.mark.parametrize("form", FORMS)
def test_an_answer_has_any_form(form: str) -> None:
    answer = FORMS[form]
    assert verify(PUZZLE, answer).is_right
    knights = Puzzle("." * 81, [AntiKnight()])
    assert verify_many([PUZZLE, knights], [answer, answer])[0].is_right
    assert verify_many([PUZZLE], [answer])[0] == verify(PUZZLE, answer)


def test_a_text_with_constraints_and_a_tensor_are_answers_too() -> None:
    text = lowbit.write_puzzle(Puzzle(SOLUTION, [AntiKnight()]), "iss")
    assert verify(PUZZLE, text).is_right
    assert verify(PUZZLE, Shared(np.array([*map(int, SOLUTION)]))).is_right
    assert verify(PUZZLE, f'{{"puzzle": "{PUZZLE}", "solution": "{SOLUTION}"}}').is_right


class Shared:
    """A tensor that shares its memory and is no array."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.__dlpack__ = array.__dlpack__
        self.__dlpack_device__ = array.__dlpack_device__


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int64", "float32"])
@pytest.mark.parametrize("shape", [(-1, 81), (-1, 9, 9)])
def test_arrays_and_tensors_are_judged_where_they_lie(dtype: str, shape: tuple[int, ...]) -> None:
    digits = lowbit.solve_many([PUZZLE] * 3).solutions
    digits[1, :2] = digits[1, 1::-1]
    digits[2, 40] = 0
    array = digits.astype(dtype).reshape(shape)
    before = array.copy()
    words = ["right", "changes-given", "completable"]
    shared: Any = Shared(array)
    for answers in (array, shared, array.tolist()):
        found = verify_many([PUZZLE] * 3, answers)
        assert [str(row.outcome) for row in found] == words
    assert (array == before).all()
    assert lowbit.solve_many(shared).summary()["unique"] == 2


@pytest.mark.parametrize("board", ["4x4", "6x6", "9x9+diagonals", "16x16", "samurai", "9x9~0-8"])
def test_answers_on_any_board(board: str) -> None:
    geometry = Geometry.parse(board)
    (solution,) = lowbit.generate(1, geometry=geometry, seed=1) if board == "4x4" else (None,)
    blank = Grid("." * geometry.n_cells, geometry)
    full = lowbit.any_solution(solution or blank)
    assert full is not None
    puzzle = Grid([0, *list(full)[1:]], geometry)
    wrong = Grid([full[1], *list(full)[1:]], geometry)
    found = verify_many([puzzle] * 3, [full, wrong, puzzle], geometry=geometry)
    assert [*found] == [verify(puzzle, answer) for answer in (full, wrong, puzzle)]
    assert [row.outcome for row in found] == [
        AnswerStatus.RIGHT,
        AnswerStatus.BREAKS_RULE,
        AnswerStatus.COMPLETABLE,
    ]


def test_what_cannot_be_read_affects_no_other() -> None:
    puzzles = [PUZZLE, "?", PUZZLE, PUZZLE, PUZZLE]
    answers = ["none", SOLUTION, None, SOLUTION, 12]
    found = verify_many(puzzles, answers)
    assert [str(row.outcome) for row in found] == [
        "unreadable",
        "unknown",
        "unreadable",
        "right",
        "unreadable",
    ]
    assert {*found.reasons} == {0, 1, 2, 4}
    assert "no grid" in found.reasons[0]
    assert found[1:][0].reason == found.reasons[1]
    assert found.scores.tolist() == [0, 0, 0, 1, 0]
    assert found.to_strings()[3] == SOLUTION


@pytest.mark.parametrize("answers", [[SOLUTION], [SOLUTION] * 3])
def test_each_puzzle_has_an_answer(answers: list[str]) -> None:
    for puzzles in ([PUZZLE] * 2, [PUZZLE, Puzzle("." * 81, [AntiKnight()])]):
        with pytest.raises(InputError, match=f"2 puzzles and {len(answers)} answers"):
            verify_many(puzzles, answers)


def test_a_limit_leaves_what_needs_no_search() -> None:
    hard = "....." + "." * 76
    full = lowbit.any_solution(hard)
    assert full is not None
    partial, twice = Grid([*list(full)[:40], *[0] * 41]), Grid([1, 1, *[0] * 79])
    found = verify_many([hard] * 3, [full, partial, twice], max_nodes=1)
    assert [str(row.outcome) for row in found] == ["right", "unknown", "breaks-rule"]
    assert not found.wrong.any()
    assert found.scores.tolist() == [1, 0, 0]
    assert verify(hard, full, max_nodes=1).is_right
    with pytest.raises(LimitReachedError):
        verify(hard, partial, max_nodes=1)


def test_no_answers_are_no_verdicts() -> None:
    assert [*verify_many([], [])] == []
    assert verify_many(np.zeros((0, 81), int), np.zeros((0, 81), int)).wrong.shape == (0, 81)
