"""Whole numbers that no machine word holds: taken for the largest there is, or refused in words."""

from __future__ import annotations

import inspect
from contextlib import suppress
from typing import Any

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import Grid, InputError, LowbitError, Puzzle
from lowbit.constraints import Diagonal, Thermometer
from support import slow_except

CLASSIC = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
PUZZLES: dict[str, Any] = {
    "classic": CLASSIC,
    "other board": Grid("1..4" + "." * 12, "4x4"),
    "constraints": Puzzle("1" + "." * 15, [Diagonal(), Thermometer((3, 2))], geometry="4x4"),
}
NUMBERS = ("limit", "max_nodes", "seed", "samples", "top", "n", "threads", "max_tries")
LARGE = {"10**30": 10**30, "2**63 - 1": 2**63 - 1, "10**5000": 10**5000}
NUMBERED = [
    (name, parameter)
    for name in sorted(lowbit.__all__)
    if inspect.isroutine(getattr(lowbit, name))
    for parameter in inspect.signature(getattr(lowbit, name)).parameters
    if parameter in NUMBERS
]


def called(name: str, number: str, value: int, puzzle: Any) -> None:  # noqa: ANN401 - a puzzle
    """Call a function with a number, and all else as small as can be."""
    function = getattr(lowbit, name)
    names = inspect.signature(function).parameters
    small = {"limit": 2, "samples": 1, "n": 1, "max_nodes": 50, "time_limit": 1, "seed": 1}
    said: dict[str, Any] = {key: small[key] for key in small if key in names}
    said |= {"skeleton": PUZZLES["constraints"]} if "skeleton" in names else {}
    first = next(iter(names))
    if first.startswith(("puzzle", "grid", "solution")):
        said[first] = [puzzle] if first.endswith("s") else puzzle
    said |= {"seeds": [puzzle]} if "seeds" in names else {}
    said |= {key: puzzle for key in ("answer",) if key in names}
    said |= {key: [puzzle] for key in ("answers",) if key in names}
    found = function(**said | {number: value})
    if hasattr(found, "__next__"):
        next(found, None)


@pytest.mark.parametrize("large", slow_except(LARGE, ["10**30"]))
@pytest.mark.parametrize(("name", "number"), NUMBERED)
def test_functions_take_or_refuse_large_numbers(name: str, number: str, large: str) -> None:
    is_one = number in {"n", "samples"} or name == "generate_weighted"  # which takes no puzzle
    kinds = [CLASSIC] if is_one else [*PUZZLES.values()]
    for puzzle in kinds:
        with suppress(LowbitError, TypeError if name == "generate_graded" else LowbitError):
            called(name, number, LARGE[large], puzzle)


def test_a_number_too_long_to_be_written_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="not a number of 16610 bits"):
        lowbit.shuffle(CLASSIC, seed=10**5000)
    with pytest.raises(InputError, match="limit must be 0 or more, or None, not a number of"):
        lowbit.count_solutions(CLASSIC, limit=-(10**5000))


@pytest.mark.parametrize(
    "command",
    [
        "count --limit",
        "count --max-nodes",
        "count --threads",
        "solve --max-nodes",
        "candidates --counts",
        "candidates --max-nodes",
        "redundant --max-nodes",
        "minimize --max-nodes",
        "rate --to csv --measure search --max-nodes",
    ],
)
def test_options_take_large_numbers(command: str) -> None:
    lines = "\n".join([CLASSIC, "1..4" + "." * 12, PUZZLES["constraints"].to_json()])
    done = run(*command.split(), str(10**30), "--time-limit", "5", stdin=lines + "\n")
    assert "Traceback" not in done.stderr
    assert done.returncode in {0, 1}
    assert len(done.stdout.splitlines()) == 3 + ("csv" in command)
