"""Pictures of constraints: each class is drawn, in all themes, and in every file format."""

from __future__ import annotations

import pytest
from svg_reader import classes, root, words

from lowbit import Puzzle, render
from lowbit.constraints import (
    REGISTRY,
    And,
    AntiKnight,
    Arrow,
    Cage,
    Difference,
    Indexer,
    LittleKiller,
    Odd,
    Or,
    Sandwich,
    Thermometer,
)
from lowbit.constraints.base import constraint
from lowbit.constraints.drawing import Drawing
from lowbit.geometry import CLASSIC
from lowbit.pictures import Shown, draw, to_pdf, to_png
from lowbit.pictures.measures import CELL, MARGIN, Spots, outline
from lowbit.pictures.themes import NAMES, THEMES
from lowbit.pictures.variants.marks import MARKS
from lowbit.pictures.variants.shapes import INKS, INSET

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
    near, far = MARGIN + INSET, MARGIN + CELL - INSET
    corners = [(near, near), (far + CELL, near), (far + CELL, far), (far, far)]
    corners += [(far, far + CELL), (near, far + CELL)]
    assert path == f"M{' '.join(f'{x} {y}' for x, y in corners)}z"


def test_a_cage_of_cells_that_touch_by_corners_has_a_line_around_each() -> None:
    lines = list(outline(CLASSIC, (0, 10, 11), 0))
    assert sorted(map(len, lines)) == [4, 4]
    assert len(list(outline(CLASSIC, (0, 1, 2, 9, 11, 18, 19, 20), 0))) == 2


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


def test_fills_lines_bulbs_rules_and_digits_are_painted_in_this_order() -> None:
    rules = [Arrow((1,), (2, 3)), Indexer(2, (0, 9), 1), Thermometer((9, 1))]
    found = classes(render(Puzzle("1" + "." * 80, rules, geometry="9x9"), theme="dark"))
    arrow, grey, dark = (f"ink-{INKS.index(name)}" for name in ("arrow", "grey", "dark"))
    wash = next(name for name in found if name.startswith("wash"))
    order = [wash, arrow, grey, dark, "rule", "frame", "given"]
    assert [found.index(name) for name in order] == sorted(found.index(name) for name in order)


def test_candidates_leave_room_for_the_totals_of_cages() -> None:
    caged = render(Puzzle(EMPTY, [Cage((0, 1), 15)]), candidates=True)
    ((_, y, word),) = words(caged, "given")
    first = min(down for _, down, _ in words(caged, "candidate"))
    assert word == "15"
    assert first - Spots(CLASSIC, has_words=True).size / 2 > y + 4
    for puzzle in (EMPTY, Puzzle(EMPTY, [Cage((0, 1))])):
        plain = words(render(puzzle, candidates=True), "candidate")
        assert min(down for _, down, _ in plain) < first


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
