"""Variables: cells beside the board, which constraints name and no house holds."""

from __future__ import annotations

import copy
from itertools import product
from typing import TYPE_CHECKING

import pytest

from lowbit import (
    Geometry,
    Grid,
    Puzzle,
    canonical,
    count_solutions,
    count_solutions_many,
    is_isomorphic,
    read_puzzle,
    shuffle,
    write_puzzle,
)
from lowbit.constraints import REGISTRY, Cage, Relation, Sum, Thermometer
from lowbit.constraints.operations import AnyOf, Within
from lowbit.errors import ConstraintError, FormatError, GeometryError, GridError
from lowbit.formats.variants.registry import PUZZLE_FORMATS
from lowbit.houses import House
from lowbit.puzzle_symmetry import turns_of
from lowbit.reference.variants import VariantSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import Operation

BOARD = "4x4+VA:5+VB:2x2+VC"
TEXT = (
    ".Shape~4x4.Var~A~label~3.Var~B.~VA3_1.Sum~10~VA1~VA2~R1C1.Thermo~VA1~R1C2.Cage~7~VB~r4c4~R4C3"
)
NAMES = "VA1 VA2 VA3 VA4 VA5 VB1 VB2 VB3 VB4 VC"


def test_they_are_cells_below_the_board_with_names() -> None:
    board = Geometry.parse("4x4+vc+Va:5+vb:2x2")
    assert board == Geometry.parse(BOARD)
    assert board.name == BOARD
    assert (board.n_on_board, board.n_cells, board.n_rows) == (16, 26, 12)
    assert board.cells_named(NAMES) == tuple(range(16, 26))
    assert " ".join(map(board.cell_name, range(16, 26))) == NAMES
    first, second, third = (
        [(5, 0), (5, 1), (5, 2), (5, 3), (6, 0)],
        [(8, 0), (8, 1), (9, 0), (9, 1)],
        [(11, 0)],
    )
    assert [*board.places[16:]] == first + second + third
    assert board.cell_houses[16:] == ((),) * 10
    assert board.without_variables is Geometry.parse("4x4")
    with pytest.raises(GridError, match="'VA6' is not a cell"):
        board.cells_named("VA6")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("9x9+VA:0", "0 variables"),
        ("9x9+VA:9999", "9999 variables"),
        ("9x9+VA:99x9", "rows and columns 0 to 98"),
        ("9x9+VA:3+VA:4", "two groups of variables called VA"),
    ],
)
def test_what_is_no_group_is_refused(name: str, fault: str) -> None:
    with pytest.raises(GeometryError, match=fault):
        Geometry.parse(name)


def test_boards_without_a_name_keep_them() -> None:
    board = Geometry.parse("4x4+VA:2x3").with_houses(House("extra", 0, (0, 16)))
    assert board.variables == Geometry.parse("4x4+VA:2x3").variables
    assert copy.deepcopy(board) == board
    puzzle = Puzzle("1" + "." * 21, [Cage((1, 17), 5)], geometry=board)
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    assert len(board.without_variables.houses) == 12


def cells_of(operations: Iterable[Operation]) -> Iterator[int]:
    for one in operations:
        if isinstance(one, AnyOf):
            for branch in one.branches:
                yield from cells_of(branch)
        else:
            yield from [one.cell] if isinstance(one, Within) else one.cells


@pytest.mark.parametrize("kind", [kind for kind in REGISTRY.values() if kind.sample.is_global])
def test_rules_of_the_whole_board_say_nothing_of_them(kind: type[Constraint]) -> None:
    """On each board that the kind fits they are lowered as without variables."""
    for name in ("9x9", "4x4"):
        plain, board = Geometry.parse(name), Geometry.parse(f"{name}+VA:3x3")
        try:
            operations = list(kind.sample.operations(plain))
        except ConstraintError:
            continue
        assert list(kind.sample.operations(board)) == operations
        assert max(cells_of(operations), default=0) < board.n_on_board
        assert kind.sample.cells_on(board) == kind.sample.cells_on(plain)


def test_solutions_that_differ_in_them_are_counted_apart() -> None:
    puzzle = read_puzzle(TEXT)
    board = puzzle.geometry
    grids = list(VariantSearch(Puzzle("." * 16, geometry="4x4")))
    expected = sum(
        puzzle.is_solved_by(Grid((*grid, *values), board))
        for grid in grids
        for values in product((1, 2, 3, 4), (1, 2, 3, 4), (1,), (1, 2, 3, 4))
    )
    assert 0 < expected == sum(1 for _ in VariantSearch(puzzle))
    assert count_solutions(puzzle) == expected
    assert [one.answer for one in count_solutions_many([TEXT, puzzle])] == [expected] * 2


def test_texts_keep_them() -> None:
    puzzle = read_puzzle(TEXT)
    assert puzzle.geometry.name == "4x4+VA:3+VB"
    assert puzzle.constraints == (
        Sum((16, 17, 0), 10),
        Thermometer((16, 1)),
        Cage((19, 15, 14), 7),
    )
    assert read_puzzle(write_puzzle(puzzle, "iss")) == puzzle
    for form in PUZZLE_FORMATS.values():
        if form.write is None:
            continue
        try:
            text = form.write(puzzle)
        except FormatError as error:
            assert "variables" in str(error), form.name  # noqa: PT017 - only some refuse
        else:
            assert read_puzzle(text) == puzzle, form.name


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("Var~a~~3", "names no variables"),
        ("Var", "names no variables"),
        ("Var~A~~3~4", "names no variables"),
        ("Var~A~~3.Var~A~~4", "two groups"),
        ("Var~A~~2000", "2000 variables"),
        ("Var~A~~99x9", "rows and columns"),
        ("Var~A~~2.Cage~3~VA1~VA3", "'VA3' is not a cell"),
        ("Var~A~~2x2.Var~B~~2.Replicate~B~VA1.Cage~3~VA1~VB1.End", "over the rim"),
        ("Var~A~~2x2.Replicate~D~VA1.Cage~3~VA1~VA2.End", "over the rim"),
    ],
)
def test_texts_that_name_none_are_refused(said: str, fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        read_puzzle(f".Shape~4x4.{said}.Cage~3~R1C1~R1C2")


def test_groups_of_items_are_repeated_among_them() -> None:
    """The key of a relation stays what it is, even where it is called as a variable is."""
    puzzle = read_puzzle(".Shape~4x4.Var~A~~2x2.Replicate~D~VA1.Pair~VA1~_~VA1~VA3.End")
    first, second = puzzle.constraints
    assert isinstance(first, Relation)
    assert (first.cells, second) == ((16, 18), Relation((17, 19), first.pairs))


def test_turns_leave_them_and_canonical_forms_refuse_them() -> None:
    puzzle = read_puzzle(TEXT)
    turns = list(turns_of(puzzle))
    assert len(turns) == 8
    assert all(places[16:] == (16, 17, 18, 19) for places in turns)
    assert count_solutions(shuffle(puzzle, seed=1)) == count_solutions(puzzle)
    with pytest.raises(GridError, match="no canonical form of constraints on variables"):
        canonical(puzzle)
    one, other, third = (
        Grid("1" + "." * 15 + said, "4x4+VA:2+VB") for said in ("2..", "..2", "..1")
    )
    assert is_isomorphic(one, other)
    assert not is_isomorphic(one, third)


def test_they_are_drawn_below_the_board() -> None:
    grid = Grid("1" + "." * 15 + "1234.", "4x4+VA:4+VB")
    assert str(grid).splitlines()[-2:] == ["VA: 1 2 3 4", "VB: ."]
