"""Chains in sentences: what follows from an assumption, link by link."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.techniques.step import Chain, ChainNode
    from lowbit.techniques.wording.reasons.speech import Speech

MOST_NODES: Final = 9
"""The most nodes of a chain that is told whole."""
FIRST_NODES: Final = 5
"""The nodes of a longer chain that are told before its end."""


def told(speech: Speech, chain: Chain) -> str:
    """Return a chain as a sentence: if this, then that, and so on to its end.

    Examples
    --------
    >>> from lowbit.grid import Grid
    >>> from lowbit.techniques.position import Position
    >>> from lowbit.techniques.step import Chain, ChainNode, Step
    >>> from lowbit.techniques.wording.reasons.speech import Speech
    >>> chain = Chain((ChainNode(1, 5, on=True), ChainNode(2, 5, on=False)))
    >>> told(Speech(Step("x-chain"), Position(Grid("." * 81)), "en"), chain)
    'If r1c1 is 5, then r1c2 is not 5.'
    """
    start, *rest = chain.nodes
    if not rest:
        return speech.say("If {it}, it is so.", "如果 {it}，就是这样。", it=stated(speech, start))
    return speech.say(
        "If {start}, then {rest}.",
        "如果 {start}，那么 {rest}。",
        start=stated(speech, start),
        rest=_consequences(speech, chain.nodes),
    )


def told_after(speech: Speech, chain: Chain, earlier: Sequence[Chain]) -> str:
    """Return a chain as a sentence from where it leaves earlier ones with the same start."""
    shared = max(_n_shared(chain, other) for other in earlier)
    rest = chain.nodes[shared - 1 :]
    if len(rest) < 2:
        return ""
    if shared == 1:
        return speech.say("Also {rest}.", "同时 {rest}。", rest=_consequences(speech, rest))
    return speech.say(
        "Since {start}, also {rest}.",
        "由 {start} 还可推出 {rest}。",
        start=stated(speech, rest[0]),
        rest=_consequences(speech, rest),
    )


def _n_shared(one: Chain, other: Chain) -> int:
    """Return how many nodes two chains begin with in common."""
    pairs = zip(one.nodes, other.nodes, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _consequences(speech: Speech, nodes: Sequence[ChainNode]) -> str:
    """Return what follows from the first of some nodes; where they are many, both ends of it."""
    is_long = len(nodes) > MOST_NODES
    shown = nodes[: FIRST_NODES + 1] if is_long else nodes
    said = [stated(speech, end) + _because(speech, start, end) for start, end in pairwise(shown)]
    text = speech.say(", so ", "，于是 ").join(said)
    if is_long:
        text += speech.say(
            ", and so on along the chain until {end}",
            "，依此类推，直到 {end}",
            end=stated(speech, nodes[-1]),
        )
    return text


def stated(speech: Speech, node: ChainNode) -> str:
    """Return a node as a statement: ``r1c1 is 5``, ``neither r1c1 nor r1c2 is 5``."""
    cells = [speech.cell(cell) for cell in members(node.cells)]
    parts = {
        "cells": speech.joined(cells),
        "digit": speech.digit(node.digit),
        "digits": speech.digits(node.digits & ~(1 << node.digit - 1)),
    }
    if node.digits and not node.on:
        return speech.say(
            "{cells} hold no {digit} and so all of {digits}",
            "{cells} 不含 {digit}，占满 {digits}",
            **parts,
        )
    if len(cells) == 1:
        return (
            speech.say("{cells} is {digit}", "{cells} 是 {digit}", **parts)
            if node.on
            else speech.say("{cells} is not {digit}", "{cells} 不是 {digit}", **parts)
        )
    if node.on:
        return speech.say("one of {cells} is {digit}", "{cells} 之一是 {digit}", **parts)
    if len(cells) == 2:
        return speech.say(
            "neither {one} nor {two} is {digit}",
            "{one} 和 {two} 都不是 {digit}",
            **parts,
            one=cells[0],
            two=cells[1],
        )
    return speech.say("none of {cells} is {digit}", "{cells} 都不是 {digit}", **parts)


def _because(speech: Speech, start: ChainNode, end: ChainNode) -> str:
    """Return in brackets why something must be so after a link, where one look shows it."""
    if not end.on or start.on or start.digits or end.digits:
        return ""
    if start.cells == end.cells and start.digit != end.digit:
        both = 1 << start.digit - 1 | 1 << end.digit - 1
        is_pair = all(speech.position.cells[cell] == both for cell in members(end.cells))
        return speech.say(" (nothing else is left for it)", "（它只剩这个）") if is_pair else ""
    if start.digit != end.digit:
        return ""
    for house in speech.board.shared_houses(start.cells | end.cells):
        if not speech.places(end.digit, house) & ~(start.cells | end.cells):
            return speech.say(
                " (nowhere else in {house})", "（{house}没有别处可填）", house=speech.house(house)
            )
    return ""
