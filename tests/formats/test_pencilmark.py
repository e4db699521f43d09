"""pencilmark's JSON: what each rule says, and what is refused."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from lowbit import Masks, Puzzle, read_puzzle, write_puzzle
from lowbit import constraints as kinds
from lowbit.errors import FormatError
from lowbit.formats.variants.pencilmark.rules import READERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BOX_GRID = {"type": "box_grid", "origin": "r1c1", "box": [2, 2]}
BLANK = [0] * 16


def text(*rules: dict[str, Any], **data: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    whole = {
        "format": "sudoku-puzzle",
        "format_version": 1,
        "board": {"rows": 4, "cols": 4},
        "digits": 4,
        "givens": BLANK,
        "rules": [BOX_GRID, *rules],
    }
    return json.dumps(whole | data)


def edge(kind: str, **numbers: object) -> dict[str, Any]:
    return {"type": "edge", "kind": kind, "cells": ["r1c1", "r1c2"], **numbers}


def line(kind: str, **numbers: object) -> dict[str, Any]:
    return {"type": "line", "kind": kind, "cells": ["r1c1", "r2c2", "r3c3"], **numbers}


def cell(kind: str, **numbers: object) -> dict[str, Any]:
    return {"type": "cell", "kind": kind, "cells": ["r1c1", "r1c2"], **numbers}


def corner(kind: str, **numbers: object) -> dict[str, Any]:
    return {"type": "corner", "kind": kind, "cells": ["r1c1", "r1c2", "r2c1", "r2c2"], **numbers}


ROW = ["r1c1", "r1c2", "r1c3", "r1c4"]
CELLS = (0, 5, 10)
TOP = (0, 1, 2, 3)

RULES_OF_CONSTRAINTS: list[tuple[dict[str, Any], list[kinds.Constraint]]] = [
    ({"type": "region", "kind": "extra", "cells": ["r1c1", "r3c2"]}, [kinds.AllDifferent((0, 9))]),
    (
        {"type": "region", "kind": "diagonal", "cells": ["r4c1", "r3c2", "r2c3", "r1c4"]},
        [kinds.Diagonal(rising=True)],
    ),
    ({"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 5}, [kinds.Cage((0, 1), 5)]),
    ({"type": "cage", "cells": ["r1c1", "r1c2"]}, [kinds.Cage((0, 1))]),
    (
        {"type": "arrow", "bulb": ["r1c1"], "lines": [["r1c2", "r1c3"], ["r2c1"]]},
        [kinds.Arrow((0,), (1, 2)), kinds.Arrow((0,), (4,))],
    ),
    (line("thermo"), [kinds.Thermometer(CELLS)]),
    (line("slow_thermo"), [kinds.Thermometer(CELLS, slow=True)]),
    (line("whisper"), [kinds.Whisper(CELLS, 5)]),
    (line("whisper", value=2, closed=True), [kinds.Whisper((*CELLS, 0), 2)]),
    (line("renban", closed=True), [kinds.Renban(CELLS)]),
    (line("region_sum"), [kinds.RegionSumLine(CELLS)]),
    (line("palindrome"), [kinds.Palindrome(CELLS)]),
    (line("modular", value=2), [kinds.Modular(CELLS, 2)]),
    (line("parity"), [kinds.ParityLine(CELLS)]),
    (line("zipper"), [kinds.Zipper(CELLS)]),
    (line("between"), [kinds.Between(CELLS)]),
    (line("lockout"), [kinds.Lockout(CELLS, 4)]),
    (line("double_arrow"), [kinds.DoubleArrow(CELLS)]),
    (edge("kropki", color="white"), [kinds.Difference(0, 1)]),
    (edge("kropki", color="black"), [kinds.Ratio(0, 1)]),
    (edge("xv", letter="V"), [kinds.PairSum(0, 1, 5)]),
    (edge("difference", value=2), [kinds.Difference(0, 1, 2)]),
    (edge("ratio", value=3), [kinds.Ratio(0, 1, 3)]),
    (edge("sum", sum=6), [kinds.PairSum(0, 1, 6)]),
    (edge("product", value=6), [kinds.Relation((0, 1), ((2, 3), (3, 2)))]),
    (edge("less"), [kinds.Greater(1, 0)]),
    (corner("battenburg"), [kinds.ParityLine((0, 1, 5, 4))]),
    (corner("exclude", value=2), [kinds.Holds(at, (1, 3, 4)) for at in (0, 1, 4, 5)]),
    (corner("mathrax", op="+", value=5), [kinds.PairSum(0, 5, 5), kinds.PairSum(1, 4, 5)]),
    (corner("mathrax", op="even"), [kinds.Even((0, 1, 4, 5))]),
    (
        {
            "type": "sum",
            "kind": "little_killer",
            "sum": 7,
            "side": "top",
            "cells": ["r1c2", "r2c3"],
        },
        [kinds.LittleKiller((1, 6), 7)],
    ),
    (
        {"type": "sum", "kind": "group", "sum": 7, "cells": ["r1c2", "r3c3"]},
        [kinds.Sum((1, 10), 7)],
    ),
    ({"type": "sandwich", "sum": 5, "side": "left", "cells": ROW}, [kinds.Sandwich(TOP, 5)]),
    ({"type": "xsum", "sum": 5, "side": "left", "cells": ROW}, [kinds.XSum(TOP, 5)]),
    ({"type": "skyscraper", "value": 2, "side": "left", "cells": ROW}, [kinds.Skyscraper(TOP, 2)]),
    (
        {"type": "rossini", "arrow": "out", "side": "left", "cells": ROW[:3]},
        [kinds.Thermometer((2, 1, 0))],
    ),
    ({"type": "neighbours", "kind": "antiknight"}, [kinds.AntiKnight()]),
    ({"type": "neighbours", "kind": "antiking"}, [kinds.AntiKing()]),
    ({"type": "neighbours", "kind": "nonconsecutive"}, [kinds.NonConsecutive()]),
    (
        {"type": "neighbours", "op": "not_sum", "params": [5], "where": "orthogonal"},
        [kinds.NoSum((), (5,))],
    ),
    (
        {"type": "relation", "op": "equal", "params": [], "pairs": [["r1c1", "r3c2"]]},
        [kinds.Equal((0, 9))],
    ),
    (
        {
            "type": "relation",
            "op": "difference_at_least",
            "params": [3],
            "pairs": [["r1c1", "r3c2"]],
        },
        [kinds.Relation((0, 9), ((1, 4), (4, 1)))],
    ),
    (cell("odd"), [kinds.Odd((0, 1))]),
    (cell("low", split=2), [kinds.Holds(0, (1, 2)), kinds.Holds(1, (1, 2))]),
    (cell("set", values=[1, 4]), [kinds.Holds(0, (1, 4)), kinds.Holds(1, (1, 4))]),
    (
        {"type": "contains", "digits": [2, 1], "cells": ["r1c1", "r1c2"]},
        [kinds.Contains((0, 1), (1, 2))],
    ),
    (
        {"type": "appears", "source": "r1c1", "cells": ["r2c3", "r3c3"]},
        [kinds.Or((kinds.Equal((0, 6)), kinds.Equal((0, 10))))],
    ),
    (
        {"type": "clone", "regions": [["r1c1", "r1c2"], ["r3c3", "r3c4"]]},
        [kinds.Clone((0, 1), (10, 11))],
    ),
    ({"type": "count", "kind": "circles", "cells": ROW}, [kinds.CountingCircles(TOP)]),
    (
        {"type": "count", "counts": [[2, 1], [3, 0]], "cells": ROW[:2]},
        [
            kinds.Contains((0, 1), (2,), exact=True),
            kinds.Holds(0, (1, 2, 4)),
            kinds.Holds(1, (1, 2, 4)),
        ],
    ),
    (
        {"type": "equal_sum", "segments": [["r1c1", "r1c2"], ["r3c3"]]},
        [kinds.EqualSums(((0, 1), (10,)))],
    ),
]


@pytest.mark.parametrize(
    ("rule", "constraints"), RULES_OF_CONSTRAINTS, ids=lambda value: str(value)[:60]
)
def test_what_a_rule_says(rule: dict[str, Any], constraints: list[kinds.Constraint]) -> None:
    puzzle = read_puzzle(text(rule))
    assert list(puzzle.constraints) == constraints
    assert read_puzzle(write_puzzle(puzzle, "pencilmark")).geometry == puzzle.geometry


LANGUAGES: list[tuple[dict[str, Any], int, Callable[[Any], bool]]] = [
    (
        {"type": "first_seen", "value": 2, "digits": [1, 2], "side": "left", "cells": ROW[:3]},
        3,
        lambda word: [digit for digit in word if digit < 3][:1] == [2],
    ),
    ({"type": "distinct_count", "value": 2, "cells": ROW[:3]}, 3, lambda word: len(set(word)) == 2),
    (
        {"type": "table", "allowed": [[1, 2], [3, 3]], "cells": ROW[:2]},
        2,
        [(1, 2), (3, 3)].__contains__,
    ),
    (
        {"type": "vudoku", "cells": ROW[:3]},
        3,
        lambda word: word[0] in {word[1] + word[2], abs(word[1] - word[2])},
    ),
]


@pytest.mark.parametrize(
    ("rule", "n_cells", "allows"), LANGUAGES, ids=[rule["type"] for rule, _, _ in LANGUAGES]
)
def test_rules_that_are_tried_on_all_digits(
    rule: dict[str, Any], n_cells: int, allows: Callable[[Sequence[int]], bool]
) -> None:
    puzzle = read_puzzle(text(rule))
    for word in product(range(1, 5), repeat=n_cells):
        values = [*word, *[1] * (16 - n_cells)]
        holds = all(one.holds(values, puzzle.geometry) for one in puzzle.constraints)
        assert holds == allows(word), word


def test_every_type_of_rule_is_tested() -> None:
    tested = {rule["type"] for rule, _ in RULES_OF_CONSTRAINTS} | {
        rule["type"] for rule, *_ in LANGUAGES
    }
    assert set(READERS) - tested == {"global_entropy", "negative"}


def test_rules_about_others() -> None:
    dot = edge("kropki", color="white")
    puzzle = read_puzzle(text(dot, {"type": "negative", "of": "kropki"}))
    marked = ((0, 1),)
    assert puzzle.constraints[1:] == (kinds.NonConsecutive(marked), kinds.NoRatio(marked))
    puzzle = read_puzzle(text({"type": "negative", "of": "xv", "letter": "V", "area": ROW[:2]}))
    (pair,) = puzzle.constraints
    assert isinstance(pair, kinds.Relation)
    assert set(pair.pairs) == {(a, b) for a, b in product(range(1, 5), repeat=2) if a + b != 5}
    puzzle = read_puzzle(text(cell("odd"), {"type": "negative", "of": "cell", "kind": "odd"}))
    assert puzzle.constraints[1:] == tuple(kinds.Holds(at, (2, 4)) for at in range(2, 16))
    everywhere = {"type": "table", "where": [[0, 0], [3, 3]], "allowed": [[1, 1]]}
    assert [one.cells_on(puzzle.geometry) for one in read_puzzle(text(everywhere)).constraints] == [
        (0, 15)
    ]
    rules = [{"type": "grid", "origin": "r1c1"}, {"type": "global_entropy"}]
    nine = {"board": {"rows": 9, "cols": 9}, "digits": 9, "givens": [0] * 81, "rules": rules}
    puzzle = read_puzzle(text(**nine))
    assert (str(puzzle.geometry), puzzle.constraints) == ("9x9:none", (kinds.GlobalEntropy(),))


def test_a_clue_along_no_line_is_written_by_its_table() -> None:
    puzzle = Puzzle("." * 16, [kinds.XSum((0, 0), 2)], geometry="4x4")
    written = json.loads(write_puzzle(puzzle, "pencilmark"))
    assert "xsum" not in [rule.get("type") for rule in written["rules"]]


def test_boards_and_cells() -> None:
    puzzle = read_puzzle(
        text(
            givens=[3, *BLANK[1:]],
            candidates={"R1C2": [1, 4]},
            meta={"title": "A", "author": "B", "rules_text": "C", "id": "7"},
            decorations=[{"any": "thing"}],
        )
    )
    assert puzzle == Puzzle(
        Masks([4, 0b1001, *[15] * 14]), geometry="4x4", title="A", author="B", rules="C"
    )
    assert read_puzzle(write_puzzle(puzzle, "pencilmark")) == puzzle
    for board in ("4x4:none", "jigsaw:AAABABBBCCCDCDDD", "6x6", "4x6:none", "9x9+diagonals"):
        puzzle = Puzzle("." * 81 if board[:3] == "9x9" else "." * BOARDS[board], geometry=board)
        again = read_puzzle(write_puzzle(puzzle, "pencilmark"))
        assert again.geometry.n_rows == puzzle.geometry.n_rows
        assert [house.cells for house in again.geometry.boxes] == [
            house.cells for house in puzzle.geometry.boxes
        ]


BOARDS = {"4x4:none": 16, "jigsaw:AAABABBBCCCDCDDD": 16, "6x6": 36, "4x6:none": 24}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (text(format_version=2), "version 1 of sudoku-puzzle is read, not 2"),
        (text(fog=[]), "'fog' is a key that lowbit does not know"),
        (text({"type": "fog"}), "rule 2: 'fog' is a type that lowbit does not know"),
        (text({"type": "custom:x"}), "rule 2: 'custom:x' is a type"),
        (text(line("wiggle")), "rule 2, line: 'wiggle' is a kind that lowbit does not know"),
        (text(line("thermo", value=3)), "rule 2, line: 'value' is a key that lowbit does not know"),
        (text(edge("kropki", color="red")), "color must be white or black, not 'red'"),
        (text({"type": "cage", "cells": ["r1c9"]}), "rule 2, cage: 'r1c9' is not a cell"),
        (text({"type": "negative", "of": "rossini"}), "a negative of rossini is not known"),
        (
            text({"type": "sum", "kind": "group"}),
            "this is not as pencilmark writes it: it lacks 'c",
        ),
        (text(rules=[]), "a board without all rows and columns as houses is not read"),
        (text(givens=[None, *BLANK[1:]]), "a board with holes is not read"),
        (text(givens=[7, *BLANK[1:]]), "r1c1 cannot hold 7"),
        (text(givens=[True, *BLANK[1:]]), "r1c1 cannot hold True"),
        (text(givens=[0]), "the board has 4 x 4 cells, the givens are 1"),
        (text(board={"rows": 4, "cols": 10**20}), "cells, the givens are 16"),
        (text(digits=10**20), "a board has up to"),
        (
            text({"type": "count", "counts": [[2, 10**20]], "cells": ["r1c1"]}),
            f"1 cells cannot hold 2 {10**20} times",
        ),
        (text(rules=[{**BOX_GRID, "origin": "r2c1"}]), "box_grid at r2c1 reaches over the rim"),
        (text(rules=[{**BOX_GRID, "box": [3, 2]}]), "boxes of 3x2 cells do not hold 4 digits"),
        (text(rules=5), "this is not as pencilmark writes it"),
    ],
)
def test_what_is_refused(said: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_puzzle(said)
