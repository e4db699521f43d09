"""Steps by constraints: true on every puzzle, and said so that a person can check them."""

from __future__ import annotations

import re
from itertools import combinations, islice, takewhile
from random import Random
from typing import TYPE_CHECKING

import pytest
from makers import MAKERS

import lowbit
from lowbit.constraints import (
    AntiKnight,
    Arrow,
    Cage,
    Constraint,
    CountDistinct,
    Diagonal,
    Lunchbox,
    RegularLanguage,
    RellikCage,
    Sandwich,
    Sum,
    Thermometer,
)
from lowbit.errors import LimitReachedError
from lowbit.geometry import Geometry
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.techniques import constrained
from lowbit.techniques.books.human import ORDER
from lowbit.techniques.constrained import sets_of
from lowbit.techniques.registry import BY_CONSTRAINTS, TECHNIQUES
from lowbit.techniques.step import Chain, ChainNode, Step
from lowbit.techniques.technique import Options
from lowbit.techniques.variants.difficulty import CHAINS, difficulty_of
from lowbit.techniques.variants.nested import NESTED
from lowbit.techniques.variants.rules import EASY, RULES, WIDER
from lowbit.techniques.variants.trials import TRIAL
from lowbit.verbs.steps.start import start_of
from web_page import SOLUTION

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY = "." * 81
FULL = lowbit.Grid(SOLUTION)
SMALL, SIX = Geometry.parse("4x4"), Geometry.parse("6x6")
IN_THIRDS = {"Entropic", "GlobalEntropy"}
"""What needs a board with as many low as middle and high digits."""


def steps_now(*constraints: Constraint, grid: str = EMPTY) -> list[Step]:
    position = start_of(lowbit.Puzzle(grid, constraints))
    return [step for rule in (*EASY, *WIDER) for step in rule.steps(position)]


def first(*constraints: Constraint, grid: str = EMPTY, language: str = "en") -> str:
    position = start_of(lowbit.Puzzle(grid, constraints))
    found = (step for rule in RULES for step in rule.steps(position))
    return lowbit.explain(next(found), position=position, language=language)


def cages(seed: int) -> Iterator[Cage]:
    """Yield cages that cover the board, with the sums of the solution."""
    rng, left = Random(seed), set(range(81))  # noqa: S311 - no secrets
    while left:
        cage = [rng.choice(sorted(left))]
        left.remove(cage[0])
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            digits = {FULL[cell] for cell in cage}
            beside = {cell + step for cell in cage for step in (-9, 9)}
            beside |= {cell - 1 for cell in cage if cell % 9} | {c + 1 for c in cage if c % 9 < 8}
            free = sorted(cell for cell in beside & left if FULL[cell] not in digits)
            if free:
                cage.append(rng.choice(free))
                left.remove(cage[-1])
        yield Cage(tuple(cage), sum(FULL[cell] for cell in cage))


def assert_true(step: Step, solution: lowbit.Grid) -> None:
    assert all(solution[cell] == digit for cell, digit in step.placements), step
    assert all(solution[cell] != digit for cell, digit in step.eliminations), step


@pytest.mark.slow
def test_a_killer_is_solved_step_by_step() -> None:
    puzzle = lowbit.Puzzle(EMPTY, cages(6))
    way = list(lowbit.walkthrough(puzzle))
    for step, _ in way:
        assert_true(step, FULL)
    last, before = way[-1]
    assert before.apply(last).is_solved
    assert {step.technique for step, _ in way} >= {"constraint", "rule-of-45", "hidden-single"}
    assert lowbit.steps(puzzle) == tuple(step for step, _ in way)
    assert lowbit.hint(puzzle).step == way[0][0]


@pytest.mark.parametrize("name", MAKERS)
def test_no_step_by_a_constraint_takes_a_solution_away(name: str) -> None:
    board, share = (SIX, 0.5) if name in IN_THIRDS else (SMALL, 0.3)
    for seed in range(8):
        rng = Random(f"{name} {seed}")  # noqa: S311 - no secrets
        parts = [MAKERS[name](rng, board) for _ in range(2)]
        puzzle = lowbit.Puzzle("." * board.n_cells, parts, geometry=board)
        solution = lowbit.any_solution(puzzle)
        if solution is None:
            continue
        left = "".join(digit if rng.random() < share else "." for digit in solution.to_line())
        puzzle = puzzle.with_grid(left)
        every = list(lowbit.solutions(puzzle))
        position = start_of(puzzle)
        for step in (step for rule in RULES for step in islice(rule.steps(position), 30)):
            assert lowbit.explain(step, position=position)
            for each in every:
                assert_true(step, each)


SAID = [
    (
        Cage((0, 1), 3),
        "Killer cage: In the cage r1c1 and r1c2, two different digits make 3, so they must be 1 an",
    ),
    (
        Thermometer((0, 9, 18)),
        "Thermometer: On the thermometer r1c1, r2c1 and r3c1, digits rise from the bulb on. ",
    ),
    (
        Arrow((0,), (1, 2, 10)),
        "Arrow: The digits along the arrow, r1c2, r1c3 and r2c2, add up to its circle, r1c1. r1c",
    ),
    (
        Sandwich(tuple(range(9)), 35),
        "Sandwich: In row 1, the digits between the smallest and the largest add up to 35. ",
    ),
]


@pytest.mark.parametrize(("constraint", "text"), SAID)
def test_a_step_says_its_constraint_and_what_fits(constraint: Constraint, text: str) -> None:
    assert first(constraint).startswith(text)


def test_a_step_is_said_in_chinese() -> None:
    words = re.split(r"[^\w、+]+", first(Cage((0, 1), 5), language="zh"))
    said = "杀手笼 笼 r1c1 和 r1c2 的两个不同的数之和为 5 按目前的候选数只能是 1+4"
    assert " ".join(words[:9]) == said


def test_a_chess_move_is_read_from_the_digits_that_stand() -> None:
    grid = "." * 40 + "5" + "." * 40
    assert first(AntiKnight(), grid=grid).startswith(
        "Anti-knight: Cells a knight's move of chess apart are different. What stands in r5c5 "
    )


def test_a_diagonal_has_hidden_singles() -> None:
    ones = {3, 15, 38, 52}  # in a row or column of each cell of the diagonal but the last
    grid = "".join("1" if cell in ones else "." for cell in range(81))
    (step,) = steps_now(Diagonal(rising=False), grid=grid)
    assert step.placements == ((80, 1),)


def test_the_rule_of_45_fills_the_cell_that_cages_leave() -> None:
    row = [Cage((0, 1, 2, 3), 10), Cage((4, 5, 6, 7), 26)]
    found = [step for step in steps_now(*row) if step.technique == "rule-of-45"]
    assert [step.placements for step in found] == [((8, 9),)]
    assert lowbit.explain(found[0], position=start_of(lowbit.Puzzle(EMPTY, row))) == (
        "Rule of 45: The digits of row 1 add up to 45. The cages that lie in it and its other "
        "filled cells make 36, which leaves 9 for r1c9: r1c9 is 9."
    )
    beyond = [Cage((0, 1, 2, 3), 10), Cage((4, 5, 6, 7), 30), Cage((8, 17), 8)]
    found = [step for step in steps_now(*beyond) if step.technique == "rule-of-45"]
    assert [step.placements for step in found] == [((8, 5),), ((17, 3),)]


def test_the_rule_of_45_adds_houses_up() -> None:
    top = Cage((*range(1, 9), 9), sum(FULL[cell] for cell in range(1, 10)))
    puzzle = lowbit.Puzzle(EMPTY, [top, Cage((*range(10, 18), 26), 47), Cage((0, 18), 9)])
    out = 47 + 9 + (top.total or 0) - 90
    found = [s for s in steps_of(puzzle, "innies-and-outies") if len(s.houses) == 2]
    position = start_of(puzzle)
    assert lowbit.explain(found[0], position=position).startswith(
        "Innies and outies: The digits of rows 1 and 2 add up to 90, and the cages within them or "
        f"across their edge make {90 + out}. So r3c1 and r3c9 must make {out}: "
    )


def test_a_digit_that_a_cage_needs_leaves_the_cells_that_see_its_places() -> None:
    puzzle = lowbit.Puzzle(EMPTY, [Cage((0, 1, 9), 7)])  # 1+2+4
    eliminated = {
        each for step in steps_of(puzzle, "constraint-locked") for each in step.eliminations
    }
    assert eliminated == {(cell, digit) for cell in (2, 10, 11, 18, 19, 20) for digit in (1, 2, 4)}
    assert explained(puzzle, "constraint-locked").endswith(
        "However it is filled with what is still possible, 1 stands in r1c1, r1c2 or r2c1, and so "
        "not in a cell that sees all of these: r1c3, r2c2, r2c3, r3c1, r3c2 and r3c3 cannot be 1."
    )


def test_sums_in_a_house_share_out_its_digits() -> None:
    puzzle = lowbit.Puzzle(EMPTY, [Cage((0, 1), 4), Cage((2, 3), 8)])
    step = next(s for s in steps_of(puzzle, "shared-house") if s.houses[0].house == 0)
    assert {(2, digit) for digit in (1, 3, 5, 7)} <= {*step.eliminations}
    assert lowbit.explain(step, position=start_of(puzzle)).startswith(
        "Sums that share a house: Row 1 has each digit once, so the sums in it have none in "
        "common. Together they leave these digits: r1c1 and r1c2 with 4: 1+3; r1c3 and r1c4 with "
        "8: 2+6; "
    )


SUMS = [Sum((7, 12, 11), 9), Sum((8, 13, 14), 7), Sum((6, 7, 3), 7), Sum((7, 11, 12), 9)]
"""Sums on the small board that take cases."""


@pytest.mark.parametrize(
    ("slug", "words"),
    [("constraint-cases", "In each case"), ("constraint-nested", "otherwise")],
)
def test_steps_that_take_cases_are_true_and_tell_each(slug: str, words: str) -> None:
    puzzle = lowbit.Puzzle("." * 16, SUMS, geometry=SMALL)
    position, every = start_of(puzzle), list(lowbit.solutions(puzzle))
    found = steps_of(puzzle, slug)
    assert found
    for step in found:
        assert words in lowbit.explain(step, position=position)
        assert "。" in lowbit.explain(step, position=position, language="zh")
        assert all(step.cases) or any(event.case for event in step.trail)
        for each in every:
            assert_true(step, each)


def test_a_rule_is_there_for_each_slug() -> None:
    assert [slug for rule in RULES for slug in rule.slugs] == [*BY_CONSTRAINTS]


def test_what_follows_from_a_candidate_is_told_until_it_is_impossible() -> None:
    puzzle = lowbit.Puzzle(EMPTY, [Cage((0, 1), 10), Cage((9, 10), 10), Thermometer((2, 11, 20))])
    puzzle = puzzle.with_grid("." * 18 + "1.." + "." * 60)
    found = steps_of(puzzle, "constraint-contradiction")
    assert found
    assert all(len(step.trail) <= 12 for step in found)
    said = explained(puzzle, "constraint-contradiction")
    assert re.fullmatch(
        r"Contradiction by constraints: Suppose \S+ is \d\. .*So \S+ cannot be \d\.", said
    )


def test_the_hardest_step_tells_how_hard_a_puzzle_is() -> None:
    left = "".join("." if cell % 4 else str(FULL[cell]) for cell in range(81))
    way = lowbit.steps(lowbit.Puzzle(left, cages(6)))
    hardest = way.hardest
    assert hardest is not None
    assert way.difficulty == difficulty_of(hardest) == max(map(difficulty_of, way))
    open_one = lowbit.Puzzle("." * 16, [Cage((0, 1), 4)], geometry=SMALL)
    assert lowbit.steps(open_one).difficulty is None


def test_chains_are_harder_than_what_comes_before_them_and_the_harder_the_longer() -> None:
    slugs = [slug for entry in ORDER for slug in ((entry,) if isinstance(entry, str) else entry)]
    after = slugs[slugs.index("x-chain") :]
    unrated = [slug for slug in after if TECHNIQUES[slug].rating is None]
    assert {difficulty_of(Step(slug)) for slug in unrated} == {6.6, 7.0, 7.5, 8.0, 8.5}
    assert difficulty_of(Step("forcing-net-verity")) == 8.5 > difficulty_of(Step("als-xz"))
    for slug in CHAINS:
        node = ChainNode(1, 1, on=True)
        short, long = Chain((node,) * 4), Chain((node,) * 8)
        rated = [
            difficulty_of(Step(slug, chains=(one,)))
            for one in (short, long, Chain(short.nodes, (long,)), Chain(long.nodes, (), (long,)))
        ]
        assert rated == pytest.approx([CHAINS[slug] + 0.1 * more for more in (0, 1, 3, 4)]), slug


def test_a_board_with_more_digits_than_cells_in_a_house_has_steps() -> None:
    board = Geometry.parse("5x4:none")
    puzzle = lowbit.Puzzle("." * 20, [Cage((0, 1), 3), Cage((2, 3), 7)], geometry=board)
    every = list(lowbit.solutions(puzzle, limit=200))
    found = lowbit.steps(puzzle)
    assert found
    for step in found:
        for each in every:
            assert_true(step, each)


def steps_of(puzzle: lowbit.Puzzle, slug: str) -> list[Step]:
    """Return the steps of a kind that a puzzle begins with."""
    position = start_of(puzzle)
    return [s for rule in RULES if slug in rule.slugs for s in islice(rule.steps(position), 30)]


def explained(puzzle: lowbit.Puzzle, slug: str) -> str:
    """Return the first step of a kind in words."""
    return lowbit.explain(steps_of(puzzle, slug)[0], position=start_of(puzzle))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 7])
def test_no_step_to_a_killers_end_is_wrong(seed: int) -> None:
    puzzle = lowbit.Puzzle(
        "".join("." if cell % 9 else str(FULL[cell]) for cell in range(81)), cages(seed)
    )
    every = list(lowbit.solutions(puzzle, limit=50))
    position = start_of(puzzle)
    rules = [rule for rule in RULES if NESTED not in rule.slugs]  # as of puzzles like this
    for _ in range(5):
        found = [next(rule.steps(position), None) for rule in rules]
        for step in filter(None, found):
            assert lowbit.explain(step, position=position)
            for each in every:
                assert_true(step, each)
        if not any(found):
            return
        position = position.apply(next(filter(None, reversed(found))))


@pytest.mark.slow
def test_techniques_that_rely_on_one_solution_are_left_out() -> None:
    unique = {"unique-rectangle-1", "bug-plus-1", "hidden-rectangle", "avoidable-rectangle-1"}
    puzzle = lowbit.Puzzle(EMPTY, cages(6))
    steps = takewhile(lambda step: step.technique != TRIAL, lowbit.all_steps(puzzle))
    assert not unique & {step.technique for step in steps}


def test_mistakes_are_measured_by_the_constraints() -> None:
    puzzle = lowbit.Puzzle(EMPTY, cages(6))
    wrong = next(digit for digit in range(1, 10) if digit != FULL[0])
    said = (f"r1c1 is {FULL[0]} in the solution, not {wrong}",)
    assert lowbit.mistakes(puzzle, f"{wrong}" + EMPTY[1:]) == said
    assert lowbit.hint(puzzle, f"{wrong}" + EMPTY[1:]).mistakes == said


def test_hints_name_the_place_then_the_constraint() -> None:
    killer = lowbit.Puzzle(EMPTY, cages(6))
    assert str(lowbit.hint(killer, detail=1)).startswith("look at killer cage ")
    assert str(lowbit.hint(killer, detail=2)) == "killer cage"


LARGE = Geometry.parse("25x25")
MANY_STATES = tuple(tuple((7 * at + by) % 500 for by in range(25)) for at in range(500))
HEAVY = (
    Lunchbox(tuple(range(7)), 20),
    RellikCage(tuple(range(5)), 10),
    CountDistinct(0, (1, 2, 3)),
    RegularLanguage(tuple(range(9)), MANY_STATES, (1,)),
    Cage(tuple(range(9)), 130),
)
"""Constraints that take long to try out on a large board."""


@pytest.mark.parametrize("constraint", HEAVY, ids=lambda each: type(each).__name__)
def test_a_look_at_a_constraint_is_charged_and_bounded(
    constraint: Constraint, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = start_of(lowbit.Puzzle("." * 625, [constraint], geometry=LARGE))
    with pytest.raises(LimitReachedError):
        list(constrained.by_constraints(position.within(Budget(Limits(3))), Options()))
    monkeypatch.setattr(constrained, "MOST_WORK", 1 << 16)
    budget = Budget()
    list(constrained.by_constraints(position.within(budget), Options()))
    work = max(map(constrained._work_of, constrained._operations_of(constraint, LARGE)))  # noqa: SLF001 - what is counted
    assert budget.nodes * work <= 3 * constrained.MOST_WORK


def test_only_sets_with_the_sum_of_a_cage_are_looked_at() -> None:
    every = [LARGE.full_mask] * LARGE.n_cells
    budget = Budget(Limits(100))
    for total in (10, 78, 1000):
        fitting = ((*range(1, 13),),) if total == 78 else ()
        assert sets_of(Cage(tuple(range(12)), total), LARGE, every, budget) == fitting
    assert sets_of(Cage(tuple(range(12)), 156), LARGE, every, budget) == ()
    for n, total in ((1, 3), (2, 9), (3, 12), (4, 10), (4, 99), (6, 21)):
        sums = [each for each in combinations(range(1, 7), n) if sum(each) == total]
        assert [*constrained.sets_with_sum(1, 6, n, total)] == sums
