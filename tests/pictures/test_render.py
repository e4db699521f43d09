"""What a picture shows, read back from its SVG."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg_reader import borders, classes, digits, filled, marks, part, root, words

from lowbit import Geometry, Grid, GridError, House, InputError, any_solution, render, solve
from lowbit.geometry import CLASSIC
from lowbit.pictures.parts import CAP_HEIGHT, Paint
from lowbit.pictures.themes import NAMES, THEMES
from lowbit.verbs.maximize.weights import PYRAMID
from support import BOARDS, IRREGULAR

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
BLANK = "." * 81
SMALL = Geometry.parse("4x4")
GOLDEN = Path(__file__).parent / "golden"


def shown_digits(grid: Grid) -> dict[int, str]:
    return {c: grid.geometry.symbols[d - 1] for c, d in enumerate(grid) if d}


@pytest.mark.parametrize("spec", [*BOARDS, "16x16", "25x25"])
def test_every_digit_stands_in_its_cell_on_every_board(spec: str) -> None:
    board = Geometry.parse(spec)
    grid = Grid([(cell * 7) % (board.size + 1) for cell in range(board.n_cells)], board)
    svg = render(grid)
    assert digits(svg, "given", board) == shown_digits(grid)
    assert part(svg, "solved") is None


@pytest.mark.parametrize("spec", [*BOARDS, "16x16"])
def test_a_border_parts_the_cells_of_different_boxes_and_no_others(spec: str) -> None:
    board = Geometry.parse(spec)
    neighbours = [
        *((c, c + 1) for c in range(board.n_cells) if board.column(c) < board.size - 1),
        *((c, c + board.size) for c in range(board.n_cells - board.size)),
    ]
    wanted = {frozenset(pair) for pair in neighbours if len({board.box_of[c] for c in pair}) == 2}
    assert borders(render(Grid("." * board.n_cells, board)), board) == wanted


def test_a_board_without_boxes_has_no_borders() -> None:
    lines = [house for house in CLASSIC.houses if house.kind != "box"]
    board = Geometry(9, lines)
    assert borders(render(BLANK, geometry=board), board) == set()


def test_givens_differ_from_solved_digits() -> None:
    solution = solve(PUZZLE)
    svg = render(solution, givens=PUZZLE)
    givens = shown_digits(Grid(PUZZLE))
    assert digits(svg, "given", CLASSIC) == givens
    rest = {c: d for c, d in shown_digits(solution).items() if c not in givens}
    assert digits(svg, "solved", CLASSIC) == rest
    given, solved = part(svg, "given"), part(svg, "solved")
    assert given is not None
    assert solved is not None
    assert given.get("font-weight") == "bold"
    assert solved.get("font-weight") is None
    assert given.get("fill") != solved.get("fill")


def test_givens_that_the_grid_lacks_are_an_error() -> None:
    with pytest.raises(InputError, match="r1c1: 6 is given, but the grid has 5 there"):
        render("5" + BLANK[1:], givens=PUZZLE)
    with pytest.raises(InputError, match=r"but the grid has \. there"):
        render(BLANK, givens=PUZZLE)


def test_candidates_are_those_that_the_givens_leave() -> None:
    grid = Grid(PUZZLE)
    found = marks(render(grid, candidates=True), "candidate", CLASSIC)
    assert found == [
        "" if grid[cell] else "".join(map(str, grid.candidates_of(cell))) for cell in range(81)
    ]


@pytest.mark.parametrize("spec", ["4x4", "6x6", "9x9", "16x16", "25x25"])
def test_each_candidate_has_a_place_of_its_own_inside_its_cell(spec: str) -> None:
    board = Geometry.parse(spec)
    svg = render("." * board.n_cells, geometry=board, candidates=True)
    assert marks(svg, "candidate", board) == [board.symbols] * board.n_cells
    places = [(x, y) for x, y, _ in words(svg, "candidate")]
    assert len(set(places)) == board.n_cells * board.size
    group = part(svg, "candidate")
    assert group is not None
    half = float(group.get("font-size", "")) / 2
    for x, y in places:
        assert 0 < (x - 6) % 60 - half * 0.6 < 60 - half * 1.2
        assert 0 < (y - 6) % 60 - half * 0.8 < 60 - half * 1.6


def test_restricted_cells_show_what_they_allow() -> None:
    masks = [0b101, 0b1, *[511] * 78, 0]
    found = marks(render(Grid.from_masks(masks)), "candidate", CLASSIC)
    assert found == ["13", *[""] * 80]


@pytest.mark.parametrize("as_grid", [False, True])
def test_candidates_may_be_given(as_grid: bool) -> None:  # noqa: FBT001 - a parameter
    masks = [0b11, 0b100, *[0] * 79]
    given_as = Grid.from_masks(masks) if as_grid else masks
    found = marks(render(BLANK, candidates=given_as), "candidate", CLASSIC)
    assert found == ["12", "3", *[""] * 79]


def test_candidates_must_be_masks_of_the_board() -> None:
    with pytest.raises(GridError, match="81 cells, not 2"):
        render(BLANK, candidates=[1, 2])
    with pytest.raises(GridError, match="512 is not a mask"):
        render(BLANK, candidates=[512] * 81)


@pytest.mark.parametrize(
    ("named", "cells", "houses"),
    [
        ("r1c1, r9c9", {0, 80}, set()),
        ("row 3", set(), set(range(18, 27))),
        (["R2C1", " Column  4 "], {9}, set(range(3, 81, 9))),
        ("b9,c1", set(), {*range(0, 81, 9), 60, 61, 62, 69, 70, 71, 78, 79, 80}),
        ([40, House("cage", 0, (1, 2, 3, 4, 5, 6, 7, 8, 9))], {40}, set(range(1, 10))),
        ("", set(), set()),
    ],
)
def test_highlights(named: str, cells: set[int], houses: set[int]) -> None:
    svg = render(PUZZLE, highlight=named)
    assert filled(svg, "cell", CLASSIC) == cells
    assert filled(svg, "house", CLASSIC) == houses
    assert (part(svg, "mark") is not None) == bool(cells)


def test_extra_houses_can_be_highlighted_by_name() -> None:
    board = Geometry.parse("9x9+diagonals+windows+groups")
    for name, kind in (("diagonal 2", "diagonal"), ("window 4", "window"), ("group 9", "group")):
        house = next(h for h in board.houses if str(h) == name)
        assert house.kind == kind
        assert filled(render(BLANK, geometry=board, highlight=name), "house", board) == set(
            house.cells
        )


@pytest.mark.parametrize("name", ["r0c1", "r1c10", "row 10", "cage 1", "x", "box", "r10", "1"])
def test_an_unknown_place_is_an_error_that_says_what_there_is(name: str) -> None:
    with pytest.raises(InputError, match=f"no '{name}'.*row \\(1 to 9\\), column"):
        render(PUZZLE, highlight=name)


@pytest.mark.parametrize("cell", [-1, 81, 2.5, None])
def test_an_unknown_cell_is_an_error(cell: int) -> None:
    with pytest.raises(InputError, match="cells are numbered from 0 to 80; there is no"):
        render(PUZZLE, highlight=[cell])


def test_a_heat_map_has_a_colour_for_each_weight_and_its_number() -> None:
    svg = render(PUZZLE, weights="pyramid")
    heats = [name for name in classes(svg) if name.startswith("heat")]
    assert heats == ["heat-0", "heat-25", "heat-50", "heat-75", "heat-100"]
    for weight, name in enumerate(heats, 6):
        assert filled(svg, name, CLASSIC) == {c for c in range(81) if PYRAMID[c] == weight}
    assert marks(svg, "weight", CLASSIC) == [str(weight) for weight in PYRAMID]
    colors = {part(svg, name).get("fill") for name in heats}  # type: ignore[union-attr]
    assert len(colors) == 5


def test_where_candidates_stand_no_weight_does() -> None:
    svg = render(PUZZLE, weights="pyramid", candidates=True)
    both = zip(marks(svg, "weight", CLASSIC), marks(svg, "candidate", CLASSIC), PUZZLE, strict=True)
    assert all(
        bool(weight) != bool(candidates) == (digit == ".") for weight, candidates, digit in both
    )


def test_digits_keep_clear_of_the_weights_above_them() -> None:
    svg = render("123456789" * 9, weights="pyramid")
    low = max((y - 6) % 60 for _, y, _ in words(svg, "weight")) + 13 * CAP_HEIGHT / 2
    high = min((y - 6) % 60 for _, y, _ in words(svg, "given")) - 40 * CAP_HEIGHT / 2
    assert low < high


def test_weights_of_digits_show_that_of_the_digit_or_the_highest() -> None:
    values = [[1, 2, 4, 9], *[[1, 1, 1, 2]] * 15]
    svg = render("3..............1", geometry=SMALL, weights=values, score=True)
    assert marks(svg, "weight", SMALL) == ["4", *["2"] * 14, "1"]
    assert words(svg, "caption")[0][2] == "score 5"


def test_equal_weights_are_all_half_warm() -> None:
    svg = render(BLANK, weights="uniform")
    assert [name for name in classes(svg) if name.startswith("heat")] == ["heat-50"]


def test_large_weights_get_small() -> None:
    svg = render(BLANK, weights=[-(10**9), *[10**9] * 80])
    group = part(svg, "weight")
    assert group is not None
    assert 4 <= int(group.get("font-size", "")) * 0.56 * 11 < 60


def test_the_score_is_that_of_the_digits_shown() -> None:
    solution = any_solution(PUZZLE)
    assert solution is not None
    score = sum(digit * weight for digit, weight in zip(solution, PYRAMID, strict=True))
    svg = render(solution, weights="pyramid", score=True)
    assert [word for _, _, word in words(svg, "caption")] == [f"score {score}"]
    assert f"score {score}" in (root(svg)[1].text or "")
    with pytest.raises(InputError, match="a score needs weights"):
        render(solution, score=True)


@pytest.mark.parametrize("weights", [[1, 2], "mountain", [1.5] * 81])
def test_wrong_weights_are_an_error(weights: object) -> None:
    with pytest.raises(InputError, match="weights"):
        render(BLANK, weights=weights)  # type: ignore[arg-type]


def test_diagonals_are_lines() -> None:
    path = part(render(BLANK, geometry=Geometry.parse("9x9+diagonals")), "diagonal")
    assert path is not None
    assert path.get("d") == "M9 9 543 543M543 9 9 543"


def test_windows_are_tinted() -> None:
    board = Geometry.parse("9x9+windows")
    windows = {cell for house in board.houses if house.kind == "window" for cell in house.cells}
    assert filled(render(BLANK, geometry=board), "tint", board) == windows


def test_extra_houses_that_cover_the_board_get_a_colour_each() -> None:
    board = Geometry.parse("9x9+groups")
    svg = render(BLANK, geometry=board)
    regions = [name for name in classes(svg) if name.startswith("region")]
    houses = [set(house.cells) for house in board.houses if house.kind == "group"]
    assert [filled(svg, name, board) for name in regions] == houses
    assert len({part(svg, name).get("fill") for name in regions}) == 9  # type: ignore[union-attr]


def test_a_house_of_your_own_is_tinted_whatever_it_is_called() -> None:
    broken = House("diagonal", 0, (1, 11, 21, 31, 41, 51, 61, 71, 72))
    board = CLASSIC.with_houses(broken)
    svg = render(BLANK, geometry=board)
    assert filled(svg, "tint", board) == set(broken.cells)
    assert part(svg, "diagonal") is None


def test_a_picture_says_what_it_shows() -> None:
    svg = root(render(solve(PUZZLE), givens=PUZZLE))
    assert svg.get("role") == "img"
    assert svg[0].text == "Sudoku, 9x9, 24 givens, 57 digits filled in"
    assert (svg[1].text or "").startswith("Row 1: 6 9 7 5 8 2 1 4 3; Row 2: 4 5 2")
    assert root(render("1" + BLANK[1:]))[0].text == "Sudoku, 9x9, 1 given"


def test_a_title_may_hold_anything() -> None:
    title = 'a < b & "c" \x00 数独'
    assert root(render(BLANK, title=title))[0].text == title.replace("\x00", "\ufffd")


@pytest.mark.parametrize("theme", NAMES)
def test_every_theme_colours_all_there_is(theme: str) -> None:
    board = Geometry.parse("9x9+diagonals+windows+groups")
    kwargs = {"candidates": True, "highlight": "r1c1,row 2", "weights": "pyramid", "score": True}
    svg = render(Grid(PUZZLE, board), theme=theme, **kwargs)  # type: ignore[arg-type]
    colors = THEMES["light" if theme == "auto" else theme]
    for each in root(svg):
        if name := each.get("class"):
            kind, _, amount = name.partition("-")
            wanted = colors.color(Paint(kind, int(amount) if amount else None))
            assert each.get("fill", each.get("stroke")) in {wanted, "none"}
    assert ("<style>" in svg) == (theme == "auto")


def test_auto_has_a_dark_colour_for_each_part() -> None:
    svg = render(PUZZLE, theme="auto", weights="pyramid", highlight="r1c1")
    style = next(each.text or "" for each in root(svg) if each.tag.endswith("style"))
    assert style.startswith("@media (prefers-color-scheme:dark){")
    for name in classes(svg):
        assert f".lowbit-auto .{name}{{" in style


def test_an_unknown_theme_is_an_error() -> None:
    with pytest.raises(
        InputError, match="unknown theme 'pink'; choose from light, dark, print, auto"
    ):
        render(PUZZLE, theme="pink")


def luminance(color: str) -> float:
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_whatever_is_written_stands_out_from_whatever_lies_behind(theme: str) -> None:
    colors = THEMES[theme]
    behind = [
        *map(Paint, ("paper", "tint", "diagonal", "cell", "house")),
        *(Paint(name, amount) for name in ("heat", "region") for amount in range(101)),
    ]
    for ink in map(Paint, ("given", "solved", "candidate", "marked", "weight", "caption")):
        for ground in behind:
            assert contrast(colors.color(ink), colors.color(ground)) >= 4.5, (ink, ground)
    of_a_step = [
        *map(Paint, ("placed", "struck")),
        *(Paint(name, n) for name in ("role", "role-wash") for n in range(5)),
    ]
    for ground in of_a_step:
        assert contrast(colors.color(Paint("marked")), colors.color(ground)) >= 4.5, ground


def test_the_width_is_that_of_the_picture() -> None:
    svg = root(render(PUZZLE, width=100, weights="pyramid", score=True))
    assert (svg.get("width"), svg.get("height")) == ("100", "108")
    assert svg.get("viewBox") == "0 0 552 596"
    with pytest.raises(InputError, match="width"):
        render(PUZZLE, width=0)


def test_a_picture_is_small() -> None:
    assert len(render(solve(PUZZLE), givens=PUZZLE)) < 4000


def test_a_notebook_shows_a_grid() -> None:
    assert Grid(PUZZLE)._repr_svg_() == render(PUZZLE, theme="auto")


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81), st.sampled_from(NAMES))
def test_any_grid_can_be_drawn(cells: list[int], theme: str) -> None:
    grid = Grid(cells)
    svg = render(grid, theme=theme, candidates=True)
    assert digits(svg, "given", CLASSIC) == shown_digits(grid)
    assert svg == render(cells, theme=theme, candidates=True)


PICTURES = {
    "blank": lambda: render("." * 16, geometry=SMALL),
    "solution": lambda: render("1324421324313142", geometry=SMALL, givens="1... .2.. ..3. ...."),
    "candidates": lambda: render(
        "1....2....3....4", geometry=SMALL, candidates=True, highlight="r1c2"
    ),
    "heat": lambda: render(
        "1324421324313142", geometry=SMALL, weights=range(16), score=True, theme="dark"
    ),
    "irregular": lambda: render(
        "." * 36, geometry=Geometry.parse("jigsaw:CABBBBCAABDBCAAADDCCEFFDCEEEFDEEFFFD")
    ),
    "overlapping": lambda: render("." * 24 + "1234", geometry="4x4@r1c1,r3c3"),
    "extra": lambda: render("." * 16, geometry=Geometry.parse("4x4+diagonals"), theme="auto"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_one_that_was_looked_at(name: str) -> None:
    file = GOLDEN / f"{name}.svg"
    assert PICTURES[name]() + "\n" == file.read_text(encoding="utf-8")


def test_the_irregular_board_of_the_tests_is_drawn_with_nine_boxes() -> None:
    assert (
        len(borders(render(BLANK, geometry=Geometry.parse(IRREGULAR)), Geometry.parse(IRREGULAR)))
        > 40
    )
