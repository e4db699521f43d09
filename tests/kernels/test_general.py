"""The lane engine of all boards: programs, counts, limits, and variants."""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lane_engine import program_of
from lowbit import Geometry, Grid, House, LimitReachedError
from lowbit.kernels.general.engine import list_solutions, new_answers
from lowbit.kernels.general.program import board_of
from lowbit.status import Status
from support import IRREGULAR, loose_puzzle, random_solution, seeded

if TYPE_CHECKING:
    from conftest import Data

NAMES = ("4x4", "6x6", "9x9", IRREGULAR, "9x9+diagonals", "9x9+windows", "9x9+groups", "16x16")

ISS_DIGITS = "0123456789abcdefgp"
WITHOUT_BOXES = {"9x8~1-9 boxes"}
"""Boards that have none there, for none are possible."""


def found_by(grid: Grid, *, limit: int, in_order: bool = False) -> list[bytes]:
    board = board_of(grid.geometry)
    blocks = list_solutions(board, [grid.allowed], new_answers(board, 1), in_order=in_order)
    return [row.tobytes() for row in islice((row for block in blocks for row in block), limit)]


def parts_of(geometry: Geometry) -> tuple[list[list[int]], list[frozenset[int]]]:
    """Return the members of each part, and the cells of each member."""
    program = program_of(geometry)
    bounds = zip(program.part_first, program.part_end, strict=True)
    cells = [
        frozenset(
            program.segment_cells[
                program.segment_first[segment] : program.segment_end[segment]
            ].tolist()
        )
        for segment in program.part_segments
    ]
    return [list(range(first, end)) for first, end in bounds], cells


@pytest.mark.parametrize("name", NAMES)
def test_a_program_locks_every_pair_of_houses_that_share_cells(name: str) -> None:
    geometry = Geometry.parse(name)
    parts, cells = parts_of(geometry)
    part_of = {member: part for part in parts for member in part}
    locked = set()
    for member, twin in enumerate(program_of(geometry).counterparts.tolist()):
        if twin in part_of:
            rest = (cells[target] for target in part_of[twin] if target != twin)
            assert cells[twin] == cells[member]
            locked.add((cells[member], frozenset().union(*rest)))
    houses = [frozenset(house.cells) for house in geometry.houses]
    expected = {
        (house & other, other - house)
        for house in houses
        for other in houses
        if len(house & other) > 1 and house != other
    }
    assert locked == expected


@pytest.mark.parametrize("name", [*NAMES, "6x8~0-7"])
def test_the_segments_of_a_part_make_up_a_house(name: str) -> None:
    geometry = Geometry.parse(name)
    parts, cells = parts_of(geometry)
    houses = {house.cells for house in geometry.houses}
    for part in parts:
        assert tuple(sorted(cell for member in part for cell in cells[member])) in houses


def test_a_house_that_may_lack_digits_locks_none() -> None:
    geometry = Geometry.parse("6x8~0-7")
    parts, cells = parts_of(geometry)
    counterparts = program_of(geometry).counterparts
    for part in parts:
        n_cells = sum(len(cells[member]) for member in part)
        assert n_cells == geometry.size or all(
            counterparts[member] == len(counterparts) for member in part
        )


def test_lanes_are_as_wide_as_the_board_needs() -> None:
    widths = {name: np.dtype(board_of(Geometry.parse(name)).dtype).itemsize for name in NAMES}
    assert set(widths.values()) == {2}
    assert np.dtype(board_of(Geometry.parse("20x20")).dtype).itemsize == 4


@pytest.mark.parametrize(("name", "number"), [("4x4", 288), ("4x4+diagonals", 48)])
def test_known_counts(name: str, number: int) -> None:
    board = Geometry.parse(name)
    assert len(set(found_by(Grid("." * board.n_cells, board), limit=1000))) == number


@pytest.mark.slow
def test_the_count_of_all_grids_of_6x6() -> None:
    assert 6 * lowbit.count_solutions("1" + "." * 35, geometry="6x6") == 28_200_960


@pytest.mark.parametrize("name", NAMES[:-1])
def test_solutions_in_the_order_of_their_digits(name: str) -> None:
    rng = seeded(name)
    puzzle = loose_puzzle(random_solution(Geometry.parse(name), rng), rng)
    in_order = found_by(puzzle, limit=300, in_order=True)
    assert in_order == sorted(in_order)
    assert set(in_order) == set(found_by(puzzle, limit=300)) or len(in_order) == 300


def test_digits_that_need_the_last_bit_of_a_lane() -> None:
    geometry = Geometry.parse("16x16")
    solution = random_solution(geometry, seeded("16"))
    masks = [mask if mask < 1 << 15 else geometry.full_mask for mask in solution.allowed]
    assert found_by(Grid.from_masks(masks, geometry), limit=2) == [solution.givens]
    only_16 = [mask if mask == 1 << 15 else geometry.full_mask for mask in solution.allowed]
    assert found_by(Grid.from_masks(only_16, geometry), limit=1)


def test_a_house_with_fewer_cells_than_digits_may_lack_some() -> None:
    rows = Geometry(4, [*Geometry.parse("4x4").houses[:4], House("pair", 0, (0, 4))])
    assert len(found_by(Grid("." * 16, rows), limit=24**4)) == 24**4 * 3 // 4


@pytest.mark.parametrize("nodes", [0, 1, 5, 100])
def test_a_search_that_ran_out_of_nodes_says_so(nodes: int) -> None:
    geometry = Geometry.parse("9x9+windows")
    board, masks = board_of(geometry), [Grid("." * 81, geometry).allowed]
    answers = new_answers(board, 1)
    found = [len(block) for block in list_solutions(board, masks, answers, max_nodes=nodes)]
    assert answers.status[0] == Status.LIMIT_REACHED
    assert answers.nodes[0] <= nodes
    assert sum(found) == answers.n_solutions[0]


def test_a_search_that_ran_out_of_time_says_so() -> None:
    with pytest.raises(LimitReachedError):
        lowbit.count_solutions("." * 81, geometry="9x9+windows", time_limit=0.2)


@pytest.mark.slow
def test_a_search_goes_on_where_it_came_up(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Grid("." * 36, "6x6")
    expected = found_by(puzzle, limit=5000)
    monkeypatch.setattr("lowbit.kernels.general.engine.WORK_AT_ONCE", 1)
    board_of.cache_clear()
    assert found_by(puzzle, limit=5000) == expected
    board_of.cache_clear()


def test_lanes_go_from_board_to_board_of_as_many_cells() -> None:
    """They keep nothing of what one of them locked."""
    names = ("9x9+windows", "9x9", "9x9+diagonals", "9x9~1-9:none")
    full = {name: next(lowbit.solutions("." * 81, geometry=name)) for name in names}
    for name in (*names, *reversed(names)):
        assert [list(found) for found in found_by(full[name], limit=2)] == [list(full[name])]
        assert len(found_by(Grid("." * 81, name), limit=40)) == 40


def test_variants(data: Data) -> None:
    with data("variants/variants.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    asked = [(row, grid) for row in rows if (grid := plain_grid(row)) and row["status"] != "open"]
    assert len(asked) == 32
    for row, grid in asked:
        found = found_by(grid, limit=2)
        assert row["status"] == ("none", "unique", "multi")[len(found)], row["id"]
        if row["status"] == "unique":
            assert Grid(list(found[0]), grid.geometry).to_line() == row["solution"], row["id"]


def plain_grid(row: dict[str, str]) -> Grid | None:
    """Return the puzzle of a row if lowbit has its board and it asks for nothing else."""
    if row["kind"] == "plain25-multi":
        return Grid(row["givens"], "25x25")
    constraints = row["constraints_iss"]
    names = set(re.findall(r"\.([A-Za-z]+)", constraints))
    shape = re.match(r"(\d+)x(\d+)~(\d+)-(\d+)", row["board"])
    if names - {"Shape", "Diagonal", "Windoku", "Jigsaw", "NoBoxes"} or shape is None:
        return None
    jigsaw = re.search(r"Jigsaw~(\w+)", constraints)
    name = shape[0]
    if jigsaw:
        name += f":{jigsaw[1].upper()}"
    elif "NoBoxes" in names or row["board"] in WITHOUT_BOXES:
        name += ":none"
    name += "+diagonals" * ("Diagonal" in names) + "+windows" * ("Windoku" in names)
    geometry = Geometry.parse(name)
    masks = [geometry.full_mask] * geometry.n_cells
    for line, column, digits in re.findall(r"R(\w)C(\w)((?:_\d+)+)", constraints):
        cell = geometry.cell_at(ISS_DIGITS.index(line) - 1, ISS_DIGITS.index(column) - 1)
        assert cell is not None
        masks[cell] = sum(1 << geometry.values.index(int(d)) for d in digits[1:].split("_"))
    return Grid.from_masks(masks, geometry)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[:-1])
def test_the_solutions_do_not_depend_on_how_many_lanes_look_for_them(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What they visit does: cells have weights, and several candidates are shaved at once."""
    rng = seeded(name, "tree")
    puzzle = loose_puzzle(random_solution(Geometry.parse(name), rng), rng)
    together, in_order = [], []
    for register_bytes in (8, 64):
        monkeypatch.setattr("lowbit.kernels.general.engine.REGISTER_BYTES", register_bytes)
        monkeypatch.setattr("lowbit.kernels.general.engine._idle", {})  # other tests keep theirs
        board_of.cache_clear()
        together.append(sorted(searched(puzzle)[0]))
        in_order.append(searched(puzzle, in_order=True)[0])
    board_of.cache_clear()
    assert together[0] == together[1] == sorted(in_order[0])
    assert in_order[0] == in_order[1]


def searched(puzzle: Grid, *, in_order: bool = False) -> tuple[list[bytes], int]:
    """Return all solutions, and how many nodes that took."""
    board = board_of(puzzle.geometry)
    answers = new_answers(board, 1)
    blocks = list(list_solutions(board, [puzzle.allowed], answers, in_order=in_order))
    return list(map(bytes, np.concatenate(blocks))), int(answers.nodes[0])


def test_what_was_searched_before_changes_nothing() -> None:
    rng = seeded("before")
    board = Geometry.parse("9x9+diagonals")
    first, second = (loose_puzzle(random_solution(board, rng), rng) for _ in range(2))
    alone = searched(first)
    searched(second)
    assert searched(first) == alone
