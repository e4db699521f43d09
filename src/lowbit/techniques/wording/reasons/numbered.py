"""Proofs in sentences: an assumption, and what follows from it, claim by claim with numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Step
from lowbit.techniques.wording.names_zh import NAMES_ZH
from lowbit.techniques.wording.reasons import fish, subsets
from lowbit.techniques.wording.reasons.speech import Speech
from lowbit.techniques.wording.reasons.statements import stated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.wording.reasons.proofs import ChainProof, Claim

MOST_CLAIMS: Final = 10
"""The most claims that are told one by one; the middle of more is folded."""
FIRST_CLAIMS: Final = 4
LAST_CLAIMS: Final = 3


def numbered(speech: Speech, claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the assumption of a proof and its claims, each with its number."""
    start, *rest = claims
    yield speech.say(
        "{n} Suppose that {it}.",
        "{n} 假设 {it}。",
        n=speech.numbered(0),
        it=stated(speech, start.node),
    )
    said = [
        f"{speech.numbered(number)} {stated(speech, claim.node)}{_because(speech, claim, number)}"
        for number, claim in enumerate(rest, 1)
    ]
    if speech.is_whole or len(said) <= MOST_CLAIMS:
        yield from said
        return
    n_folded = len(said) - FIRST_CLAIMS - LAST_CLAIMS
    yield from said[:FIRST_CLAIMS]
    yield speech.say(
        "{one} to {other} are {n} more claims of this kind.",
        "{one} 至 {other} 是同类的 {n} 步。",
        one=speech.numbered(FIRST_CLAIMS + 1),
        other=speech.numbered(FIRST_CLAIMS + n_folded),
        n=str(n_folded),
    )
    yield from said[-LAST_CLAIMS:]


def excluded(speech: Speech, gone: Iterable[Candidate], proof: ChainProof, *, digits: bool) -> str:
    """Return some cells, or some digits of one, with the claims that rule them out."""
    items = tuple(gone)
    return _with_numbers(speech, items, proof.why(items), digits=digits)


def _with_numbers(
    speech: Speech, gone: Iterable[Candidate], needs: Iterable[int], *, digits: bool
) -> str:
    by_claim: dict[int, list[str]] = {}
    for (cell, digit), number in zip(gone, needs, strict=True):
        name = speech.digit(digit) if digits else speech.cell(cell)
        by_claim.setdefault(number, []).append(name)
    comma = speech.say(", ", "、")
    return comma.join(
        f"{speech.joined(names)} {speech.numbered(number)}"
        for number, names in sorted(by_claim.items())
    )


def _because(speech: Speech, claim: Claim, number: int) -> str:
    """Return why a claim follows, to the end of the sentence."""
    if claim.pattern is not None and claim.position is not None:
        return _by_pattern(speech, claim)
    if not claim.gone:
        return _by_chains(speech, claim, number) if claim.needs else _at_once(speech, claim)
    in_cell = claim.house is None and not claim.node.digits
    gone = _with_numbers(speech, claim.gone, claim.needs, digits=in_cell)
    if in_cell:
        return speech.say(", as it is not {gone}.", "：该格不是 {gone}。", gone=gone)
    if claim.house is None:
        return speech.say(", as it is not in {gone}.", "：不在 {gone}。", gone=gone)
    return speech.say(
        ", the only {places} left in {house}: not {gone}.",
        "：{house}只剩这里，不在 {gone}。",
        places=_place(claim),
        house=speech.house(claim.house),
        gone=gone,
    )


def _at_once(speech: Speech, claim: Claim) -> str:
    """Return that nothing else is left, where no claim has ruled it out."""
    if claim.house is None:
        return speech.say(", the only digit left there.", "：该格只剩它。")
    return speech.say(
        ", the only {places} left in {house}.",
        "：{house}只剩这里。",
        places=_place(claim),
        house=speech.house(claim.house),
    )


def _place(claim: Claim) -> str:
    return "places" if claim.node.cells & claim.node.cells - 1 else "place"


def _by_chains(speech: Speech, claim: Claim, number: int) -> str:
    """Return that chains of their own lead to a claim; where all is told, these chains, too."""
    claims = _numbers(speech, claim.needs)
    if not (speech.is_whole and claim.inner and claim.position and speech.tell_chains):
        return speech.say(
            ", by a chain within this one that rests on {claims}.",
            "，由以 {claims} 为前提的另一条链推出。",
            claims=claims,
        )
    inner = speech.within(number, step_of(claim), claim.position)
    return speech.say(
        ", by a chain of its own that rests on {claims}: {told}",
        "，以 {claims} 为前提另有一条链：{told}",
        claims=claims,
        told=speech.say(" ", "").join(speech.tell_chains(inner)),
    )


def step_of(claim: Claim) -> Step:
    """Return a claim that chains of their own lead to as a step of its own."""
    items = tuple((cell, claim.node.digit) for cell in members(claim.node.cells))
    placed, lost = (items, ()) if claim.node.on else ((), items)
    return Step("forcing-chain", placed, lost, chains=claim.inner)


def _by_pattern(speech: Speech, claim: Claim) -> str:
    """Return the reason of a pattern that is there once some claims are true."""
    pattern, position = claim.pattern, claim.position
    if pattern is None or position is None:
        return ""
    slug = pattern.technique
    tell = {**subsets.REASONS, **fish.REASONS}[slug]
    inner = Speech(pattern, position, speech.language)
    return speech.say(
        ", by this pattern ({name}) that follows from {claims}: {reason}",
        "，因为 {claims} 之后有{name}：{reason}",
        name=NAMES_ZH[slug] if speech.language == "zh" else slug.replace("-", " "),
        claims=_numbers(speech, claim.needs),
        reason=speech.say(" ", "").join(tell(inner)),
    )


def _numbers(speech: Speech, numbers: Iterable[int]) -> str:
    return speech.joined([*map(speech.numbered, numbers)])
