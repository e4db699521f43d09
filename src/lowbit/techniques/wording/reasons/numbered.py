"""Proofs in sentences: an assumption, and what follows from it, claim by claim with numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
    yield speech.say("Suppose that {it} (0).", "假设 {it} (0)。", it=stated(speech, start.node))
    said = [
        f"({number}) {stated(speech, claim.node)}{_because(speech, claim)}"
        for number, claim in enumerate(rest, 1)
    ]
    if speech.is_whole or len(said) <= MOST_CLAIMS:
        yield from said
        return
    n_folded = len(said) - FIRST_CLAIMS - LAST_CLAIMS
    yield from said[:FIRST_CLAIMS]
    yield speech.say(
        "({one}) to ({other}) are {n} more claims of this kind.",
        "({one}) 至 ({other}) 是同类的 {n} 步。",
        one=str(FIRST_CLAIMS + 1),
        other=str(FIRST_CLAIMS + n_folded),
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
        f"{speech.joined(names)} ({number})" for number, names in sorted(by_claim.items())
    )


def _because(speech: Speech, claim: Claim) -> str:
    """Return why a claim follows, to the end of the sentence."""
    if claim.pattern is not None and claim.position is not None:
        return _by_pattern(speech, claim)
    if not claim.gone:
        return speech.say(
            ", by a chain within this one that rests on {claims}.",
            "，由以 {claims} 为前提的另一条链推出。",
            claims=_numbers(speech, claim.needs),
        )
    in_cell = claim.house is None and not claim.node.digits
    gone = _with_numbers(speech, claim.gone, claim.needs, digits=in_cell)
    if in_cell:
        return speech.say(
            ": there, {gone} {verb} ruled out.",
            "：该格的 {gone} 已排除。",
            gone=gone,
            verb="is" if len(claim.gone) == 1 else "are",
        )
    if claim.house is None:
        return speech.say(": not in {gone}.", "：{gone} 已排除。", gone=gone)
    return speech.say(
        ": in {house}, no longer in {gone}.",
        "：{house}的 {gone} 已排除。",
        house=speech.house(claim.house),
        gone=gone,
    )


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
    return speech.joined([f"({number})" for number in numbers])
