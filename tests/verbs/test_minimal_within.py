"""Every minimal puzzle within a puzzle, beside all sets of its givens."""

from __future__ import annotations

import json
from itertools import chain, combinations
from typing import TYPE_CHECKING

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import Grid, LimitReachedError, MinimalPuzzles, MultipleSolutionsError, Puzzle
from lowbit.constraints import Cage, Thermometer
from lowbit.errors import SourceError
from lowbit.verbs.minimize import record
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from pathlib import Path

MEDIUM = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
WITHIN = {
    "6....2.4...29..78.18....9....9...4715.6..4....7...........2...5...7.....2..3.....",
    "6....2.4...29..78.18....9..8.....4715.6..4....7...........2...5...7.....2..3.....",
}
FULL = "1234341221434321"

NAMES = ("4x4", "no boxes", "restricted", "constraints")

PUZZLES = (
    Grid("123434122143....", "4x4"),
    Grid("123434122.434...", "4x4:none"),
    Grid.from_masks([1, 2, 4, 12, 4, 12, 1, 2, 2, 1, 12, 4, 15, 15, 2, 1], "4x4"),
    Puzzle("1..434..214...2.", [Cage((0, 1), 3), Thermometer((0, 1, 2, 3))], geometry="4x4"),
)


def subsets(puzzle: Grid | Puzzle) -> set[tuple[int, ...]]:
    """Return the masks of all minimal puzzles within a puzzle, found by looking at every one."""
    grid = puzzle if isinstance(puzzle, Grid) else puzzle.grid
    given = [cell for cell, mask in enumerate(grid.allowed) if mask & (mask - 1) == 0]
    full = grid.geometry.full_mask
    unique = set()
    for gone in chain.from_iterable(combinations(given, k) for k in range(len(given) + 1)):
        masks = tuple(full if cell in gone else mask for cell, mask in enumerate(grid.allowed))
        found = Grid.from_masks(masks, grid.geometry)
        if lowbit.is_unique(found if isinstance(puzzle, Grid) else puzzle.with_grid(found)):
            unique.add(masks)
    return {
        masks
        for masks in unique
        if not any(
            (*masks[:cell], full, *masks[cell + 1 :]) in unique
            for cell in given
            if masks[cell] != full
        )
    }


@pytest.mark.parametrize("puzzle", PUZZLES, ids=NAMES)
def test_each_minimal_puzzle_is_found_once(puzzle: Grid | Puzzle) -> None:
    found = list(MinimalPuzzles(puzzle))
    masks = [(one if isinstance(one, Grid) else one.grid).allowed for one in found]
    assert len(set(masks)) == len(masks) > 0
    assert set(masks) == subsets(puzzle)
    assert all(type(one) is type(puzzle) for one in found)


def lines(puzzle: str) -> set[str]:
    """Return the minimal puzzles within a classic one as lines."""
    return {grid_of(found).to_line() for found in MinimalPuzzles(puzzle)}


def test_the_classic_board_has_the_lanes() -> None:
    assert lines(MEDIUM) == WITHIN
    assert lines(min(WITHIN)) == {min(WITHIN)}
    more = MEDIUM[:80] + lowbit.solve(MEDIUM).to_line()[80]
    assert lines(more) >= WITHIN
    assert lowbit.is_minimal_many(sorted(lines(more))).array.all()


def test_the_first_within_a_full_grid_is_found_soon() -> None:
    found = MinimalPuzzles(lowbit.solve(MEDIUM), max_nodes=400_000)
    assert lowbit.is_minimal(next(found))


def test_limits_end_it_and_others_are_refused() -> None:
    with pytest.raises(LimitReachedError):
        list(MinimalPuzzles(FULL, geometry="4x4", max_nodes=30))
    with pytest.raises(LimitReachedError):
        list(MinimalPuzzles(lowbit.solve(MEDIUM), time_limit=0.05))
    with pytest.raises(MultipleSolutionsError):
        MinimalPuzzles("." * 16, geometry="4x4")


def test_the_command_writes_all_or_some() -> None:
    done = run("minimize", "--all", f"{MEDIUM}", "." * 81, "1" * 81)
    lines = done.stdout.splitlines()
    assert set(lines[:2]) == WITHIN
    assert lines[2].endswith("# several")
    assert lines[3].endswith("# none")
    assert done.returncode == 1
    one = run("minimize", "--all", "--limit", "1", "--to", "csv", MEDIUM)
    assert one.stdout.splitlines()[1].startswith(f"{MEDIUM},minimal,")
    assert len(one.stdout.splitlines()) == 2
    assert run("minimize", "--limit", "1", MEDIUM).returncode == 2
    assert run("minimize", "--all", "--seed", "1", MEDIUM).returncode == 2
    ended = run("minimize", "--all", "--max-nodes", "40", "--geometry", "4x4", FULL)
    assert ended.stdout.splitlines()[-1] == f"{FULL}  # limit-reached"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=NAMES)
@pytest.mark.parametrize("seconds", [0.0, 3600.0], ids=["each step", "the last step"])
def test_a_search_with_a_record_goes_on_where_it_was(
    puzzle: Grid | Puzzle, seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "SECONDS", seconds)
    whole, path = list(MinimalPuzzles(puzzle)), tmp_path / "record"
    list(MinimalPuzzles(FULL, geometry="4x4", record=path))  # another search in the same file
    n_steps, is_over = 0, False
    while not is_over:
        search = MinimalPuzzles(puzzle, record=path)
        try:
            search.next_block()
        except StopIteration:
            is_over = True
        search.close()
        n_steps += 1
        with path.open("a") as file:
            file.write('{"puzzle": "12')  # killed while it was writing
    assert n_steps > 2
    assert list(MinimalPuzzles(puzzle, record=path)) == whole


def test_limits_that_grow_end_a_search_in_the_end(tmp_path: Path) -> None:
    whole, endings = list(MinimalPuzzles(FULL, geometry="4x4")), []
    for most in (1 << n for n in range(6, 20)):
        path = tmp_path / "record"
        search = MinimalPuzzles(FULL, geometry="4x4", record=path, max_nodes=most)
        found: list[Grid | Puzzle] = []
        try:
            found.extend(search)
            endings.append("over")
        except LimitReachedError:
            search.close()
            endings.append("limit")
        assert found == whole[: len(found)]
    assert endings == sorted(endings)
    assert (found, endings.count("over") > 1) == (whole, True)


def test_a_step_that_was_written_but_not_told_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interruption just after a line was written must lose and repeat nothing."""
    monkeypatch.setattr(record, "SECONDS", 0.0)
    whole, path = list(MinimalPuzzles(PUZZLES[0])), tmp_path / "record"
    search = MinimalPuzzles(PUZZLES[0], record=path)
    list(search)
    lines = path.read_text().splitlines()
    for row in range(len(lines)):  # an earlier state is written after later ones
        path.write_text("".join(f"{line}\n" for line in [*lines, lines[row]]))
        assert list(MinimalPuzzles(PUZZLES[0], record=path)) == whole


def test_records_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "record"
    search = MinimalPuzzles(FULL, geometry="4x4", record=path)
    with pytest.raises(SourceError, match="another search uses this record: let it end"):
        MinimalPuzzles(FULL, geometry="4x4", record=path)
    search.next_block()
    search.close()
    step = json.loads(path.read_text())
    changes: list[dict[str, object]] = [
        {"first": 1}, {"first": -1}, {"found": [""]}, {"left": ["?"]}, {"left": ["AAAA"]}
    ]  # fmt: skip
    for wrong in ("1", "{}", "", *(json.dumps(step | one) for one in changes)):
        path.write_text(f"{json.dumps(step)}\n{wrong}\n")
        with pytest.raises(SourceError, match="line 2 is not from the record of such a search"):
            MinimalPuzzles(FULL, geometry="4x4", record=path)
    list(lowbit.FewCluePuzzles(FULL, 4, geometry="4x4", record=tmp_path / "other"))
    for place in ("/dev/null", tmp_path, tmp_path / "other"):
        with pytest.raises(SourceError):
            MinimalPuzzles(FULL, geometry="4x4", record=place)


def test_the_command_goes_on_with_a_record(tmp_path: Path) -> None:
    asked = ("minimize", "--all", "--geometry", "4x4", FULL, "1234.4....4....1")
    kept = (*asked, "--record", tmp_path / "record")
    whole = run(*asked).stdout
    cut = run(*kept, "--max-nodes", "2000", "-v")
    assert "the same command goes on" in cut.stderr
    assert run(*kept).stdout == run(*kept).stdout == whole
    assert run("minimize", "--record", tmp_path / "record", FULL).returncode == 2
