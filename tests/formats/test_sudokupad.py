"""Links to SudokuPad: what is said in the drawing that they carry, and what is refused."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest

from lowbit import Grid, Puzzle, read_puzzle, write_puzzle
from lowbit.constraints import AllDifferent, AntiKnight, Cage, Holds, Sum
from lowbit.cosmetics import Cosmetic
from lowbit.errors import FormatError, LeftOutWarning
from lowbit.formats.variants.lz_string import compress, decompress
from lowbit.formats.variants.sudokupad.zipper import unzipped

CELLS: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
BOXES = [
    [[row + down, column + right] for down in range(3) for right in range(3)]
    for row in (0, 3, 6)
    for column in (0, 3, 6)
]


def read(**data: Any) -> Puzzle:  # noqa: ANN401 - whatever JSON holds
    return read_puzzle(json.dumps({"cells": CELLS, "regions": BOXES, **data}))


def cage(**said: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as above
    return [{"cells": [[0, 0], [0, 1]], **said}]


def test_givens_regions_and_texts() -> None:
    cells = [[{"value": "9"}, *[{}] * 8], *CELLS[1:]]
    notes = [{"value": "title: T"}, {"value": "author: A"}, {"value": "rules: R\nS"}]
    expected = Puzzle("9" + "." * 80, title="T", author="A", rules="R\nS")
    assert read(cells=cells, cages=notes) == expected
    metadata = {"title": "T", "author": "A", "rules": ["R", "S"], "solution": "1" * 81}
    assert read(cells=cells, metadata=metadata) == expected
    assert read(regions=[]).geometry.boxes == ()


@pytest.mark.parametrize(
    ("said", "constraint"),
    [
        ({"value": 7, "sum": 7, "unique": True}, Cage((0, 1), 7)),
        ({"sum": 7}, Sum((0, 1), 7)),
        ({"unique": True}, AllDifferent((0, 1))),
    ],
)
def test_what_cages_say(said: dict[str, Any], constraint: Any) -> None:  # noqa: ANN401 - of several kinds
    assert read(cages=cage(**said)).constraints == (constraint,)


def test_a_number_is_a_sum_where_the_rules_speak_of_killer_cages() -> None:
    cages = [*cage(value="7"), {"value": "rules: Killer cages sum to the total."}]
    assert read(cages=cages).constraints == (Cage((0, 1), 7),)
    with pytest.warns(LeftOutWarning, match="1 outline$"):
        assert read(cages=cage(value="7")).cosmetics[0].text == "7"
    assert read(metadata={"antiknight": True}).constraints == (AntiKnight(),)


def test_what_is_only_drawn_is_told_and_kept_as_cosmetics() -> None:
    way = {"wayPoints": [[0.5, 0.5], [0.5, 1.5]], "color": "#CFCFCFFF", "thickness": 16}
    shape = {"center": [1, 2], "width": 0.8, "height": 0.8, "rounded": True}
    drawn: dict[str, Any] = {
        "lines": [way],
        "arrows": [way],
        "underlays": [{**shape, "backgroundColor": "#FFF", "borderColor": "#000"}],
        "overlays": [{"center": [0, 0]}, {**shape, "text": "V", "fontSize": 32}],
    }
    with pytest.warns(LeftOutWarning, match="1 line, 1 arrow, 1 ellipse, 1 text$"):
        line, arrow, circle, text = read(**drawn).cosmetics
    assert line == Cosmetic("line", ((0.5, 0.5), (1.5, 0.5)), "#cfcfcf", width=0.25)
    assert (arrow.kind, circle.points, circle.is_under) == ("arrow", ((2.0, 1.0),), True)
    assert (text.text, text.height) == ("V", 0.5)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("{ce:[[,,{v:9}],[{},,]]}", '{"cells": [[{}, {}, {"value": 9}], [{}, {}, {}]]}'),
        ("{ca:[{v:'it\\'s',r:t,hidden:f,c:#0,c2:CFCFCF}]}", None),
        ('{"ca":[{"v":"a: \\"b\\""}]}', '{"cages": [{"value": "a: \\"b\\""}]}'),
        ("{re:[]}", '{"regions": []}'),
    ],
)
def test_shortened_json(short: str, long: str | None) -> None:
    if long is not None:
        assert unzipped(short) == long
        return
    (found,) = json.loads(unzipped(short))["cages"]
    assert found == {
        "value": "it's",
        "rounded": True,
        "hidden": False,
        "color": "#000000",
        "backgroundColor": "#CFCFCF",
    }


@pytest.mark.parametrize(
    "around", ["scl{}", "https://sudokupad.app/scl{}", "https://app.crackingthecryptic.com/ctc{}"]
)
def test_links_that_carry_a_drawing(around: str) -> None:
    short = (
        "{ce:[[{v:4},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[0,1],[0,2]],sum:5,unique:t},{v:'title: T'}]}"
    )
    puzzle = read_puzzle(around.format(compress(short)))
    assert puzzle == Puzzle("4" + "." * 15, [Cage((1, 2), 5)], geometry="4x4:none", title="T")


def test_links_that_carry_f_puzzles_or_givens() -> None:
    puzzle = Puzzle("1" + "." * 80, [Cage((0, 1), 10)], title="数独")
    link = write_puzzle(puzzle, "sudokupad")
    assert link.startswith("https://sudokupad.app/fpuzzlesN4Ig")
    assert read_puzzle(link) == puzzle
    assert read_puzzle("https://sudokupad.app/scf1" + "o" * 13 + "A").grid == Grid("1" + "." * 80)


def test_links_show_candidates_in_the_centre() -> None:
    puzzle = Puzzle("1" + "." * 80, [Holds(40, (1, 9))])
    link = write_puzzle(puzzle, "sudokupad")
    cells = json.loads(decompress(unquote(link.partition("fpuzzles")[2])))["grid"]
    assert cells[4][4] == {"givenPencilMarks": [1, 9], "centerPencilMarks": [1, 9]}
    assert read_puzzle(link) == read_puzzle(write_puzzle(puzzle, "fpuzzles"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("https://sudokupad.app/k1x2y3z4w5", "'k1x2y3z4w5' is an id, which only the network"),
        ("https://sudokupad.app/someone/a-long-name-of-a-puzzle", "is an id, which only the net"),
        ("https://app.crackingthecryptic.com/sudoku/ddGfd499G7", "'ddGfd499G7' is an id"),
        ("scf11111111111111", "scf stands for 81 cells, but here for 14"),
        ("scl" + compress("{ce:[[}"), "the shortened JSON is damaged"),
        ("scl" + compress("[1,2]"), "no object of JSON"),
        ('{"cells": [[{}], [{}, {}]]}', "the rows of cells are not equally long"),
        ('{"cells": [[{}]], "cages": [5]}', "this does not look as SudokuPad writes it"),
        ('{"cells": [[{"value": "x"}]]}', "does not look as SudokuPad writes it|lines|digits"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_puzzle(text)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"sum": 3}, "cage 2: it has the sum 3, but no cells"),
        ({"cells": [[0, 0]], "sum": "x"}, "cage 2: its sum 'x' is no whole number"),
        ({"cells": [[0, 0]], "sum": 2.5, "unique": True}, "cage 2: its sum '2.5' is no whole"),
        ({"cells": [[0, 9]]}, r"cage 2: it has cells off the board: \[\[0, 9\]\]"),
    ],
)
def test_a_wrong_cage_is_named_by_its_number(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read(cages=[{}, wrong])
