"""Each technique has a lesson, and a page with a step that is true."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from lowbit.errors import InputError
from lowbit.techniques.lessons import LESSONS, lesson
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.verbs.solve.one import solve
from support import slow_except

ROOT = Path(__file__).parents[2]
PAGES = SimpleNamespace(**runpy.run_path(str(ROOT / "docs/technique_pages.py")))
EXAMPLES = PAGES.examples()
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


def test_each_technique_has_a_lesson() -> None:
    assert LESSONS.keys() == TECHNIQUES.keys()
    for says, why, others in LESSONS.values():
        assert says[0].isupper()
        assert says.endswith(".")
        assert why.endswith(".")
        assert "{" not in says + why
        assert len(set(others)) == len(others)
    with pytest.raises(InputError, match="unknown technique 'magic'"):
        lesson("magic")


def test_all_techniques_but_rare_ones_have_an_example() -> None:
    assert TECHNIQUES.keys() == EXAMPLES.keys()
    assert EXAMPLES.keys() <= TECHNIQUES.keys()


@pytest.mark.parametrize("slug", slow_except(EXAMPLES, EXAMPLES.keys() - LONG))
def test_an_example_shows_a_step_that_is_true(slug: str) -> None:
    example = EXAMPLES[slug]
    position = example.position
    solution = solve(position.puzzle)
    assert all(digit in {0, solution[cell]} for cell, digit in enumerate(position.values))
    step = example.step(TECHNIQUES[slug])
    assert all(position.has(*item) for item in (*step.placements, *step.eliminations))
    assert all(solution[cell] == digit for cell, digit in step.placements)
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    page = PAGES.page(TECHNIQUES[slug], step)
    assert f"![{sentences(step, position)}]({slug}.svg)" in page


def test_a_page_says_what_a_technique_is_called_and_scored() -> None:
    page = PAGES.page(TECHNIQUES["pointing"], None)
    assert page.startswith(f"# Pointing\n\n{lesson('pointing').says}\n\n**Why it is true.** ")
    assert "| also called | locked candidates type 1, pointing pair, pointing triple |" in page
    assert "| HoDoKu | Locked Candidates Type 1 (Pointing), 50, medium |" in page
    assert "| Sudoku Explainer | Pointing, 2.6 |" in page
    assert "| rule books | `hodoku`, `explainer`, `human` |" in page
    assert "## Example" not in page
    other = PAGES.page(TECHNIQUES["kraken-fish-1"], None)
    assert "| Sudoku Explainer | not known there |" in other
    assert "| rule books | none: name it |" in other
    assert "relies on the puzzle having one solution" in PAGES.page(TECHNIQUES["bug-2"], None)


def test_the_table_leads_to_the_pages() -> None:
    index = SimpleNamespace(file=SimpleNamespace(src_uri="reference/techniques.md"))
    text = (ROOT / "docs/reference/techniques.md").read_text(encoding="utf-8")
    linked = PAGES.on_page_markdown(text, index)
    assert all(f"| [`{slug}`](techniques/{slug}.md) |" in linked for slug in TECHNIQUES)
