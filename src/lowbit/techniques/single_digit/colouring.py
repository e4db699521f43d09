"""Colouring: strong links of one digit split its places into two colours; one of them holds."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.facts import recall
from lowbit.techniques.single_digit.patterns import strong_pairs
from lowbit.techniques.step import Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

Colours = tuple[int, int]
"""The two colours of a net of strong links, as sets of cells."""


def colourings(position: Position) -> list[list[Colours]]:
    """Return, for each digit, the two colours of each of its nets of strong links."""
    found = []
    for links in recall(position, strong_pairs):
        partners: dict[int, list[int]] = {}
        for _, a, b in links:
            partners.setdefault(a, []).append(b)
            partners.setdefault(b, []).append(a)
        left = dict.fromkeys(sorted(partners))
        nets = []
        while left:
            colours = [0, 0]
            pending = [(next(iter(left)), 0)]
            while pending:
                cell, colour = pending.pop()
                if cell in left:
                    del left[cell]
                    colours[colour] |= 1 << cell
                    pending += [(partner, 1 - colour) for partner in reversed(partners[cell])]
            nets.append((colours[0], colours[1]))
        found.append(nets)
    return found


def simple_colours(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the colours that contradict themselves, then eliminations by both colours of a net."""
    for digit in position.board.digits:
        for net in recall(position, colourings)[digit]:
            wrapped = [cells for cells in net if _clashes(position, cells)]
            if wrapped:
                yield _step("simple-colours-wrap", digit, wrapped, (net,))
            eliminated = _seen_by_both(position, digit, net)
            if eliminated:
                yield _step("simple-colours-trap", digit, [eliminated], (net,))


def multi_colours(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the steps by two nets of a digit that see each other."""
    board = position.board
    for digit in board.digits:
        for first, second in permutations(recall(position, colourings)[digit], 2):
            # A colour that sees both colours of another net is false.
            parts = []
            for cells in first:
                sight = _sight(position, cells)
                if sight & second[0] and sight & second[1]:
                    parts.append(cells)
            if any(parts):
                yield _step("multi-colours-2", digit, parts, (first, second))
            # If two colours see each other, one is false, so one of their opposites is true.
            parts = [
                _seen_by_both(position, digit, (first[1 - i], second[1 - j]))
                for i, j in ((0, 0), (0, 1), (1, 0), (1, 1))
                if _sight(position, first[i]) & second[j]
            ]
            if any(parts):
                yield _step("multi-colours-1", digit, parts, (first, second))


def _sight(position: Position, cells: int) -> int:
    """Return the cells that see at least one of some cells."""
    seen = 0
    for cell in members(cells):
        seen |= position.board.peers[cell]
    return seen


def _clashes(position: Position, cells: int) -> bool:
    return bool(_sight(position, cells) & cells)


def _seen_by_both(position: Position, digit: int, colours: Colours) -> int:
    return position.places[digit] & _sight(position, colours[0]) & _sight(position, colours[1])


def _step(slug: str, digit: int, parts: list[int], nets: tuple[Colours, ...]) -> Step:
    """Return a step that eliminates a digit, one set of cells after the other, as HoDoKu does."""
    eliminated = [(cell, digit) for cells in parts for cell in members(cells)]
    roles = (Role.COLOUR_1, Role.COLOUR_2, Role.COLOUR_3, Role.COLOUR_4)
    colours = [cells for net in nets for cells in net]
    return Step(
        slug,
        eliminations=tuple(dict.fromkeys(eliminated)),
        marks=tuple(
            mark
            for role, cells in zip(roles, colours, strict=False)
            for mark in marks_of(role, cells, (digit,))
        ),
    )


TECHNIQUES = (
    Technique(
        "simple-colours-trap",
        "simple colours (trap)",
        "colouring",
        simple_colours,
        hodoku_name="Simple Colors Trap",
        score=150,
        level="hard",
    ),
    Technique(
        "simple-colours-wrap",
        "simple colours (wrap)",
        "colouring",
        simple_colours,
        hodoku_name="Simple Colors Wrap",
        score=150,
        level="hard",
    ),
    Technique(
        "multi-colours-1",
        "multi colours 1",
        "colouring",
        multi_colours,
        hodoku_name="Multi Colors 1",
        score=200,
        level="hard",
    ),
    Technique(
        "multi-colours-2",
        "multi colours 2",
        "colouring",
        multi_colours,
        hodoku_name="Multi Colors 2",
        score=200,
        level="hard",
    ),
)
