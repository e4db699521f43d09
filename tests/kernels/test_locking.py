"""The segments and parts of boards, beside those that plain sets give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lane_engine import program_of
from lowbit import Geometry, House
from naive_locking import NOTHING, parts_of
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from lowbit.kernels.general.program import Program

NAMES = (
    "4x4",
    "6x6+diagonals",
    "9x9+windows+groups",
    "16x16+windows",
    "25x25",
    "samurai",
    "7x7~1-9:none",
    "jigsaw:AAAABBBBCCCCDDDD",
    "9x9+r1c1r1c2r2c1",
)


@pytest.mark.parametrize("name", NAMES)
def test_boards_have_the_parts_that_plain_sets_give(name: str) -> None:
    require_parts(Geometry.parse(name))


@pytest.mark.parametrize("seed", range(60))
def test_random_boards_have_them_too(seed: int) -> None:
    require_parts(random_board(seeded("houses", seed)))


def random_board(rng: Random) -> Geometry:
    """Return a board of any houses, some with the same cells."""
    size, n_cells = rng.randint(4, 25), rng.randint(1, 60)
    lengths = [min(n_cells, rng.randint(1, size)) for _ in range(rng.randint(0, 12))]
    sets = [tuple(sorted(rng.sample(range(n_cells), length))) for length in lengths]
    houses = [House("any", at, cells) for at, cells in enumerate(sets + sets[:2])]
    return Geometry(size, houses, places=[divmod(cell, 10) for cell in range(n_cells)])


def require_parts(board: Geometry) -> None:
    """Fail unless a program has the parts of a board, and counterparts that are such."""
    program = program_of(board)
    houses = [frozenset(house.cells) for house in board.houses]
    expected = parts_of(houses)
    found = list(parts_in(program, 4 if board.size <= 16 else 5))
    assert [[cells for _, cells in part] for part in found] == [
        [segment for segment, _ in part] for _, part in expected
    ]
    at_place = dict(member for part in found for member in part)
    whose = {
        at: (house, other, segment)
        for part, (house, of_one) in zip(found, expected, strict=True)
        for (at, segment), (_, other) in zip(part, of_one, strict=True)
    }
    assert len(set(at_place.values())) + 1 == program.segment_first.size
    for at, twin in enumerate(program.counterparts.tolist()):
        house, other, segment = whose.get(at, (NOTHING, NOTHING, NOTHING))
        if other and len(house) == board.size:
            assert whose[twin] == (other, house, segment)
        else:
            assert twin == len(program.counterparts)


def parts_in(program: Program, step: int) -> Iterator[list[tuple[int, frozenset[int]]]]:
    """Yield the members of each part of a program that are no padding: the place and the cells.

    They are as many as turns of a loop take, `step` each.
    """
    for first, end in zip(program.part_first.tolist(), program.part_end.tolist(), strict=True):
        assert (end - first) % step == 0
        segments = enumerate(program.part_segments[first:end], first)
        members = [(at, cells_of(program, segment, step)) for at, segment in segments]
        yield [(at, cells) for at, cells in members if cells]


def cells_of(program: Program, segment: int, step: int) -> frozenset[int]:
    """Return the cells of a segment."""
    cells = program.segment_cells[program.segment_first[segment] : program.segment_end[segment]]
    assert cells.size % step == 0
    return frozenset(cells.tolist())
