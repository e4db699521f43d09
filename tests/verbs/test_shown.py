"""How steps, hints and puzzles show themselves: in short when printed, as pictures in notebooks."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit import Puzzle, all_steps, hint, steps, walkthrough
from lowbit.constraints import Cage

if TYPE_CHECKING:
    from collections.abc import Callable

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SAID = (
    "Hidden single: In row 1, 9 fits only in r1c2: the 9s in r2c4, r3c7 and r4c3 block the others."
)
TINY = "1... ...2 3... ...4"


def test_steps_are_short_when_printed() -> None:
    found = steps(PUZZLE)
    assert repr(found) == "<Steps: 37 hidden-single, 20 full-house, 1 pointing>"
    assert str(found).splitlines()[0] == SAID
    assert len(str(found).splitlines()) == len(found) == 58
    assert repr(found[0]) == "Step('hidden-single', placements=((1, 9),))"
    assert str(found[0]) == lowbit.explain(found[0])
    assert repr(steps("1234 3412 2143 4321", geometry="4x4")) == "<Steps: none>"


def test_steps_draw_themselves() -> None:
    found = steps(TINY, geometry="4x4")
    drawn = found._repr_html_()
    assert drawn.startswith("<svg")
    assert drawn.count("<li>") == len(found)
    positions = [position for _step, position in walkthrough(TINY, geometry="4x4")]
    assert [step.position for step in found] == positions
    for step in found:
        html = step._repr_html_()
        assert html is not None
        assert html.startswith(f"<p>{step}</p><svg")


def test_a_step_without_a_position_is_only_printed() -> None:
    step = replace(steps(PUZZLE)[0], position=None)
    assert str(step) == repr(step)
    assert step._repr_html_() is None
    assert step == steps(PUZZLE)[0]


def test_steps_that_apply_now_draw_themselves() -> None:
    html = next(all_steps(PUZZLE))._repr_html_()
    assert html is not None
    assert "<svg" in html


def test_hints_draw_themselves() -> None:
    found = hint(PUZZLE)
    assert repr(found) == f"<Hint: {SAID}>"
    assert "<svg" in found._repr_html_()
    assert found.step is not None
    assert found.step.position == found.position
    mistaken = hint(PUZZLE, "64" + PUZZLE[2:])
    assert mistaken._repr_html_() == "<p>r1c2 is 9 in the solution, not 4</p>"


def test_puzzles_and_positions_draw_themselves() -> None:
    puzzle = Puzzle("1" + "." * 15, [Cage((1, 2), 6)], geometry="4x4")
    assert puzzle._repr_svg_() == lowbit.render(puzzle, theme="auto")
    position = hint(PUZZLE).position
    assert position is not None
    assert position._repr_svg_() == lowbit.render(position, theme="auto")


def _pickled(thing: object) -> object:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - its own


@pytest.mark.parametrize("again", [copy.deepcopy, _pickled])
def test_shown_things_are_kept(again: Callable[[Any], Any]) -> None:
    found = steps(TINY, geometry="4x4")
    assert again(found) == found
    assert str(again(found)) == str(found)
    mistake = lowbit.mistakes(PUZZLE, "64" + PUZZLE[2:])[0]
    kept = again(mistake)
    assert (kept, kept.cell, kept.solution, kept.digit) == (mistake, 1, 9, 4)


def test_a_mistake_is_told_in_as_much_detail_as_is_asked_for() -> None:
    told = [hint(PUZZLE, "64" + PUZZLE[2:], detail=level).text for level in (1, 2, 3)]
    assert told == ["look at box 1 again", "r1c2 is not right", "r1c2 is 9 in the solution, not 4"]
    assert hint(PUZZLE, "64" + PUZZLE[2:], detail=1, language="zh").text == "再看看第 1 宫"
