"""Every puzzle that is made is as it was asked for, by the judgement of the reference."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
import pytest

import lowbit
from lowbit import EffortSpentError, Geometry, Grid, InputError, generate, random_grids
from lowbit.cli.commands.generate import SYMMETRIES
from lowbit.limits import Limits
from lowbit.verbs.generate.patterns import SIDE_BY_SIDE, Changes
from lowbit.verbs.generate.request import GenerationRequest
from lowbit.verbs.generate.symmetries import MAPS, units
from support import count, slow_except, without

if TYPE_CHECKING:
    from numpy.typing import NDArray

STRICT = ("none", "half-turn", "horizontal", "vertical", "diagonal", "diagonals")
"""Symmetries whose minimal puzzles are found at once."""

PATTERN = """
..1.....1
...1.11..
.1...1..1
1...1..1.
..1...1..
.1..1...1
1..1...1.
..11.1...
1.....1..
""".replace("\n", "")


def grid_of(puzzle: NDArray[np.uint8]) -> Grid:
    return Grid(puzzle.tolist())


def n_solutions(puzzle: NDArray[np.uint8]) -> int:
    return count(grid_of(puzzle), 2)


def is_strictly_minimal(puzzle: NDArray[np.uint8]) -> bool:
    grid = grid_of(puzzle)
    return all(count(without(grid, cell), 2) == 2 for cell in np.flatnonzero(puzzle).tolist())


def images(is_given: NDArray[np.bool_]) -> dict[str, Any]:
    """Return what a pattern becomes by each of the ways to turn and mirror it."""
    square = is_given.reshape(9, 9)
    return {
        "half-turn": np.rot90(square, 2),
        "quarter-turn": np.rot90(square),
        "horizontal": square[::-1],
        "vertical": square[:, ::-1],
        "diagonal": square.T,
        "antidiagonal": np.rot90(square, 2).T,
    }


GENERATED_BY = {
    "none": (),
    "half-turn": ("half-turn",),
    "quarter-turn": ("quarter-turn",),
    "horizontal": ("horizontal",),
    "vertical": ("vertical",),
    "mirrors": ("horizontal", "vertical"),
    "diagonal": ("diagonal",),
    "diagonals": ("diagonal", "antidiagonal"),
    "full": ("quarter-turn", "horizontal", "vertical", "diagonal", "antidiagonal"),
}


def has_symmetry(puzzle: NDArray[np.uint8], symmetry: str) -> bool:
    is_given = puzzle > 0
    return all(
        (images(is_given)[name] == is_given.reshape(9, 9)).all() for name in GENERATED_BY[symmetry]
    )


@pytest.mark.slow
def test_the_puzzles_of_the_plainest_request_are_unique_and_minimal() -> None:
    for puzzle in generate(100, seed=1).array:
        assert n_solutions(puzzle) == 1
        assert is_strictly_minimal(puzzle)


def test_they_are_what_is_left_of_the_random_grids() -> None:
    puzzles, grids = generate(500, seed=2).array, random_grids(500, seed=2).array
    assert ((puzzles == 0) | (puzzles == grids)).all()


@pytest.mark.parametrize(
    "clues", slow_except([20, 21, 22, 24, 26, 28, (19, 21), (25, 27)], [21, 24, (25, 27)])
)
def test_there_are_as_many_givens_as_asked_for(clues: int | tuple[int, int]) -> None:
    fewest, most = (clues, clues) if isinstance(clues, int) else clues
    for puzzle in generate(8, clues=clues, seed=3).array:
        assert fewest <= np.count_nonzero(puzzle) <= most
        assert n_solutions(puzzle) == 1
        assert is_strictly_minimal(puzzle)


@pytest.mark.parametrize("clues", [23, 30, 45, 81])
def test_givens_are_added_where_puzzles_need_not_be_minimal(clues: int) -> None:
    puzzles = generate(40, clues=clues, minimal=False, seed=4).array
    assert (np.count_nonzero(puzzles, axis=1) == clues).all()
    assert all(n_solutions(puzzle) == 1 for puzzle in puzzles)


def test_the_number_of_givens_is_drawn_evenly_from_a_range() -> None:
    puzzles = generate(4000, clues=(30, 33), minimal=False, seed=5).array
    tally = np.bincount(np.count_nonzero(puzzles, axis=1), minlength=34)[30:]
    assert tally.sum() == 4000
    # Chi-squared with 3 degrees of freedom: below 21 but for one seed in ten thousand.
    assert ((tally - 1000) ** 2 / 1000).sum() < 21


@pytest.mark.parametrize("symmetry", STRICT)
def test_symmetric_puzzles_are_unique_and_minimal(symmetry: str) -> None:
    for puzzle in generate(3, symmetry=symmetry, seed=6).array:
        assert has_symmetry(puzzle, symmetry)
        assert n_solutions(puzzle) == 1
        assert is_strictly_minimal(puzzle)


@pytest.mark.parametrize("symmetry", MAPS)
def test_no_unit_of_a_symmetric_puzzle_can_go(symmetry: str) -> None:
    for puzzle in generate(6, symmetry=symmetry, minimal=False, seed=7).array:
        assert has_symmetry(puzzle, symmetry)
        assert n_solutions(puzzle) == 1
        for unit in units(symmetry):
            if puzzle[unit[0]]:
                fewer = puzzle.copy()
                fewer[list(unit)] = 0
                assert n_solutions(fewer) == 2


@pytest.mark.parametrize(
    ("symmetry", "clues"), [("half-turn", 25), ("mirrors", 34), ("quarter-turn", 33), ("full", 36)]
)
def test_symmetry_and_number_go_together(symmetry: str, clues: int) -> None:
    for puzzle in generate(10, symmetry=symmetry, clues=clues, minimal=False, seed=8).array:
        assert has_symmetry(puzzle, symmetry)
        assert np.count_nonzero(puzzle) == clues
        assert n_solutions(puzzle) == 1


@pytest.mark.parametrize("symmetry", MAPS)
def test_units_are_the_orbits_of_the_cells(symmetry: str) -> None:
    cells = [cell for unit in units(symmetry) for cell in unit]
    assert sorted(cells) == list(range(81))
    for unit in units(symmetry):
        pattern = np.isin(np.arange(81), unit)
        assert has_symmetry(pattern.astype(np.uint8), symmetry)
    sizes = {"none": 1, "mirrors": 4, "quarter-turn": 4, "diagonals": 4, "full": 8}
    assert max(map(len, units(symmetry))) == sizes.get(symmetry, 2)


def test_the_command_knows_the_same_symmetries() -> None:
    assert set(SYMMETRIES) == set(MAPS) == set(GENERATED_BY)


@pytest.mark.parametrize("minimal", [True, False])
def test_givens_lie_in_the_pattern(minimal: bool) -> None:  # noqa: FBT001 - a parameter
    wanted = [character == "1" for character in PATTERN]
    for puzzle in generate(5, pattern=PATTERN, minimal=minimal, seed=9).array:
        assert ((puzzle > 0) == wanted).all()
        assert n_solutions(puzzle) == 1
        assert not minimal or is_strictly_minimal(puzzle)


def test_a_puzzle_that_is_right_from_the_start_is_changed_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changes = Changes(GenerationRequest(pattern=frozenset(range(81))), 1, Limits(threads=1))
    monkeypatch.setattr(changes, "_score", lambda puzzles, _most: np.zeros(len(puzzles), int))
    for _ in range(2):
        assert len(changes.begin_anew().found) == SIDE_BY_SIDE
        assert len(changes.step().found) == 0


def test_a_puzzle_without_a_solution_is_further_off_than_any_other() -> None:
    changes = Changes(GenerationRequest(pattern=frozenset(range(81))), 1, Limits(threads=1))
    puzzles = np.zeros((2, 81), np.uint8)
    puzzles[0, :2] = 6
    clashing, empty = changes._score(puzzles, 1000)  # noqa: SLF001 - what is tested
    assert clashing > empty > 0


@pytest.mark.slow
def test_a_pattern_is_a_string_or_numbers() -> None:
    numbers = np.array([character == "1" for character in PATTERN])
    wanted = generate(2, pattern=PATTERN, seed=1).array
    for same in (numbers, numbers.reshape(9, 9), PATTERN.replace(".", "0").replace("1", "X")):
        assert (generate(2, pattern=same, seed=1).array == wanted).all()


def test_puzzles_with_several_solutions_have_one_at_least() -> None:
    for wishes in ({"clues": 20}, {"clues": 0}, {"pattern": "X........" * 9}):
        for puzzle in generate(20, unique=False, seed=2, **wishes).array:
            assert n_solutions(puzzle) >= 1


def test_solutions_are_taken_in_turn() -> None:
    grids = random_grids(7, seed=11).array
    puzzles = generate(20, from_grids=grids, seed=12).array
    for item, puzzle in enumerate(puzzles):
        assert ((puzzle == 0) | (puzzle == grids[item % 7])).all()
        assert n_solutions(puzzle) == 1
    strings = generate(
        20, from_grids=[str(Grid(grid.tolist()).to_line()) for grid in grids], seed=12
    ).array
    assert (strings == puzzles).all()


WISHES: dict[str, dict[str, Any]] = {
    "none": {},
    "clues": {"clues": 21},
    "range": {"clues": (30, 40), "minimal": False},
    "symmetry": {"symmetry": "half-turn"},
    "pattern": {"pattern": PATTERN},
    "not unique": {"clues": 30, "unique": False},
}


MADE = {
    "none": 0xA9BEC3EA,
    "clues": 0xA45C5458,
    "range": 0xE43EE8A5,
    "symmetry": 0x10BFA6F0,
    "pattern": 0x10DDC78B,
    "not unique": 0x11C184ED,
}
"""What 40 puzzles of the seed 13 come to: a change that makes others is noticed."""


@pytest.mark.parametrize("name", WISHES)
def test_a_seed_makes_the_same_puzzles_for_any_number_of_threads(name: str) -> None:
    wishes = WISHES[name]
    one, four = (generate(40, seed=13, threads=threads, **wishes).array for threads in (1, 4))
    assert one.tobytes() == four.tobytes()
    assert generate(40, seed=14, **wishes).array.tobytes() != one.tobytes()
    assert crc32(one.tobytes()) == MADE[name], "if the change is meant, put the new sum in MADE"


@pytest.mark.parametrize("wishes", WISHES.values(), ids=WISHES)
def test_the_first_puzzles_do_not_depend_on_how_many_there_are(wishes: dict[str, Any]) -> None:
    assert (generate(3, seed=15, **wishes).array == generate(30, seed=15, **wishes).array[:3]).all()


def test_a_seed_makes_the_same_grids_for_any_number_of_threads() -> None:
    one, four = (random_grids(5000, seed=1, threads=threads).array for threads in (1, 4))
    assert one.tobytes() == four.tobytes()
    assert (random_grids(50, seed=1).array == one[:50]).all()
    assert (random_grids(50, seed=2).array != one[:50]).any()
    assert (lowbit.is_unique_many(one).array).all()


def test_every_order_of_removal_is_as_likely() -> None:
    """Cells of plain puzzles are givens equally often: chi-squared, 80 degrees of freedom."""
    puzzles = generate(20_000, seed=16).array
    tally = np.count_nonzero(puzzles, axis=0)
    expected = tally.mean()
    # Cells of one puzzle repel each other, which makes the sum smaller, if anything.
    assert ((tally - expected) ** 2 / expected).sum() < 80 + 6 * 160**0.5


TWO_ROWS = "1" * 27 + "." * 18 + "1" * 36
IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "16 givens": ({"clues": 16}, "17 are the fewest"),
    "up to 16": ({"clues": (3, 16)}, "17 are the fewest"),
    "82 givens": ({"clues": 82}, "from 0 to 81"),
    "wrong order": ({"clues": (25, 22)}, "from 0 to 81"),
    "no number": ({"clues": "many"}, "a number, or the fewest and the most"),
    "73 minimal": ({"clues": 73}, "in a full row"),
    "unknown symmetry": ({"symmetry": "spiral"}, "choose from none, half-turn"),
    "79 in units of 4": (
        {"clues": 79, "symmetry": "quarter-turn", "minimal": False},
        "no pattern with 79 givens has the symmetry 'quarter-turn'",
    ),
    "short pattern": ({"pattern": "1" * 80}, "81 characters"),
    "sparse pattern": ({"pattern": "1" * 16 + "." * 65}, "17 are the fewest"),
    "two blank rows": ({"pattern": TWO_ROWS, "minimal": False}, "row 4 and row 5 are blank"),
    "full house": ({"pattern": "1" * 81}, "row 1 is full"),
    "pattern and clues": ({"pattern": PATTERN, "clues": 27}, "excludes clues"),
    "nothing to go by": ({"unique": False}, "need clues or a pattern"),
    "grid with two solutions": ({"from_grids": ["." * 81]}, "grid 0"),
    "no grids": ({"from_grids": []}, "from_grids is empty"),
    "no tries": ({"max_tries": 0}, "max_tries must be 1 or more"),
    "no time": ({"time_limit": float("nan")}, "time_limit must be a number of seconds, 0 or more"),
    "no threads": ({"threads": 0}, "threads must be 1 or more"),
    "large seed": ({"seed": 1 << 64}, "a seed must be"),
}


@pytest.mark.parametrize(("wishes", "says"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_the_impossible_is_turned_away_at_once(wishes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        generate(1, **wishes)


def test_two_blank_columns_of_a_stack_are_turned_away() -> None:
    with pytest.raises(InputError, match="column 1 and column 3 are blank"):
        generate(1, pattern=".1.111111" * 9, minimal=False)


def test_an_effort_that_is_spent_says_what_was_tried() -> None:
    with pytest.raises(EffortSpentError, match="0 of 2 were found") as caught:
        generate(2, clues=60, max_tries=3000, seed=1)
    error = caught.value
    assert (error.n_found, error.wanted) == (0, 2)
    assert error.tries == 3000
    assert error.found is not None
    assert error.found.array.shape == (0, 81)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes


def test_tries_are_counted_one_by_one_and_find_what_more_would() -> None:
    more = generate(100, clues=25, seed=1).array.tolist()
    for max_tries in (1, 2, 3, 5):
        with pytest.raises(EffortSpentError) as caught:
            generate(100, clues=25, max_tries=max_tries, seed=1)
        error = caught.value
        tries = "try" if max_tries == 1 else f"{max_tries} tries"
        assert error.reason == f"the last {tries} found no such puzzle"
        assert error.n_found <= error.tries <= (error.n_found + 1) * max_tries
        assert error.found is not None
        assert error.found.array.tolist() == more[: error.n_found]
    assert error.n_found > 0


def test_what_was_found_in_time_is_not_lost() -> None:
    with pytest.raises(EffortSpentError, match=r"time limit of 0\.001 s") as caught:
        generate(100_000, time_limit=0.001, seed=1)
    found = caught.value.found
    assert found is not None
    assert 0 < len(found) == caught.value.n_found < 100_000
    assert (found.array == generate(len(found), seed=1).array).all()
    with pytest.raises(EffortSpentError, match="0 of 1 were found, in 0 tries"):
        generate(1, time_limit=0, seed=1)


def test_an_effort_that_just_suffices_is_enough() -> None:
    assert len(generate(3, max_tries=1, time_limit=1e-9, seed=1).array) == 3


def test_progress_is_reported_and_may_end_the_work() -> None:
    reported: list[tuple[int, int]] = []
    generate(20, clues=22, seed=1, progress=lambda done, total: reported.append((done, total)))
    assert reported[-1] == (20, 20)

    def interrupt(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        generate(20, clues=22, seed=1, progress=interrupt)


def test_nothing_asked_for_is_nothing() -> None:
    assert generate(0).array.shape == random_grids(0).array.shape == (0, 81)
    for verb in (generate, random_grids):
        with pytest.raises(InputError, match="n must be 0 or more"):
            verb(-1)


@pytest.mark.parametrize("board", ["9x9", "4x4", "6x6~0-5"])
def test_made_puzzles_know_their_board(board: str) -> None:
    puzzles, full = generate(3, geometry=board, seed=1), random_grids(3, geometry=board)
    for made in (puzzles, full):
        assert {puzzle.geometry for puzzle in made} == {Geometry.parse(board)}
        assert list(made) == [Grid(row.tolist(), board) for row in made.array]
        assert made.to_strings() == [grid.to_line() for grid in made]
        assert lowbit.is_unique_many(made).summary() == {"unique": 3}
        assert lowbit.is_unique_many(made[1:])[0].answer
        assert np.array_equal(np.asarray(made, int), made.array)
        lowbit.write(stream := io.StringIO(), made)
        assert lowbit.read(stream.getvalue().splitlines(), geometry=board) == list(made)
    assert len(generate(geometry=board)) == 1
