"""Notation of cells, candidates, houses, fish and chains.

Chains are in Eureka notation: ``(5)r1c2=(5-3)r4c2=(3)r4c7`` says that if r1c2 is not 5, r4c2 is 5
and so not 3, and then r4c7 is 3. Fish are ``4 r25 c37 fr2c9``: the digit, the base, the cover, and
the fins.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.step import Chain, HouseMark, Step

PREFIXES = {"row": "r", "column": "c", "box": "b"}
"""The letter of each kind of house in the notation of fish."""


TWO_DIGITS: Final = 10


def cells_text(geometry: Geometry, cells: Iterable[int]) -> str:
    """Return cells as ``r1c23``, ``r14c5``: rows with the same columns are merged.

    Variables follow by their names, three and more in a row as ``VA1..3``.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC, Geometry
    >>> cells_text(CLASSIC, [1, 2, 28, 29, 80])
    'r14c23,r9c9'
    >>> cells_text(Geometry.parse("9x9+VA:4+VB:2"), [1, 2, 81, 82, 83, 85, 86])
    'r1c23,VA1..3,VB1,VB2'
    """
    return _merged(geometry, tuple(sorted(cells)))


@lru_cache(1 << 14)
def _merged(geometry: Geometry, cells: tuple[int, ...]) -> str:
    columns: dict[int, list[int]] = {}
    variables = []
    for cell in cells:
        if cell >= geometry.n_on_board:
            variables.append(cell)
            continue
        columns.setdefault(geometry.row(cell) + 1, []).append(geometry.column(cell) + 1)
    rows: dict[str, list[int]] = {}
    for row, numbers in columns.items():
        rows.setdefault(_numbers(numbers), []).append(row)
    on_board = (f"r{_numbers(numbers)}c{text}" for text, numbers in rows.items())
    return ",".join([*on_board, *_variables(geometry, variables)])


def _variables(geometry: Geometry, cells: Iterable[int]) -> Iterator[str]:
    """Yield the names of variables, with runs of a group as one."""
    at_place = enumerate(cells)
    for _, run in groupby(at_place, key=lambda at: (geometry.group_of(at[1]), at[1] - at[0])):
        names = [geometry.cell_name(cell) for _, cell in run]
        if len(names) > 2:
            yield f"{names[0]}..{names[-1].lstrip(ascii_uppercase)}"
        else:
            yield from names


def _numbers(numbers: Sequence[int]) -> str:
    """Return numbers side by side; in brackets if one has two digits."""
    if max(numbers) < TWO_DIGITS:
        return "".join(map(str, numbers))
    return f"({','.join(map(str, numbers))})"


def digits_text(geometry: Geometry, digits: Iterable[int]) -> str:
    """Return digits side by side."""
    return "".join(geometry.symbols[digit - 1] for digit in digits)


def placements_list(geometry: Geometry, items: Iterable[Candidate]) -> list[str]:
    """Return placements as ``r1c1=5``, cell by cell."""
    return [
        f"{geometry.cell_name(cell)}={geometry.symbols[digit - 1]}" for cell, digit in sorted(items)
    ]


def eliminations_list(geometry: Geometry, items: Iterable[Candidate]) -> list[str]:
    """Return candidates that are eliminated as ``r1c1-23``, cell by cell."""
    digits: dict[int, list[int]] = {}
    for cell, digit in sorted(items):
        digits.setdefault(cell, []).append(digit)
    return [
        f"{geometry.cell_name(cell)}-{digits_text(geometry, found)}"
        for cell, found in digits.items()
    ]


def effect_notation(geometry: Geometry, step: Step) -> str:
    """Return the effect of a step as ``r1c1=5``, ``r14c2<>34``.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> from lowbit.techniques.step import Step
    >>> effect_notation(CLASSIC, Step("naked-pair", (), ((0, 3), (0, 4), (1, 3), (1, 4), (9, 3))))
    'r1c12<>34, r2c1<>3'
    """
    by_cell: dict[int, list[int]] = {}
    for cell, digit in sorted(step.eliminations):
        by_cell.setdefault(cell, []).append(digit)
    cells_of: dict[str, list[int]] = {}
    for cell, digits in by_cell.items():
        cells_of.setdefault(digits_text(geometry, digits), []).append(cell)
    lost = (f"{cells_text(geometry, cells)}<>{digits}" for digits, cells in cells_of.items())
    return ", ".join([*placements_list(geometry, step.placements), *lost])


def chain_text(geometry: Geometry, chain: Chain) -> str:
    """Return a chain in Eureka notation."""
    parts = []
    place = 0
    nodes = chain.nodes
    while place < len(nodes):
        node = nodes[place]
        digits = geometry.symbols[node.digit - 1]
        end = place
        while end + 1 < len(nodes) and nodes[end + 1].cells == node.cells:
            sign = "=" if nodes[end + 1].on else "-"
            digits += sign + geometry.symbols[nodes[end + 1].digit - 1]
            end += 1
        sign = "" if not place else "=" if node.on else "-"
        parts.append(f"{sign}({digits}){cells_text(geometry, members(node.cells))}")
        place = end + 1
    return "".join(parts)


def house_text(geometry: Geometry, house: int) -> str:
    """Return a house's name for people: ``row 1``."""
    return str(geometry.houses[house])


def fish_text(geometry: Geometry, step: Step) -> str:
    """Return a fish as ``4 r25 c37 fr2c9``."""
    digit = geometry.symbols[step.marks[0].digit - 1]
    sides = [
        _houses(geometry, [mark for mark in step.houses if mark.role is role])
        for role in (Role.BASE, Role.COVER)
    ]
    parts = [digit, *sides]
    for role, sign in ((Role.FIN, "f"), (Role.ENDO_FIN, "ef")):
        cells = [mark.cell for mark in step.marks if mark.role is role]
        if cells:
            parts.append(sign + cells_text(geometry, cells))
    return " ".join(parts)


def _houses(geometry: Geometry, marks: Iterable[HouseMark]) -> str:
    numbers: dict[str, list[int]] = {}
    for mark in marks:
        house = geometry.houses[mark.house]
        numbers.setdefault(PREFIXES.get(house.kind, house.kind), []).append(house.index + 1)
    return "".join(kind + _numbers(sorted(found)) for kind, found in numbers.items())
