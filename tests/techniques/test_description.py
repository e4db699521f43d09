"""Steps in notation and as JSON."""

from __future__ import annotations

import json

import pytest

from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.solve_path import walk
from lowbit.techniques.step import Chain, ChainNode, HouseMark, Mark, Role, Step
from lowbit.techniques.wording.description import notation
from lowbit.techniques.wording.names_zh import NAMES_ZH
from lowbit.techniques.wording.notation import cells_text, chain_text, eliminations_list, fish_text
from lowbit.techniques.wording.reasons.reason import reason
from lowbit.techniques.wording.records import record
from lowbit.techniques.wording.words import WORDS
from lowbit.verbs.solve.one import solve
from lowbit.verbs.steps.explain import left_out, walkthrough
from lowbit.verbs.steps.hint import hint

FISH = Step(
    "finned-x-wing",
    (),
    ((10, 4),),
    (Mark(Role.BASE, 1, 4), Mark(Role.BASE, 5, 4), Mark(Role.FIN, 2, 4)),
    (
        HouseMark(Role.BASE, 0),
        HouseMark(Role.BASE, 5),
        HouseMark(Role.COVER, 10),
        HouseMark(Role.COVER, 14),
    ),
)
EMPTY = Position(Grid("." * 81))
CHAIN = Chain(
    (
        ChainNode(1 << 1, 5, on=False),
        ChainNode(1 << 28, 5, on=True),
        ChainNode(1 << 28, 3, on=False),
        ChainNode(1 << 33 | 1 << 34, 3, on=True),
    )
)
PAIR = Step(
    "naked-pair",
    (),
    ((2, 3), (2, 7), (5, 3)),
    tuple(Mark(Role.SUBSET, cell, digit) for cell in (0, 1) for digit in (3, 7)),
    (HouseMark(Role.BASE, 0),),
)


@pytest.mark.parametrize(
    ("cells", "text"),
    [([0], "r1c1"), ([1, 2], "r1c23"), ([0, 9, 27], "r124c1"), ([0, 10, 80], "r1c1,r2c2,r9c9")],
)
def test_cells_with_the_same_columns_are_drawn_together(cells: list[int], text: str) -> None:
    assert cells_text(CLASSIC, cells) == text


PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


def test_numbers_of_two_digits_stand_in_brackets() -> None:
    assert cells_text(Geometry.parse("16x16"), [9, 10, 255]) == "r1c(10,11),r(16)c(16)"


def test_a_fish_is_its_digit_its_houses_and_its_fins() -> None:
    assert fish_text(CLASSIC, FISH) == "4 r16 c26 fr1c3"


def test_a_chain_is_in_eureka_notation() -> None:
    assert chain_text(CLASSIC, CHAIN) == "(5)r1c2=(5-3)r4c2=(3)r4c78"
    assert [link.strong for link in CHAIN.links] == [True, False, True]


def test_what_is_eliminated_stands_cell_by_cell() -> None:
    assert eliminations_list(CLASSIC, [(2, 7), (5, 3), (2, 3)]) == ["r1c3-37", "r1c6-3"]


def test_notation_is_the_pattern_and_its_effect() -> None:
    assert notation(PAIR, CLASSIC) == "subset 37 r1c12 (row 1) => r1c3<>37, r1c6<>3"
    assert notation(PAIR, CLASSIC, "zh") == "数组 37 r1c12 (第 1 行) => r1c3<>37, r1c6<>3"
    assert notation(FISH, CLASSIC) == "4 r16 c26 fr1c3 => r2c2<>4"


def test_a_record_is_json_with_the_rating_of_either_scale() -> None:
    reported = record(PAIR, EMPTY)
    assert reported == json.loads(json.dumps(reported))
    assert (reported["rating"], record(PAIR, EMPTY, "hodoku")["rating"]) == (3.0, 60)
    assert reported["placements"] == []
    assert reported["eliminations"] == ["r1c3-37", "r1c6-3"]
    assert reported["evidence"] == {
        "marks": {"subset": ["r1c1-3", "r1c1-7", "r1c2-3", "r1c2-7"]},
        "houses": {"base": ["row 1"]},
        "chains": [],
    }


def test_the_chains_of_nets_have_branches() -> None:
    puzzle = "4.....7....68....59..72..1....26.....4.5....9.....1....85.....3.....3...7.....8.4"
    for step, position in walk(Position(Grid(puzzle)), "hodoku"):
        if step.technique.startswith("forcing-net"):
            chains = record(step, position)["evidence"]["chains"]
            assert any("branches" in chain for chain in chains)
            assert json.loads(json.dumps(chains)) == chains
            return
    raise AssertionError(puzzle)


def test_every_technique_has_a_chinese_name_of_its_own() -> None:
    assert NAMES_ZH.keys() == TECHNIQUES.keys()
    assert len(set(NAMES_ZH.values())) == len(NAMES_ZH)
    assert NAMES_ZH["finned-swordfish"] == "鳍三链列"
    assert NAMES_ZH["dynamic-cell-forcing-chains-plus"] == "动态单元格强制链（+）"


def test_hints_of_every_level_are_in_the_language_asked_for() -> None:
    told = [str(hint(PUZZLE, detail=level, language="zh")) for level in (1, 2, 3)]
    found, position = next(walkthrough(PUZZLE))
    assert told == ["看第 1 行", "隐性唯一", f"隐性唯一：{reason(found, position, 'zh')}"]
    assert str(hint(PUZZLE, "64" + PUZZLE[2:], language="zh")) == "r1c2 在答案中是 9，不是 4"
    assert str(hint(solve(PUZZLE), language="zh")) == "题目已解开"
    loose = hint("." * 81, rules=["naked-single"], language="zh")
    assert str(loose) == f"这套规则里没有可用的技巧；{loose.note}"
    assert loose.note == left_out("." * 81, language="zh")
    with pytest.raises(InputError, match="the language must be en or zh, not 'de'"):
        hint(PUZZLE, detail=1, language="de")


def test_every_language_has_every_word() -> None:
    assert {frozenset(words) for words in WORDS.values()} == {frozenset(WORDS["en"])}
