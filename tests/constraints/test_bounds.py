"""Each constraint with its worst arguments: refused when a puzzle is made, or every limit holds."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from command_line import lowbit
from lowbit import (
    ConstraintError,
    FormatError,
    Geometry,
    InputError,
    LimitReachedError,
    Puzzle,
    count_solutions,
    count_solutions_many,
    read_puzzle,
    solve_many,
    true_candidates,
)
from lowbit import constraints as kinds
from lowbit.constraints import REGISTRY, Constraint, Holds, Or, from_json, to_json
from lowbit.constraints.base import MOST_NESTED
from lowbit.kernels.variants.interrupts import LOOK_UP
from lowbit.verbs.solve.variants import VariantBlocks
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 10**9


def worst_of(n: int) -> Iterator[Constraint]:
    """Yield constraints on a square board of `n` digits, some of each kind."""
    row, every = tuple(range(n)), tuple(range(n * n))
    halves = every[: len(every) // 2], every[-(len(every) // 2) :]
    for kind in ("AllDifferent", "Cage", "EqualityCage", "Renban", "Nabner", "CountingCircles"):
        for cells in (row, every[:45], every[:60], every):
            yield REGISTRY[kind](cells)  # type: ignore[call-arg]
    for kind in ("Even", "Odd", "Maximum", "Minimum", "Between", "SameDifference", "ParityLine"):
        yield REGISTRY[kind](every)  # type: ignore[call-arg]
    for kind in ("DoubleArrow", "RegionSumLine", "Zipper", "Lockout", "Entropic", "Modular"):
        yield REGISTRY[kind](every)  # type: ignore[call-arg]
    for kind in ("Thermometer", "Equal", "Palindrome", "Whisper"):
        yield REGISTRY[kind](every * 9)  # type: ignore[call-arg]
    for total in (0, 1, 10, n * n // 4, 16_000, LARGEST, -LARGEST):
        yield kinds.Sum(every, total, tuple(total % 7 - at % 5 for at in every))
        yield kinds.LittleKiller(every, total)
        for cells in (row[:4], row[: n // 2], row, every):
            yield kinds.RellikCage(cells, total)
            yield kinds.Lunchbox(cells, total)
            yield kinds.Sandwich(cells, total)
            yield kinds.SumLine(cells, max(total, 1))
            yield kinds.XSum(cells, total)
            yield kinds.Skyscraper(cells, total)
            yield kinds.HiddenSkyscraper(cells, total)
            yield kinds.NumberedRoom(cells, total)
        for first in (0, 5):
            yield from (
                kinds.Difference(first, 1, total),
                kinds.Ratio(first, 1, total),
                kinds.PairSum(first, 1, total),
            )
    for n_values in (5, 14, n, 4 * n):
        values = tuple(1 + at % n for at in range(n_values))
        yield from (kinds.Contains(cells, values) for cells in (row, every[:60], every))
        yield from (kinds.Outside(every, values), kinds.Holds(0, values), kinds.AntiQueen(values))
        yield from (kinds.ConnectedValues(values), kinds.ConnectedValues(values, size=n))
        yield kinds.LookAndSay(every, "".join(f"{at % 9 + 1}{at % 9 + 1}" for at in values))
    for n_cells in (3, 5, n - 1, n * n - 1):
        yield kinds.CountDistinct(0, every[1 : 1 + n_cells])
    yield kinds.Arrow(every[:9], every[9:])
    yield kinds.Clone(*halves)
    yield from (kinds.SameValues(halves), kinds.SameValues(tuple(zip(*halves, strict=True))))
    yield from (kinds.EqualSums(halves), kinds.EqualSums(tuple((cell,) for cell in every)))
    yield kinds.Indexer(0, every * 9, 1)
    yield kinds.Relation(every, tuple((one, other) for one in row for other in row))
    yield from (kinds.NonConsecutive(), kinds.NoRatio(), kinds.NoSum(), kinds.Greater(0, 1))
    yield from (kinds.AntiKing(), kinds.AntiKnight(), kinds.Diagonal(), kinds.Windows())
    yield from (kinds.AntiTaxicab(), kinds.DutchFlatmates(), kinds.DutchFlatmates(0, -1))
    yield from (kinds.FullRank(row, n), kinds.FullRank(row, -1, ties=True), kinds.NoEqualRanks())
    yield kinds.Doppelganger()
    yield from (kinds.ChaosConstruction(every, every), kinds.ChaosCount(0, 1, row[2:]))
    yield kinds.ChaosArrow(0, 1, (row[2:], every[1::n], row[:1:-1], every[1 - n :: -n]))
    yield from (kinds.DisjointGroups(), kinds.GlobalEntropy(), kinds.GlobalModulus(4))
    for n_states in (300, 3000, 16_000):
        states = range(n_states)
        table = tuple(tuple((7 * at + 13 * by) % n_states for by in range(n)) for at in states)
        yield kinds.RegularLanguage(every, table, (1,))
        yield kinds.RegularLanguage(row, table, (1,))
    pairs = [kinds.Cage((cell, cell + 1), 5) for cell in every[:-1]]
    either = [kinds.Or((pair, kinds.Even((0,)))) for pair in pairs]
    yield from (kinds.Or(tuple(pairs)), kinds.And(tuple(either)))
    yield from (kinds.Or((kinds.And(tuple(either[:k])), pairs[0])) for k in (5, 10, 40))


def lowered_here(n: int) -> list[Puzzle]:
    """Return the puzzles of the worst constraints that are not refused."""
    board, found = Geometry.parse(f"{n}x{n}"), []
    for constraint in worst_of(n):
        with suppress(ConstraintError):
            found.append(Puzzle("." * n * n, [constraint], geometry=board))
    return found


def test_all_kinds_are_tried() -> None:
    assert {type(each).__name__ for each in worst_of(9)} == set(REGISTRY)


class EndedError(Exception):
    """Raised by whoever looks up."""


def end() -> None:
    raise EndedError


def ends_at_once(puzzle: Puzzle) -> None:
    """Search a puzzle until each limit, and until somebody wants no more of it."""
    every: tuple[dict[str, Any], ...] = ({"time_limit": 0}, {"max_nodes": 1}, {"max_nodes": 20})
    for limits in every:
        with suppress(LimitReachedError):
            count_solutions(puzzle, **limits)
    with suppress(LimitReachedError):
        true_candidates(puzzle, time_limit=0)
    token = LOOK_UP.set(end)
    try:
        with pytest.raises(EndedError):
            next(VariantBlocks(puzzle))
    finally:
        LOOK_UP.reset(token)


# At their worst arguments these are refused: counts over a whole board, lines of three kinds of
# values where a board's values do not divide by three, regions with more arms than their numbers,
# two that take too much work on 25x25.
REFUSED = {
    9: {"Outside", "LookAndSay"},
    16: {"Outside", "LookAndSay", "Entropic", "GlobalEntropy", "ChaosArrow"},
    25: {
        *("Outside", "LookAndSay", "Entropic", "GlobalEntropy", "ChaosArrow"),
        *("Between", "SameDifference"),
    },
}


@pytest.mark.parametrize("n", slow_except([9, 16, 25], []))
def test_limits_and_interruptions_end_what_is_not_refused(n: int) -> None:
    puzzles = lowered_here(n)
    for puzzle in puzzles:
        ends_at_once(puzzle)
    tried = {type(puzzle.constraints[0]).__name__ for puzzle in puzzles}
    assert set(REGISTRY) - tried == REFUSED[n]


FEW = [
    kinds.RellikCage(tuple(range(9)), 10),
    kinds.SumLine(tuple(range(81)), 700),
    kinds.Contains(tuple(range(14)), tuple(range(1, 10))),
    kinds.CountingCircles(tuple(range(45))),
    kinds.Sandwich(tuple(range(9)), 4000),
    kinds.CountDistinct(0, tuple(range(1, 60))),
]


@pytest.mark.parametrize("constraint", FEW, ids=lambda each: type(each).__name__)
def test_limits_of_a_few(constraint: Constraint) -> None:
    ends_at_once(Puzzle("." * 81, [constraint]))


def test_whoever_wants_no_more_is_asked_often_where_operations_take_long() -> None:
    """An operation over thousands of states counts for as many as take as long."""
    states = 3000
    table = tuple(tuple((7 * at + 13 * by) % states for by in range(9)) for at in range(states))
    puzzle = Puzzle("." * 81, [kinds.RegularLanguage(tuple(range(81)), table, (1,))])
    asked: list[bool] = []
    token = LOOK_UP.set(lambda: asked.append(True))
    try:
        with suppress(LimitReachedError):
            count_solutions(puzzle, max_nodes=40)
    finally:
        LOOK_UP.reset(token)
    assert len(asked) > 15


TOO_MUCH = [
    ("25x25", kinds.RellikCage(tuple(range(12)), 60), "more than 65536 sets of values"),
    ("25x25", kinds.Lunchbox(tuple(range(12)), 100), "more than 16384 fillings"),
    ("25x25", kinds.SumLine(tuple(range(625)), 5000), "too much to be worked through"),
    ("12x12", kinds.CountDistinct(0, tuple(range(1, 12))), "more than 16384 states"),
    ("16x16", kinds.CountingCircles(tuple(range(70))), "more than 1024 sets of values"),
    ("9x9", kinds.Contains(tuple(range(61)), (1, 2)), "at most 60 cells, not 61"),
    ("9x9", Or((Holds(0, (1,)),) * 1025), "multiply to more than 1024"),
]


@pytest.mark.parametrize(
    ("board", "constraint", "words"), TOO_MUCH, ids=lambda each: str(each)[:20]
)
def test_what_is_too_much_is_refused_when_a_puzzle_is_made(
    board: str, constraint: Constraint, words: str
) -> None:
    with pytest.raises(ConstraintError, match=f"more than can be searched here: .*{words}"):
        Puzzle("." * Geometry.parse(board).n_cells, [constraint], geometry=board)


def test_constraints_that_are_too_many_together_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = [kinds.Cage((cell, cell + 1), 5) for cell in range(10)]
    Puzzle("." * 81, pairs)
    monkeypatch.setattr("lowbit.constraints.lowering.MOST_IN_ALL", 100)
    with pytest.raises(ConstraintError, match="too many to be searched"):
        Puzzle("." * 81, pairs)
    with pytest.raises(InputError, match="too many to be searched"):
        read_puzzle(".Cage~5~R1C1~R1C2" * 10)


def nested(levels: int) -> dict[str, Any]:
    """Return the JSON of constraints within constraints."""
    said: dict[str, Any] = to_json(Holds(0, (1,)))
    for _ in range(levels):
        said = {"type": "Or", "constraints": [said]}
    return said


@pytest.mark.parametrize("levels", [MOST_NESTED + 1, 300, 400, 5000])
def test_what_is_nested_too_deep_is_refused(levels: int) -> None:
    constraint: Constraint = Holds(0, (1,))
    for _ in range(MOST_NESTED):
        constraint = Or((constraint,))
    assert count_solutions(Puzzle("." * 16, [constraint], geometry="4x4")) == 72
    with pytest.raises(ConstraintError, match="too deep: 32 levels at most"):
        Or((constraint,))
    with pytest.raises(ConstraintError, match="too deep"):
        from_json(nested(levels))
    text = f".Shape~4x4{'.Or' * levels}.Cage~5~R1C1~R1C2{'.End' * levels}"
    with pytest.raises(FormatError, match="too deep"):
        read_puzzle(text)


def test_many_parts_that_are_one_object_are_refused() -> None:
    constraint: Constraint = Holds(0, (1,))
    for _ in range(13):
        constraint = Or((constraint, constraint))
    with pytest.raises(ConstraintError, match="at most 16384 parts"):
        Or((constraint, constraint))


def bad_lines() -> list[str]:
    """Return texts of puzzles that cannot be searched."""
    good = json.loads(Puzzle("." * 16, [Holds(0, (1,))], geometry="4x4").to_json())
    no_states = {"type": "RegularLanguage", "cells": [0], "transitions": [], "accepting": []}
    cells = "".join(f"~R2C{at}" for at in "123456789abc")
    return [
        json.dumps(good | {"constraints": [no_states]}),
        json.dumps(good | {"constraints": [nested(300)]}),
        f".Shape~12x12.CountDistinct~R1C1{cells}",
        f".Shape~4x4{'.Or' * 300}.Cage~5~R1C1~R1C2{'.End' * 300}",
    ]


GOOD = Puzzle("." * 16, [Holds(0, (1,))], geometry="4x4").to_json()


@pytest.mark.parametrize("number", range(4))
def test_a_bad_line_is_an_invalid_row_with_its_reason(number: int) -> None:
    lines = [GOOD, bad_lines()[number], GOOD]
    result = solve_many(lines)
    assert [row.status.word for row in result] == ["several", "invalid", "several"]
    assert result.reasons[1]
    assert count_solutions_many(lines).array.tolist() == [72, 0, 72]


COMMANDS = (
    "count", "count -q", "solve", "check", "candidates", "redundant", "minimize",
    "minimize --constraints", "rate --measure search --to csv", "steps", "show", "shuffle --seed 1",
    "canonical", "maximize --time-limit 5", "hint",
)  # fmt: skip


@pytest.mark.parametrize("command", slow_except(COMMANDS, COMMANDS[:1]))
def test_a_bad_line_is_not_the_end_of_a_command(command: str) -> None:
    bad = bad_lines()
    text = "\n".join([GOOD, bad[0], GOOD, bad[1], GOOD, bad[2], GOOD, bad[3], GOOD]) + "\n"
    done = lowbit(*command.split(), stdin=text)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    errors = [line for line in done.stderr.splitlines() if "line " in line and "error" in line]
    assert len(errors) == 4
    if command.startswith("count"):
        assert done.stdout.split() == ["72", "invalid"] * 4 + ["72"]
