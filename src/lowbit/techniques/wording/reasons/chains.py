"""The reasons of chains, forcing chains and nets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.wording.names_zh import DYNAMIC_CHAINS, ENDINGS
from lowbit.techniques.wording.reasons.clashes import clash
from lowbit.techniques.wording.reasons.links import cases, told
from lowbit.techniques.wording.reasons.numbered import numbered
from lowbit.techniques.wording.reasons.proofs import ChainProof, nodes_of
from lowbit.techniques.wording.reasons.statements import stated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.step import ChainNode
    from lowbit.techniques.wording.reasons.speech import Speech


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
    if start.cells == end.cells and not start.cells & start.cells - 1:
        yield speech.say(
            "But {cell} cannot be both {one} and {two}: {effect}.",
            "但 {cell} 不能既是 {one} 又是 {two}：{effect}。",
            cell=speech.cells(start.cells),
            one=speech.digit(start.digit),
            two=speech.digit(end.digit),
            effect=speech.effect(),
        )
        return
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
            "So one of {cells} is {digit}, and a cell that shares a row, column or box with {them} "
            "cannot be: {effect}.",
            "所以 {cells} 必有一格是 {digit}，与它们都同行、同列或同宫的格不能是：{effect}。",
            cells=speech.cells(start.cells | end.cells),
            them="both" if (start.cells | end.cells).bit_count() == 2 else "each of them",
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


def several(speech: Speech) -> Iterator[str]:
    """Say where several chains lead: to the same from every start, or to a contradiction."""
    chains = speech.step.chains
    starts = [each.nodes[0] for each in chains]
    if len(chains) == 1:
        yield from chain(speech)
    elif len({*starts}) == 1:
        yield from _contradiction(speech)
    else:
        yield from _verity(speech, starts)


def _contradiction(speech: Speech) -> Iterator[str]:
    """Say that a start leads to what cannot be true together."""
    proof = ChainProof(speech.position, speech.step.chains)
    yield from numbered(speech, proof.claims)
    yield speech.say(
        "But then {clash}, which is impossible. So {effect}.",
        "但这样{clash}，这不可能。所以 {effect}。",
        clash=clash(speech, proof),
        effect=speech.effect(),
    )


def braid(speech: Speech) -> Iterator[str]:
    """Say where a braid leads, and how long it is."""
    yield from _contradiction(speech)
    stated_as_true = {node for node in nodes_of(speech.step.chains) if node.on}
    yield speech.say(
        "The braid has length {n}.", "编织链的长度为 {n}。", n=str(1 + len(stated_as_true))
    )


def _verity(speech: Speech, starts: list[ChainNode]) -> Iterator[str]:
    """Say that every case leads to the same."""
    yield _every_case(speech, starts)
    yield from cases(speech, speech.step.chains)
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


REASONS = {
    "braid": braid,
    "turbot-fish": chain,
    "x-chain": chain,
    "xy-chain": chain,
    "remote-pair": remote_pair,
    **{
        f"{groups}{slug}": reason
        for groups in ("", "grouped-")
        for slug, reason in (
            ("aic", chain),
            ("discontinuous-nice-loop", chain),
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
