"""Chains in sentences: what follows from an assumption, link by link or claim by claim."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import members
from lowbit.techniques.wording.reasons.numbered import numbered
from lowbit.techniques.wording.reasons.proofs import ChainProof
from lowbit.techniques.wording.reasons.statements import stated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.techniques.step import Chain, ChainNode
    from lowbit.techniques.wording.reasons.speech import Speech

MOST_NODES: Final = 9
"""The most nodes of a chain that is told in one sentence."""
MOST_CASES: Final = 6
"""The most cases that are told, unless all is asked for."""


def told(speech: Speech, chain: Chain) -> str:
    """Return where a chain leads: if this, then that; of a long one or a net, claim by claim.

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
    if not is_plain(speech, chain):
        return speech.say(" ", "").join(_proved(speech, chain))
    nodes = chain.nodes
    said = [stated(speech, end) + _because(speech, start, end) for start, end in pairwise(nodes)]
    return speech.say(
        "If {start}, then {rest}.",
        "如果 {start}，那么 {rest}。",
        start=stated(speech, nodes[0]),
        rest=speech.say(", so ", "，于是 ").join(said) or stated(speech, nodes[0]),
    )


def is_plain(speech: Speech, chain: Chain) -> bool:
    """Whether one sentence can tell a chain: it is short, and each link stands on its own."""
    if len(chain) > MOST_NODES or chain.branches or chain.nested:
        return False
    return all(_is_plain_link(speech, start, end) for start, end in pairwise(chain.nodes))


def _is_plain_link(speech: Speech, start: ChainNode, end: ChainNode) -> bool:
    """Whether one look shows that a statement follows from the one before."""
    if start.digits or end.digits:
        return True
    return bool(_because(speech, start, end)) if end.on else start.on


def _proved(speech: Speech, chain: Chain) -> Iterator[str]:
    """Yield the claims to which a chain leads, and how they rule out what its end denies."""
    proof = ChainProof(speech.position, [chain])
    yield from numbered(speech, proof.claims)
    end = chain.nodes[-1]
    if not end.on:
        yield speech.say(
            "So {it}, by {numbers}.",
            "所以由 {numbers}，{it}。",
            it=stated(speech, end),
            numbers=claims_against(speech, proof, end),
        )


def claims_against(speech: Speech, proof: ChainProof, node: ChainNode) -> str:
    """Return the numbers of the claims that rule out what a node denies."""
    return speech.joined([*map(speech.numbered, against(proof, node))])


def against(proof: ChainProof, node: ChainNode) -> list[int]:
    """Return the claims that rule out what a node denies."""
    return sorted(set(proof.why(proof.candidates_of(node))))


def cases(speech: Speech, chains: Sequence[Chain]) -> Iterator[str]:
    """Yield where each of some cases leads; those that lead there at once are told as one."""
    at_once: dict[ChainNode, list[ChainNode]] = {}
    for chain in chains:
        start, end = chain.nodes[0], chain.nodes[-1]
        if len(chain) == 2 and start.on:
            at_once.setdefault(end, []).append(start)
    for end, starts in at_once.items():
        yield speech.say(
            "If {start}, then {end}.",
            "如果 {start}，那么 {end}。",
            start=_any_of(speech, starts),
            end=stated(speech, end),
        )
    others = [chain for chain in chains if not (len(chain) == 2 and chain.nodes[0].on)]
    shown = others if speech.is_whole else others[:MOST_CASES]
    yield from (told(speech, chain) for chain in shown)
    if len(shown) < len(others):
        yield speech.say(
            "{n} more cases lead there in the same way.",
            "另外 {n} 种情况也同样推出。",
            n=str(len(others) - len(shown)),
        )


def _any_of(speech: Speech, starts: Sequence[ChainNode]) -> str:
    """Return that one of some statements holds."""
    if len({start.digit for start in starts}) == 1:
        cells = [cell for start in starts for cell in members(start.cells)]
        return speech.say(
            "{cells} is {digit}",
            "{cells} 是 {digit}",
            cells=speech.cells(cells, "or"),
            digit=speech.digit(starts[0].digit),
        )
    return speech.joined([stated(speech, start) for start in starts], "or")


def _because(speech: Speech, start: ChainNode, end: ChainNode) -> str:
    """Return in brackets why something must be so after a link, where one look shows it."""
    if not end.on or start.on or start.digits or end.digits:
        return ""
    if start.cells == end.cells and start.digit != end.digit:
        both = 1 << start.digit - 1 | 1 << end.digit - 1
        is_pair = all(speech.position.cells[cell] == both for cell in members(end.cells))
        return speech.say(" (its only other digit)", "（该格只剩它）") if is_pair else ""
    if start.digit != end.digit:
        return ""
    for house in speech.board.shared_houses(start.cells | end.cells):
        if not speech.places(end.digit, house) & ~(start.cells | end.cells):
            return speech.say(
                " (nowhere else in {house})", "（{house}没有别处可填）", house=speech.house(house)
            )
    return ""
