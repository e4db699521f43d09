"""The API tells what a puzzle is, how hard it is, and where a technique can be practised."""

from __future__ import annotations

import httpx
import pytest

import lowbit
from lowbit.techniques.lessons import CHAPTERS, lesson
from support import slow_except
from web_page import PUZZLE, SEVERAL, SOLUTION
from web_server import BYTES, PATIENCE, ask, post

NONE = "66" + PUZZLE[2:]
UNCLEAR = "." + PUZZLE[1:]


# How hard it is.


def test_a_puzzle_is_rated_as_the_library_rates_it(server: str) -> None:
    rating = lowbit.rate(PUZZLE, rules=("explainer", "hodoku"), measures="techniques")
    answer = ask(server, "rate", puzzle=PUZZLE, language="zh")
    assert answer == {
        "status": "unique",
        "level": rating.level,
        "score": rating.score,
        "hardest": rating.hodoku_hardest,
        "hardest_name": "宫区块",
        "er": rating.er,
        "ep": rating.ep,
        "ed": rating.ed,
    }


def test_only_a_puzzle_with_one_solution_is_rated(server: str) -> None:
    for puzzle, status in ((NONE, "none"), (SEVERAL, "several")):
        answer = ask(server, "rate", puzzle=puzzle)
        assert answer.pop("status") == status
        assert set(answer.values()) == {None}
    refused = post(server, "rate", puzzle="1...............", geometry="4x4")
    assert refused.json()["type"] == "urn:lowbit:grid-error"


def test_trial_and_error_is_measured_as_the_library_measures_it(server: str) -> None:
    answer = ask(server, "measure", puzzle=PUZZLE, measures=["depth", "B"])
    assert answer == {"status": "unique", "depth": 1, "B": 1, "BxB": None, "BxBB": None}
    small = ask(server, "measure", puzzle="1.....2..3.....4", geometry="4x4")
    assert (small["status"], small["depth"]) == ("unique", 0)
    for puzzle, status in ((NONE, "none"), (SEVERAL, "several")):
        answer = ask(server, "measure", puzzle=puzzle)
        assert (answer["status"], answer["depth"]) == (status, None)
    for measures in ([], ["er"], ["depth"] * 5):
        assert post(server, "measure", puzzle=PUZZLE, measures=measures).status_code == 422


# What it is.


def test_a_unique_puzzle_has_its_redundant_givens_and_its_digits(server: str) -> None:
    answer = ask(server, "verdict", puzzle=PUZZLE)
    assert (answer["status"], answer["redundant"]) == ("unique", [27, 29])
    assert answer["candidates"] == [1 << int(digit) - 1 for digit in SOLUTION]


def test_what_differs_among_solutions_is_told_and_what_would_decide(server: str) -> None:
    assert ask(server, "verdict", puzzle=SEVERAL)["count"] == 254
    answer = ask(server, "verdict", puzzle=UNCLEAR)
    unclear = lowbit.ambiguity(UNCLEAR)
    assert (answer["status"], answer["is_exact"]) == ("several", True)
    assert answer["count"] == lowbit.count_solutions(UNCLEAR)
    several = [cell for cell, mask in enumerate(answer["candidates"]) if mask & (mask - 1)]
    assert tuple(several) == unclear.cells
    deciding = {(cell, digit) for cell, digit in unclear.deciding}
    assert deciding == {
        (cell, digit)
        for cell, mask in enumerate(answer["deciding"])
        for digit in range(1, 10)
        if mask >> digit - 1 & 1
    }
    (cell, digit), *_ = unclear.deciding
    decided = UNCLEAR[:cell] + str(digit) + UNCLEAR[cell + 1 :]
    assert ask(server, "verdict", puzzle=decided)["status"] == "unique"


def test_a_blank_board_has_more_solutions_than_are_counted(server: str) -> None:
    answer = ask(server, "verdict", puzzle="." * 36, geometry="6x6")
    assert (answer["count"], answer["is_exact"]) == (1000, False)
    assert answer["candidates"] == [0b111111] * 36
    assert answer["redundant"] is None


def test_a_verdict_without_solution_has_nothing_more(server: str) -> None:
    answer = ask(server, "verdict", puzzle=NONE)
    assert answer["status"] == "none"
    assert answer["candidates"] is answer["redundant"] is answer["count"] is None


def test_a_verdict_that_a_limit_ends_says_so(server: str) -> None:
    answer = ask(server, "verdict", puzzle="." * 625, geometry="25x25", max_nodes=50)
    assert answer["status"] == "limit-reached"
    assert answer["reason"].startswith("the node limit ended the search")


# Difficulty, and practice.


def test_puzzles_are_made_as_hard_as_was_asked_for(server: str) -> None:
    answer = ask(server, "generate", n=2, rating=[2.6, 2.8], level="medium", seed=3)
    ratings = [lowbit.rate(puzzle, rules=("explainer", "hodoku")) for puzzle in answer["puzzles"]]
    assert len(ratings) == 2
    assert all(2.6 <= (rating.er or 0) <= 2.8 for rating in ratings)
    assert {rating.level for rating in ratings} == {"medium"}


@pytest.mark.parametrize("technique", slow_except(["naked-pair", "skyscraper"], ["naked-pair"]))
def test_a_technique_is_the_next_step_where_it_is_practised(server: str, technique: str) -> None:
    answer = ask(server, "practise", technique=technique, seed=1)
    known = {name: answer[name] for name in ("puzzle", "digits", "candidates")}
    assert ask(server, "hint", **known)["step"]["technique"] == technique
    assert ask(server, "practise", technique=technique, seed=1) == answer


def test_a_lesson_says_why_and_its_positions_are_numbered(server: str) -> None:
    answer = ask(server, "lesson", technique="x-wing", language="zh", theme="dark")
    assert answer["why"] == lesson("x-wing", "zh").why
    assert answer["others"][0] == "X-wing"
    assert answer["picture"].startswith("<svg")
    assert answer["text"].endswith("。")
    by_rule = ask(server, "lesson", technique="rule-of-45", language="zh", theme="dark")
    assert by_rule["why"] == lesson("rule-of-45", "zh").why
    assert by_rule["others"][0] == "rule of 45"
    assert post(server, "lesson", technique="x-wink").json()["detail"].count("x-wing")
    first, again, second = (
        ask(server, "practise", technique="x-wing", number=n) for n in (1, 1, 2)
    )
    assert first["candidates"] == again["candidates"] != second["candidates"]
    assert post(server, "practise", technique="x-wing", number=4).status_code == 422


def test_what_does_not_come_up_in_time_is_null(server: str) -> None:
    answer = ask(server, "practise", technique="sk-loop", seed=1, time_limit=0.01)
    assert answer["puzzle"] is answer["digits"] is answer["candidates"] is None
    refused = post(server, "practise", technique="x-wink").json()
    assert "x-wing" in refused["detail"]


def test_the_techniques_are_listed_from_the_easiest_on(server: str) -> None:
    answer = httpx.get(f"{server}/api/v1/techniques", timeout=PATIENCE).json()
    listed, others = answer["techniques"], answer["by_constraints"]
    assert listed[0]["slug"] == "full-house"
    assert {"slug": "x-wing", "name": "X-wing", "name_zh": "二链列", "chapter": "fish"} in listed
    expected = [slug for slug, chapter in CHAPTERS.items() if chapter == "constraints"]
    assert [other["slug"] for other in others] == expected


# A list.


def test_a_batch_is_rated_on_the_classic_board_alone_and_measured_on_all(server: str) -> None:
    url = f"{server}/api/v1/batch?rules=explainer"
    answer = httpx.post(url, content=f"{PUZZLE}\n", headers=BYTES, timeout=PATIENCE).json()
    assert answer == {"line": 1, "status": "unique", "solution": SOLUTION, "er": 2.6}
    small = "1.....2..3.....4\n"
    refused = httpx.post(f"{url}&geometry=4x4", content=small, headers=BYTES, timeout=PATIENCE)
    assert refused.json()["type"] == "urn:lowbit:input-error"
    url = f"{server}/api/v1/batch?measures=depth&measures=B&solutions=false&geometry=4x4"
    answer = httpx.post(url, content=small, headers=BYTES, timeout=PATIENCE).json()
    assert answer == {"line": 1, "status": "unique", "depth": 0, "B": 0}
