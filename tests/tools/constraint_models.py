"""Models of constraints for CP-SAT, written from their rules and not from lowbit's checkers.

For square boards with digits from 1. A constraint without a model here is a KeyError.
"""
# ruff: noqa: ANN401 - a model takes the constraint of its kind, and OR-Tools' own expressions

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ortools.sat.python import cp_model

    from lowbit.constraints import Constraint

    Model = Callable[[cp_model.CpModel, list[Any], Any, int], None]

KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
KING = ((1, 1), (1, -1))


def add(model: cp_model.CpModel, cells: list[Any], constraint: Constraint, size: int) -> None:
    """Add a constraint to the model of a square board."""
    MODELS[type(constraint).__name__](model, cells, constraint, size)


def _cage(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    model.add_all_different(cells[at] for at in said.cells)
    if said.total is not None:
        model.add(sum(cells[at] for at in said.cells) == said.total)


def _sum(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    weights = getattr(said, "weights", ()) or [1] * len(said.cells)
    terms = (w * cells[at] for w, at in zip(weights, said.cells, strict=True))
    model.add(sum(terms) == said.total)


def _arrow(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    number: Any = 0
    for at in said.circle:
        number = 10 * number + cells[at]
    model.add(number == sum(cells[at] for at in said.shaft))


def _thermometer(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    for low, high in pairwise(said.cells):
        model.add(cells[low] + (0 if said.slow else 1) <= cells[high])


def _distance(model: Any, first: Any, second: Any, size: int) -> Any:
    distance = model.new_int_var(0, size - 1, "")
    model.add_abs_equality(distance, first - second)
    return distance


def _difference(model: Any, cells: list[Any], said: Any, size: int) -> None:
    distance = _distance(model, cells[said.first], cells[said.second], size)
    model.add(distance == said.difference)


def _whisper(model: Any, cells: list[Any], said: Any, size: int) -> None:
    for first, second in pairwise(said.cells):
        model.add(_distance(model, cells[first], cells[second], size) >= said.difference)


def _ratio(model: Any, cells: list[Any], said: Any, size: int) -> None:
    digits = range(1, size + 1)
    pairs = [(a, b) for a in digits for b in digits if said.ratio in (a / b, b / a)]
    model.add_allowed_assignments([cells[said.first], cells[said.second]], pairs)


def _pair_sum(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    model.add(cells[said.first] + cells[said.second] == said.total)


def _greater(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    model.add(cells[said.first] > cells[said.second])


def _palindrome(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    for first, second in zip(said.cells, reversed(said.cells), strict=True):
        model.add(cells[first] == cells[second])


def _renban(model: Any, cells: list[Any], said: Any, size: int) -> None:
    line = [cells[at] for at in said.cells]
    least, most = model.new_int_var(1, size, ""), model.new_int_var(1, size, "")
    model.add_all_different(line)
    model.add_min_equality(least, line)
    model.add_max_equality(most, line)
    model.add(most - least == len(line) - 1)


def _between(model: Any, cells: list[Any], said: Any, _size: int) -> None:
    first, *middle, last = (cells[at] for at in said.cells)
    rises = model.new_bool_var("")
    for cell in middle:
        model.add(first < cell).only_enforce_if(rises)
        model.add(cell < last).only_enforce_if(rises)
        model.add(first > cell).only_enforce_if(~rises)
        model.add(cell > last).only_enforce_if(~rises)
    if middle:
        model.add(first < last).only_enforce_if(rises)
        model.add(first > last).only_enforce_if(~rises)


def _parity(remainder: int) -> Model:
    def add_parity(model: Any, cells: list[Any], said: Any, size: int) -> None:
        for at in said.cells:
            half = model.new_int_var(0, size, "")
            model.add(cells[at] == 2 * half + remainder)

    return add_parity


def _diagonal(model: Any, cells: list[Any], said: Any, size: int) -> None:
    rows = range(size)
    columns = reversed(rows) if said.rising else rows
    model.add_all_different(cells[r * size + c] for r, c in zip(rows, columns, strict=True))


def _moves(steps: tuple[tuple[int, int], ...]) -> Model:
    def add_moves(model: Any, cells: list[Any], _said: Any, size: int) -> None:
        for first, second in _apart(steps, size):
            model.add(cells[first] != cells[second])

    return add_moves


def _apart(steps: tuple[tuple[int, int], ...], size: int) -> Iterator[tuple[int, int]]:
    for row in range(size):
        for column in range(size):
            for down, right in steps:
                if row + down < size and 0 <= column + right < size:
                    yield row * size + column, (row + down) * size + column + right


def _sandwich(model: Any, cells: list[Any], said: Any, size: int) -> None:
    """Let b(i) be whether cell i stands between the 1 and the highest digit."""
    line = [cells[at] for at in said.cells]
    ends = []
    for cell in line:
        is_end = model.new_bool_var("")
        model.add_allowed_assignments(
            [cell, is_end], [(digit, digit in {1, size}) for digit in range(1, size + 1)]
        )
        ends.append(is_end)
    parts = []
    for at, cell in enumerate(line):
        part, is_inside = model.new_int_var(0, size, ""), model.new_bool_var("")
        model.add(sum(ends[:at]) == 1).only_enforce_if(is_inside)
        model.add(ends[at] == 0).only_enforce_if(is_inside)
        model.add(sum(ends[:at]) != 1).only_enforce_if([~is_inside, ~ends[at]])
        model.add(is_inside == 0).only_enforce_if(ends[at])
        model.add(part == cell).only_enforce_if(is_inside)
        model.add(part == 0).only_enforce_if(~is_inside)
        parts.append(part)
    model.add(sum(parts) == said.total)


MODELS: dict[str, Model] = {
    "AntiKing": _moves(KING),
    "AntiKnight": _moves(KNIGHT),
    "Arrow": _arrow,
    "Between": _between,
    "Cage": _cage,
    "Diagonal": _diagonal,
    "Difference": _difference,
    "Even": _parity(0),
    "Greater": _greater,
    "LittleKiller": _sum,
    "Odd": _parity(1),
    "PairSum": _pair_sum,
    "Palindrome": _palindrome,
    "Ratio": _ratio,
    "Renban": _renban,
    "Sandwich": _sandwich,
    "Sum": _sum,
    "Thermometer": _thermometer,
    "Whisper": _whisper,
}
"""What adds each constraint."""
