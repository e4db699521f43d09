"""Chaos constructions: what both engines count, what they see, the text, and the picture."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from lowbit import (
    Geometry,
    Grid,
    Masks,
    Puzzle,
    any_solution,
    count_solutions,
    count_solutions_many,
    hint,
    read_puzzle,
    render,
    solutions,
    write_puzzle,
)
from lowbit.constraints import ChaosArrow, ChaosConstruction, ChaosCount, Equal
from lowbit.errors import ConstraintError, FormatError, LimitReachedError
from lowbit.kernels.variants.engine import Engine
from lowbit.reference.search import DeadEndError
from lowbit.reference.variants import VariantSearch, operations_of, propagate
from lowbit.techniques.step import Consequence, Mark, Role, Step
from lowbit.techniques.wording.description import notation
from lowbit.techniques.wording.reasons.reason import sentences
from support import seeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Place = tuple[int, int]
    Regions = dict[Place, int]

AROUND = [*product((-1, 0, 1), repeat=2)]
SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def regions_of(rows: Sequence[Sequence[int]], size: int) -> Iterator[Regions]:
    """Yield all ways to part a grid into connected regions of different digits, in order."""
    places = [*product(range(len(rows)), range(len(rows[0])))]

    def parted(known: Regions, number: int) -> Iterator[Regions]:
        first = next((place for place in places if place not in known), None)
        if first is None:
            yield known
            return
        for region in grown(frozenset([first]), known):
            yield from parted(known | dict.fromkeys(region, number), number + 1)

    def grown(region: frozenset[Place], known: Regions) -> set[frozenset[Place]]:
        found = {region}
        for _ in range(size - 1):
            found = {
                one | {(row + down, column + right)}
                for one in found
                for row, column in one
                for down, right in SIDES
                if (row + down, column + right) in {*places} - known.keys() - one
                and rows[row + down][column + right] not in {rows[a][b] for a, b in one}
            }
        return found

    yield from parted({}, 1)


def latin(n: int, *names: object) -> list[list[int]]:
    """Return rows of n digits, none twice in a row or a column."""
    rng = seeded("latin", n, *names)
    rows, columns, digits = (rng.sample(range(n), n) for _ in range(3))
    return [[1 + digits[(row + column) % n] for column in columns] for row in rows]


def count_around(regions: Regions, place: Place) -> int:
    """Count the cells around a place, and itself, in its region."""
    near = ((place[0] + down, place[1] + right) for down, right in AROUND)
    return sum(regions.get(other) == regions[place] for other in near)


def run_from(regions: Regions, place: Place, sides: Sequence[Place]) -> int:
    """Count how many cells are in the region of a place, in a row from it to some sides."""
    total = 1
    for down, right in sides:
        at = place[0] + down, place[1] + right
        while regions.get(at) == regions[place]:
            total += 1
            at = at[0] + down, at[1] + right
    return total


def text_of(rows: Sequence[Sequence[int]], items: str, size: int) -> str:
    givens = "".join(
        f"~R{row}C{column}_{digit}"
        for row, own in enumerate(rows, 1)
        for column, digit in enumerate(own, 1)
        if digit
    )
    shape = f".Shape~{len(rows)}x{len(rows[0])}"
    return f"{shape}.RegionSize~{size}.NoBoxes.ChaosConstruction{items}.{givens}"


class Clue(NamedTuple):
    """An item, the cell that has its number, and how this is counted."""

    item: str
    place: Place
    count: Callable[[Regions], int]


def clues(n: int, *names: object) -> list[Clue]:
    """Return a clue of each kind, in random cells."""
    rng = seeded("clues", n, *names)
    cell, other = ((rng.randrange(n), rng.randrange(n)) for _ in range(2))
    row, column = other[0] + 1, other[1] + 1
    right = "~".join(f"CC{other[0] * n + each}" for each in range(column, n + 1))
    return [
        Clue("", (0, 0), lambda _: 1),
        Clue(f".ChaosCount~R{cell[0] + 1}C{cell[1] + 1}", cell, lambda it: count_around(it, cell)),
        Clue(f".ChaosArrow~R{row}C{column}", other, lambda it: run_from(it, other, SIDES)),
        Clue(
            f".ChaosArrow~R{row}C{column}~1~{right}",
            other,
            lambda it: run_from(it, other, [(0, 1)]) - 1,
        ),
    ]


@pytest.mark.parametrize("n", [4, 5, 6])
def test_full_grids_have_as_many_regions_as_by_hand(n: int) -> None:
    """The digits are known, and some of them are clues."""
    texts, expected = [], []
    for at in range(4):
        rows = latin(n, at)
        found = [*regions_of(rows, n)]
        for clue in clues(n, at):
            texts.append(text_of(rows, clue.item, n))
            digit = rows[clue.place[0]][clue.place[1]]
            expected.append(sum(not clue.item or clue.count(it) == digit for it in found))
    answers = [one.answer for one in count_solutions_many(map(read_puzzle, texts))]
    assert answers == expected
    assert {*map(bool, expected)} == {True, False}


def test_both_engines_count_open_grids_and_other_sizes() -> None:
    """Of four rows the first is known; regions of two cells do not need every digit."""
    squares = [
        rows
        for rows in product([(1, 2, 3, 4)], *[[*permutations((1, 2, 3, 4))]] * 3)
        if all(len({*column}) == 4 for column in zip(*rows, strict=True))
    ]
    every = [(rows, one) for rows in squares for one in regions_of(rows, 4)]
    found = sum(
        count_around(one, (1, 1)) == rows[1][1] and run_from(one, (2, 2), SIDES) == rows[2][2]
        for rows, one in every
    )
    first = [[1, 2, 3, 4], *[[0] * 4] * 3]
    puzzle = read_puzzle(text_of(first, ".ChaosCount~R2C2.ChaosArrow~R3C3", 4))
    assert count_solutions(puzzle) == sum(1 for _ in VariantSearch(puzzle)) == found > 0
    for rows, size in (([[1, 2, 3, 4], [2, 1, 4, 3]], 2), ([[1, 2, 3, 4], [3, 4, 1, 2]], 4)):
        part = read_puzzle(text_of(rows, "", size))
        assert count_solutions(part) == sum(1 for _ in regions_of(rows, size)) > 0
        assert len([*VariantSearch(part)]) == count_solutions(part)


# Two rows of four cells: the digits that they may hold, a dash for all, and the region of each, of
# two, a dot for either; what follows, with x for a contradiction.
FOLLOWING = {
    "a region has the digit": (
        ("1 - - - / 2 - - -", "1 1 . . / 1 . . 2"),
        ("1 34 - - / 2 - - -", "1 1 . . / 1 . . 2"),
    ),
    "a region is full": (
        ("- - - - / - - - -", "1 1 1 1 / . . . ."),
        ("- - - - / - - - -", "1 1 1 1 / 2 2 2 2"),
    ),
    "all that is left belongs to it": (
        ("- - - - / - - - -", "1 . . . / 2 2 2 2"),
        ("- - - - / - - - -", "1 1 1 1 / 2 2 2 2"),
    ),
    "its own region cannot have it": (
        ("1 - - - / - 1 - -", "1 . . . / . . . ."),
        ("1 - - - / - 1 - -", "1 . . . / . 2 . ."),
    ),
    "a digit has one place": (
        ("123 - 123 123 / 123 123 123 -", "1 . . . / . . . 2"),
        ("123 4 123 123 / 123 123 123 4", "1 1 . . / . . 2 2"),
    ),
    "both regions have it": (
        ("1 - - - / - - - 1", "1 . . . / . . . 2"),
        ("1 234 234 234 / 234 234 234 1", "1 . . . / . . . 2"),
    ),
    "it is twice in a region": (("1 1 - - / - - - -", "1 1 . . / . . . ."), None),
    "it has no place": (("123 123 123 123 / - - - -", "1 1 1 1 / 2 2 2 2"), None),
    "a region is too large": (("- - - - / - - - -", "1 1 1 1 / 1 . . ."), None),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_both_engines_see(name: str) -> None:
    given, expected = FOLLOWING[name]
    masks = masks_of(*given)
    board = Geometry.parse("2x4:free+VCC:2x4")
    puzzle = Puzzle(Grid(Masks(masks), board), [ChaosConstruction()])
    if expected is None:
        with pytest.raises(DeadEndError):
            propagate(operations_of(puzzle), list(masks))
        assert is_refuted(puzzle, masks)
        return
    wanted, after = masks_of(*expected), list(masks)
    propagate(operations_of(puzzle), after)
    if name != "both regions have it":  # the reference tries them one by one
        assert not any(mask & ~known for mask, known in zip(after, wanted, strict=True))
    for cell, mask in enumerate(wanted):
        for digit in range(4):
            if masks[cell] >> digit & 1 and not mask >> digit & 1:
                assert is_refuted(puzzle, [*masks[:cell], 1 << digit, *masks[cell + 1 :]])


def masks_of(digits: str, regions: str) -> list[int]:
    """Return the candidates of all cells, and of the numbers of their regions."""
    signs = {"-": "1234", ".": "12", "/": ""}
    words = (signs.get(word, word) for word in f"{digits} {regions}".split())
    return [mask_of(word) for word in words if word]


def mask_of(digits: str) -> int:
    return sum(1 << int(digit) - 1 for digit in digits)


def is_refuted(puzzle: Puzzle, masks: list[int]) -> bool:
    """Say whether the kernel sees without a guess that there is no solution."""
    try:
        return not list(Engine(puzzle.geometry, puzzle.constraints).search(masks, max_nodes=1))
    except LimitReachedError:
        return False


def test_cells_may_be_numbers_of_regions_their_own_too() -> None:
    for one in (ChaosConstruction((7, 4), (6, 4), 1), ChaosConstruction((0, 1, 4), (4, 1, 10), 1)):
        puzzle = Puzzle("." * 16, [one], geometry="4x4")
        found = sum(
            one.holds([*grid], puzzle.geometry) for grid in solutions("." * 16, geometry="4x4")
        )
        assert count_solutions(puzzle) == sum(1 for _ in VariantSearch(puzzle)) == found


def test_regions_are_numbered_by_their_first_cells() -> None:
    puzzle = read_puzzle(text_of(latin(4), "", 4))
    labels = puzzle.geometry.cells_named("VCC1 VCC2 VCC3 VCC4 VCC5")
    for solution in solutions(puzzle):
        seen = [*dict.fromkeys([*solution][16:])]
        assert seen == sorted(seen)
        assert solution[labels[0]] == 1


def test_texts_bring_their_variables() -> None:
    text = ".Shape~6x6.NoBoxes.~CC8_2_3.ChaosConstruction.ChaosCount~R2C2~1~CC8~CC2~CC7"
    text += ".ChaosArrow~R1C1~0~CC1~CC2~-~CC1~CC7~CC13.SameValues~2~CC8~CC9"
    puzzle = read_puzzle(text)
    assert str(puzzle.geometry) == "6x6:none+VCC:6x6"
    assert puzzle.constraints == (
        ChaosConstruction(),
        ChaosCount(7, 43, (37, 42), without_first=True),
        ChaosArrow(0, 36, ((37,), (42, 48))),
        Equal((43, 44)),
    )
    assert write_puzzle(puzzle, "iss") == text
    short = read_puzzle(".Shape~6x6.NoBoxes.ChaosConstruction.ChaosCount~R1C1.ChaosArrow~R1C1")
    assert short.constraints[1:] == (
        ChaosCount(0, 36, (37, 42, 43)),
        ChaosArrow(0, 36, ((37, 38, 39, 40, 41), (42, 48, 54, 60, 66))),
    )
    sized = ".Shape~6x6~1-9.NoBoxes.RegionSize~4.~R1C1_9.ChaosConstruction"
    assert read_puzzle(sized).constraints == (ChaosConstruction(size=4),)
    assert write_puzzle(read_puzzle(sized), "iss") == sized


REFUSED = {
    ".Shape~4x4.ChaosCount~R1C1~0~CC1": "'CC1' is not a cell",
    ".Shape~4x4.ChaosCount~R1C1": "need a ChaosConstruction",
    ".Shape~4x4.ChaosConstruction.ChaosCount~R1C1~2~CC1": "with 0, and does not with 1, not 2",
    ".Shape~4x4.ChaosConstruction.ChaosCount~R1C1~0~R1C1": "r1c1 is not the number of a region",
    ".Shape~4x4.ChaosConstruction.ChaosArrow~R1C1~0~CC1~CC2~-~CC2": "do not begin with the same",
    ".Shape~4x4.ChaosConstruction.ChaosArrow~CC1": "VCC1 lies beside the board",
    ".Shape~4x4.ChaosConstruction.Var~CC~~4x4": "two groups of variables called VCC",
    ".Shape~4x4.ChaosConstruction.RegionSumLine~R1C1~R1C2": "cannot follow regions",
    ".Shape~4x4.RegionSize~3.ChaosConstruction": "16 cells are not filled by regions of 3",
    ".Shape~4x4.RegionSize~2.ChaosConstruction": "8 regions of 2 cells are too many or too large",
}


@pytest.mark.parametrize("text", REFUSED)
def test_texts_are_refused_in_words(text: str) -> None:
    with pytest.raises(FormatError, match=REFUSED[text]):
        read_puzzle(text)


def test_clues_without_a_construction_are_not_written() -> None:
    puzzle = Puzzle("." * 32, [ChaosCount(0, 16, (17,))], geometry="4x4:none+VCC:4x4")
    with pytest.raises(FormatError, match="without a construction, cannot express ChaosCount"):
        write_puzzle(puzzle, "iss")
    with pytest.raises(ConstraintError, match=r"add \+VCC:4x4 to the name of the board"):
        Puzzle("." * 16, [ChaosConstruction()], geometry="4x4")


def test_pictures_have_borders_around_regions_that_are_found() -> None:
    puzzle = read_puzzle(text_of(latin(4), "", 4))
    solution = any_solution(puzzle)
    assert solution is not None
    found = Puzzle(solution, puzzle.constraints)
    plain = render(Puzzle(solution, ()), givens=puzzle.grid)
    assert len(render(found, givens=puzzle.grid)) > len(plain)


def test_steps_speak_of_cells_and_their_regions() -> None:
    text = ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosCount~R1C1.ChaosArrow~R4C4.~CC2_1_2"
    told = hint(read_puzzle(text))
    first, position = told.step, told.position
    assert first
    assert position
    said = sentences(first, position)
    assert "r1c1 is in region 1" in said
    assert "VCC" not in said + sentences(first, position, "zh")
    assert notation(first, position.geometry).startswith("=> VCC1=1")
    count, arrow = position.constraints[1:]
    for clue, cell, rule in (
        (count, 0, "Cell r1c1 says how many of r1c2, r2c1 and r2c2 are in the region of r1c1, its"),
        (arrow, 15, "Cell r4c4 says how far the region of r4c4 runs on along r4c3, r4c2 and r4c1"),
    ):
        step = Step("constraint", ((cell, 2),), constraint=clue)
        assert sentences(step, position).partition(": ")[2].startswith(rule)
        assert "VCC" not in sentences(step, position, "zh")
    label = position.geometry.variable_named["VCC2"]
    single = Step("naked-single", ((label, 2),), marks=(Mark(Role.SINGLE, label, 2),))
    assert sentences(single, position) == (
        "Naked single: Only region 2 is left for r1c2: 1, 3 and 4 are not among its candidates."
    )
    trial = Step(
        "constraint-contradiction",
        eliminations=((label, 1),),
        trail=(Consequence(label, 3, 0, count, ()),),
        marks=(Mark(Role.OFF, label, 1),),
    )
    assert sentences(trial, position).partition(": ")[2] == (
        "Suppose r1c2 is in region 1. That leaves no region for r1c2 (chaos count r1c1). "
        "So r1c2 cannot be in region 1."
    )
