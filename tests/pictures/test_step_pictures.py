"""What the picture of a step shows, read back from its SVG."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain as flat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from svg_reader import filled, marks, part, root, words

from lowbit import Geometry, Grid, InputError, Position, render, walkthrough
from lowbit.geometry import CLASSIC
from lowbit.pictures import to_png
from lowbit.pictures.evidence import LOOKS
from lowbit.pictures.measures import CELL, MARGIN, Spots
from lowbit.pictures.steps import draw_position
from lowbit.pictures.themes import NAMES
from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Chain, ChainNode, HouseMark, Mark, Role, Step
from support import BOARDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.techniques.board_masks import Candidate

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
BLANK = "." * 81
SMALL = Geometry.parse("4x4")
SPOTS = Spots(CLASSIC)
GOLDEN = Path(__file__).parent / "golden"
PUZZLES = [
    line.split()[0]
    for line in (Path(__file__).parents[1] / "techniques/puzzles.txt").read_text().splitlines()
    if line[:1] in "123456789."
]
MIDDLE = re.compile(r"M(-?\d+) (-?\d+)a(\d+)")
POINTS = re.compile(r"-?\d+")


def discs(svg: str, name: str) -> set[tuple[int, int]]:
    """Return the middles of the discs of a part."""
    path = part(svg, name)
    found = MIDDLE.findall(path.get("d", "")) if path is not None else ()
    return {(int(x) + int(radius), int(y)) for x, y, radius in found}


def polygons(svg: str, name: str) -> list[list[tuple[int, int]]]:
    """Return the corners of all polygons of a name."""
    found = []
    for each in root(svg):
        if each.get("class") == name:
            for text in each.get("d", "").split("z")[:-1]:
                numbers = list(map(int, POINTS.findall(text)))
                found.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return found


def curves(svg: str) -> dict[bool, int]:
    """Return how many links are drawn, dashed or not."""
    found = {True: 0, False: 0}
    for each in root(svg):
        if each.get("class") == "link" and each.get("fill") == "none":
            found[each.get("stroke-dasharray") is not None] += each.get("d", "").count("Q")
    return found


def spots(items: Iterable[Candidate], board: Geometry = CLASSIC) -> set[tuple[int, int]]:
    return {Spots(board).of(*item) for item in items}


def node(cell: int, digit: int, *, on: bool) -> ChainNode:
    return ChainNode(1 << cell, digit, on)


def test_what_is_placed_has_a_disc_and_what_is_struck_a_stroke_across() -> None:
    step = Step("naked-pair", ((1, 9), (2, 7)), ((3, 1), (3, 5)))
    svg = render(PUZZLE, step=step)
    assert discs(svg, "placed") == spots(step.placements)
    assert discs(svg, "struck") == spots(step.eliminations)
    strokes = part(svg, "stroke")
    assert strokes is not None
    lines = [list(map(int, POINTS.findall(line))) for line in strokes.get("d", "").split("M")[1:]]
    assert {((a + c) // 2, (b + d) // 2) for a, b, c, d in lines} == spots(step.eliminations)


def test_all_candidates_stand_there_and_those_of_the_step_in_an_ink_of_their_own() -> None:
    position = Position(Grid(PUZZLE))
    step = Step("naked-pair", eliminations=((1, 9),), marks=(Mark(Role.SUBSET, 2, 7),))
    svg = render(PUZZLE, step=step)
    shown = {name: marks(svg, name, CLASSIC) for name in ("candidate", "marked")}
    for cell, (plain, reported) in enumerate(zip(*shown.values(), strict=True)):
        assert sorted(plain + reported) == list(map(str, position.candidates_of(cell)))
    assert {cell: word for cell, word in enumerate(shown["marked"]) if word} == {1: "9", 2: "7"}


@pytest.mark.parametrize("role", [role for role in Role if LOOKS[role]])
def test_each_role_has_its_shape_on_the_candidate_and_in_the_key(role: Role) -> None:
    svg = render(BLANK, step=Step("naked-pair", marks=(Mark(role, 40, 5),)))
    on_board, in_key = polygons(svg, f"role-{LOOKS[role]}")
    x, y = SPOTS.of(40, 5)
    assert min(on_board)[0] < x < max(on_board)[0]
    assert min(down for _, down in on_board) < y < max(down for _, down in on_board)
    assert max(on_board)[0] - min(on_board)[0] >= SPOTS.room - 4
    assert min(down for _, down in in_key) > MARGIN + 9 * CELL
    assert [word for _, _, word in words(svg, "caption")] == [role.value]


def test_what_is_written_about_a_step_is_in_the_language_asked_for() -> None:
    step = Step("naked-pair", eliminations=((41, 5),), marks=(Mark(Role.SUBSET, 40, 5),))
    svg = render(BLANK, step=step, language="zh")
    assert [word for _, _, word in words(svg, "caption")] == ["数组"]
    assert "显性数对" in svg


def test_a_disc_is_the_first_role() -> None:
    svg = render(BLANK, step=Step("xy-chain", marks=(Mark(Role.COLOUR_1, 40, 5),)))
    assert SPOTS.of(40, 5) in discs(svg, "role-0")


def test_base_houses_are_filled_and_covers_outlined() -> None:
    row, column = (
        next(i for i, h in enumerate(CLASSIC.houses) if str(h) == name)
        for name in ("row 2", "column 4")
    )
    houses = (HouseMark(Role.BASE, row), HouseMark(Role.COVER, column))
    svg = render(BLANK, step=Step("naked-pair", houses=houses))
    assert filled(svg, "house", CLASSIC) == set(range(9, 18))
    assert [word for _, _, word in words(svg, "caption")] == ["base lines", "cover lines"]
    assert len(re.findall(r'class="(?:house|cover)"', svg)) == 4  # on the board, and in the key
    outline = part(svg, "cover")
    assert outline is not None
    numbers = list(map(int, POINTS.findall(outline.get("d", ""))))
    assert min(numbers) == MARGIN + 3
    assert all(
        MARGIN + 3 * CELL < x < MARGIN + 4 * CELL
        for x in map(int, re.findall(r"M(\d+)", outline.get("d", "")))
    )


def test_strong_links_are_solid_and_weak_ones_dashed() -> None:
    nodes = (node(0, 1, on=False), node(8, 1, on=True), node(8, 2, on=False), node(80, 2, on=True))
    svg = render(BLANK, step=Step("aic", chains=(Chain(nodes),)))
    assert curves(svg) == {False: 2, True: 1}
    assert discs(svg, "role-0") >= spots([(8, 1), (80, 2)])


def test_an_arrow_points_at_its_end_and_stays_on_the_board() -> None:
    for start, end in ((0, 72), (72, 0), (8, 80), (80, 8), (0, 8), (8, 0), (72, 80), (80, 72)):
        chain = Chain((node(start, 5, on=True), node(end, 5, on=False)))
        svg = render(BLANK, step=Step("aic", chains=(chain,)))
        parts = [each for each in root(svg) if each.get("class") == "link"]
        numbers = [list(map(int, POINTS.findall(each.get("d", "")))) for each in parts]
        assert all(MARGIN < number < MARGIN + 9 * CELL for number in flat(*numbers))
        x, y = SPOTS.of(end, 5)
        tip = numbers[1][:2]
        assert abs((tip[0] - x) ** 2 + (tip[1] - y) ** 2 - (SPOTS.room // 2) ** 2) < 20


def test_a_link_of_a_group_starts_where_it_is_nearest() -> None:
    group = ChainNode(0b111, 5, on=True)
    svg = render(BLANK, step=Step("grouped-aic", chains=(Chain((group, node(8, 5, on=False))),)))
    curve = next(each for each in root(svg) if each.get("class") == "link").get("d", "")
    x, _ = SPOTS.of(2, 5)
    assert 0 < int(POINTS.findall(curve)[0]) - x <= SPOTS.room


def test_branches_are_drawn_and_nested_chains_are_thin() -> None:
    branch = Chain((node(20, 3, on=True), node(24, 3, on=False)))
    inner = Chain((node(60, 5, on=False), node(62, 5, on=True)))
    nested = Chain((node(40, 4, on=True), node(44, 4, on=False)), (), (inner,))
    main = Chain((node(0, 1, on=True), node(8, 1, on=False)), (branch,), (nested,))
    svg = render(BLANK, step=Step("forcing-net-verity", chains=(main,)))
    assert curves(svg) == {False: 1, True: 3}
    widths = [
        (each.get("stroke-width"), each.get("d", "").count("Q"))
        for each in root(svg)
        if each.get("class") == "link" and each.get("fill") == "none"
    ]
    assert widths == [("1", 1), ("1", 1), ("2", 2)]


def test_the_cells_of_an_almost_locked_set_in_a_chain_are_filled() -> None:
    nodes = (ChainNode(0b11, 5, on=True, digits=0b111), node(8, 5, on=False))
    svg = render(BLANK, step=Step("grouped-aic", chains=(Chain(nodes),)))
    assert filled(svg, f"role-wash-{LOOKS[Role.OTHER_SET]}", CLASSIC) == {0, 1}


def test_a_position_keeps_what_the_player_filled_apart() -> None:
    position = Position(Grid(PUZZLE)).after([(1, 9)], [(2, 7)])
    svg = render(position)
    assert [word for *_, word in words(svg, "solved")] == ["9"]
    assert marks(svg, "candidate", CLASSIC)[2] == "35"
    step = Step("naked-pair", ((2, 7),))
    svg = render(PUZZLE[:1] + "9" + PUZZLE[2:], givens=PUZZLE, step=step)
    assert [word for *_, word in words(svg, "solved")] == ["9"]


def test_a_step_that_does_not_apply_is_an_error() -> None:
    with pytest.raises(InputError, match="r1c1 has no candidate 5: draw a step with the position"):
        render(PUZZLE, step=Step("naked-pair", ((0, 5),)))


def test_the_title_is_the_name_and_the_notation() -> None:
    step, position = next(walkthrough(PUZZLE))
    assert root(render(position, step=step))[0].text == "hidden single: 9 in row 1 => r1c2=9"


@pytest.mark.parametrize("spec", [*BOARDS, "16x16", "25x25"])
def test_marks_lie_on_their_candidates_on_every_board(spec: str) -> None:
    board = Geometry.parse(spec)
    blank = "." * board.n_cells
    svg = render(blank, geometry=board, step=Step("naked-pair", ((board.n_cells - 1, board.size),)))
    [(x, y, _)] = words(svg, "marked")
    assert discs(svg, "placed") == {(round(x), round(y))}


@cache
def one_of_each() -> dict[str, tuple[Step, Position]]:
    """Return the first step of each technique that some puzzles take, and where it is taken."""
    found: dict[str, tuple[Step, Position]] = {}
    for puzzle in PUZZLES[:6]:
        for step, position in walkthrough(puzzle, "hodoku"):
            found.setdefault(step.technique, (step, position))
    return found


@pytest.mark.parametrize("theme", NAMES)
def test_every_step_of_many_can_be_drawn(theme: str) -> None:
    for step, position in one_of_each().values():
        svg = render(position, step=step, theme=theme)
        wanted = spots(step.eliminations)
        drawn = (
            discs(svg, "struck")
            | {SPOTS.of(mark.cell, mark.digit) for mark in step.marks if mark.digit}
            | {
                SPOTS.of(cell, each.digit)
                for chain in step.chains
                for each in chain.nodes
                for cell in members(each.cells)
            }
        )
        assert wanted <= drawn, step
        assert discs(svg, "placed") == spots(step.placements)
    assert len(one_of_each()) > 10


def test_a_step_becomes_png() -> None:
    pytest.importorskip("pypdfium2")
    nodes = (node(0, 1, on=False), node(8, 1, on=True), node(8, 2, on=False))
    step = Step("aic", (), ((4, 1),), (Mark(Role.FIN, 5, 3),), (), (Chain(nodes),))
    plain, reported = (to_png(draw_position(Position(Grid(BLANK)), each)) for each in (None, step))
    assert reported[:4] == b"\x89PNG"
    assert plain != reported


def test_a_picture_of_a_step_is_the_one_that_was_looked_at() -> None:
    nodes = (node(1, 2, on=False), node(13, 2, on=True))
    step = Step(
        "aic",
        ((5, 3),),
        ((6, 1),),
        (Mark(Role.PIVOT, 7, 1), Mark(Role.PINCER, 3, 3)),
        (HouseMark(Role.BASE, 0), HouseMark(Role.COVER, 9)),
        (Chain(nodes),),
    )
    svg = render("1... .... .... ...4", geometry=SMALL, step=step)
    assert svg + "\n" == (GOLDEN / "step.svg").read_text(encoding="utf-8")
