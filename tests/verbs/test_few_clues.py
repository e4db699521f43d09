"""The puzzles of a grid with a few clues, beside all of its minimal puzzles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import (
    FewCluePuzzles,
    Grid,
    InputError,
    LimitReachedError,
    MinimalPuzzles,
    MultipleSolutionsError,
    Puzzle,
    PuzzleLike,
    SourceError,
)
from lowbit.constraints import Cage, Even
from lowbit.kernels.fewest.nodes import CLUES, DEAD
from lowbit.verbs.fewest.few_clues import as_cells
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FULL = "1234341221434321"

GRIDS: dict[str, tuple[PuzzleLike, str | None, int]] = {
    "houses": (FULL, "4x4", 5),
    "diagonals": ("1234341243212143", "4x4+diagonals", 4),
    "even": (Puzzle(FULL, [Even((1, 3))], geometry="4x4"), None, 4),
    "cages": (Puzzle(FULL, [Cage((0, 1), 3), Cage((10, 11, 15), 8)], geometry="4x4"), None, 4),
}


def lines(found: object) -> list[str]:
    return [grid_of(one).to_line() for one in found]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", GRIDS)
def test_they_are_the_minimal_puzzles_with_as_few(name: str) -> None:
    grid, board, clues = GRIDS[name]
    every = [*map(grid_of, MinimalPuzzles(grid, geometry=board))]
    found = lines(FewCluePuzzles(grid, clues, geometry=board))
    assert sorted(found) == sorted(one.to_line() for one in every if one.n_clues <= clues)
    assert found
    fewest = min(one.n_clues for one in every)
    assert lines(FewCluePuzzles(grid, fewest - 1, geometry=board)) == []


def test_threads_and_interruptions_change_nothing() -> None:
    whole = lines(FewCluePuzzles(FULL, 5, geometry="4x4", threads=1))
    told: list[tuple[int, int]] = []
    search = FewCluePuzzles(
        FULL, 5, geometry="4x4", threads=2, progress=lambda *counts: told.append(counts)
    )
    begun = search.next_block()
    rest = lines(FewCluePuzzles(FULL, 5, geometry="4x4", first_part=search.part))
    assert len(begun) + len(rest) == len(whole)
    assert rest == whole[len(begun) :] == lines(search)
    assert told[-1] == (search.n_parts, search.n_parts)


@pytest.mark.parametrize("name", GRIDS)
def test_a_record_goes_on_after_any_end(name: str, tmp_path: Path) -> None:
    """One file for all searches, which a killed process leaves with half a line."""
    grid, board, clues = GRIDS[name]
    path = tmp_path / "record"
    for most in (clues, clues - 1):
        whole = lines(FewCluePuzzles(grid, most, geometry=board))
        begun = FewCluePuzzles(grid, most, geometry=board, record=path, threads=1)
        begun.next_block()
        begun.close()
        with path.open("a") as file:
            file.write('{"grid": "12')
        rest = FewCluePuzzles(grid, most, geometry=board, record=path)
        assert (rest.part, rest.n_parts) == (begun.part, begun.n_parts)
        assert lines(rest) == whole
        done = FewCluePuzzles(grid, most, geometry=board, record=path)
        assert (done.part, lines(done)) == (begun.n_parts, whole)


def test_a_search_without_parts_is_recorded_as_done(tmp_path: Path) -> None:
    for _ in range(2):
        search = FewCluePuzzles(FULL, 2, geometry="4x4", record=tmp_path / "record")
        assert (search.n_parts, lines(search)) == (0, [])
    assert len((tmp_path / "record").read_text().splitlines()) == 1


def test_records_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "record"
    search = FewCluePuzzles(FULL, 4, geometry="4x4", record=path)
    with pytest.raises(SourceError, match=r"record: another search uses this record: let it end"):
        FewCluePuzzles(FULL, 4, geometry="4x4", record=path)
    search.next_block()
    search.close()
    with pytest.raises(InputError, match="a record knows the first part"):
        FewCluePuzzles(FULL, 4, geometry="4x4", record=path, first_part=1)
    step = json.loads(path.read_text().splitlines()[0]) | {"done": 1}
    path.write_text(json.dumps(step | {"division": "other"}) + "\n")
    with pytest.raises(SourceError, match="another version of lowbit has begun this search"):
        FewCluePuzzles(FULL, 4, geometry="4x4", record=path)
    changes: list[dict[str, object]] = [{"done": "1"}, {"done": 10**9}, {"found": [""]}]
    for wrong in ("1234", "[]", "{", "\0", "", *(json.dumps(step | one) for one in changes)):
        path.write_text(f"{json.dumps(step)}\n{wrong}\n")
        with pytest.raises(SourceError, match="line 2 is not from the record of such a search"):
            FewCluePuzzles(FULL, 4, geometry="4x4", record=path)
    for place in ("/dev/null", tmp_path):
        with pytest.raises(SourceError):
            FewCluePuzzles(FULL, 4, geometry="4x4", record=place)


def test_boards_with_more_rules_need_fewer_clues_than_are_tried() -> None:
    grid = lowbit.random_grids(1, seed=2, geometry="windoku")[0]
    assert list(FewCluePuzzles(grid, 10)) == []


def test_17_clue_puzzles_are_found_in_their_grids(data: Callable[[str], Path]) -> None:
    """In the part of the search that holds each: the parts have nothing in common."""
    puzzle = Grid(data("sudoku17.txt").read_text().splitlines()[1713])
    search = FewCluePuzzles(puzzle, 17, threads=1)
    clues = np.array([allowed in {1 << n for n in range(9)} for allowed in puzzle.allowed])
    nodes = search._parts  # noqa: SLF001 - to find the part that holds the puzzle
    taken, dead = (as_cells(nodes[:, at : at + 2], 81) for at in (CLUES, DEAD))
    (part,) = np.flatnonzero(~(taken & ~clues).any(axis=1) & ~(dead & clues).any(axis=1))
    search.part = int(part)
    assert clues.tolist() in search.next_block().tolist()


def test_searches_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="128 cells at most, not 256"):
        FewCluePuzzles(lowbit.random_grids(1, seed=1, geometry="16x16")[0])
    with pytest.raises(InputError, match="clues must be 0 or more, not -1"):
        FewCluePuzzles(FULL, -1, geometry="4x4")
    with pytest.raises(MultipleSolutionsError):
        FewCluePuzzles("." * 81)
    assert lines(FewCluePuzzles(FULL, 10**30, geometry="4x4", first_part=10**30)) == []


def test_a_time_limit_ends_the_search() -> None:
    with pytest.raises(LimitReachedError):
        list(FewCluePuzzles(lowbit.random_grids(1, seed=1)[0], 17, time_limit=0.3))
