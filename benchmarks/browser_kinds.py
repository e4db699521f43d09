"""Kinds of puzzles for a tab, and what it is asked of them."""

from __future__ import annotations

import random
from functools import cache, partial
from itertools import islice
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import lowbit
from benchmarks import variants
from benchmarks.browser_native import Request, ask, batch, request, variant
from benchmarks.puzzles import N_CELLS, puzzles_of
from benchmarks.shared_data import shared_file
from lowbit.formats.variants.iss import read_iss

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LONG_LIST = 100_000
SAMPLE = 300
"""Puzzles of a kind that a program takes one by one."""

FEW = 40
"""Puzzles of each class of constraints."""

LISTED = 400
"""Puzzles with constraints of a list."""

FEW_NODES = 1000
CLASSES = ("killer", "thermometer", "arrow", "kropki", "anti-knight", "sandwich")
SOLVED = "geometry={}&solutions=false"
WRITTEN = "geometry={}&style=line"
SEED = 1
MOST_CELLS = 4
"""Cells of a cage."""


class Contest(NamedTuple):
    """What is measured of a kind of puzzles; others are measured by the first.

    Attributes
    ----------
    name : str
        The kind.
    in_tab : list of tuple
        The name, the worker, the requests and the number of puzzles in them.
    natively : list of tuple
        The name, pieces of work and the number of puzzles in them.
    """

    name: str
    in_tab: list[tuple[str, str, list[Any], int]]
    natively: list[tuple[str, list[Callable[[], object]], int]]


def contests() -> Iterator[Contest]:
    """Yield all contests."""
    for name, n in (("17 clues", LONG_LIST), ("hardest", 20_000)):
        yield of_lines(name, repeated(lines(name), n), "9x9")
    yield of_lines("16x16", lines("16x16"), "16x16")
    for name, puzzles in variants.rows().items():
        if name in CLASSES:
            yield of_variants(name, [text for _, text in puzzles])


def of_lines(name: str, puzzles: list[str], geometry: str) -> Contest:
    """Return the contest of puzzles without constraints."""
    listed = batch(SOLVED.format(geometry), puzzles)
    sampled = puzzles[:: max(1, len(puzzles) // SAMPLE)]
    n = len(puzzles)
    quick = [
        ("search alone", "search", [{"text": listed["body"]}], n),
        ("list, quick worker", "quick", [listed], n),
    ]
    return Contest(
        name,
        [
            (
                "Interactive Sudoku Solver",
                "iss",
                [*map(in_iss, sampled)],
                len(sampled),
            ),
            *(quick if geometry == "9x9" else []),
            ("list, Python", "python", [listed], n),
        ],
        [
            ("native, list", [partial(ask, listed)], n),
            ("native, solve_many", [partial(solve_many, puzzles, geometry)], n),
        ],
    )


def in_iss(line: str) -> dict[str, str]:
    """Return the question to Interactive Sudoku Solver; it has another text for large boards."""
    side = isqrt(len(line))
    grid = lowbit.Grid(line, lowbit.Geometry.parse(f"{side}x{side}"))
    return {"text": line if len(line) == N_CELLS else lowbit.write_puzzle(grid, "iss")}


def solve_many(puzzles: Sequence[str], geometry: str) -> object:
    """Solve puzzles by one thread."""
    return lowbit.solve_many(puzzles, geometry=geometry, threads=1)


def of_variants(name: str, puzzles: list[str]) -> Contest:
    """Return the contest of puzzles with constraints, one by one and listed over and over."""
    asked = {text: variant(text) for text in filter(is_easy, puzzles)}
    named = {text: request for text, request in islice(asked.items(), FEW) if request}
    chosen, requests = list(named), list(named.values())
    n, texts = len(chosen), repeated(chosen, LISTED)
    listed = batch(SOLVED.format("9x9"), texts)
    return Contest(
        f"{name}, {n} puzzles",
        [
            ("Interactive Sudoku Solver", "iss", [{"text": text} for text in chosen], n),
            ("single questions, Python", "python", requests, n),
            ("list, Python", "python", [listed], LISTED),
        ],
        [
            ("native, single questions", [partial(ask, one) for one in requests], n),
            ("native, list", [partial(ask, listed)], LISTED),
            ("native, solve_many", [partial(lowbit.solve_many, texts, threads=1)], LISTED),
        ],
    )


def is_easy(text: str) -> bool:
    """Say whether a puzzle has one solution, which few nodes find."""
    try:
        lowbit.solve(read_iss(text), max_nodes=FEW_NODES)
    except lowbit.LowbitError:
        return False
    return True


def repeated(puzzles: list[str], n: int) -> list[str]:
    """Return `n` puzzles: the given ones over and over."""
    return (puzzles * -(-n // len(puzzles)))[:n]


@cache
def lines(name: str) -> list[str]:
    """Return the lines of a kind of puzzles."""
    if name == "16x16":
        return lowbit.generate(SAMPLE, geometry="16x16", seed=SEED).to_strings()
    file = {"17 clues": "sudoku17.txt", "hardest": "hardest_se11plus.txt"}[name]
    return puzzles_of(str(shared_file(file)))


def questions(n: int) -> Iterator[tuple[str, list[Request], tuple[str, ...]]]:
    """Yield names of kinds, requests for `n` puzzles of each, and the workers that answer them."""
    both, python = ("quick", "python"), ("python",)
    for name in ("17 clues", "hardest"):
        puzzles = lines(name)[:n]
        yield name, [batch(WRITTEN.format("9x9"), puzzles)], both
        yield f"{name}, statuses", [batch(SOLVED.format("9x9"), puzzles)], both
    yield "16x16", [batch(WRITTEN.format("16x16"), large(n))], python
    yield "killer", [request("solve", **killer) for killer in killers(n)], python
    cut = [without_some(line) for line in lines("17 clues")[:n]]
    yield "counts", [request("count", puzzle=line, limit=1000) for line in cut], both
    yield "checks", [batch(SOLVED.format("9x9"), cut)], both
    edited = [edit(random.Random(at), line) for at, line in enumerate(lines("17 clues")[:n])]
    for name in ("solve", "solutions", "verdict", "candidates"):
        yield name, [request(name, puzzle=line) for line in edited], both
    yield "canonical", [request("canonical", puzzle=line) for line in cut], python
    few = lines("17 clues")[: n // 5]
    for rules in ("explainer", "hodoku"):
        yield rules, [batch(f"{SOLVED.format('9x9')}&rules={rules}", few)], python
    named = [text for _, puzzles in sorted(variants.rows().items()) for _, text in puzzles]
    yield "constraints", [*filter(None, map(variant, filter(is_easy, named)))], python


def without_some(line: str) -> str:
    """Return a puzzle without its first given, which has more solutions than one."""
    first = next(cell for cell in range(N_CELLS) if line[cell] != ".")
    return f"{line[:first]}.{line[first + 1 :]}"


def edit(rng: random.Random, line: str) -> str:
    """Return a puzzle as it may be while it is set: without some givens, or with a wrong one."""
    cells = [*line]
    givens = [cell for cell in range(N_CELLS) if line[cell] != "."]
    for cell in rng.sample(givens, rng.choice((0, 0, 1, 2, 4, 8, 16))):
        cells[cell] = "."
    for cell in rng.sample(range(N_CELLS), rng.choice((0, 0, 0, 1, 3))):
        cells[cell] = rng.choice("123456789")
    return "".join(cells)


def large(n: int) -> list[str]:
    """Return images of 16x16 puzzles, no two the same."""
    puzzles = repeated(lines("16x16"), n)
    images = lowbit.shuffle_many(puzzles, geometry="16x16", seed=SEED)
    return lowbit.Grids(images.array, lowbit.Geometry.parse("16x16")).to_strings()


def killers(n: int) -> Iterator[dict[str, Any]]:
    """Yield grids cut into cages at random; some have several solutions."""
    grids = lowbit.random_grids(n, seed=SEED).to_strings()
    for number, grid in enumerate(grids):
        cages = [
            {"type": "Cage", "cells": cells, "total": sum(int(grid[cell]) for cell in cells)}
            for cells in cut(random.Random(number))
        ]
        yield {"puzzle": "." * N_CELLS, "constraints": cages}


def cut(rng: random.Random) -> Iterator[list[int]]:
    """Yield the cells of cages that fill the board."""
    free = set(range(N_CELLS))
    while free:
        cells = [min(free)]
        free -= {*cells}
        for _ in range(rng.randrange(1, MOST_CELLS)):
            if near := sorted(free & {next_to for cell in cells for next_to in beside(cell)}):
                cells.append(rng.choice(near))
                free.remove(cells[-1])
        yield cells


def beside(cell: int) -> Iterator[int]:
    """Yield the cells to the right of and below a cell, and to its left."""
    if cell % 9 < 8:
        yield cell + 1
    if cell % 9 > 0:
        yield cell - 1
    yield cell + 9
