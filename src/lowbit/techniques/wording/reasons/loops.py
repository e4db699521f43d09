"""The reasons of loops: chains that lead back to where they begin."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.step import Chain
from lowbit.techniques.wording.reasons.links import told
from lowbit.techniques.wording.reasons.statements import stated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.step import ChainNode
    from lowbit.techniques.wording.reasons.speech import Speech


def loop(speech: Speech) -> Iterator[str]:
    """Say that a chain can be read from either end, and what each pair on it rules out."""
    nodes = speech.step.chains[0].nodes
    nodes = nodes[:-1] if nodes[-1] == nodes[0] else nodes
    yield told(speech, Chain(nodes))
    backwards = [node._replace(on=not node.on) for node in (nodes[0], *nodes[:0:-1])]
    yield speech.say(
        "That leads back to where it began, so it can be read backwards, too: if {start}, then "
        "{rest}.",
        "链回到起点，所以也可以反着读：如果 {start}，那么 {rest}。",
        start=stated(speech, backwards[0]),
        rest=speech.clauses([stated(speech, node) for node in backwards[1:] if node.on]),
    )
    yield speech.say("Either way:", "无论如何，")
    yield speech.say("; ", "；").join(_consequences(speech, nodes)) + speech.say(".", "。")


def _consequences(speech: Speech, nodes: Sequence[ChainNode]) -> Iterator[str]:
    """Yield what each pair of neighbours rules out of which one is true, and what sets do."""
    left = dict.fromkeys(sorted(speech.changed))
    links = [*pairwise((*nodes, nodes[0]))]
    for start, end in sorted(links, key=lambda link: not link[0].on):  # weak links come first
        if start.on is not end.on:
            ruled = [item for item in left if _is_ruled(speech, item, start, end)]
            if ruled:
                left = dict.fromkeys(item for item in left if item not in ruled)
                yield _pair(speech, start, end, ruled)
    for node in dict.fromkeys(nodes):
        ruled = [item for item in left if node.digits and _is_seen(speech, item, node)]
        if ruled:
            left = dict.fromkeys(item for item in left if item not in ruled)
            yield speech.say(
                "{cells} hold all of {digits} but one, so {effect}",
                "{cells} 只缺 {digits} 中的一个，所以 {effect}",
                cells=speech.cells(node.cells),
                digits=speech.digits(node.digits),
                effect=losses(speech, ruled),
            )
    if left:
        yield losses(speech, list(left))


def _is_ruled(speech: Speech, item: Candidate, start: ChainNode, end: ChainNode) -> bool:
    """Whether a candidate cannot be, since one of two statements is true."""
    cell, digit = item
    cells = _places(speech, start) | _places(speech, end)
    if start.digit == end.digit:
        return digit == start.digit and bool(speech.board.common_peers(cells) >> cell & 1)
    return cells == 1 << cell


def _is_seen(speech: Speech, item: Candidate, node: ChainNode) -> bool:
    """Whether a candidate shares houses with all places of its digit in a set."""
    cell, digit = item
    cells = speech.position.places[digit] & node.cells
    return digit in digits_in(node.digits) and bool(speech.board.common_peers(cells) >> cell & 1)


def _places(speech: Speech, node: ChainNode) -> int:
    return node.cells & speech.position.places[node.digit]


def _pair(speech: Speech, start: ChainNode, end: ChainNode, ruled: list[Candidate]) -> str:
    """Return which of two statements is true, and what they rule out."""
    if start.digit == end.digit:
        return speech.say(
            "one of {cells} is {digit}, so {effect}",
            "{cells} 必有一格是 {digit}，所以 {effect}",
            cells=speech.cells(_places(speech, start) | _places(speech, end)),
            digit=speech.digit(start.digit),
            effect=losses(speech, ruled),
        )
    return speech.say(
        "{cell} is {one} or {two}, so {effect}",
        "{cell} 是 {one} 或 {two}，所以 {effect}",
        cell=speech.cells(start.cells),
        one=speech.digit(start.digit),
        two=speech.digit(end.digit),
        effect=losses(speech, ruled),
    )


def losses(speech: Speech, ruled: Sequence[Candidate]) -> str:
    """Return that some candidates cannot be."""
    by_cell: dict[int, list[int]] = {}
    for cell, digit in ruled:
        by_cell.setdefault(cell, []).append(digit)
    by_digits: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in by_cell.items():
        by_digits.setdefault(tuple(digits), []).append(cell)
    return speech.clauses([speech.loss(cells, digits) for digits, cells in by_digits.items()])


SLUGS = (
    "x-cycle",
    "y-cycle",
    "xy-cycle",
    "generalized-x-wing",
    "continuous-nice-loop",
    "grouped-continuous-nice-loop",
)
REASONS = dict.fromkeys(SLUGS, loop)
"""The functions that tell the reason of each technique, by its slug."""
