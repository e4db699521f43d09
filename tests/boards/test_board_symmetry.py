"""Symmetries, canonical forms and automorphisms of boards other than the classic one."""

from __future__ import annotations

from collections import Counter
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit import (
    Geometry,
    Grid,
    GridError,
    InputError,
    Masks,
    Transform,
    automorphisms,
    canonical,
    canonical_many,
    canonical_transform,
    is_isomorphic,
    isomorphism,
    shuffle,
    shuffle_many,
    transform_many,
)
from lowbit.board_symmetry import symmetries_of
from lowbit.rng import SplitMix64
from support import (
    IRREGULAR,
    OTHER_BOARDS,
    SMALL_OTHERS,
    assert_even,
    evaluated,
    random_solution,
    seeded,
    slow_except,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = slow_except(
    ("4x4", "6x6", IRREGULAR, "9x9+diagonals", "9x9+groups", *OTHER_BOARDS),
    ("4x4", "6x6", "9x9+diagonals", *SMALL_OTHERS),
)
LINES = 24
"""The orders of four lines."""


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("4x4", 2 * 8**2),
        ("6x6", 2 * 6**2 * 6 * 2**3),
        ("8x8", 2 * LINES**2 * LINES * 2**4),
        ("9x9", 2 * 6**8),
        ("16x16", 2 * LINES**10),
        pytest.param("25x25", 2 * 120**12, marks=pytest.mark.slow),
        ("5x5~1-6:none", 2 * 120**2),
        ("6x8~0-7", 48 * 2 * LINES**2),
        (IRREGULAR, 1),
    ],
)
def test_how_many_symmetries_a_board_has(name: str, number: int) -> None:
    assert symmetries_of(Geometry.parse(name)).count == number


@pytest.mark.parametrize(
    "name", ["4x4", "4x4+diagonals", "4x4@r1c1,r3c3", "jigsaw:AABBAABBCCDDCCDD"]
)
def test_all_symmetries_are_found(name: str) -> None:
    board = Geometry.parse(name)
    assert symmetries_of(board).count == sum(1 for _ in all_symmetries(board))


def all_symmetries(board: Geometry, images: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of cells that take houses to houses, one cell after the other."""
    if len(images) == board.n_cells:
        houses = {frozenset(house.cells) for house in board.houses}
        if {frozenset(images[cell] for cell in house) for house in houses} == houses:
            yield images
        return
    for image in set(range(board.n_cells)).difference(images):
        if all(
            (cell in board.peers[len(images)]) == (other in board.peers[image])
            for cell, other in enumerate(images)
        ):
            yield from all_symmetries(board, (*images, image))


def test_all_symmetries_are_equally_likely() -> None:
    symmetries = symmetries_of(Geometry.parse("4x4+diagonals"))
    assert symmetries.count == 16
    numbers: dict[tuple[int, ...], int] = {}
    stream = SplitMix64(1)
    found = [symmetries.random(stream) for _ in range(3200)]
    assert_even([numbers.setdefault(one, len(numbers)) for one in found], 16)


def puzzles_on(name: str) -> list[Grid]:
    """Return puzzles of one solution, without their givens bit by bit."""
    rng = seeded(name, "symmetric")
    solution = random_solution(Geometry.parse(name), rng)
    shares = (0, 0.05, 0.2, 0.5, 1)
    return [
        Grid([digit if rng.random() < share else 0 for digit in solution], solution.geometry)
        for share in shares
    ]


@pytest.mark.parametrize("name", NAMES)
def test_isomorphic_puzzles_share_their_form(name: str) -> None:
    for number, puzzle in enumerate(puzzles_on(name)):
        other = shuffle(puzzle, seed=number)
        form = canonical(puzzle)
        assert canonical(other) == form == canonical(form)
        assert canonical_transform(puzzle)(puzzle) == form
        found = isomorphism(puzzle, other)
        assert found is not None
        assert found(puzzle) == other
        assert is_isomorphic(puzzle, other)
        symmetries = automorphisms(puzzle)
        assert all(symmetry(puzzle) == puzzle for symmetry in symmetries.generators)
        assert symmetries.count == automorphisms(other).count


def test_forms_tell_what_no_symmetry_takes_to_each_other() -> None:
    """Of all patterns of up to four givens on a board, against all of its symmetries."""
    board = Geometry.parse("4x4")
    group = list(all_symmetries(board))
    rng = seeded("forms")
    for _ in range(60):
        first, second = (
            Grid([rng.randrange(3) * (rng.random() < 0.3) for _ in range(16)], board)
            for _ in range(2)
        )
        orbit = {normal(first, images) for images in group}
        assert is_isomorphic(first, second) == (normal(second, group[0]) in orbit)
        same = sum(normal(first, images) == normal(first, range(16)) for images in group)
        unused = len({1, 2, 3, 4}.difference(first))
        assert automorphisms(first).count == same * (1, 1, 2, 6, 24)[unused]


def normal(grid: Grid, images: tuple[int, ...] | range) -> bytes:
    """Return what a symmetry makes of a grid, with digits named as they come."""
    moved = [grid[cell] for cell in images]
    names = {digit: name for name, digit in enumerate(dict.fromkeys(filter(None, moved)), 1)}
    return bytes(names.get(digit, 0) for digit in moved)


@pytest.mark.parametrize("name", ["6x6", "9x9+diagonals", "16x16", "4x4@r1c1,r3c3"])
def test_batches_say_what_one_puzzle_says(name: str) -> None:
    puzzles = puzzles_on(name) if name != "16x16" else [Grid("12" + "." * 254, name)]
    batch = canonical_many([*puzzles, "?"], geometry=name, transforms=True)
    assert [record.grid for record in batch][:-1] == list(map(canonical, puzzles))
    assert batch[-1].grid is None
    assert batch[-1].reason is not None
    most = np.iinfo(np.int64).max
    counts = [min(automorphisms(puzzle).count, most) for puzzle in puzzles]
    assert batch.automorphisms.tolist() == [*counts, 0]
    for row, puzzle in enumerate(puzzles):
        assert batch.transform(row) == canonical_transform(puzzle)
    shuffled = shuffle_many([*puzzles, "?"], geometry=name, seed=5).array
    for row, puzzle in enumerate(puzzles):
        transform = Transform.random(5, row, geometry=name)
        assert shuffled[row].tolist() == list(transform(puzzle))
        assert transform_many([puzzle], transform).array.tolist() == [list(transform(puzzle))]
    assert (shuffled[-1] == 255).all()


def test_restricted_cells_are_shuffled() -> None:
    masks = [0b0011] + [0b1111] * 15
    [row] = shuffle_many(Masks([masks]), geometry="4x4", seed=2).array
    assert row.tolist() == list(
        Transform.random(2, geometry="4x4")(Grid(Masks(masks), "4x4")).allowed
    )


SOLVED = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""The grid with the most automorphisms."""


@pytest.mark.parametrize(
    ("name", "masks", "n_automorphisms"),
    [
        ("9x9", [511 ^ 1 << int(digit) - 1 for digit in SOLVED], 648),
        ("9x9", [0b11] * 81, 2 * 6**8 * 2 * 5040),
        ("9x9", [0] + [511] * 80, 2 * 6**8 * 362880 // 81),
        ("4x4", [0b0011] + [0b1111] * 15, 8 * 4),
        ("4x4", [0b0111] * 15 + [0b1111], 8 * 6),
        ("6x6", [1, 0b110, *[0] * 34], None),
    ],
)
def test_puzzles_of_candidates_have_forms(
    name: str, masks: list[int], n_automorphisms: int | None
) -> None:
    puzzle = Grid.from_masks(masks, name)
    other = shuffle(puzzle, seed=5)
    form = canonical(puzzle)
    assert form == canonical(other) == canonical(form) == canonical_transform(puzzle)(puzzle)
    symmetries = automorphisms(puzzle)
    assert n_automorphisms in {symmetries.count, None}
    assert all(symmetry(puzzle) == puzzle for symmetry in symmetries.generators)
    batch = canonical_many([other, form, "?", Grid([*form.givens], name)], geometry=name)
    assert [record.grid for record in batch][:3] == [form, form, None]
    assert batch.first_of_class.tolist() == [0, 0, -1, 3]
    assert batch.automorphisms[:3].tolist() == [symmetries.count, symmetries.count, 0]
    assert batch[:2].to_strings() == [form.to_pencilmarks()] * 2
    assert batch[3].grid == canonical(Grid([*form.givens], name))
    one = canonical_many([puzzle], geometry=name, transforms=True)
    assert one.transform(0)(puzzle) == form


def test_forms_of_candidates_tell_what_no_symmetry_takes_to_each_other() -> None:
    """Of random masks, against all symmetries of the board."""
    board = Geometry.parse("4x4")
    group = list(all_symmetries(board))
    rng = seeded("forms of candidates")
    for number in range(40):
        masks = [rng.choice((15, 15, 15, 1, 2, 3, 6, 0)) for _ in range(16)]
        others = masks[:]
        at, to = rng.sample(range(16), 2)
        others[at], others[to] = others[to], others[at]
        first, second = (Grid.from_masks(one, board) for one in (masks, others))
        orbit = {renamed(masks, images) for images in group}
        assert is_isomorphic(first, second) == (renamed(others, range(16)) in orbit)
        same = sum(renamed(masks, images) == renamed(masks, range(16)) for images in group)
        columns = Counter(tuple(mask >> d & 1 for mask in masks) for d in range(4))
        assert automorphisms(first).count == same * prod(map(factorial, columns.values()))
        assert canonical(first) == canonical(shuffle(first, seed=number))


def renamed(masks: list[int], images: tuple[int, ...] | range) -> tuple[tuple[int, ...], ...]:
    """Return which cells allow each digit after a symmetry, whatever the digits are called."""
    return tuple(sorted(tuple(masks[cell] >> d & 1 for cell in images) for d in range(4)))


def test_a_transform_of_any_board_is_a_value() -> None:
    first, second = (Transform.random(seed, geometry="6x6+diagonals") for seed in (1, 2))
    identity = Transform.identity("6x6+diagonals")
    assert first.then(first.inverse) == identity
    assert Transform.parse(str(first), "6x6+diagonals") == first
    assert evaluated(second, Transform=Transform) == second
    grid = Grid("123" + "." * 33, "6x6+diagonals")
    assert first.then(second)(grid) == second(first(grid))


def test_what_is_no_symmetry_of_a_board() -> None:
    swap = list(range(16))
    swap[0], swap[1] = 1, 0
    with pytest.raises(InputError, match="no symmetry: what comes into"):
        Transform(tuple(swap), geometry=Geometry.parse("4x4"))
    with pytest.raises(InputError, match="is not a symmetry of 4x4"):
        Transform.parse("tr123456789c123456789d123456789", "4x4")
    one = Transform.identity("4x4")
    with pytest.raises(GridError, match="a symmetry of 4x4"):
        one(Grid("." * 36, "6x6"))
    with pytest.raises(GridError, match="one puzzle lies on 4x4"):
        isomorphism(Grid("." * 16, "4x4"), Grid("." * 36, "6x6"))
    with pytest.raises(InputError, match="not made of bands"):
        _ = one.parts
    with pytest.raises(InputError, match="of several boards"):
        transform_many(["." * 16] * 2, [one, Transform.identity("6x6")])
    with pytest.raises(InputError, match="1 symmetries for 2 puzzles"):
        transform_many(["." * 16] * 2, [one])
