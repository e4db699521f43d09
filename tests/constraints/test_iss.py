"""Texts of Interactive Sudoku Solver: what each says, and whole puzzles with known answers."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from lowbit import (
    Geometry,
    Grid,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
    Puzzle,
    any_solution,
    count_solutions,
    solve,
    write_puzzle,
)
from lowbit.constraints import (
    AntiKing,
    Cage,
    Diagonal,
    Holds,
    LittleKiller,
    NoSum,
    Or,
    PairSum,
    Sum,
    Thermometer,
)
from lowbit.errors import FormatError, InputError
from lowbit.formats.variants.iss import is_iss, read_iss

if TYPE_CHECKING:
    from conftest import Data

KNOWN = 196
"""At least as many rows of the data with a known status are read."""

PATIENCE_NODES = 20_000
"""Rows that take more are left to the benchmark."""


def test_a_text() -> None:
    puzzle = read_iss(
        ".Shape~4x4~0-3.~R1C1_0~R2C2_1_3.Cage~3~R1C1~R1C2.Thermo~R1C3~R2C3.Diagonal~1"
        ".X~R4C1~R4C2.StrictXV.Or.~R1C2_1.Sum~4~R3C1~R3C2.End"
    )
    assert puzzle.geometry.symbols == "0123"
    assert puzzle.grid.allowed[:6] == (1, 15, 15, 15, 15, 0b1010)
    assert puzzle.constraints == (
        Cage((0, 1), 3),
        Thermometer((2, 6)),
        Diagonal(rising=True),
        PairSum(12, 13, 10),
        NoSum(((12, 13),)),
        Or((Holds(1, (1,)), Sum((8, 9), 4))),
    )


def test_a_link() -> None:
    link = "https://example.org/?q=.Cage~10~R1C1~R1C2.~R5C5_3"
    assert is_iss(link)
    assert read_iss(link).grid[40] == 3


def test_names_of_cells_and_lines_may_have_small_letters() -> None:
    text = ".Thermo~R1C2~R2Ca.Sandwich~10~C1.Whisper~R5C5~R5C6.Replicate~BI.~R1C1_1_5.End.~R3C1_2"
    small = text.replace("~R", "~r").replace("C", "c").replace("2ca", "2CA")
    assert read_iss(f".Shape~10x10{small}") == read_iss(f".Shape~10x10{text}")


@pytest.mark.parametrize("name", ["9x9", "7x4:none", "4x7:none"])
def test_diagonals_have_the_names_that_the_solver_knows(name: str) -> None:
    """Each has one: where it begins on the left, else on the right, the top, the bottom."""
    board = Geometry.parse(name)
    n_rows, n_columns = board.n_rows, board.n_columns
    starts = [
        *((row, 0, 1, 1) for row in range(n_rows - 1)),
        *((row, n_columns - 1, -1, -1) for row in range(1, n_rows - 1)),
        *((0, column, 1, -1) for column in range(1, n_columns)),
        *((n_rows - 1, column, -1, 1) for column in range(1, n_columns - 1)),
    ]
    named = set()
    for row, column, down, right in starts:
        on_line = (board.cell_at(row + at * down, column + at * right) for at in range(9))
        cells = tuple(cell for cell in on_line if cell is not None)
        if len(cells) > 1 and frozenset(cells) not in named:
            named.add(frozenset(cells))
            for either_way in (cells, cells[::-1]):
                puzzle = Puzzle("." * board.n_cells, [LittleKiller(either_way, 9)], geometry=board)
                text = write_puzzle(puzzle, "iss")
                assert text.endswith(f".LittleKiller~9~R{row + 1}C{column + 1}")
                assert read_iss(text).constraints == (LittleKiller(cells, 9),)


@pytest.mark.parametrize("end", ["", "."])
def test_items_without_arguments_may_end_with_a_dot(end: str) -> None:
    assert str(read_iss(f".AntiKnight.AntiKing{end}").constraints) == "(AntiKnight(), AntiKing())"


def test_a_cell_that_a_cage_names_twice_counts_twice() -> None:
    puzzle = read_iss(".Shape~4x4.Cage~7~R1C1~R1C1~R1C2.~R1C1_2")
    solution = any_solution(puzzle)
    assert solution is not None
    assert solution[1] == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (".FullRankTies~some", "FullRankTies is none, only-unclued or any, not 'some'"),
        (".Cage~x~R1C1~R1C2", "Cage~x~R1C1~R1C2 is not what Cage looks like"),
        (".Thermo~R1C1~R0C2", "'R0C2' is not a cell of this board"),
        (".Cage~1_0~R1C1~R1C2", "Cage~1_0~R1C1~R1C2 is not what Cage looks like"),
        (".Sum~9_1_2~R1C1~R1C2", "'9_1_2' is not a sum with its weights"),
        (".Indexing~Z~R1C1", "Indexing is followed by R or C, not 'Z'"),
        (".Diagonal~2", "Diagonal is followed by 1, rising, or -1, not '2'"),
        (".PillArrow~9~R1C1~R1C2", "a pill of 9 of 2 cells leaves no arrow"),
        (".SameValues~0~R1C1~R1C2", "2 cells are not 0 groups of as many"),
        (".SameValues~2~R1C1~R1C2~R1C3", "3 cells are not 2 groups of as many"),
        (".XSum~R12~5", "'R12' is not a row or column of this board"),
        (".XSum~R1", "a clue beside R1 has no number"),
        (".Skyscraper~C1~~", "a clue beside C1 has no number"),
        (".Quad~R1C1", "Quad at R1C1 has no values"),
        (".Pair~BQAEABQAEABQAE~_~", "what speaks of groups of cells names none"),
        (".~R1C1_" + "9" * 5000, "'R1C1_9+' is not a cell with its values"),
        (".Cage~" + "9" * 5000 + "~R1C1", "Cage~9+ is not what Cage looks like"),
        (".LittleKiller~3~R5C5", "no diagonal begins at R5C5, which is not on the rim"),
        (".Shape~4x4.~R1C1_5", "r1c1 cannot hold 5"),
        (".Shape~9x9~5-3", "values from the lowest to the highest, not 5-3"),
        (".Shape~4x4.~R1C1_1_0", "r1c1 cannot hold 1, 0"),
        (".~R1C1", "r1c1 cannot hold no value"),
        (".AntiKing.End.~R1C1_1", "End ends no group of Or, And or Replicate"),
        (".Shape~4x4.Shape~6x6", "Shape is given twice, with different arguments"),
        (".Shape~4x4.~R1C1_1\n\n.Shape~4x4.~R1C1_1", "these are several puzzles"),
        (".Shape~4x4.AntiKing.Shape~6x6", "these are several puzzles"),
        (".Or.Shape~4x4.End", "Shape describes the board, and stands in no group"),
        (".Replicate~!.~R1C1_1.End", "Replicate~! does not say where to"),
        (".Shape~4x4.Replicate~AAAE.~R1C1_1.End", "Replicate moves cells over the rim"),
        (".Shape~4x4.Jigsaw~1111222233333344", "has 2 regions that are not of 4"),
        (".WhiteDot~R1C1~R9C9", "none of R1C1 R9C9 share a side"),
        (".Or.~R1C1_1", "a group of Or, And or Replicate lacks its End"),
        (
            ".Cage~5~R1C1~R1C2.Or.Nonsense~1.End",
            "Nonsense is a constraint that lowbit does not know$",
        ),
        (".shape~4x4.AntiKing", "shape is .* not know; did you mean Shape?"),
        (".Or.cages~5~R1C1.End", "cages is .* not know; did you mean Cage?"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_iss(text)


@pytest.mark.parametrize(
    ("jigsaw", "board"),
    [
        ("1111111111111111", "4x4:none"),  # one region of all cells says nothing
        ("1112122233343444", "4x4:AAABABBBCCCDCDDD"),
        ("1111222233333333", "4x4:AAAABBBB........"),  # the rest, in no region
    ],
)
def test_regions_of_a_jigsaw(jigsaw: str, board: str) -> None:
    puzzle = read_iss(f".Shape~4x4.NoBoxes.Jigsaw~{jigsaw}")
    boxes = {house.cells for house in puzzle.geometry.boxes}
    assert boxes == {house.cells for house in Geometry.parse(board).boxes}


def test_regions_larger_than_rows_are_written_with_their_size() -> None:
    layout = "AAA_AAA_BBB_BBB_"
    text = f".Shape~4x4~1-6.NoBoxes.RegionSize~6.Jigsaw~{layout}.~R1C1_2"
    puzzle = read_iss(text)
    assert [len(house.cells) for house in puzzle.geometry.boxes] == [6, 6]
    assert write_puzzle(puzzle, "iss") == text
    mixed = Geometry.parse("4x4~1-6:AAA.AAA.BBBBB...")
    with pytest.raises(FormatError, match="no regions of 5 cells"):
        write_puzzle(Puzzle("." * 16, [AntiKing()], geometry=mixed), "iss")


@pytest.mark.slow
def test_puzzles_with_known_answers(data: Data) -> None:
    n_read = n_solved = 0
    with data("variants/variants.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["status"] == "open" or not row["constraints_iss"]:
                continue
            try:
                puzzle = read_iss(row["constraints_iss"])
            except InputError:
                continue
            if puzzle.geometry.variables:  # whose solutions are longer than those of the rows
                continue
            n_read += 1
            if row["status"] == "unique":
                solution = Grid(row["solution"], puzzle.geometry)
                assert puzzle.is_solved_by(solution), row["id"]
            n_solved += answers_agree(row, puzzle)
    assert n_read >= KNOWN
    assert n_solved >= KNOWN - 10


def answers_agree(row: dict[str, str], puzzle: Puzzle) -> bool:
    """Compare what a search finds with a row; say whether the search was short enough."""
    try:
        found = solve(puzzle, max_nodes=PATIENCE_NODES)
    except LimitReachedError:
        return False
    except NoSolutionError:
        assert row["status"] == "none", row["id"]
    except MultipleSolutionsError:
        assert row["status"] == "multi", row["id"]
    else:
        assert row["status"] == "unique", row["id"]
        assert found.to_line() == row["solution"], row["id"]
    return True


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (".Shape~4x4~5.RegionSameValues", 1440),
        (
            (
                ".Shape~5x3~5~Raw.Thermo~R1C1~R1C2~R1C3~R2C3~R2C2.Thermo~R3C1~R3C2~R3C3~R4C3~R5C3"
                ".AllDifferent~R5C1~R5C2~R4C1~R4C2~R2C1.~R5C1_3"
            ),
            24,
        ),
        (
            (
                ".Shape~4x4~0-5~Raw.Thermo~R4C1~R4C2~R4C3~R4C4~R3C4~R2C4.~R2C1_0.~R3C1_1_2.~R2C2_4"
                ".Thermo~R1C1~R1C2~R1C3~R2C3~R3C3~R3C2.~R1C4_2"
            ),
            2,
        ),
        (".Shape~4x4~0-3.ValueIndexing~R1C1~R2C2~R3C1~R3C2~R3C3", 54),
        (".Shape~4x4.SumLine~5~R1C1~R1C2~R2C2~R2C1~LOOP", 192),
        (".Shape~4x4.SumLine~R1C1~R1C2~R1C3~R1C4~R2C4~R2C3~R2C2~R2C1~LOOP", 288),
        (".Shape~4x4~5.Windoku.DisjointSets.Diagonal~1.~R1C1_1_2.~R2C2_5.~R3C3_3", 944),
    ],
)
def test_as_many_solutions_as_the_solver_counts(text: str, number: int) -> None:
    assert count_solutions(read_iss(text)) == number


def test_relations_of_old_swap_two_symbols() -> None:
    swapped = read_iss(".Binary~_-H_~R1C1~R1C2.BinaryX~-_H-~R2C1~R2C2")
    assert swapped == read_iss(".Pair~-_H-~R1C1~R1C2.PairX~_-H_~R2C1~R2C2")


def test_counts() -> None:
    assert count_solutions(read_iss(".Shape~4x4.AntiKing")) == 0
    assert count_solutions(read_iss(".Shape~4x4.Diagonal~1.Diagonal~-1")) == 48


def test_the_strict_rules_leave_out_the_marks_of_their_own_puzzle() -> None:
    for text, marked in (
        (".StrictXV.X~R1C1~R1C2", ((0, 1),)),
        (".StrictXV.X~R1C2~R1C3", ((1, 2),)),
    ):
        assert NoSum(marked) in read_iss(text).constraints
