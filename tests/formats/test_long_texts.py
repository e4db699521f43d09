"""Long texts that hold no puzzle: the work of reading them grows no faster than they do."""

from __future__ import annotations

import random
from contextlib import suppress
from cProfile import Profile
from functools import partial
from string import printable
from typing import TYPE_CHECKING, Final

import pytest

import lowbit
from lowbit import formats
from lowbit.errors import LowbitError
from lowbit.formats.drawn.html_rows import HtmlRows
from lowbit.formats.lines.line import split_line
from lowbit.formats.one_puzzle import MOST_LINES
from lowbit.formats.streams.stream import LineStream
from lowbit.geometry import CLASSIC
from lowbit.nesting import is_deep

if TYPE_CHECKING:
    from collections.abc import Callable

ON_ONE_LINE: Final = {
    "dots": ".",
    "fields": "1,",
    "numbers": "1 ",
    "bars": "|",
    "boxes": "| 1 ",
    "marks": "**1 2 3 ",
    "tags": "<a",
    "links": "a=1&",
    "hash": "a1:",
    "floats": "1.0 ",
}
"""Lines of nothing but these."""

ON_LINES: Final = {
    "short": "1\n",
    "rules": "-----+----\n",
    "dashes": "-\n",
    "brackets": "{\n",
    "words": "a line of words\n",
    "nearly rows": "5 3 . . 7 . . x\n",
    "table cells": "<td>\n",
    "table rows": "<tr>\n<td>1\n",
}

LONG: Final = 1 << 11


def n_calls(read: Callable[[], object]) -> int:
    """Return how many functions are called while a text is read or refused."""
    profile = Profile()
    with suppress(LowbitError, ValueError):
        profile.runcall(read)
    return sum(entry.callcount for entry in profile.getstats())


def load_what_reads(read: Callable[[str], object], text: str) -> None:
    """Read a text or have it refused, so that no module is loaded while calls are counted."""
    with suppress(LowbitError, ValueError):
        read(text)


def of_length(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


@pytest.mark.slow
@pytest.mark.parametrize("unit", [*ON_ONE_LINE.values(), *ON_LINES.values()])
@pytest.mark.parametrize("read", [lowbit.read_puzzle, lambda text: list(lowbit.read([text]))])
def test_twice_the_text_is_about_twice_the_work(read: Callable[[str], object], unit: str) -> None:
    text = of_length(unit, LONG)
    load_what_reads(read, text)
    short, long = (n_calls(partial(read, part)) for part in (text[: LONG // 2], text))
    assert long < max(3 * short, LONG)


def test_random_lines_take_no_more_work_for_each_character() -> None:
    random_ = random.Random(5)  # noqa: S311 - texts, not secrets
    text = "\n".join("".join(random_.choices(printable[:95], k=100)) for _ in range(LONG // 100))
    load_what_reads(lowbit.read_puzzle, text)
    assert n_calls(lambda: lowbit.read_puzzle(text)) < 80 * LONG


def test_a_puzzle_is_not_sought_far_behind_the_beginning() -> None:
    puzzle = "my puzzle: 1??? ?2?? ??3? ???4"
    assert lowbit.read_puzzle("words\n" * (MOST_LINES - 1) + puzzle).grid.n_clues == 4
    with pytest.raises(lowbit.UnknownFormatError):
        lowbit.read_puzzle("words\n" * (MOST_LINES + 1) + puzzle)


def test_a_gap_between_rows_is_looked_over_once() -> None:
    short, long = (
        n_calls(lambda: list(formats.read([f"1\n53..7....\n{gap}6..195...\n"], "poj2676")))  # noqa: B023 - called at once
        for gap in ("\n" * 500, "\n" * 1000)
    )
    assert short < long < 3 * short


def test_spaces_around_empty_cells_are_matched_in_one_way() -> None:
    text = "1" + "      ," * 12 + "zz" * 100  # 7 ** 12 ways would take years
    assert split_line(text, CLASSIC)[0] == "1"
    assert split_line("  ," * 80 + "  5  # easy", CLASSIC) == ("." * 80 + "5", "easy")


def test_a_string_of_json_that_does_not_end_is_passed_over_once() -> None:
    assert is_deep("[" * 201 + '"' + '\\"' * 300_000)  # 10 ** 11 steps if each quote begins one
    assert is_deep("[" * 201 + '"' + '\\\n"' * 300_000)


def test_lines_ahead_are_those_that_come() -> None:
    pieces = ["first\nsec", "ond\nthird\n", "", "fourth"]
    lines = LineStream(iter(pieces))
    assert lines.look_ahead() == ["first", "sec"]
    assert list(lines.lines_ahead()) == ["first", "second", "third", "fourth"]
    assert list(lines.beginning()) == ["first", "second", "third", "fourth"]
    assert list(lines) == ["first", "second", "third", "fourth"]


def test_what_is_tried_ends_behind_a_line_of_what_has_arrived() -> None:
    lines = LineStream(iter(["word\n" * 30_000, "more\n"]))
    next(lines)
    lines.push_back("word")
    (piece,) = lines.ahead()
    assert piece.endswith("word\n")
    assert len(piece) < 70_000


def test_cells_of_a_table_may_stand_on_many_lines() -> None:
    rows = HtmlRows()
    assert rows.rows_of("<table><tr>") == []
    assert all(rows.rows_of("<td>5</td>") == [] for _ in range(9))
    assert rows.rows_of("</tr><tr><td>6</td></tr>") == ["|5|5|5|5|5|5|5|5|5|", "|6|"]
    assert rows.rows_of("words") is None
