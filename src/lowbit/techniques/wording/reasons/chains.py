"""The reasons of chains, loops, forcing chains and nets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.wording.names_zh import DYNAMIC_CHAINS, ENDINGS
from lowbit.techniques.wording.reasons.links import stated, told, told_after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.step import ChainNode
    from lowbit.techniques.wording.reasons.speech import Speech

MOST_CHAINS: Final = 4
"""The most chains that are told; more are left to the notation."""


def chain(speech: Speech) -> Iterator[str]:
    """Say where one chain leads, and what its ends prove."""
    (only,) = speech.step.chains
    if len(only) == 1:
        yield speech.say(
            "Nothing else is left: {effect}.", "别无选择：{effect}。", effect=speech.effect()
        )
        return
    yield told(speech, only)
    start, end = only.nodes[0], only.nodes[-1]
    if (start.cells, start.digit) == (end.cells, end.digit):
        yield from _refuted(speech, start)
    elif start.on:
        yield from _impossible(speech, start, end)
    elif end.on:
        yield from _one_of_two(speech, start, end)
    else:
        yield from _anyway(speech, start)


def _refuted(speech: Speech, start: ChainNode) -> Iterator[str]:
    """Say that the opposite of a start follows from it."""
    if start.on:
        yield speech.say(
            "That contradicts the assumption, so it is false: {effect}.",
            "这与假设矛盾，所以假设不成立：{effect}。",
            effect=speech.effect(),
        )
        return
    yield speech.say(
        "So the assumption refutes itself, and {it}: {effect}.",
        "假设自相矛盾，所以 {it}：{effect}。",
        it=stated(speech, start._replace(on=True)),
        effect=speech.effect(),
    )


def _impossible(speech: Speech, start: ChainNode, end: ChainNode) -> Iterator[str]:
    """Say that a start leads to what cannot stand beside it."""
    yield speech.say(
        "But it cannot be that {start} and {end} at once: {effect}.",
        "但 {start} 与 {end} 不能同时成立：{effect}。",
        start=stated(speech, start),
        end=stated(speech, end),
        effect=speech.effect(),
    )


def _one_of_two(speech: Speech, start: ChainNode, end: ChainNode) -> Iterator[str]:
    """Say that one of two ends is true."""
    digits = {digit for _, digit in speech.changed}
    if digits == {start.digit} == {end.digit}:
        yield speech.say(
            "So one of {cells} is {digit}, and a cell that shares a row, column or box with both "
            "ends cannot be: {effect}.",
            "所以 {cells} 必有一格是 {digit}，与两端都同行、同列或同宫的格不能是：{effect}。",
            cells=speech.cells(start.cells | end.cells),
            digit=speech.digit(end.digit),
            effect=speech.effect(),
        )
        return
    yield speech.say(
        "So at least one of two things is true: {start} or {end}. Either way {effect}.",
        "所以 {start} 和 {end} 至少有一个成立。无论哪个，{effect}。",
        start=stated(speech, start._replace(on=True)),
        end=stated(speech, end),
        effect=speech.effect(),
    )


def _anyway(speech: Speech, start: ChainNode) -> Iterator[str]:
    """Say that the same follows if a start is true after all."""
    yield speech.say(
        "If instead {start}, the cell has no room for anything else: either way {effect}.",
        "反之如果 {start}，这格也容不下别的数：无论如何，{effect}。",
        start=stated(speech, start._replace(on=True)),
        effect=speech.effect(),
    )


def remote_pair(speech: Speech) -> Iterator[str]:
    """Say that cells with the same two candidates alternate."""
    (only,) = speech.step.chains
    cells = list(dict.fromkeys(node.cells.bit_length() - 1 for node in only.nodes))
    digits = sorted({node.digit for node in only.nodes})
    parts = {
        "cells": speech.cells(cells),
        "digits": speech.digits(digits, "or"),
        "even": speech.cells(cells[::2]),
        "odd": speech.cells(cells[1::2]),
        "one": speech.digit(digits[0]),
        "two": speech.digit(digits[1]),
        "effect": speech.effect(),
    }
    yield speech.say(
        "Cells {cells} can only be {digits}, and each shares a row, column or box with the next, "
        "so the two digits alternate.",
        "{cells} 都只能是 {digits}，且依次同行、同列或同宫，所以两数交替出现。",
        **parts,
    )
    yield speech.say(
        "Either {even} are {one} and {odd} are {two}, or the other way round.",
        "要么 {even} 是 {one}、{odd} 是 {two}，要么相反。",
        **parts,
    )
    yield speech.say(
        "A cell that shares a row, column or box with one of each kind can be neither: {effect}.",
        "与两种格各一个同行、同列或同宫的格，两数都不能填：{effect}。",
        **parts,
    )


def loop(speech: Speech) -> Iterator[str]:
    """Say that a chain closes, so that each of its links holds in both directions."""
    yield told(speech, speech.step.chains[0])
    yield speech.say(
        "That closes a loop; if it begins with something false, it can be read backwards.",
        "链首尾相接成环；如果起点不成立，可以反着读。",
    )
    yield speech.say(
        "Either way, of two neighbours on it that cannot both be true, one is: no other cell of "
        "their row, column or box has that digit, and a cell that holds both nothing else: "
        "{effect}.",
        "无论如何，环上不能同真的两个相邻结论必有一个为真：它们所在的行、列或宫的其他格不能再填"
        "这个数，两者同在一格时该格不能填别的数：{effect}。",
        effect=speech.effect(),
    )


def several(speech: Speech) -> Iterator[str]:
    """Say where several chains lead: to the same from every start, or to a contradiction."""
    chains = speech.step.chains
    starts = [each.nodes[0] for each in chains]
    ends = [each.nodes[-1] for each in chains]
    if len(chains) == 1:
        yield from chain(speech)
    elif len({*starts}) == 1:
        yield from _contradiction(speech, ends)
    else:
        yield from _verity(speech, starts)
    if any(each.branches for each in chains):
        yield speech.say(
            "(Some of these steps follow from several earlier ones together.)",
            "（其中有些步骤由前面多步共同推出。）",
        )


def _contradiction(speech: Speech, ends: list[ChainNode]) -> Iterator[str]:
    """Say that a start leads to what cannot be true together."""
    chains = speech.step.chains
    first = max(chains[:MOST_CHAINS], key=lambda each: len(each) > 1)
    yield told(speech, first)
    shown = [first]
    for each in chains[:MOST_CHAINS]:
        if each is not first:
            yield told_after(speech, each, shown)
            shown.append(each)
    if len(chains) > MOST_CHAINS:
        said = speech.joined([stated(speech, end) for end in ends[MOST_CHAINS:]])
        yield speech.say("In the same way {said}.", "同理，{said}。", said=said)
    yield speech.say(
        "But {clash}, so the assumption is false: {effect}.",
        "但 {clash}，所以假设不成立：{effect}。",
        clash=_clash(speech, ends),
        effect=speech.effect(),
    )


def _clash(speech: Speech, ends: list[ChainNode]) -> str:
    """Return what cannot be where some chains lead."""
    if speech.step.houses and not any(end.on for end in ends):
        house, digit = speech.step.houses[0].house, ends[0].digit
        return speech.say(
            "{house} has no place left for {digit}",
            "{house}的 {digit} 没有位置",
            house=speech.house(house),
            digit=speech.digit(digit),
        )
    if len({end.cells for end in ends}) == 1 and not any(end.on for end in ends):
        cell = ends[0].cells.bit_length() - 1
        return speech.say("{cell} has no digit left", "{cell} 无数可填", cell=speech.cell(cell))
    if len({(end.cells, end.digit) for end in ends}) == 1:
        return speech.say(
            "{it} and is not, which cannot be",
            "{it} 又不是，这不可能",
            it=stated(speech, ends[0]._replace(on=True)),
        )
    said = speech.joined([stated(speech, end) for end in dict.fromkeys(ends)])
    return speech.say("{said} cannot be true together", "{said} 不能同时成立", said=said)


def _verity(speech: Speech, starts: list[ChainNode]) -> Iterator[str]:
    """Say that every case leads to the same."""
    yield _every_case(speech, starts)
    for each in speech.step.chains[:MOST_CHAINS]:
        yield told(speech, each)
    if len(starts) > MOST_CHAINS:
        yield speech.say(
            "The other cases, in the notation, lead there, too.", "其余情况也一样，见记号。"
        )
    yield speech.say(
        "Whichever it is, {effect}.", "无论哪种情况，{effect}。", effect=speech.effect()
    )


def _every_case(speech: Speech, starts: list[ChainNode]) -> str:
    """Say why one of some starts must be true."""
    cells = 0
    for start in starts:
        cells |= start.cells
    parts = {
        "cells": speech.cells(cells, "or"),
        "digits": speech.digits([s.digit for s in starts], "or"),
    }
    if len(starts) == 2 and not all(start.on for start in starts):
        return speech.say(
            "Either {cells} is {digit} or it is not.",
            "{cells} 要么是 {digit}，要么不是。",
            **parts,
            digit=speech.digit(starts[0].digit),
        )
    if cells & cells - 1:
        shared = [
            house
            for house in speech.board.shared_houses(cells)
            if not speech.places(starts[0].digit, house) & ~cells
        ]
        return speech.say(
            "In {house}, {digit} must be in {cells}.",
            "{house}的 {digit} 必在 {cells} 中。",
            **parts,
            digit=speech.digit(starts[0].digit),
            house=speech.houses(shared[:1]),
        )
    return speech.say("Cell {cells} must be {digits}.", "{cells} 必是 {digits}。", **parts)


LOOPS = ("x-cycle", "y-cycle", "xy-cycle", "generalized-x-wing")
REASONS = {
    "turbot-fish": chain,
    "x-chain": chain,
    "xy-chain": chain,
    "remote-pair": remote_pair,
    **dict.fromkeys(LOOPS, loop),
    **{
        f"{groups}{slug}": reason
        for groups in ("", "grouped-")
        for slug, reason in (
            ("aic", chain),
            ("discontinuous-nice-loop", chain),
            ("continuous-nice-loop", loop),
        )
    },
    **{f"{slug}-chain": chain for slug in ("turbot", "forcing-x", "forcing")},
    **{f"{kind}-forcing-chains": several for kind in ("nishio", "cell", "region")},
    **{
        f"forcing-{shape}-{kind}": several
        for shape in ("chain", "net")
        for kind in ("contradiction", "verity")
    },
    **{
        f"dynamic-{kind}-forcing-chains{ending}": several
        for kind in DYNAMIC_CHAINS
        for ending in ENDINGS
    },
}
"""The functions that tell the reason of each technique, by its slug."""
