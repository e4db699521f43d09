"""The grammar of Interactive Sudoku Solver's text: `.Cage~10~R1C1~R1C2.~R5C5_3` and so on.

A text is a list of items, each a dot, a name and arguments after tildes. Items without a name are
givens. `Or`, `And` and `Replicate` hold the items up to their `End`. Cells are called `R1C1`; rows
and columns past 9 are letters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from lowbit.errors import FormatError
from lowbit.formats.lines.item_lines import unwrapped
from lowbit.formats.variants.links import host, is_link, parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

HOST, PATH = "sigh.github.io", "/Interactive-Sudoku-Solver"
"""The web address of the program."""

PLACES = "123456789abcdefghijklmnop"
"""The names of rows and columns."""

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

BREAK = "-"
"""The separators of groups of cells."""

GROUPS = {"Or", "And", "Replicate"}
"""The items that contain others."""


LONGEST_NUMBER = 12
"""The digits of a number; none in a puzzle has as many."""

WHOLE = re.compile(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}")

NAMES = re.compile(r"(\.[A-Za-z]{2,})+\.?")
"""Items without arguments: a text of cells whose digits are letters has blanks side by side."""


class Item(NamedTuple):
    """An item: its name ("" for a given), its arguments, and for groups the items within.

    Examples
    --------
    >>> str(Item("Or", parts=(Item("Thermo", ("R1C1", "R1C2")), Item("", ("R3C3_1_2",)))))
    '.Or.Thermo~R1C1~R1C2.~R3C3_1_2.End'
    """

    name: str
    args: tuple[str, ...] = ()
    parts: tuple[Item, ...] = ()

    def __str__(self) -> str:
        own = ".".join(("", "~".join((self.name, *self.args))))
        return f"{own}{''.join(map(str, self.parts))}.End" if self.name in GROUPS else own


def is_iss(text: str) -> bool:
    """Return whether a text looks like one of Interactive Sudoku Solver.

    Examples
    --------
    >>> is_iss(".Cage~10~R1C1~R1C2"), is_iss(".AntiKnight.AntiKing."), is_iss(".A.." * 64)
    (True, True, False)
    """
    return _is_own_link(text) or _has_items(_query(text))  # a link with a puzzle or without


def whole(text: str) -> int:
    """Return a whole number, written with digits and a minus sign alone.

    Raises
    ------
    ValueError
        If it is anything else, such as ``1_0``, which `int` takes.

    Examples
    --------
    >>> whole("-12")
    -12
    """
    if not WHOLE.fullmatch(text):
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def items_of(text: str) -> tuple[Item, ...]:
    """Return the items of a text, or of the text in a link, those of a group within it.

    Raises
    ------
    FormatError
        If this is not such a text or link, or a group lacks its end.

    Examples
    --------
    >>> items_of("https://example.org/?q=.Or.Thermo~R1C1~R1C2.End.~R3C3_1")[1]
    Item(name='', args=('R3C3_1',), parts=())
    """
    said, is_own = _query(text), _is_own_link(text)
    if is_own and not said:
        raise FormatError("a link to Interactive Sudoku Solver with a puzzle has ?q= in it")
    if not said.startswith(".") or not (is_own or _has_items(said)):
        raise FormatError(
            "this is no text of Interactive Sudoku Solver, such as .Cage~10~R1C1~R1C2"
        )
    return _grouped(_items(said))


def _has_items(said: str) -> bool:
    """Return whether a text has the items of a puzzle, as far as its dots and names tell."""
    return said.startswith(".") and ("~" in said or NAMES.fullmatch(said) is not None)


def _is_own_link(text: str) -> bool:
    return is_link(text) and host(text) == HOST and urlsplit(text).path.startswith(PATH)


def _query(text: str) -> str:
    """Return the text itself, without white space, comments and the link around it."""
    text = unwrapped(text)
    return (parameter(text, "q") or "") if is_link(text) else text


def _items(text: str) -> Iterator[Item]:
    for said in text.removeprefix(".").split("."):
        name, *args = said.split("~")
        yield Item(name, tuple(args))


def _grouped(items: Iterator[Item], *, within: bool = False) -> tuple[Item, ...]:
    """Return the items up to the end, those of a group within it."""
    found: list[Item] = []
    for item in items:
        if item.name == "End":
            if not within:
                raise FormatError("End ends no group of Or, And or Replicate")
            return tuple(found)
        if item.name in GROUPS:
            item = item._replace(parts=_grouped(items, within=True))  # noqa: PLW2901 - few are
        found.append(item)
    if within:
        raise FormatError("a group of Or, And or Replicate lacks its End")
    return tuple(found)
