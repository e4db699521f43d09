"""The reasons of aligned exclusion: combinations of digits that fail, one by one."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.techniques.wording.reasons.speech import Speech

MOST_FAILURES: Final = 12
"""The most failing combinations that are told one by one, unless all are asked for."""


def exclusion(speech: Speech) -> Iterator[str]:
    """Say of each combination with a digit that is ruled out why it fails."""
    cells = members(speech.marked(Role.BASE))
    for place, cell in enumerate(cells):
        for digit in (d for c, d in sorted(speech.changed) if c == cell):
            yield _failing(speech, cells, place, digit)
    yield speech.so()


def _failing(speech: Speech, cells: Sequence[int], place: int, digit: int) -> str:
    """Say why each way to fill some cells with a digit in one of them fails."""
    others = [cell for cell in cells if cell != cells[place]]
    failures: dict[str, list[str]] = {}
    for chosen in product(*map(speech.position.candidates_of, others)):
        filled = dict(zip(others, chosen, strict=True)) | {cells[place]: digit}
        why = failure(speech, filled)
        failures.setdefault(why, []).append("-".join(speech.digit(d) for d in chosen))
    told = [
        speech.say(
            "with {ways}, {why}", "填 {ways}，{why}", ways=speech.joined(ways, "or"), why=why
        )
        for why, ways in failures.items()
    ]
    shown = told if speech.is_whole else told[:MOST_FAILURES]
    if len(shown) < len(told):
        n = str(len(told) - len(shown))
        shown.append(speech.say("and so on, {n} more", "其余 {n} 种同理", n=n))
    return speech.say(
        "Suppose that {cell} is {digit}, and try all that {others} can be: {told}.",
        "假设 {cell} 是 {digit}，再试 {others} 能填的数：{told}。",
        cell=speech.cell(cells[place]),
        digit=speech.digit(digit),
        others=speech.cells(others),
        told=speech.say("; ", "；").join(shown),
    )


def failure(speech: Speech, filled: dict[int, int]) -> str:
    """Return why some cells cannot have some digits: one twice in a house, or a cell left empty."""
    for one, two in combinations(filled, 2):
        shared = speech.board.shared_houses(1 << one | 1 << two)
        if filled[one] == filled[two] and shared:
            return speech.say(
                "{house} would have {digit} twice",
                "{house}会有两个 {digit}",
                house=speech.house(shared[0]),
                digit=speech.digit(filled[one]),
            )
    for cell in members(speech.marked(Role.COVER)):
        if not {*speech.position.candidates_of(cell)} - _seen_from(speech, cell, filled):
            return speech.say(
                "{cell} ({digits}) would have no digit left",
                "{cell}（{digits}）无数可填",
                cell=speech.cell(cell),
                digits=speech.digits(speech.position.cells[cell], "or"),
            )
    raise AssertionError(filled)  # the finder found that it fails


def _seen_from(speech: Speech, cell: int, filled: dict[int, int]) -> set[int]:
    return {digit for other, digit in filled.items() if speech.board.peers[cell] >> other & 1}


REASONS = {"aligned-pair-exclusion": exclusion, "aligned-triple-exclusion": exclusion}
"""The functions that tell the reason of each technique, by its slug."""
