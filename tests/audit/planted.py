"""Data sets with defects in places that are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from lowbit import Grid, check, count_solutions, generate, is_minimal, shuffle, solve
from support import seeded

if TYPE_CHECKING:
    from random import Random

COLUMNS = ("verdict", "defect", "given_solution", "minimal", "duplicate_of", "isomorph_of", "leak")


@dataclass
class Row:
    """A row of a data set, and what an audit has to find out about it."""

    puzzle: str | None
    solution: str | None
    verdict: str
    given: str | None = None
    defect: str | None = None
    same: int | None = None
    isomorph: int | None = None
    leak: str | None = None
    split: str = "train"


@dataclass
class DataSet:
    """Rows, in order."""

    rows: list[Row] = field(default_factory=list)

    def table(self) -> pa.Table:
        columns = {
            "id": list(range(len(self.rows))),
            "puzzle": [row.puzzle for row in self.rows],
            "answer": [row.solution for row in self.rows],
            "split": [row.split for row in self.rows],
        }
        return pa.table(columns)

    def expected(self, name: str) -> list[dict[str, Any]]:
        """Return what is to be in the columns of findings of a file of this name."""

        def place(row: int | None) -> str | None:
            return None if row is None else f"{name}:{row + 1}"

        return [
            {
                "verdict": row.verdict,
                "defect": row.defect,
                "given_solution": row.given,
                "minimal": needs_all(row.puzzle)
                if row.puzzle and row.verdict in {"right", "wrong"}
                else None,
                "duplicate_of": place(row.same),
                "isomorph_of": place(row.isomorph),
                "leak": row.leak,
            }
            for row in self.rows
        ]


@cache
def needs_all(puzzle: str) -> bool:
    return is_minimal(puzzle)


@cache
def solved(puzzle: str) -> str:
    return solve(puzzle).to_line()


def without_a_given(puzzle: str, rng: Random) -> str:
    """Return a puzzle with several solutions, and otherwise the same."""
    while True:
        cell = rng.choice([cell for cell in range(81) if puzzle[cell] != "."])
        puzzle = puzzle[:cell] + "." + puzzle[cell + 1 :]
        if count_solutions(puzzle, limit=2) == 2:
            return puzzle


def without_solution(puzzle: str, rng: Random) -> str:
    """Return a puzzle without a solution in which nothing clashes."""
    while True:
        cell = rng.choice([cell for cell in range(81) if puzzle[cell] == "."])
        spoilt = puzzle[:cell] + rng.choice("123456789") + puzzle[cell + 1 :]
        if check(spoilt).ok and count_solutions(spoilt, limit=1) == 0:
            return spoilt


def swapped(solution: str, puzzle: str) -> str:
    """Return a full grid with the givens of a puzzle that breaks the rules."""
    first, second = [cell for cell in range(9 * 9) if puzzle[cell] == "."][:2]
    cells = list(solution)
    cells[first], cells[second] = cells[second], cells[first]
    return "".join(cells) if cells[first] != cells[second] else solution[::-1]


def disguised(puzzle: str, rng: Random) -> str:
    return shuffle(puzzle, seed=rng.randrange(1 << 30)).to_line()


def planted(n: int, seed: object) -> DataSet:
    """Return `n` clean rows, and after each third of them one with a defect of every kind."""
    rng = seeded("planted", seed)
    puzzles = [Grid(p.tolist()).to_line() for p in generate(n, seed=rng.randrange(1 << 30)).array]
    data = DataSet()
    kinds = cycle(KINDS)
    for number, puzzle in enumerate(puzzles):
        data.rows.append(Row(puzzle, solved(puzzle), "right", "right"))
        if number % 3 == 2:
            next(kinds)(data, puzzle, rng)
    return data


def _several(data: DataSet, puzzle: str, rng: Random) -> None:
    spoilt = without_a_given(puzzle, rng)
    given = solved(puzzle)
    data.rows.append(Row(spoilt, given, "several", "one-of-several", "several"))


def _none(data: DataSet, puzzle: str, rng: Random) -> None:
    spoilt = without_solution(puzzle, rng)
    data.rows.append(Row(spoilt, solved(puzzle), "none", "other-puzzle", "none"))


def _clash(data: DataSet, puzzle: str, rng: Random) -> None:
    given = next(cell for cell in range(80) if puzzle[cell] != "." and puzzle[cell + 1] == ".")
    cell, digit = given + 1, puzzle[given]
    if cell % 9 == 0:  # the next row begins: a digit of its own column, then
        digit = next(puzzle[other] for other in range(cell % 9, 81, 9) if puzzle[other] != ".")
    spoilt = puzzle[:cell] + digit + puzzle[cell + 1 :]
    data.rows.append(Row(spoilt, None, "none", "missing", "none"))


def _invalid(data: DataSet, puzzle: str, rng: Random) -> None:
    spoilt = rng.choice([puzzle[1:], puzzle + ".", "x" + puzzle[1:], "", None, "数独"])
    data.rows.append(Row(spoilt, solved(puzzle), "invalid", None, "invalid"))


def _wrong_puzzle(data: DataSet, puzzle: str, rng: Random) -> None:
    fresh = _fresh(rng)
    data.rows.append(Row(fresh, solved(puzzle), "wrong", "other-puzzle", "wrong"))


def _wrong_clash(data: DataSet, puzzle: str, rng: Random) -> None:
    fresh = _fresh(rng)
    data.rows.append(Row(fresh, swapped(solved(fresh), fresh), "wrong", "clash", "wrong"))


def _wrong_unreadable(data: DataSet, puzzle: str, rng: Random) -> None:
    fresh = _fresh(rng)
    given = rng.choice(
        [solved(fresh)[:80], solved(fresh)[:80] + ".", solved(fresh)[:80] + "x", fresh]
    )
    data.rows.append(Row(fresh, given, "wrong", "unreadable", "wrong"))


def _missing(data: DataSet, puzzle: str, rng: Random) -> None:
    data.rows.append(Row(_fresh(rng), rng.choice([None, ""]), "wrong", "missing", "wrong"))


def _exact(data: DataSet, puzzle: str, rng: Random) -> None:
    first = _first(data, puzzle)
    data.rows.append(Row(puzzle, solved(puzzle), "right", "right", "exact-duplicate", first, first))


def _isomorphic(data: DataSet, puzzle: str, rng: Random) -> None:
    other = disguised(puzzle, rng)
    row = Row(other, solved(other), "right", "right", "isomorphic-duplicate")
    row.isomorph = _first(data, puzzle)
    data.rows.append(row)


def _exact_leak(data: DataSet, puzzle: str, rng: Random) -> None:
    first = _first(data, puzzle)
    data.rows[first].leak = "exact"
    row = Row(puzzle, solved(puzzle), "right", "right", "leak", first, first, "exact", "test")
    data.rows.append(row)


def _isomorphic_leak(data: DataSet, puzzle: str, rng: Random) -> None:
    first = _first(data, puzzle)
    data.rows[first].leak = "isomorphic"
    other = disguised(puzzle, rng)
    row = Row(other, solved(other), "right", "right", "leak")
    row.isomorph, row.leak, row.split = first, "isomorphic", "test"
    data.rows.append(row)


def _wrong_first(data: DataSet, puzzle: str, rng: Random) -> None:
    """Of two with the same puzzle, the one with the right solution is to be kept."""
    fresh = _fresh(rng)
    keep = len(data.rows) + 1
    data.rows.append(Row(fresh, solved(puzzle), "wrong", "other-puzzle", "wrong", keep, keep))
    data.rows.append(Row(fresh, solved(fresh), "right", "right"))


def _first(data: DataSet, puzzle: str) -> int:
    return next(number for number, row in enumerate(data.rows) if row.puzzle == puzzle)


def _fresh(rng: Random) -> str:
    return Grid(generate(1, seed=rng.randrange(1 << 30)).array[0].tolist()).to_line()


KINDS = [
    _several, _none, _clash, _invalid, _wrong_puzzle, _wrong_clash, _wrong_unreadable, _missing,
    _exact, _isomorphic, _exact_leak, _isomorphic_leak, _wrong_first,
]  # fmt: skip
