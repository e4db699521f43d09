"""Pictures of cosmetics, and what is none."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from svg_reader import classes, root

from lowbit import (
    Grid,
    InputError,
    Puzzle,
    Transform,
    canonical,
    minimal_constraints,
    minimize,
    random_grids,
    read_puzzle,
    render,
    shuffle,
    shuffle_many,
    write_puzzle,
)
from lowbit.cosmetics import KINDS, Cosmetic, from_json, to_json
from lowbit.errors import LeftOutWarning
from lowbit.geometry import CLASSIC
from lowbit.pictures import Shown, draw, to_png
from lowbit.puzzle_symmetry import turns_of_board

SEEN = [
    Cosmetic("line", ((0.5, 0.5), (1.5, 1.5)), "#ff0000", width=0.2),
    Cosmetic("arrow", ((2.5, 0.5), (2.5, 3.5)), "#00ff00", width=0.1),
    Cosmetic("outline", ((4.5, 0.5), (5.5, 0.5)), "#0000ff", text="?"),
    Cosmetic("rectangle", ((7, 3),), "#ffff00", "#00ffff", 1, 0.5, 45, is_under=True),
    Cosmetic("ellipse", ((3, 7),), "#ff00ff", width=1, height=0.5),
    Cosmetic("text", ((8.5, 8.5),), "#123456", height=0.5, text="π"),
]
PUZZLE = Puzzle("1" + "." * 80, cosmetics=SEEN)


def test_each_kind_is_drawn_in_its_colour_and_layer() -> None:
    assert {one.kind for one in SEEN} == set(KINDS)
    found = classes(render(PUZZLE))
    order = ["#ffff00", "#ff0000", "#ff00ff", "rule", "#0000ff", "#123456"]
    names = [f"own-{int(name[1:], 16)}" if name[0] == "#" else name for name in order]
    assert sorted(names, key=found.index) == names


@pytest.mark.parametrize(
    ("theme", "color"), [("light", "#000000"), ("dark", "#ffffff"), ("print", "#000000")]
)
def test_black_stands_out_in_each_theme(theme: str, color: str) -> None:
    puzzle = Puzzle("." * 81, cosmetics=[Cosmetic("line", ((1, 1), (2, 1)), "#000000")])
    drawn = next(part for part in root(render(puzzle, theme=theme)) if part.get("class") == "own-0")
    assert drawn.get("stroke") == color


def test_they_get_room_beyond_the_board_and_become_png() -> None:
    out = Puzzle("." * 81, cosmetics=[Cosmetic("text", ((9.5, 4),), "#000000", text="3")])
    size = root(render(PUZZLE)).get("viewBox")
    assert root(render(out)).get("viewBox") != size
    for height, is_within in ((0.3, True), (0.5, False)):
        low = Puzzle("." * 81, cosmetics=[Cosmetic("text", ((4, 9),), "#000000", height=height)])
        assert (root(render(low)).get("viewBox") == size) is is_within
    picture = draw(PUZZLE.grid, Shown(cosmetics=PUZZLE.cosmetics))
    assert to_png(picture, width=200) != to_png(draw(PUZZLE.grid), width=200)


def test_a_puzzle_keeps_them() -> None:
    assert Puzzle.from_json(PUZZLE.to_json()) == PUZZLE == pickle.loads(pickle.dumps(PUZZLE))  # noqa: S301 - our own
    assert from_json(to_json(SEEN)) == tuple(SEEN)
    assert Puzzle(PUZZLE.grid) != PUZZLE


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"kind": "x", "points": [[1, 1]]}, "a cosmetic is one of line, arrow"),
        ({"kind": "line", "points": []}, "from 1 to 5000 points of two numbers"),
        ({"kind": "line", "points": [[1]]}, "from 1 to 5000 points of two numbers"),
        ({"kind": "line", "points": [[1, 1e9]]}, "farther than 100 cells from 0"),
        ({"kind": "line", "points": [[1, 1]], "color": "red"}, "a colour is as #rrggbb, not 'red'"),
        ({"kind": "line", "points": [[1, "x"]]}, "a cosmetic is not as it must be"),
        ({"kind": "line", "sides": 3}, "a cosmetic is not as it must be"),
        (3, "a cosmetic is not as it must be"),
    ],
)
def test_what_is_no_cosmetic(said: Any, reason: str) -> None:  # noqa: ANN401 - as JSON has it
    with pytest.raises(InputError, match=reason):
        from_json([said])


def test_they_move_with_the_puzzle() -> None:
    for places in turns_of_board(CLASSIC):
        symmetry = Transform(tuple(sorted(range(81), key=places.__getitem__)))
        moved = symmetry(PUZZLE)
        column, row = moved.cosmetics[0].points[0]
        assert moved.grid.givens.index(1) == places[0] == CLASSIC.cell_at(int(row), int(column))
        assert symmetry.inverse(moved) == PUZZLE
    quarter = Transform(tuple(9 * (8 - column) + row for row in range(9) for column in range(9)))
    (oblong,) = quarter(Puzzle("." * 81, cosmetics=SEEN[3:4])).cosmetics
    assert (oblong.points, oblong.width, oblong.height) == (((6, 7),), 0.5, 1)
    with pytest.raises(InputError, match="what is drawn on the board may depend on their values"):
        Transform(tuple(range(81)), (2, 1, 3, 4, 5, 6, 7, 8, 9))(PUZZLE)


def test_verbs_that_return_a_puzzle_return_them() -> None:
    full = PUZZLE.with_grid(random_grids(1, seed=1).array[0])
    for found in (shuffle(full, seed=1), minimize(full), minimal_constraints(full)):
        assert isinstance(found, Puzzle)
        assert len(found.cosmetics) == len(SEEN)
    assert isinstance(canonical(full), Grid)
    (many,) = shuffle_many([full], seed=3)
    assert many.answer == shuffle(full, seed=3)


def test_f_puzzles_takes_them_along() -> None:
    with pytest.warns(LeftOutWarning, match="only drawn"):
        found = read_puzzle(write_puzzle(PUZZLE, "fpuzzles")).cosmetics
    expected = {replace(one, is_under=False) for one in SEEN if one.kind != "arrow"}
    line = Cosmetic("line", SEEN[1].points, SEEN[1].color, width=0.1)
    assert set(found) == expected | {line}
    fill = Cosmetic("rectangle", ((1.5, 2.5),), "#ff0000", width=1, height=1, is_under=True)
    with pytest.warns(LeftOutWarning):
        assert read_puzzle(
            write_puzzle(Puzzle("." * 81, cosmetics=[fill]), "fpuzzles")
        ).cosmetics == (fill,)
