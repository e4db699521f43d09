"""The reasons of fish, with and without fins, and of kraken fish."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from lowbit.techniques.single_digit.fish import KINDS, SIZES
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


MOST_PLACES: Final = 6
"""The most places of a digit that are named one by one."""


def fish(speech: Speech) -> Iterator[str]:
    """Say that houses take their digit from as many others."""
    fins = speech.marked(Role.FIN, Role.ENDO_FIN)
    if len(speech.with_role(Role.COVER)) > len(speech.with_role(Role.BASE)):
        yield from _siamese(speech)
    elif fins:
        yield from _finned(speech, fins)
    else:
        yield from _whole(speech)


def _parts(speech: Speech) -> dict[str, str]:
    base, cover = speech.with_role(Role.BASE), speech.with_role(Role.COVER)
    fins = speech.marked(Role.FIN, Role.ENDO_FIN)
    return {
        "digit": speech.digit(speech.step.marks[0].digit),
        "bases": speech.houses(base),
        "covers": speech.houses(cover),
        "n": speech.number(len(base)),
        "these": speech.those(cover),
        "those": speech.those(base),
        "fins": speech.cells(fins),
        "fin": speech.cells(fins, "or"),
        "two_of_those": _two_of(speech, base),
        "two_of_these": _two_of(speech, cover),
    }


def _two_of(speech: Speech, houses: list[int]) -> str:
    named = speech.those(houses)
    return named if len(houses) == 2 else speech.say("two of {x}", "{x}中的两个", x=named)


def _whole(speech: Speech) -> Iterator[str]:
    parts = _parts(speech)
    yield speech.say(
        "In {bases}, the digit {digit} fits only in {places} of {covers}.",
        "{bases}中，{digit} 只能填在{covers}的 {places}里。",
        **parts,
        places=_places(speech),
    )
    yield from _apart(speech, parts)
    yield speech.say(
        "Each of {those} needs its {digit}, and each of {these} has room for only one {digit}: so "
        "{these} have their {digit}s in {those}.",
        "{those}各要一个 {digit}，而{these}各只能放一个，所以{these}的 {digit} 都在{those}中。",
        **parts,
    )
    yield from _ruled_out(speech, parts)
    yield speech.so()


def _places(speech: Speech) -> str:
    """Return the places of the digit in the houses that need it, by name where they are few."""
    digit, places = speech.step.marks[0].digit, 0
    for house in speech.with_role(Role.BASE):
        places |= speech.places(digit, house)
    if places.bit_count() > MOST_PLACES:
        return speech.say("cells", "格")
    return speech.say("the cells {cells}", "{cells} ", cells=speech.cells(places))


def _finned(speech: Speech, fins: int) -> Iterator[str]:
    parts = _parts(speech)
    yield speech.say(
        "Apart from {fins}, the digit {digit} fits in {bases} only in cells of {covers}.",
        "除 {fins} 外，{bases}的 {digit} 只能填在{covers}的格里。",
        **parts,
    )
    if fins & speech.marked(Role.ENDO_FIN):
        yield speech.say(
            "({inner} {is_} set apart because one {digit} there would do for {two_of_those} at "
            "once.)",
            "（{inner} 同属{two_of_those}，可一格两用，所以也另算。）",
            **parts,
            inner=speech.cells(speech.marked(Role.ENDO_FIN)),
            is_="are" if speech.marked(Role.ENDO_FIN).bit_count() > 1 else "is",
        )
    else:
        yield from _apart(speech, parts)
    changed = speech.changed_cells()
    yield speech.say(
        "If {fin} is {digit}, {targets} cannot be: {why}.",
        "如果 {fin} 是 {digit}，{targets} 就不能是：{why}。",
        **parts,
        targets=speech.cells(changed),
        why=_together(speech, fins, changed),
    )
    yield speech.say(
        "If not, {bases} have their {n} {digit}s in {covers}, one in each.",
        "如果不是，{bases}的{n}个 {digit} 就在{covers}中，各占一个。",
        **parts,
    )
    yield from _ruled_out(speech, parts)
    yield speech.say("Either way {effect}.", "两种情况下，{effect}。", effect=speech.effect())


def _together(speech: Speech, fins: int, changed: int) -> str:
    """Say in which house cells are together, or that each shares one with each of some others."""
    n = (fins | changed).bit_count()
    for house in speech.board.shared_houses(fins | changed):
        return speech.say(
            "{all} are in {house}",
            "它们同在{house}",
            all="both" if n == 2 else f"all {speech.number(n)}",
            house=speech.house(house),
        )
    return speech.say(
        "each shares a row, column or box with {fins}",
        "各与 {fins} 同行、同列或同宫",
        fins=speech.cells(fins),
    )


def _apart(speech: Speech, parts: dict[str, str]) -> Iterator[str]:
    """Say that no cell serves two of the houses that need the digit, where some of them cross."""
    houses = [speech.board.houses[house] for house in speech.with_role(Role.BASE)]
    if any(one & two for one, two in combinations(houses, 2)):
        yield speech.say(
            "({digit} has no place where {two_of_those} cross, so these are different {digit}s.)",
            "（{those}的相交处不能填 {digit}，所以各要一个 {digit}。）",
            **parts,
        )


def _ruled_out(speech: Speech, parts: dict[str, str]) -> Iterator[str]:
    """Say why cells outside the houses that need the digit, and those in them, cannot have it."""
    changed, needing = speech.changed_cells(), 0
    for house in speech.with_role(Role.BASE):
        needing |= speech.board.houses[house]
    if changed & ~needing:
        yield speech.say(
            "No other cell of {these} can be {digit}.", "{these}的其他格不能再填 {digit}。", **parts
        )
    if inside := changed & needing:
        yield speech.say(
            "If {inside} were {digit}, that one {digit} would take up {two_of_these} at once, and "
            "the rest have no room for {n}.",
            "{inside} 填 {digit} 会同时占用{two_of_these}，其余的放不下{n}个。",
            **parts,
            inside=speech.cells(inside, "or"),
        )


def _siamese(speech: Speech) -> Iterator[str]:
    parts = _parts(speech)
    yield speech.say(
        "In {bases}, {digit} fits only in cells of {covers}; {n} of these houses at a time hold "
        "all but a few of them, the fins.",
        "{bases}中，{digit} 只能填在{covers}的格里；每次取其中{n}个区，只有少数格例外，即鳍。",
        **parts,
    )
    yield speech.say(
        "Each way, either a fin is {digit}, or the chosen houses get their {digit}s from {bases}.",
        "每种取法，要么鳍是 {digit}，要么所取各区的 {digit} 都由{bases}占据。",
        **parts,
    )
    yield speech.so()


REASONS = {
    **{
        f"{fins}{kind}{size}": fish
        for fins in ("", "finned-")
        for kind in KINDS.values()
        for size in SIZES.values()
    },
    **{f"sashimi-{size}": fish for size in SIZES.values()},
}
"""The functions that tell the reason of each technique, by its slug."""
