"""Canonical forms: one for each class, the smallest there is, and what follows from them."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lowbit import (
    CLASSIC,
    N_SYMMETRIES,
    Grid,
    InputError,
    Transform,
    automorphisms,
    canonical,
    canonical_many,
    canonical_transform,
    is_isomorphic,
    isomorphism,
    shuffle_many,
)
from minlex_twin import twin
from support import MAKERS, random_solution, seeded, slow_except

if TYPE_CHECKING:
    from collections.abc import Sequence

    from conftest import Data

MOST = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""The grid with the most automorphisms."""
EMPTY = "." * 81
DIAGONAL = range(0, 81, 10)


def only(cells: dict[int, int]) -> str:
    return "".join(str(cells.get(cell, ".")) for cell in range(81))


def of_digits(grid: str, digits: str) -> str:
    return "".join(digit if digit in digits else "." for digit in grid)


SPECIAL = {
    "most automorphisms": MOST,
    "seven of its digits": of_digits(MOST, "1234567"),
    "three of its digits": of_digits(MOST, "123"),
    "one of its digits": of_digits(MOST, "1"),
    "its first band": MOST[:27] + "." * 54,
    "nine digits on a diagonal": only({cell: 1 + i for i, cell in enumerate(DIAGONAL)}),
    "one digit on a diagonal": only(dict.fromkeys(DIAGONAL, 1)),
    "all but a diagonal": only({cell: 1 for cell in range(81) if cell not in DIAGONAL}),
    "shifted rows": "".join("123456789"[(i + j) % 9] for i in range(9) for j in range(9)),
    "three full rows": MOST[:9] + "." * 18 + MOST[27:36] + "." * 18 + MOST[54:63] + "." * 18,
    "a full row": "123456789" + "." * 72,
    "two equal givens": "55" + "." * 79,
    "a full box": only({cell: 1 + i for i, cell in enumerate(CLASSIC.boxes[4].cells)}),
    "a given a box": only({box.cells[i]: 1 + i // 3 for i, box in enumerate(CLASSIC.boxes)}),
    "six givens of two digits": only({0: 1, 1: 2, 40: 2, 41: 1, 79: 1, 80: 2}),
}


KINDS = ("unique", "several", "spoilt")
BLANKS = (1, 5, 20, 40, 72)
NOISE = ((9, 1), (9, 0.3), (2, 1), (2, 0.5), (1, 0.5))
RANDOM = (
    "solved",
    *KINDS,
    *(f"{81 - n_blank} givens" for n_blank in BLANKS),
    *(f"noise {most} {share}" for most, share in NOISE),
)
NUMBERED = {f"{sort} {number}": number for number in range(3) for sort in RANDOM}
FURTHER = {name for name, number in NUMBERED.items() if number}


@cache
def numbered(number: int) -> dict[str, Grid]:
    """Return random puzzles of all sorts by name, which take long to make."""
    rng = seeded("canonical", number)
    solution = random_solution(CLASSIC, rng)
    found = [solution, *(MAKERS[kind](solution, rng) for kind in KINDS)]
    for n_blank in BLANKS:
        kept = [*solution]
        for cell in rng.sample(range(81), n_blank):
            kept[cell] = 0
        found.append(Grid(kept))
    for most, share in NOISE:
        noise = [rng.randint(1, most) if rng.random() < share else 0 for _ in range(81)]
        found.append(Grid(noise))
    return {f"{sort} {number}": grid for sort, grid in zip(RANDOM, found, strict=True)}


def sample(name: str) -> Grid:
    return Grid(SPECIAL[name]) if name in SPECIAL else numbered(NUMBERED[name])[name]


SAMPLES = (*SPECIAL, *NUMBERED)


@pytest.fixture
def grid(request: pytest.FixtureRequest) -> Grid:
    return sample(request.param)


def each_sample(slow: set[str] = FURTHER) -> pytest.MarkDecorator:
    """Give a test each of the samples, some of them for `make test-all` alone."""
    quick = {*SAMPLES} - slow
    return pytest.mark.parametrize("grid", slow_except(SAMPLES, quick), indirect=True)


a_sample = each_sample()

transforms = st.integers(0, N_SYMMETRIES - 1).map(Transform.numbered)
few_givens = st.dictionaries(st.integers(0, 80), st.integers(1, 9), min_size=9, max_size=30)
any_puzzles = few_givens.map(only).map(Grid)


@each_sample(slow={*FURTHER, "its first band", "a full row", "a full box", "two equal givens"})
def test_the_form_and_the_number_of_automorphisms_are_those_of_the_slow_twin(grid: Grid) -> None:
    expected = twin(grid)
    assert canonical(grid).to_line() == expected.form
    assert canonical_transform(grid)(grid).to_line() == expected.form
    assert automorphisms(grid).count == expected.n_automorphisms
    assert canonical_many([grid]).automorphisms == [expected.n_automorphisms]


@pytest.mark.slow
@settings(max_examples=12)
@given(any_puzzles)
def test_any_givens_have_the_form_of_the_slow_twin(grid: Grid) -> None:
    assert (canonical(grid).to_line(), automorphisms(grid).count) == twin(grid)


@a_sample
def test_many_symmetries_of_a_puzzle_have_its_form(grid: Grid) -> None:
    n = 250
    many = np.frombuffer(grid.givens * n, np.uint8).reshape(-1, 81)
    shuffled = shuffle_many(many, seed=1).array
    batch = canonical_many(shuffled, transforms=True)
    assert set(batch.to_strings()) == {canonical(grid).to_line()}
    assert len(set(batch.automorphisms.tolist())) == 1
    for row in range(0, n, n // 4):
        assert batch.transform(row)(shuffled[row]) == canonical(grid)


@a_sample
def test_the_form_is_canonical_and_not_larger(grid: Grid) -> None:
    form = canonical(grid)
    assert canonical(form) == form
    assert form.to_line() <= grid.to_line()
    assert form.n_clues == grid.n_clues


@given(any_puzzles, transforms)
def test_isomorphic_puzzles_have_a_symmetry_that_shows_it(grid: Grid, symmetry: Transform) -> None:
    other = symmetry(grid)
    found = isomorphism(grid, other)
    assert found is not None
    assert found(grid) == other
    assert is_isomorphic(other, grid)


@pytest.mark.slow
@settings(max_examples=5)
@given(
    st.dictionaries(st.integers(0, 80), st.integers(1, 2), min_size=3, max_size=4),
    st.dictionaries(st.integers(0, 80), st.integers(1, 2), min_size=3, max_size=4),
)
def test_puzzles_are_isomorphic_if_and_only_if_their_forms_are_equal(
    one: dict[int, int], other: dict[int, int]
) -> None:
    first, second = Grid(only(one)), Grid(only(other))
    are_same = twin(first).form == twin(second).form
    assert is_isomorphic(first, second) is are_same
    assert (isomorphism(first, second) is not None) is are_same
    assert (canonical(first) == canonical(second)) is are_same


def test_a_given_that_moves_makes_another_class() -> None:
    grid = sample("unique 0")
    cell = next(i for i, digit in enumerate(grid) if digit)
    moved = [*grid]
    moved[cell] = moved[cell] % 9 + 1
    assert not is_isomorphic(grid, moved)
    assert isomorphism(grid, moved) is None
    assert not is_isomorphic(grid, EMPTY)


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (MOST, 648),
        (EMPTY, N_SYMMETRIES),
        ("1" * 81, N_SYMMETRIES // 9),
        ("5" + "." * 80, N_SYMMETRIES // (81 * 9)),
        ("123456789" * 9, 6**8),
        (SPECIAL["nine digits on a diagonal"], 2 * 6**4),
        (SPECIAL["its first band"], 7776),
        (SPECIAL["a full row"], N_SYMMETRIES // (18 * 362880)),
    ],
)
def test_known_numbers_of_automorphisms(puzzle: str, count: int) -> None:
    assert automorphisms(puzzle).count == len(automorphisms(puzzle)) == count


@a_sample
def test_automorphisms_are_listed_once_each_and_change_nothing(grid: Grid) -> None:
    symmetries = automorphisms(grid)
    assert next(iter(symmetries)) == Transform.identity()
    for symmetry in symmetries.generators:
        assert symmetry(grid) == grid
    if symmetries.count <= 3000:
        listed = set(symmetries)
        assert len(listed) == symmetries.count
        assert all(symmetry(grid) == grid for symmetry in listed)


@pytest.mark.parametrize("puzzle", [MOST, SPECIAL["one digit on a diagonal"]])
def test_automorphisms_form_a_group(puzzle: str) -> None:
    listed = set(automorphisms(puzzle)) if puzzle == MOST else None
    generators = automorphisms(puzzle).generators
    for one, other in product(generators[:30], repeat=2):
        both = one.then(other)
        assert both(puzzle) == Grid(puzzle)
        assert listed is None or both in listed


def test_the_grid_with_the_most_automorphisms_is_its_own_form() -> None:
    assert canonical(MOST).to_line() == MOST


def bands() -> list[str]:
    """Return bands of every class: a row of the second box has digits of one row of the first,
    or two of one (4 and 5, after a permutation of the columns) and one of the other.
    """
    first = (set("123"), set("456"), set("789"))
    splits = [(set("456"), set("789"), set("123"))] + [
        (set("45") | {a}, first[2] - {a} | {b}, first[0] - {b} | {"6"})
        for a, b in product("79", "123")  # 8 for 7: columns change places
    ]
    found = []
    for second in splits:
        third = [set("123456789") - one - two for one, two in zip(first, second, strict=True)]
        for boxes in product(*(boxes_of(list(map(sorted, rows))) for rows in (second, third))):
            rows = zip(map(sorted, first), *boxes, strict=True)
            found.append("".join(digit for row in rows for part in row for digit in part))
    return found


def boxes_of(rows: Sequence[Sequence[str]]) -> list[tuple[Sequence[str], ...]]:
    """Return the boxes with these rows, of which the top row is in order."""
    top, *others = rows
    return [(top, *lower) for lower in product(*map(permutations, others))]


@pytest.mark.slow
def test_there_are_416_bands_and_their_orbits_make_up_all() -> None:
    """Felgenhauer and Jarvis, "Enumerating possible Sudoku grids", 2005: 9! * 2612736 bands."""
    batch = canonical_many([band + "." * 54 for band in bands()])
    first = np.unique(batch.first_of_class)
    assert len(first) == 416
    orbits = N_SYMMETRIES // batch.automorphisms[first]
    assert orbits.sum() == 6 * 362880 * 2612736  # three bands, and as many stacks


@pytest.mark.slow
def test_the_17_clue_puzzles_have_different_forms(data: Data) -> None:
    text = data("sudoku17.txt").read_text()
    batch = canonical_many(text)
    assert len(batch) == len(np.unique(batch.grids, axis=0)) == 49_158
    shuffled = shuffle_many(text, seed=7).array
    assert (canonical_many(shuffled).grids == batch.grids).all()


def test_a_batch_is_the_same_for_any_number_of_threads() -> None:
    puzzles = shuffle_many([*map(sample, SAMPLES)] * 30, seed=2).array
    one, four = (canonical_many(puzzles, transforms=True, threads=n) for n in (1, 4))
    for mine, theirs in zip(vars(one).values(), vars(four).values(), strict=True):
        assert np.array_equal(mine, theirs)


def test_what_is_no_puzzle_keeps_its_row() -> None:
    for bad in ("?" * 81, "12"):
        batch = canonical_many(["1" + "." * 80, bad, "9" + "." * 80], transforms=True)
        assert batch.is_valid.tolist() == [True, False, True]
        assert batch.first_of_class.tolist() == [0, -1, 0]
        assert batch.to_strings() == ["." * 80 + "1", "", "." * 80 + "1"]
        assert not batch.grids[1].any()
        with pytest.raises(InputError, match="row 1"):
            batch.transform(1)


def test_an_empty_batch_has_no_forms() -> None:
    batch = canonical_many([], transforms=True)
    assert (len(batch), batch.to_strings(), batch.first_of_class.tolist()) == (0, [], [])
    assert repr(batch) == "<CanonicalBatch of 0 puzzles>"


def test_transforms_are_there_only_where_asked_for() -> None:
    with pytest.raises(InputError, match="transforms=True"):
        canonical_many([EMPTY]).transform(0)


def test_wrong_arguments_are_turned_away() -> None:
    with pytest.raises(InputError, match="threads"):
        canonical_many([EMPTY], threads=0)


@pytest.mark.usefixtures("reporting")
def test_a_batch_can_be_interrupted() -> None:
    def interrupt(_begun: int, _total: int) -> None:
        raise KeyboardInterrupt

    many = np.frombuffer(Grid(MOST).givens * 3000, np.uint8).reshape(-1, 81)
    with pytest.raises(KeyboardInterrupt):
        canonical_many(many, progress=interrupt, threads=1)
