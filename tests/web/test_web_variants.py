"""The API opens, draws, solves and writes puzzles with constraints, as the library does."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lowbit
from lowbit.constraints import (
    Cage,
    LittleKiller,
    Thermometer,
    kropki_clues,
    to_json,
    unknown,
)
from web_server import ask, post

CONSTRAINTS = [Cage((0, 1), 3), Thermometer((12, 8, 4))]
PUZZLE = lowbit.Puzzle("..............4.", CONSTRAINTS, geometry="4x4", title="Warm")
ASKED: dict[str, Any] = {
    "puzzle": PUZZLE.grid.to_line(),
    "geometry": "4x4",
    "constraints": to_json(PUZZLE.constraints),
}


@pytest.mark.parametrize("form", ["fpuzzles", "sudokupad", "iss"])
def test_what_is_written_is_opened_again(server: str, form: str) -> None:
    written = ask(server, "write", **ASKED, to=form, title="Warm")["text"]
    assert written == lowbit.write_puzzle(PUZZLE, form)
    opened = ask(server, "open", text=written)
    title = "" if form == "iss" else "Warm"
    assert opened == {
        **ASKED,
        "title": title,
        "author": "",
        "rules": "",
        "cosmetics": [],
        "left_out": "",
    }


def test_a_text_with_an_item_a_line_is_opened_and_listed_as_one_puzzle(server: str) -> None:
    text = ".Shape~4x4\n.Cage~3~R1C1~R1C2\n.~R4C3_4\n"
    opened = ask(server, "open", text=text)
    assert opened["constraints"] == to_json((Cage((0, 1), 3),))
    (listed,) = ask(server, "parse", text=text, geometry="4x4")["puzzles"]
    assert not listed["reason"]


def test_what_is_only_drawn_is_told(server: str) -> None:
    drawn = [{"lines": [["R1C1", "R1C2"]], "outlineC": "#cfcfcf", "width": 0.3}]
    grid: list[list[dict[str, object]]] = [[{}] * 9] * 9
    opened = ask(server, "open", text=json.dumps({"size": 9, "grid": grid, "line": drawn}))
    assert (opened["puzzle"], opened["constraints"]) == ("." * 81, [])
    assert opened["left_out"].endswith("1 line")
    drawn_on = {"geometry": "9x9", "cosmetics": opened["cosmetics"]}
    assert 'stroke="#cfcfcf"' in ask(server, "draw", **drawn_on)["lines"]
    assert 'stroke="#cfcfcf"' in post(server, "render", puzzle="." * 81, **drawn_on).text
    asked = {"puzzle": "." * 81, "geometry": "9x9", "cosmetics": opened["cosmetics"]}
    turned = ask(server, "shuffle", **asked, seed=1)
    places = [[at % 9 + 0.5, at // 9 + 0.5] for at in map(turned["cells"].index, (0, 1))]
    assert turned["cosmetics"] == [{**opened["cosmetics"][0], "points": places}]
    link = ask(server, "write", **asked, to="fpuzzles")["text"]
    assert ask(server, "open", text=link)["cosmetics"] == opened["cosmetics"]
    wrong = post(server, "draw", geometry="9x9", cosmetics=[{"kind": "line"}]).json()
    assert wrong["type"] == "urn:lowbit:input-error"
    damaged = post(server, "open", text="https://f-puzzles.com/?load=garbage").json()
    assert damaged["type"] == "urn:lowbit:format-error"


def test_constraints_count_in_every_answer(server: str) -> None:
    n = lowbit.count_solutions(PUZZLE)
    assert ask(server, "count", **ASKED)["count"] == n > 1
    assert len(ask(server, "solutions", **ASKED)["solutions"]) == n
    verdict = ask(server, "verdict", **ASKED)
    assert (verdict["count"], verdict["is_exact"]) == (n, True)
    assert ask(server, "solve", **ASKED)["status"] == "several"
    solution = ask(server, "solutions", **ASKED)["solutions"][0]
    full = {**ASKED, "puzzle": solution}
    assert ask(server, "solve", **full)["solutions"] == [solution]
    redundant = list(lowbit.redundant_givens(PUZZLE.with_grid(solution)))
    assert ask(server, "minimal", **full)["redundant"] == redundant
    assert ask(server, "minimal", **full)["redundant_constraints"] == [0, 1]
    assert ask(server, "minimal", **ASKED)["redundant_constraints"] is None
    minimized = ask(server, "minimize", **full, seed=2)
    assert minimized["puzzle"] == lowbit.minimize(PUZZLE.with_grid(solution), seed=2).grid.to_line()
    kept = len(minimized["puzzle"].replace(".", ""))
    assert kept + len(minimized["removed"]) == 16


def test_maximize_takes_constraints_into_account(server: str) -> None:
    lines = post(server, "maximize", **ASKED, k=2).text.splitlines()
    values, *_, last = map(json.loads, lines)
    best = lowbit.maximize(PUZZLE, top=2)
    assert len(values["values"]) == 16
    assert (last["is_proven"], tuple(last["scores"])) == (True, best.scores)
    assert last["solutions"] == [each.to_line() for each in best.solutions]


def test_each_candidate_comes_with_the_number_of_its_solutions(server: str) -> None:
    answer = ask(server, "candidates", **ASKED)
    counts = lowbit.candidate_counts(PUZZLE, limit=1000)
    assert answer == {"status": "several", "counts": counts.tolist(), "reason": ""}
    assert {sum(row) for row in answer["counts"]} == {lowbit.count_solutions(PUZZLE)}
    capped = ask(server, "candidates", **ASKED, limit=3)["counts"]
    assert capped == counts.clip(max=3).tolist() != answer["counts"]
    full = {**ASKED, "puzzle": next(lowbit.solutions(PUZZLE)).to_line()}
    assert ask(server, "candidates", **full)["status"] == "unique"
    broken = {**ASKED, "puzzle": "34.." + "." * 12}
    assert ask(server, "candidates", **broken)["status"] == "none"
    ended = ask(server, "candidates", **ASKED, max_nodes=1)
    assert (ended["status"], ended["counts"]) == ("limit-reached", None)
    assert ended["reason"].startswith("the node limit ended the search")


def test_constraints_move_with_their_puzzle(server: str) -> None:
    answer = ask(server, "canonical", **ASKED)
    form = lowbit.canonical(PUZZLE)
    assert isinstance(form, lowbit.Puzzle)
    assert (answer["puzzle"], answer["constraints"]) == (
        form.grid.to_line(),
        to_json(form.constraints),
    )
    answer = ask(server, "shuffle", **ASKED, seed=3)
    copy = lowbit.shuffle(PUZZLE, seed=3)
    assert (answer["puzzle"], answer["constraints"]) == (
        copy.grid.to_line(),
        to_json(copy.constraints),
    )
    transform = lowbit.Transform(answer["cells"], answer["digits"], PUZZLE.geometry)
    assert transform(PUZZLE) == copy != PUZZLE


def test_puzzles_are_made_of_a_skeleton_as_the_library_makes_them(server: str) -> None:
    wishes = {"fill": ["Cage"], "kropki": True, "seed": 5}
    answer = ask(server, "generate-variants", **ASKED, **wishes, n=3)
    clues = [unknown(Cage, (0, 1)), *kropki_clues(PUZZLE.geometry)]
    skeleton = lowbit.Puzzle(PUZZLE.grid, [PUZZLE.constraints[1]])
    made = lowbit.generate_variants(3, skeleton, clues, seed=5)
    assert (answer["seed"], answer["reason"]) == (5, "")
    assert [lowbit.read_puzzle(each["text"]) for each in answer["puzzles"]] == made
    first = answer["puzzles"][0]
    assert first["puzzle"] == made[0].grid.to_line()
    assert first["constraints"] == to_json(made[0].constraints)
    assert all(map(lowbit.is_unique, made))
    kept = ask(server, "generate-variants", **ASKED, **wishes, givens=False, minimal=False)
    given = [cell for cell in kept["puzzles"][0]["puzzle"] if cell != "."]
    assert given == ["4"]
    assert ask(server, "generate-variants", **ASKED)["seed"] < 2**53


def test_what_the_time_did_not_allow_is_not_made(server: str) -> None:
    free = {"puzzle": "." * 81, "kropki": True, "n": 1000, "time_limit": 0.1}
    answer = ask(server, "generate-variants", **free)
    assert len(answer["puzzles"]) < 1000
    assert answer["reason"].startswith("the time limit ended the search")
    bare = {"puzzle": "." * 16, "geometry": "4x4", "givens": False}
    answer = ask(server, "generate-variants", **bare)
    assert answer["puzzles"] == []
    assert answer["reason"].startswith("clues that suffice without givens are rare")


@pytest.mark.parametrize(
    ("wishes", "detail"),
    [
        ({"fill": ["sandwich"]}, "the skeleton has no Sandwich to be filled"),
        ({"fill": ["Thermometer"]}, "Thermometer has no number"),
        ({"fill": ["Chaos"]}, "unknown constraint 'Chaos'; choose from "),
        ({"puzzle": "34.............."}, "no grid obeys the skeleton"),
        ({"n": 1001}, "n must be 1000 or less here, not 1001"),
    ],
)
def test_what_cannot_be_made_of_a_skeleton_is_refused(
    server: str, wishes: dict[str, Any], detail: str
) -> None:
    answer = post(server, "generate-variants", **{**ASKED, **wishes})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(detail)


def test_a_broken_constraint_is_the_reason_for_no_solution(server: str) -> None:
    answer = ask(server, "solve", **{**ASKED, "puzzle": "34.." + "." * 12})
    assert answer["status"] == "none"
    assert answer["clashes"][0]["kind"] == "broken"


def test_constraints_are_drawn_without_their_board(server: str) -> None:
    drawn = ask(server, "draw", geometry="4x4", constraints=ASKED["constraints"], theme="dark")
    assert drawn["around"] == 0
    assert "<path" in drawn["fills"] + drawn["lines"]
    assert '<text x="7' in drawn["above"] or ">3</text>" in drawn["above"]
    outside = to_json((LittleKiller((0, 5, 10, 15), 9),))
    assert ask(server, "draw", geometry="4x4", constraints=outside)["around"] == 1
    picture = post(server, "render", **ASKED).text
    assert ">3</text>" in picture


def test_a_hint_follows_from_a_constraint(server: str) -> None:
    assert ask(server, "hint", **ASKED)["step"]["technique"] == "constraint"


@pytest.mark.parametrize("name", ["rate", "check"])
def test_what_knows_no_constraints_refuses_them(server: str, name: str) -> None:
    answer = post(server, name, **ASKED)
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:lowbit:request-error"


@pytest.mark.parametrize(
    "constraint",
    [
        {"type": "Chaos"},
        {"type": "Cage"},
        {"type": "Cage", "cells": "many", "total": 3},
        {"type": "Cage", "cells": [0, 99], "total": 3},
        {"type": "Cage", "cells": [[0]], "total": {"type": "Cage"}},
        {"type": "Thermometer", "cells": None},
        {"cells": [0, 1]},
    ],
)
def test_what_is_no_constraint_is_refused(server: str, constraint: dict[str, Any]) -> None:
    answer = post(server, "verdict", **{**ASKED, "constraints": [constraint]})
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:lowbit:constraint-error"


def test_a_text_that_is_no_puzzle_is_refused(server: str) -> None:
    for text in ("", "https://example.org/x", "no puzzle"):
        assert post(server, "open", text=text).json()["type"] == "urn:lowbit:unknown-format-error"


@pytest.mark.parametrize("verb", ["solve", "count", "candidates", "render"])
def test_constraints_within_each_other_too_deep_are_refused(server: str, verb: str) -> None:
    said: dict[str, Any] = {"type": "Holds", "cell": 0, "values": [1]}
    for _ in range(400):
        said = {"type": "Or", "constraints": [said]}
    answer = post(server, verb, **ASKED | {"constraints": [said]})
    assert answer.status_code == 422
    assert "too deep" in answer.text
