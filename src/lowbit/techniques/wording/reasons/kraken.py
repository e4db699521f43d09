"""The reasons of kraken fish: a fish, and chains from each of its exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.links import cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


def kraken(speech: Speech) -> Iterator[str]:
    """Say that the fish, and each way around it, rules out the same."""
    yield from _all_but(speech)
    yield from cases(speech, speech.step.chains)
    yield speech.say("In every case {effect}.", "无论哪种情况，{effect}。", effect=speech.effect())


def _all_but(speech: Speech) -> Iterator[str]:
    """Say which cases there are: the fins, and the fish or a house of its cover."""
    starts = 0
    for chain in speech.step.chains:
        starts |= chain.nodes[0].cells
    fins = speech.marked(Role.FIN)
    left = starts & ~fins
    covers = speech.with_role(Role.COVER)
    held = [house for house in covers if not left or left & ~speech.board.houses[house]]
    digit = speech.step.marks[0].digit
    parts = {
        "bases": speech.houses(speech.with_role(Role.BASE)),
        "digit": speech.digit(digit),
        "covers": speech.houses(held),
        "starts": speech.cells(starts),
        "start": speech.cells(starts, "or"),
    }
    yield speech.say(
        "In {bases}, {digit} fits only in cells of {covers}, apart from {starts}.",
        "{bases}中，除 {starts} 外，{digit} 只能填在{covers}的格里。",
        **parts,
    )
    if left:
        yield speech.say(
            "There is no room in {covers} for the {digit}s of all of {bases}, so {start} must be "
            "{digit}.",
            "{covers}放不下{bases}的所有 {digit}，所以 {start} 必有一格是 {digit}。",
            **parts,
        )
    else:
        yield speech.say(
            "If none of these cells is {digit}, {covers} get all their {digit}s from {bases}, and "
            "have none elsewhere.",
            "如果这些格都不是 {digit}，{covers}的 {digit} 就都由{bases}占据，别处不能再填。",
            **parts,
        )


REASONS = {"kraken-fish-1": kraken, "kraken-fish-2": kraken}
"""The functions that tell the reason of each technique, by its slug."""
