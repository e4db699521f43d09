"""The reasons of almost locked sets: cells with one candidate more than there are cells."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.speech import first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech

NAMES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of sets."""


def _set(speech: Speech, name: str, cells: int) -> str:
    """Say which cells a set has, and which digits."""
    return speech.say(
        "{name} ({cells} can only be {digits})",
        "{name}（{cells} 只能是 {digits}）",
        name=name,
        cells=speech.cells(cells),
        digits=speech.digits(speech.candidates(cells), "or"),
    )


def _opening(speech: Speech, sets: tuple[int, ...]) -> str:
    """Say what almost locked sets are, and which ones these are."""
    named = [_set(speech, name, cells) for name, cells in zip(NAMES, sets, strict=False)]
    return speech.say(
        "Look at {n} groups of cells: {sets}. Each has one digit more than it has cells: where one "
        "of its digits is missing, all the others are there.",
        "看{n}组格：{sets}。每组的数都比格数多一个：缺了一个，其余的就都在其中。",
        n=speech.number(len(sets)),
        sets=speech.joined(named),
    )


def als_xz(speech: Speech) -> Iterator[str]:
    """Say that only one of two sets can hold a digit; of two digits, one set each."""
    linking = speech.marked_digits(Role.RESTRICTED)
    if linking.bit_count() == 1:
        yield from linked(speech)
        return
    yield _opening(speech, speech.step.groups)
    yield speech.say(
        "Each of {both} fits in only one of A and B, for all its places there share a row, column "
        "or box. No group can lack two digits, so one has the one and the other the other.",
        "{both} 在两组中的位置都同行、同列或同宫，各只能在一组中；每组最多缺一个数，所以一组有一"
        "个，"
        "另一组有另一个。",
        both=speech.digits(linking),
    )
    yield speech.say(
        "So no other digit is missing in either group. A cell that shares a row, column or box "
        "with "
        "all places of such a digit in its group, or of {both} in A and B, cannot have it: "
        "{effect}.",
        "于是两组都不缺别的数。某数在一组中（{both} 则在两组中）的位置，若都与一格同行、同列或同"
        "宫，"
        "该格就不能再填：{effect}。",
        both=speech.digits(linking, "or"),
        effect=speech.effect(),
    )


def als_xy_wing(speech: Speech) -> Iterator[str]:
    """Say that a set takes a digit from one of two others."""
    first, last, middle = speech.step.groups
    yield from linked(speech, (first, middle, last))


def linked(speech: Speech, sets: tuple[int, ...] = ()) -> Iterator[str]:
    """Say how each set takes a digit from the next, if the first does not hold a certain one."""
    sets = sets or speech.step.groups
    lost = sorted({digit for _, digit in speech.step.eliminations})
    digits = speech.digits(lost, "or")
    end = NAMES[len(sets) - 1]
    yield _opening(speech, sets)
    yield _run(speech, sets, lost)
    if any(one & two for one, two in combinations(sets, 2)):
        yield speech.say(
            "(As groups share cells, this may be impossible; then A has {digits} after all.)",
            "（几组有共同的格时，以上可能互相矛盾，那么 A 就含有 {digits}。）",
            digits=digits,
        )
    yield speech.say(
        "So A or {end} has {digits}, and a cell that shares a row, column or box with all its "
        "places in both cannot be {digits}: {effect}.",
        "所以 A 或 {end} 含有 {digits}，与两组中其全部位置都同行、同列或同宫的格不能是 {digits}："
        "{effect}。",
        end=end,
        digits=digits,
        effect=speech.effect(),
    )


def _run(speech: Speech, sets: tuple[int, ...], lost: list[int]) -> str:
    """Say which digit each set takes from the next."""
    said = speech.digits(lost, "or")
    links = _links(speech, sets, lost)
    held = [*map(speech.digit, links), said]
    told = [
        speech.say(
            "Suppose that A has no {said}: then it has {taken}.",
            "假设 A 没有 {said}，那么它有 {taken}。",
            said=said,
            taken=held[0],
        )
    ]
    told += [
        speech.say(
            "All places of {taken} in {before} and {name} share a row, column or box, so {name} "
            "has "
            "no {taken}; then it has {then}.",
            "{taken} 在 {before} 和 {name} 中的位置都同行、同列或同宫，所以 {name} 没有 {taken}，"
            "那么它有 {then}。",
            before=before,
            name=name,
            taken=taken,
            then=then,
        )
        for before, name, taken, then in zip(NAMES, NAMES[1:], held, held[1:], strict=False)
    ]
    return speech.say(" ", "").join(told)


def _links(speech: Speech, sets: tuple[int, ...], lost: list[int]) -> tuple[int, ...]:
    """Return the digit by which each set is linked with the next: never twice the same in turn."""
    choices = [_commons(speech, one, two) for one, two in pairwise(sets)]
    for links in product(*choices):
        if not {links[0], links[-1]} & {*lost} and all(one != two for one, two in pairwise(links)):
            return links
    return tuple(choice[0] for choice in choices)


def _commons(speech: Speech, one: int, two: int) -> list[int]:
    """Return the digits that only one of two sets can hold: all their places see each other."""
    places, shared = speech.position.places, speech.candidates(one) & speech.candidates(two)
    return [
        digit
        for digit in digits_in(shared)
        if not places[digit] & two & ~speech.board.common_peers(places[digit] & one)
    ]


def death_blossom(speech: Speech) -> Iterator[str]:
    """Say that each digit of a cell takes one from a set."""
    stem = first(speech.marked(Role.PIVOT))
    parts = {
        "stem": speech.cell(stem),
        "held": speech.digits(speech.position.cells[stem], "or"),
        "each": _petals(speech, stem),
        "digits": speech.digits({digit for _, digit in speech.changed}, "or"),
        "effect": speech.effect(),
    }
    yield _opening(speech, speech.step.groups)
    yield speech.say(
        "Cell {stem} is {held}: {each}. Each time, that group then has {digits}.",
        "{stem} 是 {held} 之一：{each}。每次那一组都含有 {digits}。",
        **parts,
    )
    yield speech.say(
        "So a cell that shares a row, column or box with all places of {digits} in every group "
        "cannot be {digits}: {effect}.",
        "所以与各组中 {digits} 的全部位置同行、同列或同宫的格不能是 {digits}：{effect}。",
        **parts,
    )


def _petals(speech: Speech, stem: int) -> str:
    """Say which set lacks a digit for each that a cell may be."""
    places, seen = speech.position.places, speech.board.peers[stem]
    said = []
    for digit in digits_in(speech.position.cells[stem]):
        held = [
            (name, places[digit] & cells)
            for name, cells in zip(NAMES, speech.step.groups, strict=False)
        ]
        taken = next(name for name, own in held if own and not own & ~seen)
        said.append(
            speech.say(
                "if it is {digit}, {name} has no {digit}",
                "如果是 {digit}，{name} 就没有 {digit}",
                digit=speech.digit(digit),
                name=taken,
            )
        )
    return speech.say("; ", "；").join(said)


def sue_de_coq(speech: Speech) -> Iterator[str]:
    """Say that cells of a crossing share out their digits with cells of a line and a box."""
    roles = (Role.BASE, Role.SET_A, Role.SET_B)
    crossing, in_line, in_box = (speech.marked(role) for role in roles)
    line, box = (mark.house for mark in speech.step.houses)
    every = crossing | in_line | in_box
    parts = {
        "crossing": speech.cells(crossing),
        "line": speech.house(line),
        "box": speech.house(box),
        "own": speech.digits(speech.candidates(crossing), "or"),
        "in_line": speech.cells(in_line),
        "in_box": speech.cells(in_box),
        "a": speech.digits(speech.candidates(in_line), "or"),
        "b": speech.digits(speech.candidates(in_box), "or"),
        "n": speech.number(every.bit_count()),
        "used": _used_up(speech, every, (line, box)),
        "effect": speech.effect(),
    }
    yield speech.say(
        "Where {line} and {box} cross, {crossing} can only be {own}. Beside them, {in_line} in "
        "{line} can only be {a}, and {in_box} in {box} only {b}.",
        "{line}与{box}相交处的 {crossing} 只能是 {own}；{line}的 {in_line} 只能是 {a}，{box}的 "
        "{in_box} 只能是 {b}。",
        **parts,
    )
    yield speech.say(
        "Together these {n} cells have only {n} digits, and each fits at most once: {used}.",
        "这{n}格只有{n}个数，每个最多填一次：{used}。",
        **parts,
    )
    yield speech.say(
        "So each of these digits is used there, and no other cell of that row, column or box can "
        "have it: {effect}.",
        "所以每个数都用在其中，它所在的行、列或宫的其他格不能再填：{effect}。",
        **parts,
    )


def _used_up(speech: Speech, cells: int, houses: tuple[int, int]) -> str:
    """Say which digits of some cells have all their places there in one of two houses."""
    said = []
    for house in houses:
        within = speech.board.houses[house]
        digits = [
            digit
            for digit in digits_in(speech.candidates(cells))
            if not speech.position.places[digit] & cells & ~within
        ]
        if digits:
            said.append(
                speech.say(
                    "all places of {digits} are in {house}",
                    "{digits} 的位置都在{house}",
                    digits=speech.digits(digits),
                    house=speech.house(house),
                )
            )
    return speech.clauses(said)


REASONS = {
    "als-xz": als_xz,
    "als-xy-wing": als_xy_wing,
    "als-chain": linked,
    "death-blossom": death_blossom,
    "sue-de-coq": sue_de_coq,
}
"""The functions that tell the reason of each technique, by its slug."""
