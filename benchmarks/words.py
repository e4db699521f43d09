"""The words for figures in the README, in each of its languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MILLION = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a language says of a contest."""

    files: Mapping[str, str]
    limits: tuple[str, str]
    """What a solver does with limit 1 and with limit 2."""
    number: Callable[[float], str]
    """A number of puzzles a second, with as many digits as a reader wants."""
    times: Callable[[str, str], str]
    """So many times as fast as another one."""
    comma: str


def in_english(number: float) -> str:
    """Write a number.

    Examples
    --------
    >>> in_english(6_384_000), in_english(370_912)
    ('6.4 million', '371,000')
    """
    if number >= MILLION:
        return f"{number / MILLION:.2g} million"
    return f"{float(f'{number:.3g}'):,.0f}"


def in_chinese(number: float) -> str:
    """Write a number in tens of thousands.

    Examples
    --------
    >>> in_chinese(6_384_000), in_chinese(370_912)
    ('640 万', '37.1 万')
    """
    rounded = float(f"{number:.2g}" if number >= MILLION else f"{number:.3g}")
    return f"{rounded / 10_000:g} 万"


ENGLISH = Words(
    files={
        "sudoku17": "49,158 puzzles of 17 clues",
        "hardest_se11plus": "48,766 puzzles rated SE 11 and above",
        "top1465": "the 1,465 of the magictour list",
    },
    limits=("first solution", "proof that it is unique"),
    number=in_english,
    times=lambda ratio, name: f"{ratio} times {name}",
    comma=", ",
)

CHINESE = Words(
    files={
        "sudoku17": "49,158 道 17 提示数的题",
        "hardest_se11plus": "48,766 道 SE 评级 11 及以上的题",
        "top1465": "magictour 题库的 1,465 道",
    },
    limits=("求出第一个解", "证明解唯一"),
    number=in_chinese,
    times=lambda ratio, name: f"{name} 的 {ratio} 倍",
    comma="，",  # noqa: RUF001 - the comma of Chinese
)
