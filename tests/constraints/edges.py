"""Constraints at the edge of what they may be: cells twice, nothing, and numbers out of reach."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from makers import STEPS

from lowbit.constraints import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from lowbit import Geometry
    from lowbit.constraints import Constraint

NUMBERS: Final = (-1000, -1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 10, 13, 60, 999, 10**9)
MOST_NESTED: Final = 3


def edge(rng: Random, board: Geometry, name: str, depth: int = 0) -> Constraint:
    """Return a constraint of a kind, every field of which may be odd."""
    kind = REGISTRY[name]
    types = {field.name: str(field.type) for field in fields(kind)}
    said = {field: _value(rng, board, kind, depth) for field, kind in types.items()}
    return kind(**said | _that_belongs_together(rng, board, name, said))


def _some(rng: Random, pool: Sequence[int], most: int, least: int = 0) -> tuple[int, ...]:
    """Return some of a few numbers, which may repeat."""
    return tuple(rng.choice(pool) for _ in range(rng.randint(least, most)))


def _value(rng: Random, board: Geometry, kind: str, depth: int) -> Any:  # noqa: ANN401, PLR0911 - as its field, one for each
    cells = rng.sample(range(board.n_cells), 4)
    size = rng.randint(0, 3)
    match kind:
        case "Cell":
            return rng.choice(cells)
        case "Cells":
            return _some(rng, cells, 5, rng.random() < 0.95)
        case "Groups":
            return tuple(_some(rng, cells, size, rng.choice((0, size))) for _ in range(size))
        case "int":
            return rng.choice(NUMBERS)
        case "int | None":
            return rng.choice((None, *NUMBERS))
        case "tuple[int, ...]":
            return _some(rng, (-1, 0, 1, 1, 2, 2, 3, 4, 5, 9), 5)
        case "tuple[tuple[int, int], ...]":
            pairs = range(rng.randint(0, 12))
            return tuple((rng.randint(-1, 5), rng.randint(0, 5)) for _ in pairs)
        case "tuple[tuple[int, ...], ...]":
            states = range(-1, max(size, 1))
            return tuple(tuple(rng.choice(states) for _ in board.values) for _ in range(size))
        case "bool":
            return rng.random() < 0.5
        case "str":
            return "".join(map(str, _some(rng, (0, 1, 1, 2, 2, 3, 4), 6)))
        case "tuple[Constraint, ...]":
            names = sorted(REGISTRY) if depth < MOST_NESTED else ["Holds"]
            return tuple(edge(rng, board, rng.choice(names), depth + 1) for _ in range(size))
    raise AssertionError(kind)


def _that_belongs_together(  # noqa: PLR0911 - a kind each
    rng: Random, board: Geometry, name: str, said: dict[str, Any]
) -> dict[str, Any]:
    """Return fields that would be refused beside others if they were not changed, mostly."""
    if name == "Sum" and rng.random() < 0.9:
        weights = tuple(rng.choice((-2, -1, -1, 0, 1, 1, 2)) for _ in said["cells"])
        return {"weights": weights, "total": rng.choice((-3, -1, 0, 0, 1, 2, 3, 5, 100))}
    if name == "Clone":
        return {"clone": tuple(rng.choice((*said["cells"], 0)) for _ in said["cells"])}
    if name == "ChaosConstruction":
        labels = tuple(rng.sample(range(board.n_cells), len(said["cells"])))
        return {"labels": labels, "size": rng.choice((None, 1, 2, 3, 4))}
    if name in {"NonConsecutive", "NoRatio", "NoSum"}:
        marked = rng.sample(range(board.n_cells - 1), 8)
        return {"marked": tuple((cell, cell + 1) for cell in marked)}
    if name == "FullRank" and rng.random() < 0.9:
        first = rng.randrange(board.size)
        row = range(first * board.size, (first + 1) * board.size)
        column = range(first, board.n_cells, board.size)
        return {"cells": tuple(rng.choice((row, row[::-1], column, column[::-1])))}
    if name == "LookAndSay" and rng.random() < 0.9:
        return {"clue": said["clue"][: len(said["clue"]) // 2 * 2]}
    if name == "DutchFlatmates" and rng.random() < 0.9:
        return dict(zip(("down", "right"), rng.choice(STEPS), strict=True))
    return {}
