"""Contradictions in sentences: what cannot be true together where the chains of a proof end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.wording.reasons.links import against, claims_against
from lowbit.techniques.wording.reasons.numbered import excluded
from lowbit.techniques.wording.reasons.statements import stated

if TYPE_CHECKING:
    from lowbit.techniques.step import ChainNode
    from lowbit.techniques.wording.reasons.proofs import ChainProof
    from lowbit.techniques.wording.reasons.speech import Speech


def clash(speech: Speech, proof: ChainProof) -> str:
    """Return what cannot be where the chains of a proof end."""
    ends = list(dict.fromkeys(proof.ends))
    if all(end.on for end in ends):
        return _too_much(speech, proof, ends)
    if any(end.on for end in ends):
        return _both(speech, proof, next(end for end in ends if end.on))
    return _nothing_left(speech, proof, ends)


def _both(speech: Speech, proof: ChainProof, end: ChainNode) -> str:
    """Return that something would be so and not so."""
    return speech.say(
        "{it} by ({number}), though {numbers} {verb} that out",
        "由 ({number})，{it}，而 {numbers} 又排除了它",
        it=stated(speech, end),
        number=str(proof.number_of(end)),
        verb="rules" if len(against(proof, end)) == 1 else "rule",
        numbers=claims_against(speech, proof, end),
    )


def _too_much(speech: Speech, proof: ChainProof, ends: list[ChainNode]) -> str:
    """Return that too much would be true: two digits in a cell, or a digit twice in a house."""
    cells = 0
    for end in ends:
        cells |= end.cells
    shared = speech.board.shared_houses(cells)
    said = speech.joined([f"{stated(speech, end)} ({proof.number_of(end)})" for end in ends])
    if not cells & cells - 1 or not shared:
        return speech.say("{said} at once", "{said} 同时成立", said=said)
    return speech.say(
        "{said}, both in {house}",
        "{said}，而它们同在{house}",
        said=said,
        house=speech.house(shared[0]),
    )


def _nothing_left(speech: Speech, proof: ChainProof, ends: list[ChainNode]) -> str:
    """Return that a house has no place left for a digit, or a cell no digit."""
    gone = [item for end in ends for item in proof.candidates_of(end)]
    cells = {cell for cell, _ in gone}
    if len(cells) == 1:
        return speech.say(
            "{cell} has no digit left: not {gone}",
            "{cell} 无数可填：{gone} 都已排除",
            cell=speech.cell(min(cells)),
            gone=excluded(speech, gone, proof, digits=True),
        )
    shared = [
        house
        for house in speech.board.shared_houses(sum(1 << cell for cell in cells))
        if {*members(speech.places(ends[0].digit, house))} == cells
    ]
    if not shared:
        return speech.joined([stated(speech, end) for end in ends])
    return speech.say(
        "{house} has no place left for {digit}: not {gone}",
        "{house}无处可填 {digit}：{gone} 都已排除",
        house=speech.house(shared[0]),
        digit=speech.digit(ends[0].digit),
        gone=excluded(speech, gone, proof, digits=False),
    )
