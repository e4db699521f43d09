"""Pictures of constraints: each class is drawn, in all themes, and in every file format."""

from __future__ import annotations

import pytest
from svg_reader import classes, root, words

from lowbit import Puzzle, render
from lowbit.constraints import (
    REGISTRY,
    And,
    AntiKnight,
    Cage,
    Difference,
    LittleKiller,
    Odd,
    Or,
    Sandwich,
    Thermometer,
)
from lowbit.constraints.base import constraint
from lowbit.constraints.drawing import Drawing
from lowbit.pictures import Shown, draw, to_pdf, to_png
from lowbit.pictures.measures import CELL, MARGIN
from lowbit.pictures.themes import NAMES, THEMES
from lowbit.pictures.variants.marks import MARKS
from lowbit.pictures.variants.shapes import INKS

EMPTY = "." * 81


def test_every_mark_is_used() -> None:
    assert {kind.drawing.mark for kind in REGISTRY.values()} == set(MARKS)


def test_a_kind_without_a_drawing_is_a_cage_and_told_in_words() -> None:
    @constraint
    class OddOnes(Odd):
        """Cells hold odd values."""

        drawing = Drawing()

    try:
        svg = render(Puzzle(EMPTY, [OddOnes((0, 1))]))
    finally:
        del REGISTRY["OddOnes"]
    assert words(svg, "caption")[0][2] == "odd ones: r1c1 r1c2"
    assert any(part.get("stroke-dasharray") for part in root(svg))


@pytest.mark.parametrize("name", REGISTRY)
def test_each_constraint_shows(name: str) -> None:
    puzzle = Puzzle(EMPTY, [REGISTRY[name].sample])
    assert render(puzzle) != render(puzzle.grid)
    for theme in NAMES:
        assert root(render(puzzle, theme=theme)) is not None


def test_a_theme_has_a_colour_for_each_ink() -> None:
    assert {len(theme.inks) for theme in THEMES.values()} == {len(INKS)}


def test_the_total_of_a_cage_stands_in_its_first_cell() -> None:
    ((x, y, word),) = words(render(Puzzle(EMPTY, [Cage((10, 9, 18), 15)])), "given")
    assert word == "15"
    assert MARGIN < x < MARGIN + CELL / 2
    assert MARGIN + CELL < y < MARGIN + 3 * CELL / 2


def test_a_cage_keeps_inside_its_cells() -> None:
    svg = render(Puzzle(EMPTY, [Cage((0, 1, 9))]))
    (path,) = (part.get("d") for part in root(svg) if part.get("stroke-dasharray"))
    # Around the three cells run six sides; the corner where they turn inwards lies in the first.
    assert path is not None
    assert path.count("M") == 8
    assert f"{MARGIN + CELL - 5} {MARGIN + CELL - 5}" in path


def test_clues_outside_get_room_around_the_board() -> None:
    svg = render(Puzzle(EMPTY, [Sandwich(tuple(range(8, 81, 9))[::-1], 12)]))
    side = 9 * CELL + 2 * MARGIN + 2 * CELL
    assert root(svg).get("viewBox", "").split()[2] == str(side)
    ((x, y, word),) = words(svg, "given")
    place = MARGIN + 9 * CELL + CELL // 2, MARGIN + 10 * CELL + CELL // 2
    assert (word, round(x), round(y)) == ("12", *place)
    assert words(svg, "caption")[0][2] == "sandwich sums"
    assert words(render(Puzzle(EMPTY, [LittleKiller((1, 9), 8)])), "given")[0][2] == "8"


def test_rules_of_the_whole_board_stand_below_it() -> None:
    ((_, y, said),) = words(render(Puzzle(EMPTY, [AntiKnight(), AntiKnight()])), "caption")
    assert (round(y), said) == (MARGIN * 2 + 9 * CELL + 13, "anti-knight")


def test_lines_lie_behind_digits_and_dots_above_rules() -> None:
    found = classes(render(Puzzle("1" + "." * 80, [Thermometer((0, 1)), Difference(3, 4)])))
    grey = f"ink-{INKS.index('grey')}"
    assert found.index(grey) < found.index("rule") < found.index(f"ink-{INKS.index('white')}")
    assert found.index(grey) < found.index("given")


def test_alternatives_are_drawn_by_their_parts() -> None:
    either = Or((Cage((0, 1), 5), And((Cage((2, 3), 6), AntiKnight()))))
    svg = render(Puzzle(EMPTY, [either]))
    assert [word for *_, word in words(svg, "caption")] == [
        "anti-knight, some of the marks are alternatives"
    ]


def test_pdf_and_png_paint_what_svg_does() -> None:
    puzzle = Puzzle(EMPTY, [kind.sample for kind in REGISTRY.values()])
    picture = draw(puzzle.grid, Shown(constraints=puzzle.constraints))
    assert to_pdf(picture).startswith(b"%PDF")
    assert to_png(picture, width=200).startswith(b"\x89PNG")


def test_the_title_is_that_of_the_puzzle() -> None:
    assert "<title>Nine &lt; ten</title>" in render(Puzzle(EMPTY, title="Nine < ten"))
