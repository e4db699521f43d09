"""The API explains as the library does, from what a player has."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit.pictures import Shown, draw, to_svg
from lowbit.pictures.book import to_sheet
from lowbit.techniques.step import Chain
from lowbit.techniques.wording.reading import step_of
from lowbit.techniques.wording.records import record
from pencilmark_puzzles import RECTANGLES
from web_server import ask, post

if TYPE_CHECKING:
    from collections.abc import Iterable

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
NONE = "66" + PUZZLE[2:]
TINY = "1... ...2 3... ...4"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
FEW = ["pointing", "naked-pair"]
ASKED = ["avoidable-rectangle-1", "unique-rectangle-1", "hidden-rectangle", "extended-rectangle-1"]
PATHS = ("steps", "all-steps", "hint")


def record_of(step: lowbit.Step, scale: str = "explainer", language: str = "en") -> dict[str, Any]:
    """Return a step as a response has it: chains without parts have them empty."""
    assert step.position
    fields = record(step, step.position, scale, language)
    for chain in fields["evidence"]["chains"]:
        chain.setdefault("branches", [])
        chain.setdefault("nested", [])
    return fields


@pytest.mark.parametrize("rules", ["human", "hodoku", "explainer"])
def test_the_way_to_the_solution_is_reported(server: str, rules: str) -> None:
    answer = ask(server, "steps", puzzle=PUZZLE, rules=rules, time_limit=100)
    assert answer["steps"] == [record_of(step, rules) for step in lowbit.steps(PUZZLE, rules)]
    assert (answer["status"], answer["is_solved"], answer["has_more"]) == ("unique", True, False)


def test_a_step_that_was_told_is_drawn(server: str) -> None:
    found = lowbit.all_steps(PUZZLE, rules=["aic", "finned-x-wing", "pointing", "naked-pair"])
    for step in islice(found, 9):
        position = step.position
        assert position
        told = record_of(step)
        assert step_of(told, position.geometry).chains == tuple(map(plain, step.chains))
        shown = Shown(position.puzzle, position.masks, step=step, title="T")
        picture = to_svg(draw(lowbit.Grid(position.values), shown), "dark")
        asked = {"puzzle": line(position.values), "givens": line(position.puzzle), "title": "T"}
        body = asked | {"candidates": position.masks, "step": told, "theme": "dark"}
        assert post(server, "render", **body).text == picture


def plain(chain: Chain) -> Chain:
    """Return a chain without the digits of almost locked sets, which records leave out."""
    nodes = tuple(node._replace(digits=0) for node in chain.nodes)
    return Chain(nodes, tuple(map(plain, chain.branches)), tuple(map(plain, chain.nested)))


def line(values: Iterable[int]) -> str:
    return "".join(map(str, values))


def test_the_steps_of_a_position_are_laid_out_on_pages(server: str) -> None:
    way = list(lowbit.walkthrough(PUZZLE))
    assert post(server, "sheet", puzzle=PUZZLE, limit=7, title="T").content == to_sheet(
        way[:7], "T"
    )
    later = line(way[1][1].values)
    whole = post(server, "sheet", puzzle=PUZZLE, digits=later, limit=3).content
    assert whole == to_sheet(way[1:4])
    wrong = post(server, "sheet", puzzle=PUZZLE, digits="65" + PUZZLE[2:]).json()
    assert wrong["type"] == "urn:lowbit:input-error"


@pytest.mark.parametrize(
    "said",
    [
        {"placements": ["r1c1=x"]},
        {"placements": ["r0c1=5"]},
        {"evidence": {"marks": {"hero": ["r1c1"]}}},
        {"evidence": {"houses": {"base": ["row 10"]}}},
        {"evidence": {"chains": [{}]}},
        {"evidence": 3},
    ],
)
def test_what_is_no_step_is_not_drawn(server: str, said: dict[str, Any]) -> None:
    answer = post(server, "render", puzzle=PUZZLE, step=said).json()
    assert answer["type"] in {"urn:lowbit:input-error", "urn:lowbit:grid-error"}


def test_the_hardest_step_is_reported(server: str) -> None:
    answer = ask(server, "steps", puzzle=PUZZLE, limit=50)
    slugs = [step["technique"] for step in answer["steps"]]
    assert set(slugs) > {"hidden-single", "pointing"}
    assert answer["hardest"] == slugs.index("pointing")
    assert ask(server, "steps", puzzle=lowbit.solve(PUZZLE).to_line())["hardest"] is None


def test_a_way_that_ends_early_is_no_solution(server: str) -> None:
    most = len(lowbit.steps(PUZZLE)) - 1
    answer = ask(server, "steps", puzzle=PUZZLE, limit=most)
    assert (len(answer["steps"]), answer["has_more"], answer["is_solved"]) == (most, True, False)
    answer = ask(server, "steps", puzzle=SEVERAL, time_limit=100)
    assert (answer["has_more"], answer["is_solved"]) == (False, False)


def test_techniques_are_left_out(server: str) -> None:
    barred = ["hidden-single", "naked-single"]
    answer = ask(server, "steps", puzzle=PUZZLE, without=barred, limit=3)
    expected = lowbit.steps(PUZZLE, without=barred)[:3]
    assert answer["steps"] == [record_of(step) for step in expected]


def test_all_that_applies_now_is_reported(server: str) -> None:
    answer = ask(server, "all-steps", puzzle=PUZZLE, techniques=FEW)
    assert answer["steps"] == [record_of(step) for step in lowbit.all_steps(PUZZLE, rules=FEW)]
    assert answer["has_more"] is False
    some = ask(server, "all-steps", puzzle=PUZZLE, techniques=FEW, limit=1)
    assert (some["steps"], some["has_more"]) == (answer["steps"][:1], True)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_hint_tells_as_much_as_the_level_says(server: str, level: int) -> None:
    expected = lowbit.hint(PUZZLE, detail=level)
    answer = ask(server, "hint", puzzle=PUZZLE, detail=level)
    assert expected.step
    step = record_of(expected.step) if level == 3 else None
    assert (answer["text"], answer["step"]) == (expected.text, step)


def test_sentences_are_in_the_language_asked_for(server: str) -> None:
    (first, *_) = ask(server, "steps", puzzle=PUZZLE, language="zh", limit=1)["steps"]
    assert first["name"] == "隐性唯一"
    assert first["reason"].startswith("第 1 行中")
    assert ask(server, "hint", puzzle=PUZZLE, language="zh")["text"].endswith(first["reason"])


@pytest.mark.parametrize("path", PATHS)
def test_a_mistake_is_reported_instead_of_steps(server: str, path: str) -> None:
    masks = [0] * 81
    masks[2] = 0b1100
    answer = ask(server, path, puzzle=PUZZLE, digits=".4" + "." * 79, candidates=masks)
    assert answer["mistakes"] == [
        "r1c2 is 9 in the solution, not 4",
        f"r1c3 is {lowbit.solve(PUZZLE)[2]} in the solution",
    ]
    assert not answer.get("steps")
    assert not answer.get("step")
    if path == "hint":
        assert answer["text"] == "; ".join(answer["mistakes"])
        asked = {"puzzle": PUZZLE, "digits": ".4" + "." * 79, "detail": 1}
        assert ask(server, path, **asked)["text"] == "look at box 1 again"


@pytest.mark.parametrize("path", PATHS)
def test_steps_build_on_digits_and_candidates(server: str, path: str) -> None:
    expected = lowbit.hint(PUZZLE)
    assert expected.step
    (cell, digit), *_ = expected.step.placements
    digits = "." * cell + str(digit) + "." * (80 - cell)
    masks = [0] * 81
    following = lowbit.Position(lowbit.Grid(PUZZLE)).apply(expected.step)
    pair = next(lowbit.all_steps(following, rules=["naked-pair"]))
    for place in range(81):
        masks[place] = following.after((), pair.eliminations).cells[place]
    few = {"techniques": ["naked-pair"]} if path == "all-steps" else {}
    answer = ask(server, path, puzzle=PUZZLE, digits=digits, candidates=masks, **few)
    found = [answer["step"]] if path == "hint" else answer["steps"]
    assert found
    assert all(f"r1c{cell + 1}={digit}" not in step["placements"] for step in found)
    assert record_of(pair) not in found


def test_a_cell_with_one_candidate_left_is_open(server: str) -> None:
    masks = list(lowbit.Position(lowbit.Grid(PUZZLE)).masks)
    masks[1] = 1 << 8
    singles = {"techniques": ["naked-single"]}
    found = ask(server, "all-steps", puzzle=PUZZLE, candidates=masks, **singles)["steps"]
    assert ["r1c2=9"] in [step["placements"] for step in found]
    filled = ask(server, "all-steps", puzzle=PUZZLE, digits=".9" + "." * 79, **singles)["steps"]
    assert ["r1c2=9"] not in [step["placements"] for step in filled]


@pytest.mark.parametrize("path", PATHS)
def test_what_has_no_solution_or_several_is_reported(server: str, path: str) -> None:
    few = {"techniques": FEW} if path == "all-steps" else {}
    answer = ask(server, path, puzzle=NONE, **few)
    assert answer["status"] == "none"
    assert answer["reason"].startswith("the puzzle has no solution: two 6s")
    answer = ask(server, path, puzzle=SEVERAL, time_limit=100, **few)
    assert answer["status"] == "several"
    rows = ["1...", "23..", "4...", "...3"]
    loose = {"puzzle": "1...............", "geometry": "4x4", "digits": "".join(rows)}
    answer = ask(server, path, **loose, **few)
    assert (answer["status"], answer["mistakes"]) == ("none", [])


@pytest.mark.parametrize("path", PATHS)
def test_a_limit_ends_it_with_what_is_known(server: str, path: str) -> None:
    answer = ask(server, path, puzzle=PUZZLE, time_limit=1e-9)
    assert answer["status"] == "limit-reached"
    assert "limit" in answer["reason"]


def test_other_boards_have_steps(server: str) -> None:
    answer = ask(server, "steps", puzzle=TINY, geometry="4x4")
    assert len(answer["steps"]) == 12


@pytest.mark.parametrize(
    ("path", "query", "status", "detail"),
    [
        ("hint", {"detail": 4}, 422, "detail"),
        ("hint", {"rules": "mine"}, 422, "unknown rule book 'mine'"),
        ("hint", {"candidates": [1, 2]}, 422, "81 cells have 2 sets of candidates"),
        ("hint", {"digits": "12"}, 422, "81 cells"),
        ("steps", {"without": ["magic"]}, 422, "unknown technique 'magic'"),
        ("steps", {"limit": 1001}, 422, "limit"),
        ("all-steps", {"techniques": ["magic"]}, 422, "unknown technique 'magic'"),
        ("all-steps", {"language": "la"}, 422, "language"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(
    server: str, path: str, query: dict[str, object], status: int, detail: str
) -> None:
    response = post(server, path, puzzle=PUZZLE, **query)
    assert response.status_code == status
    assert detail in response.json()["detail"]


def test_no_step_contradicts_a_solution_that_rests_on_candidates_left_out(server: str) -> None:
    puzzle = {"puzzle": RECTANGLES, "time_limit": 100}
    answer = ask(server, "steps", **puzzle)
    assert answer["steps"] == [record_of(step, "human") for step in lowbit.steps(RECTANGLES)]
    assert answer["is_solved"]
    solution = lowbit.solve(RECTANGLES)
    true = {f"r{c // 9 + 1}c{c % 9 + 1}-{digit}" for c, digit in enumerate(solution)}
    for number, (_, position) in enumerate(lowbit.walkthrough(RECTANGLES)):
        if number % 50 == 49:
            digits = lowbit.Grid(position.values).to_line()
            marks_of = position.cells, position.values
            left = [0 if d else mask for mask, d in zip(*marks_of, strict=True)]
            marks = puzzle | {"digits": digits, "candidates": left}
            hinted = ask(server, "hint", **marks)["step"]
            found = ask(server, "all-steps", **marks, techniques=ASKED)["steps"]
            way = ask(server, "steps", **marks)["steps"]
            assert not true & {e for step in (hinted, *found, *way) for e in step["eliminations"]}
