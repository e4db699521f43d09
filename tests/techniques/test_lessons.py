"""Each technique has a lesson, and a page with a step that is true."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from lowbit import Puzzle, any_solution, count_solutions, read_puzzle, render
from lowbit.errors import InputError
from lowbit.techniques.books import rule_book
from lowbit.techniques.lessons import LESSONS, lesson
from lowbit.techniques.lessons.examples import example, practice_puzzles
from lowbit.techniques.registry import BY_CONSTRAINTS, TECHNIQUES
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.description import name_of
from lowbit.techniques.wording.reasons.reason import reason, sentences
from lowbit.verbs.solve.one import solve
from lowbit.verbs.steps.explain import walkthrough
from lowbit.verbs.steps.lesson_text import lesson_text
from lowbit.verbs.steps.practice import POSITIONS, lesson_position, random_position
from support import slow_except
from telling import assert_told, assert_true

ROOT = Path(__file__).parents[2]
PAGES = SimpleNamespace(**runpy.run_path(str(ROOT / "docs/technique_pages.py")))
LONG = {
    "dynamic-contradiction-forcing-chains-plus-dynamic-forcing-chains",
    "dynamic-contradiction-forcing-chains-plus-forcing-chains",
    "dynamic-contradiction-forcing-chains-plus-multiple-forcing-chains",
    "dynamic-contradiction-forcing-chains-plus-nested-forcing-chains",
    "dynamic-contradiction-forcing-chains-plus",
    "dynamic-double-forcing-chains-plus-forcing-chains",
    "dynamic-double-forcing-chains-plus-nested-forcing-chains",
    "dynamic-cell-forcing-chains-plus-forcing-chains",
    "dynamic-cell-forcing-chains-plus-multiple-forcing-chains",
    "dynamic-region-forcing-chains-plus-nested-forcing-chains",
}
"""What takes long to find."""

HUMAN = dict.fromkeys(slug for rule in rule_book("human").rules for slug in rule.slugs)
NEVER_NEXT = {
    "unique-rectangle-6", "almost-locked-quadruple", "firework-quadruple", "firework-pair",
    "sk-loop", "junior-exocet",
}  # fmt: skip
"""What was the next step in none of 60,000 random puzzles: easier techniques came first."""

QUICK = {"naked-single", "pointing", "x-wing", "w-wing", "unique-rectangle-1", "aic", "als-xz"}
"""Some of each chapter, whose positions are found at once."""


@pytest.mark.parametrize("language", LESSONS)
def test_each_technique_has_a_lesson(language: str) -> None:
    assert LESSONS[language].keys() == {*TECHNIQUES, *BY_CONSTRAINTS}
    stop = {"en": ".", "zh": "。"}[language]
    for says, why, others in LESSONS[language].values():
        assert says[0] == says[0].upper()
        assert says.endswith(stop)
        assert why.endswith(stop)
        assert "{" not in says + why
        assert len(set(others)) == len(others)
    with pytest.raises(InputError, match="unknown technique 'magic'"):
        lesson("magic", language)


def test_a_language_without_lessons_is_refused() -> None:
    with pytest.raises(InputError, match="language"):
        lesson("x-wing", "la")


@pytest.mark.parametrize("slug", slow_except(TECHNIQUES, TECHNIQUES.keys() - LONG))
def test_an_example_shows_a_step_that_is_true_and_told(slug: str) -> None:
    shown = example(slug)
    position, step = shown.position, shown.step()
    solution = solve(position.puzzle)
    assert all(digit in {0, solution[cell]} for cell, digit in enumerate(position.values))
    assert step.technique == slug
    assert all(position.has(*item) for item in (*step.placements, *step.eliminations))
    assert all(solution[cell] == digit for cell, digit in step.placements)
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    assert_told(step, position)
    assert_true(reason(step, position, is_whole=True), solution)


@pytest.mark.parametrize("slug", slow_except(BY_CONSTRAINTS, BY_CONSTRAINTS[:5]))
def test_an_example_shows_a_step_by_constraints_that_is_true_and_told(slug: str) -> None:
    shown = example(slug)
    position, step = shown.position, shown.step()
    puzzle = Puzzle(position.puzzle, position.constraints)
    solution = any_solution(puzzle)
    assert solution is not None
    assert count_solutions(puzzle, limit=2) == 1
    assert all(digit in {0, solution[cell]} for cell, digit in enumerate(position.values))
    assert step.technique == slug
    assert all(position.has(*item) for item in (*step.placements, *step.eliminations))
    assert all(solution[cell] == digit for cell, digit in step.placements)
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    assert_told(step, position)
    assert render(position, step=step).count("<path") > len(puzzle.constraints)  # cages are drawn
    for language in LESSONS:
        text = lesson_text(slug, language)
        name = name_of(slug, language)
        assert text.startswith(f"# {name[0].upper()}{name[1:]}\n")
        assert sentences(step, position, language) in text
        assert read_puzzle(text[text.rindex(": " if language == "en" else "：") + 1 :]) == puzzle
        assert lesson(slug, language).why in PAGES.page(slug, language)


def test_only_what_easier_techniques_forestall_has_no_puzzles_of_its_own() -> None:
    assert {slug for slug in HUMAN if not practice_puzzles(slug)} == NEVER_NEXT
    for slug in NEVER_NEXT:
        position = lesson_position(slug, 2)
        assert position != example(slug).position
        assert any(step.technique == slug for step in TECHNIQUES[slug].find(position, Options()))


@pytest.mark.parametrize(
    "slug", slow_except([slug for slug in HUMAN if slug not in NEVER_NEXT], QUICK)
)
def test_a_technique_is_the_next_step_in_the_positions_of_its_lesson(slug: str) -> None:
    positions = [lesson_position(slug, number) for number in range(1, POSITIONS + 1)]
    assert len({position.masks for position in positions}) == POSITIONS
    assert [next(walkthrough(position))[0].technique for position in positions] == [slug] * 3


def test_a_lesson_has_positions_by_number() -> None:
    for number in (0, 4):
        with pytest.raises(InputError, match="from 1 to 3"):
            lesson_position("x-wing", number)


@pytest.mark.parametrize("slug", slow_except(["pointing", "tridagon"], ["pointing"]))
def test_a_random_position_has_the_technique_too_however_rare_it_is(slug: str) -> None:
    position, other = (random_position(slug, seed) for seed in (1, 2))
    assert position == random_position(slug, 1) != other
    assert {next(walkthrough(each))[0].technique for each in (position, other)} == {slug}


def test_a_page_says_what_a_technique_is_called_and_scored() -> None:
    page = PAGES.page("pointing")
    assert page.startswith(f"# Pointing\n\n{lesson('pointing').says}\n\n**Why it is true.** ")
    assert "| also called | locked candidates type 1, pointing pair, pointing triple |" in page
    assert "| HoDoKu | Locked Candidates Type 1 (Pointing), 50, medium |" in page
    assert "| Sudoku Explainer | Pointing, 2.6 |" in page
    assert "| rule books | `hodoku`, `explainer`, `human` |" in page
    assert "](pointing.svg)" in page
    assert "](pointing-3.svg)" in page
    other = PAGES.page("kraken-fish-1")
    assert "| Sudoku Explainer | not known there |" in other
    assert "| rule books | none: name it |" in other
    assert "## Practise" not in other
    assert "relies on the puzzle having one solution" in PAGES.page("bug-2")


def test_a_page_is_there_in_chinese_too() -> None:
    page = PAGES.page("pointing", "zh")
    assert page.startswith(f"# 宫区块\n\n{lesson('pointing', 'zh').says}\n\n")
    assert "[English](pointing.md)" in page


def test_the_table_leads_to_the_pages() -> None:
    index = SimpleNamespace(file=SimpleNamespace(src_uri="reference/techniques.md"))
    text = (ROOT / "docs/reference/techniques.md").read_text(encoding="utf-8")
    linked = PAGES.on_page_markdown(text, index)
    assert all(f"| [`{slug}`](techniques/{slug}.md) |" in linked for slug in PAGES.SLUGS)
