"""The API makes, changes and draws puzzles as the library does, and says why where it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import numpy as np
import pytest

import lowbit
from lowbit.constraints import Cage
from lowbit.errors import EffortSpentError, MissingPackageError
from lowbit.pictures import Shown, draw, to_pdf, to_png
from lowbit.pictures.book import BookPuzzle, Layout, solved, to_book
from lowbit.web.limits import ServerLimits
from lowbit.web.problems import problem
from web_server import PATIENCE, ask, post, serving

if TYPE_CHECKING:
    from pathlib import Path

SMALL = "..3.4..2.1......"
PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
NONE = "66" + PUZZLE[2:]


def refusal(server: str, name: str, **query: object) -> str:
    response = post(server, name, **query)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    return str(response.json()["detail"])


# Minimal puzzles.


def test_the_givens_that_can_go_are_listed(server: str) -> None:
    answer = ask(server, "minimal", puzzle=PUZZLE)
    assert answer == {
        "status": "unique",
        "is_minimal": False,
        "redundant": [27, 29],
        "redundant_constraints": [],
        "reason": "",
    }
    assert ask(server, "minimal", puzzle=lowbit.minimize(PUZZLE).to_line())["is_minimal"]


def test_a_puzzle_is_minimised_in_the_order_of_a_seed(server: str) -> None:
    for seed in (None, 1, 2**64 - 1):
        answer = ask(server, "minimize", puzzle=SOLUTION, seed=seed)
        assert answer["puzzle"] == lowbit.minimize(SOLUTION, seed=seed).to_line()
        kept = {cell for cell, digit in enumerate(answer["puzzle"]) if digit != "."}
        assert kept == set(range(81)) - set(answer["removed"])


def test_restricted_cells_of_another_board_stay(server: str) -> None:
    board = lowbit.Geometry.parse("4x4")
    masks = list(lowbit.Grid("1234341221434321", board).allowed)
    masks[4] = 0b1100
    puzzle = lowbit.Grid.from_masks(masks, board).to_pencilmarks()
    answer = ask(server, "minimize", puzzle=puzzle, geometry="4x4")
    left = lowbit.Grid(answer["puzzle"], board)
    assert left == lowbit.minimize(puzzle, geometry=board)
    assert left.allowed[4] == 0b1100


@pytest.mark.parametrize("name", ["minimal", "minimize"])
@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ({"puzzle": NONE}, "none", "the puzzle has no solution"),
        ({"puzzle": SEVERAL}, "several", "the puzzle has more than one solution: "),
        ({"puzzle": PUZZLE, "max_nodes": 1}, "limit-reached", "the node limit ended the search"),
    ],
)
def test_what_has_not_one_solution_is_not_minimal(
    server: str, name: str, query: dict[str, Any], status: str, reason: str
) -> None:
    answer = ask(server, name, **query)
    assert answer["status"] == status
    assert answer["reason"].startswith(reason)
    assert answer["is_minimal" if name == "minimal" else "puzzle"] is None


# Isomorphic puzzles.


def test_the_canonical_form_comes_with_its_symmetry(server: str) -> None:
    answer = ask(server, "canonical", puzzle=PUZZLE)
    assert answer["puzzle"] == lowbit.canonical(PUZZLE).to_line()
    transform = lowbit.Transform(answer["cells"], answer["digits"])
    assert str(transform) == answer["transform"]
    assert transform(PUZZLE).to_line() == answer["puzzle"]


def test_a_puzzle_is_shuffled_by_a_seed(server: str) -> None:
    answer = ask(server, "shuffle", puzzle=PUZZLE, seed=7)
    assert answer["puzzle"] == lowbit.shuffle(PUZZLE, seed=7).to_line()
    assert lowbit.Transform.parse(answer["transform"]) == lowbit.Transform.random(7)
    unseeded = ask(server, "shuffle", puzzle=PUZZLE)
    assert unseeded["seed"] < 2**53  # JavaScript holds no larger one
    again = ask(server, "shuffle", puzzle=PUZZLE, seed=unseeded["seed"])
    assert again == unseeded
    assert unseeded["seed"] < 2**53  # what JavaScript can hold


@pytest.mark.parametrize(("name", "wishes"), [("canonical", {}), ("shuffle", {"seed": 3})])
def test_other_boards_have_symmetries_of_their_own(
    server: str, name: str, wishes: dict[str, int]
) -> None:
    answer = ask(server, name, puzzle=SMALL, geometry="4x4", **wishes)
    wanted = getattr(lowbit, name)(SMALL, geometry="4x4", **wishes)
    assert answer["puzzle"] == wanted.to_line() != SMALL


# New puzzles.


def test_puzzles_are_made_as_the_library_makes_them(server: str) -> None:
    wishes = {"n": 3, "clues": [24, 26], "symmetry": "half-turn", "minimal": False, "seed": 5}
    answer = ask(server, "generate", **wishes)
    rows = lowbit.generate(3, clues=(24, 26), symmetry="half-turn", minimal=False, seed=5).array
    assert answer == {"puzzles": [lowbit.Grid(row).to_line() for row in rows], "seed": 5}


def test_puzzles_on_other_boards_are_made_as_the_library_makes_them(server: str) -> None:
    wishes = {"geometry": "6x6", "n": 2, "symmetry": "half-turn", "seed": 5}
    rows = lowbit.generate(2, geometry="6x6", symmetry="half-turn", seed=5).array
    expected = [lowbit.Grid(row, "6x6").to_line() for row in rows]
    assert ask(server, "generate", **wishes)["puzzles"] == expected


def test_what_was_found_on_another_board_is_told_in_its_symbols() -> None:
    digits = np.array([[0, 10, *range(1, 15)]], np.uint8)
    found = lowbit.Grids(digits, lowbit.Geometry.parse("16x16"))
    reported = problem(EffortSpentError("it was enough", 1, 2, 3, found))
    assert reported["found"] == [".A123456789ABCDE"]


def test_a_puzzle_without_a_seed_can_be_made_again(server: str) -> None:
    answer = ask(server, "generate", clues=25)
    assert ask(server, "generate", clues=25, seed=answer["seed"]) == answer
    assert len(answer["puzzles"][0].replace(".", "")) == 25


def test_the_pattern_of_a_puzzle_is_that_which_was_asked_for(server: str) -> None:
    pattern = "".join("." if character == "." else "x" for character in PUZZLE)
    (made,) = ask(server, "generate", pattern=pattern, unique=False)["puzzles"]
    assert [character == "." for character in made] == [character == "." for character in PUZZLE]


@pytest.mark.slow
@pytest.mark.parametrize(("by", "wish"), [("level", {}), ("rating", {"rating": [1.2, 3.0]})])
def test_a_graded_set_is_made_as_the_library_makes_it(
    server: str, by: str, wish: dict[str, Any]
) -> None:
    made = ask(server, "generate", n=5, graded=by, seed=5, **wish)["puzzles"]
    rows = lowbit.generate_graded(5, by=by, seed=5, **wish).array
    assert made == [lowbit.Grid(row).to_line() for row in rows]


def test_an_effort_that_is_spent_is_a_problem_with_what_was_found(server: str) -> None:
    response = post(server, "generate", n=1000, clues=19, time_limit=0.5, seed=1)
    reported = response.json()
    assert response.status_code == 422
    assert reported["type"] == "urn:lowbit:effort-spent-error"
    assert reported["detail"].startswith("the time limit of 0.5 s ended the search: ")
    assert len(reported["found"]) < 1000
    assert all(lowbit.is_unique(found) for found in reported["found"])
    reported = post(server, "generate", clues=17, max_tries=1).json()
    assert reported["detail"].startswith("the last ")
    assert reported["found"] == []


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ({"n": 1001}, "n must be 1000 or less here, not 1001"),
        ({"clues": 16}, "no puzzle with 16 givens has one solution: 17 are the fewest"),
        ({"clues": [30, 20]}, "clues must be from 0 to 81, not 30 to 20"),
        ({"symmetry": "round"}, "unknown symmetry 'round'; choose from none, half-turn"),
        ({"clues": 33, "symmetry": "full", "pattern": PUZZLE}, "a pattern excludes"),
        ({"pattern": "x"}, "a pattern must be 81 characters"),
        ({"graded": "level", "needs": "skyscraper"}, "a graded set takes no level, no technique"),
        ({"graded": "level", "rating": [1, 2]}, "a set spread over levels has no range of ratings"),
        ({"graded": "level", "geometry": "6x6"}, "a graded set is of puzzles on the classic board"),
        ({"geometry": "6x6", "level": "hard"}, "puzzles of a rating"),
        ({"n": 0}, "n: Input should be greater than or equal to 1"),
        ({"seed": 2**64}, "seed: "),
        ({"clues": "many"}, "clues.int: "),
    ],
)
def test_what_cannot_be_made_is_refused(server: str, query: dict[str, Any], detail: str) -> None:
    assert refusal(server, "generate", **query).startswith(detail)


def test_at_most_so_many_are_made_at_once() -> None:
    assert ServerLimits().max_generated == 1000


# Pictures.


def test_a_picture_is_the_library_s_in_every_format(server: str) -> None:
    shown = {"givens": PUZZLE, "highlight": "r1c2, row 5", "weights": "pyramid", "score": True}
    drawn = draw(lowbit.Grid(SOLUTION), Shown(**shown))  # type: ignore[arg-type] # any of them
    expected = {
        "svg": (lowbit.render(SOLUTION, **shown, theme="dark").encode(), "image/svg+xml"),  # type: ignore[arg-type] # as above
        "png": (to_png(drawn, "dark"), "image/png"),
        "pdf": (to_pdf(drawn, "dark"), "application/pdf"),
    }
    for name, (content, media_type) in expected.items():
        response = post(server, "render", puzzle=SOLUTION, **shown, theme="dark", format=name)
        assert response.status_code == 200, response.text
        assert response.headers["content-type"].split(";")[0] == media_type
        assert response.content == content


def test_a_picture_shows_the_candidates_that_are_asked_for(server: str) -> None:
    masks = [0] * 81
    masks[1] = 0b11
    for candidates in (True, masks):
        response = post(server, "render", puzzle=PUZZLE, candidates=candidates, width=300)
        expected = lowbit.render(PUZZLE, candidates=candidates, width=300)
        assert response.text == expected


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ({"highlight": "r10c1"}, "this board has no 'r10c1': name a cell from r1c1 to r9c9"),
        ({"theme": "pink"}, "unknown theme 'pink'; choose from light, dark, print, auto"),
        ({"score": True}, "a score needs weights"),
        ({"weights": [1, 2, 3]}, "weights must be 81 numbers"),
        ({"givens": SEVERAL}, "r1c3: 3 is given, but the grid has"),
        ({"candidates": [1]}, "a 9x9 grid has 81 cells, not 1"),
        ({"format": "gif"}, "format: Input should be 'svg', 'png' or 'pdf'"),
        ({"width": 9999}, "width: Input should be less than or equal to 2000"),
    ],
)
def test_what_cannot_be_drawn_is_refused(server: str, query: dict[str, Any], detail: str) -> None:
    assert refusal(server, "render", puzzle=PUZZLE, **query).startswith(detail)


# What all have in common.

MAKERS = ("minimal", "minimize", "canonical", "shuffle", "generate", "render")


@pytest.mark.parametrize("name", MAKERS)
def test_bad_input_is_a_problem(server: str, name: str) -> None:
    puzzle = {} if name == "generate" else {"puzzle": PUZZLE}
    assert refusal(server, name, **puzzle, speed=9) == "speed: Extra inputs are not permitted"
    if name != "generate":
        assert refusal(server, name) == "puzzle: Field required"
        reported = refusal(server, name, puzzle=PUZZLE[:-1] + "x")
        assert reported == "character 81: 'x' is not a digit or blank"
        assert refusal(server, name, puzzle=PUZZLE[:-1]).startswith("a 9x9 grid has 81 cells")


@pytest.mark.parametrize("name", MAKERS)
def test_the_description_names_it(server: str, name: str) -> None:
    described = httpx.get(f"{server}/api/v1/openapi.json", timeout=PATIENCE).json()
    assert described["paths"][f"/api/v1/{name}"]["post"]["summary"]


@pytest.mark.slow
def test_a_server_makes_no_puzzle_for_longer_than_its_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "log", "--time-limit", "0.3") as (address, _):
        response = post(
            address, "generate", clues=17, symmetry="full", minimal=False, time_limit=60
        )
        assert response.json()["detail"].startswith(
            "the time limit of 0.3 s ended the search: 0 of 1"
        )


def test_a_missing_package_is_the_server_s_matter() -> None:
    reported = problem(MissingPackageError("a PNG needs pypdfium2", "pictures"))
    assert reported["status"] == 501
    assert reported["detail"] == "a PNG needs pypdfium2: pip install 'lowbit[pictures]'"
    assert "found" not in problem(EffortSpentError("why", 0, 1, 2))


# Booklets.


def test_puzzles_are_laid_out_with_levels_and_solutions(server: str) -> None:
    asked = {"puzzles": [PUZZLE, SEVERAL, SMALL], "title": "Three", "per_page": 2, "levels": True}
    response = post(server, "book", **{**asked, "puzzles": [PUZZLE, SEVERAL]})
    assert response.headers["content-type"] == "application/pdf"
    entries = [solved(lowbit.Grid(PUZZLE), "Medium"), solved(lowbit.Grid(SEVERAL))]
    assert response.content == to_book(entries, Layout("Three", 2))
    refused = post(server, "book", **asked).json()
    assert refused["type"] == "urn:lowbit:grid-error"
    killer = lowbit.Puzzle(SMALL, [Cage((0, 1), 3)], geometry="4x4")
    mixed = post(server, "book", puzzles=[PUZZLE, killer.to_json()], solutions=True, levels=True)
    assert mixed.content == to_book([entries[0], solved(killer)], Layout())
    small = post(server, "book", puzzles=[SMALL], geometry="4x4", solutions=False, levels=True)
    assert small.content == to_book(
        [BookPuzzle(lowbit.Grid(SMALL, "4x4"))], Layout(solutions=False)
    )
