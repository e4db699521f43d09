"""Links to f-puzzles and the JSON in them: what each key says, and what is refused."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest

from lowbit import Geometry, Grid, Masks, Puzzle, read_puzzle, write_puzzle
from lowbit import constraints as kinds
from lowbit.cosmetics import Cosmetic
from lowbit.errors import FormatError, InputError, LeftOutWarning
from lowbit.formats.variants import lz_string
from lowbit.formats.variants.fpuzzles.cosmetics import DRAWN
from lowbit.formats.variants.fpuzzles.drawings import CAGES, CLUES, LINES, is_drawn_for
from lowbit.formats.variants.fpuzzles.items import READERS
from lowbit.formats.variants.fpuzzles.rules import rules_of
from lowbit.formats.variants.fpuzzles.writing import data_of
from lowbit.formats.variants.lz_string import compress, decompress
from lowbit.geometry import board_of

EMPTY: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]


def read(**data: Any) -> Puzzle:  # noqa: ANN401 - whatever JSON holds
    return read_puzzle(json.dumps({"size": 9, "grid": EMPTY, **data}))


LINE = [{"lines": [["R1C1", "R2C2", "R3C3"]]}]
CELLS = (0, 10, 20)
ROW, COLUMN = tuple(range(9)), tuple(range(0, 81, 9))

KEYS: dict[str, tuple[Any, kinds.Constraint]] = {
    "antiking": (True, kinds.AntiKing()),
    "antiknight": (True, kinds.AntiKnight()),
    "arrow": (
        [{"cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R1C3", "R2C3"]]}],
        kinds.Arrow((0, 1), (2, 11)),
    ),
    "betweenline": (LINE, kinds.Between(CELLS)),
    "boxindexer": ([{"cells": ["R1C2"]}], kinds.Indexer(1, (0, 1, 2, 9, 10, 11, 18, 19, 20), 2)),
    "clone": (
        [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R4C4", "R4C5"]}],
        kinds.Clone((0, 1), (30, 31)),
    ),
    "columnindexer": ([{"cells": ["R1C3"]}], kinds.Indexer(2, ROW, 3)),
    "diagonal+": (True, kinds.Diagonal(rising=True)),
    "diagonal-": (True, kinds.Diagonal()),
    "difference": ([{"cells": ["R1C1", "R1C2"], "value": "3"}], kinds.Difference(0, 1, 3)),
    "disjointgroups": (True, kinds.DisjointGroups()),
    "doublearrow": (LINE, kinds.DoubleArrow(CELLS)),
    "entropicline": (LINE, kinds.Entropic(CELLS)),
    "even": ([{"cell": "R1C1"}, {"cell": "R2C2"}], kinds.Even((0, 10))),
    "extraregion": ([{"cells": ["R1C1", "R2C2"]}], kinds.AllDifferent((0, 10))),
    "killercage": ([{"cells": ["R1C1", "R1C2"], "value": "12"}], kinds.Cage((0, 1), 12)),
    "littlekillersum": (
        [{"cell": "R0C3", "cells": ["R1C2", "R2C1"], "direction": "DL", "value": "8"}],
        kinds.LittleKiller((1, 9), 8),
    ),
    "lockout": (LINE, kinds.Lockout(CELLS, 4)),
    "maximum": ([{"cell": "R1C1"}], kinds.Maximum((0,))),
    "minimum": ([{"cell": "R1C1"}], kinds.Minimum((0,))),
    "modularline": (LINE, kinds.Modular(CELLS)),
    "nabner": (LINE, kinds.Nabner(CELLS)),
    "negative": (["ratio"], kinds.NoRatio(())),
    "nonconsecutive": (True, kinds.NonConsecutive(())),
    "odd": ([{"cell": "R1C1"}], kinds.Odd((0,))),
    "palindrome": (LINE, kinds.Palindrome(CELLS)),
    "quadruple": (
        [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [7, 3]}],
        kinds.Contains((0, 1, 9, 10), (3, 7)),
    ),
    "ratio": ([{"cells": ["R1C1", "R1C2"]}], kinds.Ratio(0, 1, 2)),
    "regionsumline": (LINE, kinds.RegionSumLine(CELLS)),
    "renban": (LINE, kinds.Renban(CELLS)),
    "rowindexer": ([{"cells": ["R3C1"]}], kinds.Indexer(18, COLUMN, 3)),
    "sandwichsum": ([{"cell": "R1C0", "value": "10"}], kinds.Sandwich(ROW, 10)),
    "skyscraper": ([{"cell": "R1C10", "value": "3"}], kinds.Skyscraper(ROW[::-1], 3)),
    "slowthermometer": (LINE, kinds.Thermometer(CELLS, slow=True)),
    "thermometer": (LINE, kinds.Thermometer(CELLS)),
    "whispers": ([{**LINE[0], "value": "4"}], kinds.Whisper(CELLS, 4)),
    "xsum": ([{"cell": "R10C1", "value": "20"}], kinds.XSum(COLUMN[::-1], 20)),
    "xv": ([{"cells": ["R1C1", "R2C1"], "value": "V"}], kinds.PairSum(0, 9, 5)),
    "zipperline": (LINE, kinds.Zipper(CELLS)),
}


def test_there_is_an_example_of_each_key() -> None:
    assert set(KEYS) == set(READERS)


@pytest.mark.parametrize("key", KEYS)
def test_what_each_key_says(key: str) -> None:
    said, constraint = KEYS[key]
    assert read(**{key: said}).constraints == (constraint,)


def test_board_givens_candidates_and_texts() -> None:
    grid: list[list[Any]] = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][0] = {"value": 3, "given": True, "region": 0}
    grid[0][1] = {"value": 4, "centerPencilMarks": [1]}  # of a player
    grid[0][2] = {"givenPencilMarks": [1, 2]}
    grid[1][0], grid[2][0] = {"region": 2}, {"region": 0}
    data = {"size": 4, "grid": grid, "title": "T", "author": "A", "ruleset": "R", "solution": []}
    with pytest.warns(
        LeftOutWarning, match=r"player's digits \(r1c2 is 4\) and marks \(1\) are left"
    ):
        puzzle = read_puzzle(json.dumps(data))
    board = Geometry.parse("jigsaw:AABBCABBACDDCCDD")
    candidates = Masks([4, 15, 3] + [15] * 13)
    assert puzzle == Puzzle(Grid(candidates, board), title="T", author="A", rules="R")
    assert read_puzzle(write_puzzle(puzzle, "fpuzzles")) == puzzle


def test_where_no_boxes_fit_a_region_that_is_not_stated_is_the_row() -> None:
    grid: list[list[Any]] = [[{} for _ in range(5)] for _ in range(5)]
    assert str(read_puzzle(json.dumps({"size": 5, "grid": grid})).geometry) == "5x5:none"
    grid[0][4], grid[1][0] = {"region": 1}, {"region": 0}
    geometry = read_puzzle(json.dumps({"size": 5, "grid": grid})).geometry
    assert geometry == Geometry.parse("jigsaw:AAAABABBBBCCCCCDDDDDEEEEE")


def test_clues_without_a_number_say_nothing() -> None:
    clues = [{"cell": "R1C0", "value": ""}, {"cell": "R2C0"}]
    assert read(sandwichsum=clues).constraints == ()
    cage = [{"cells": ["R1C1", "R1C2"], "value": ""}]
    assert read(killercage=cage).constraints == (kinds.Cage((0, 1)),)


def test_a_negative_constraint_leaves_out_what_is_marked() -> None:
    white, black = {"cells": ["R1C2", "R1C1"]}, {"cells": ["R1C1", "R2C1"]}
    found = read(difference=[white], ratio=[black], nonconsecutive=True).constraints
    assert found[-1] == kinds.NonConsecutive(((0, 1), (0, 9)))


def test_what_is_only_drawn_is_told_and_kept_as_cosmetics() -> None:
    shape = {
        "cells": ["R1C1", "R2C1"],
        "baseC": "#fff",
        "outlineC": "none",
        "width": 2,
        "height": 1,
    }
    drawn: dict[str, Any] = {
        "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#f00"}],
        "rectangle": [{**shape, "value": "x"}],
        "text": [{"cells": ["R0C9"], "value": "12", "size": 0.5}],
        "cage": [{"cells": ["R1C1", "R1C2"], "value": "?"}, {"cells": [], "value": "title: T"}],
        "grid": [[{"cArray": ["#ff0000", "#00ff00"]}, {"c": "#fff0"}, *[{}] * 7], *EMPTY[1:]],
    }
    with pytest.warns(LeftOutWarning, match="3 rectangles, 1 line, 2 texts, 1 outline$"):
        puzzle = read(**drawn)
    assert puzzle.constraints == ()
    left, right, line, square, word, outside, outline = puzzle.cosmetics
    assert (left.color, left.points, right.points) == ("#ff0000", ((0.25, 0.5),), ((0.75, 0.5),))
    assert line == Cosmetic("line", ((0.5, 0.5), (1.5, 0.5)), "#ff0000", width=0.3)
    assert (square.points, square.color, square.border) == (((0.5, 1.0),), "#ffffff", "")
    assert (word.text, outside.points, outside.height) == ("x", ((8.5, -0.5),), 0.35)
    assert (outline.kind, outline.text) == ("outline", "?")
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    with pytest.raises(FormatError, match="line does not look as f-puzzles writes it"):
        read(line=[{"lines": [["x"]]}])


def test_what_is_drawn_for_a_constraint_that_is_said() -> None:
    drawn = [{**LINE[0], "fromConstraint": "Region Sum Line"}]
    assert read(line=drawn, regionsumline=LINE).constraints == (kinds.RegionSumLine(CELLS),)
    with pytest.warns(LeftOutWarning, match="1 line$"):
        assert len(read(line=drawn).cosmetics) == 1


@pytest.mark.parametrize("name", ["Whispers", "German Whispers", "Dutch Whispers"])
def test_whispers_are_drawn_under_several_names(name: str) -> None:
    drawn = [{**LINE[0], "fromConstraint": name}]
    assert read(line=drawn, whispers=LINE).constraints == (kinds.Whisper(CELLS, 5),)


def test_the_usual_whisper_is_half_the_size() -> None:
    grid: list[list[Any]] = [[{}] * 6 for _ in range(6)]
    six = read_puzzle(json.dumps({"size": 6, "grid": grid, "whispers": LINE}))
    assert six.constraints == (kinds.Whisper((0, 7, 14), 3),)


def written(puzzle: Puzzle) -> dict[str, Any]:
    """Return the JSON in the link to a puzzle."""
    found: dict[str, Any] = json.loads(
        decompress(write_puzzle(puzzle, "fpuzzles").partition("=")[2])
    )
    return found


ADDED = {*LINES, *CAGES, *CLUES}
"""The keys of an extension of f-puzzles."""


@pytest.mark.parametrize("key", sorted(ADDED))
def test_what_an_extension_added_is_drawn_for_those_who_lack_it(key: str) -> None:
    puzzle = Puzzle("." * 81, [KEYS[key][1]])
    data = written(puzzle)
    drawn = [item for kind in DRAWN & data.keys() for item in data[kind]]
    assert drawn
    assert all(is_drawn_for(item, data) for item in drawn)
    assert read_puzzle(json.dumps(data)) == puzzle


@pytest.mark.parametrize("key", sorted(set(KEYS) - ADDED))
def test_what_others_draw_themselves_is_not_drawn(key: str) -> None:
    assert not DRAWN & written(Puzzle("." * 81, [KEYS[key][1]])).keys()


def test_how_ends_and_whispers_are_drawn() -> None:
    lines = [kinds.DoubleArrow((0, 1, 2)), kinds.Lockout((9, 10)), kinds.Whisper((18, 19), 4)]
    data = written(Puzzle("." * 81, [*lines, kinds.Whisper((27, 28))]))
    assert [item["cells"] for item in data["circle"]] == [["R1C1"], ["R1C3"]]
    assert [item["cells"] for item in data["rectangle"]] == [["R2C1"], ["R2C2"]]
    names = [item["fromConstraint"] for item in data["line"]]
    assert names == ["Double Arrow", "Lockout", "Dutch Whispers", "German Whispers"]


def test_numbers_are_texts_and_usual_dots_are_blank() -> None:
    lines = [kinds.Whisper((18, 19), 4), kinds.Lockout((9, 10))]
    dots = [kinds.Difference(0, 1), kinds.Difference(0, 9, 3), kinds.Ratio(1, 2)]
    data = written(Puzzle("." * 81, [*lines, *dots]))
    assert data["whispers"][0]["value"] == data["lockout"][0]["value"] == "4"
    assert [item.get("value") for item in data["difference"]] == [None, "3"]
    assert "value" not in data["ratio"][0]


def test_a_link_with_the_solution() -> None:
    puzzle = Puzzle("1" + "." * 15, [kinds.Diagonal()], geometry="4x4")
    solution = Grid("1432234141233214", "4x4")
    link = write_puzzle(puzzle, "sudokupad", solution=solution)
    payload = unquote(link.partition("fpuzzles")[2])
    assert json.loads(decompress(payload))["solution"] == list(solution)
    assert read_puzzle(link) == puzzle
    with pytest.raises(InputError, match="solution is not a solution of the puzzle"):
        write_puzzle(puzzle, "fpuzzles", solution=Grid("1" + "." * 15, "4x4"))
    with pytest.raises(FormatError, match="iss has no place for a solution"):
        write_puzzle(puzzle, "iss", solution=solution)


def grid_with(**cell: object) -> list[list[dict[str, object]]]:
    """Return the rows of a grid with something in its first cell."""
    grid: list[list[dict[str, object]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[0][0] = cell
    return grid


OFF_THE_BOARD = {"cell": "R0C0", "cells": [], "direction": "UL", "value": "3"}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"chocolate": True}, "chocolate is a constraint that lowbit does not know"),
        ({"renban": [{"lines": [["R1C1", "R10C1"]]}]}, "renban: 'R10C1' is not a cell of this"),
        ({"renban": [{"lines": [["A1"]]}]}, "renban: 'A1' is not a cell, such as 'R1C1'"),
        ({"renban": [7]}, "renban does not look as f-puzzles writes it"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<9"}]}, "killercage: '<9' is not a number"),
        ({"sandwichsum": [{"cell": "R3C3", "value": "9"}]}, "'R3C3' is not a place beside a row"),
        (
            {"killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C2"], "value": "x"}]},
            "killercage, item 2: 'x' is not a number",
        ),
        (
            {"thermometer": [*LINE, {"lines": [[]]}]},
            "thermometer, item 2: Thermometer names no cells",
        ),
        ({"even": [{"cell": "R1C1"}, {}]}, "even, item 2 does not look as .*lacks 'cell'"),
        ({"negative": ["king"]}, "'king' is a negative constraint that lowbit does not know"),
        ({"grid": [[{}]]}, "size is 9, but the grid has 1 rows"),
        ({"grid": [[{}] * 8] * 9}, "the grid is no square of 9 rows and columns"),
        ({"grid": 7}, "the key grid is not a list of rows"),
        ({"grid": [[7]]}, "the key grid has what is no cell"),
        ({"grid": grid_with(value=1.5, given=True)}, "grid: r1c1: 1.5 is not a whole number"),
        ({"grid": grid_with(value=True, given=True)}, "True is not a whole number"),
        ({"grid": grid_with(givenPencilMarks=[1, 2.5])}, "2.5 is not a whole number"),
        ({"grid": grid_with(givenPencilMarks=12)}, "r1c1 has no list of values: 12"),
        ({"grid": grid_with(region="a")}, "'a' is not a whole number"),
        ({"littlekillersum": [OFF_THE_BOARD]}, "littlekillersum: UL of R0C0 points off the board"),
        (
            {"difference": [{"cells": ["R1C1", "R1C2", "R1C3"]}]},
            "difference: a mark stands between two cells, not at R1C1 R1C2 R1C3",
        ),
        (
            {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R2C1"]}]},
            "clone: 2 cells have a clone of 1",
        ),
        ({"renban": [{}]}, "renban does not look as f-puzzles writes it: an item lacks 'lines'"),
        ({"line": [7]}, "line does not look as f-puzzles writes it"),
    ],
)
def test_what_is_refused(data: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read(**data)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("https://www.f-puzzles.com/?id=yxxtj7yl", "an id, which only the network resolves"),
        ("https://f-puzzles.com/", r"has \?load= in it"),
        ("https://f-puzzles.com/?load=N4Igzg", "the compressed text is cut off"),
        ("https://f-puzzles.com/?load=N4Ig!", "'!' is not a character of a compressed text"),
        ("https://f-puzzles.com/?load=" + compress("[1]"), r"no object of JSON, but '\[1\]'"),
    ],
)
def test_links_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_puzzle(text)


@pytest.mark.parametrize("around", ["{}", "fpuzzles{}", "https://f-puzzles.com/?load={}"])
def test_all_forms_of_a_link(around: str) -> None:
    puzzle = Puzzle("1" + "." * 80, [kinds.Cage((0, 1), 10)], title="äöü 数独")
    payload = write_puzzle(puzzle, "fpuzzles").partition("=")[2]
    assert read_puzzle(around.format(payload)) == puzzle
    escaped = payload.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    assert read_puzzle(around.format(escaped)) == puzzle


@pytest.mark.parametrize("text", ["", "a", "aaaa" * 20, "abcabcabd", "数独 é \U0001f600" * 3])
def test_compression_there_and_back(text: str) -> None:
    assert decompress(compress(text)) == text


def test_a_text_that_stands_for_gigabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lz_string, "MAX_CHARACTERS", 1000)
    assert decompress(compress("a" * 1000)) == "a" * 1000
    with pytest.raises(FormatError, match="longer than 1000 characters"):
        decompress(compress("a" * 1001))


@pytest.mark.parametrize("key", READERS)
def test_rules_say_what_each_key_means(key: str) -> None:
    data = data_of(Puzzle("." * 81, [KEYS[key][1]]))
    assert rules_of(data).startswith("Normal Sudoku rules apply. ")


@pytest.mark.parametrize(
    ("board", "constraints", "rules"),
    [
        ("9x9", [], "Normal Sudoku rules apply."),
        ("4x4:none", [], "Each row and column holds each digit once."),
        ("7x7:none", [], "Each row and column holds each digit once."),
        ("4x4:AAABACBBCCDBCDDD", [], "Each row, column and outlined region holds each digit once."),
        (
            "6x6",
            [kinds.Whisper((0, 1), 2), kinds.Whisper((6, 7), 3)],
            (
                "Normal Sudoku rules apply. "
                "Neighbouring digits on an orange line differ by at least 2. "
                "Neighbouring digits on a green line differ by at least 3."
            ),
        ),
        (
            "9x9",
            [kinds.Difference(0, 1), kinds.NonConsecutive(((0, 1),))],
            (
                "Normal Sudoku rules apply. "
                "Digits on either side of a white dot differ by 1, or by the number in the dot. "
                "Cells side by side without a dot between them never hold consecutive digits."
            ),
        ),
    ],
)
def test_links_say_the_usual_rules(
    board: str, constraints: list[kinds.Constraint], rules: str
) -> None:
    blank = "." * board_of(board).n_cells
    puzzle = Puzzle(blank, constraints, geometry=board)
    assert data_of(puzzle)["ruleset"] == rules
    assert read_puzzle(write_puzzle(puzzle, "sudokupad")) == puzzle
    with_own = Puzzle(blank, constraints, geometry=board, rules="As usual.")
    assert data_of(with_own)["ruleset"] == "As usual."
    assert read_puzzle(write_puzzle(with_own, "fpuzzles")) == with_own
