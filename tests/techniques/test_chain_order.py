"""Which of several chains comes first, and where the chains from a start end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.techniques.chain_order import Ends, best_first, weight
from lowbit.techniques.chains.xy_chains import PairLinks, remote_pairs
from lowbit.techniques.position import Position
from lowbit.techniques.single_digit.chains import DigitLinks
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate

MOST = 9
"""Links: enough for chains that turn back, few enough to list all of them."""

POSITIONS = [
    Position(Grid(line))
    for line in (
        ".95.4...816..58.43843.26.57478631529639572481..1489376..629...43148657929...14..5",
        "678953214.4.627853235418..981.245..675.896.21.26..1.8..6.5.2..858.169..2.92.84...",
    )
]
"""One with many pairs, and one with long chains of a digit, some of which end where they began."""


def ends(start: Candidate, end: str, links: int, *eliminated: Candidate, walked: str = "") -> Ends:
    """Return ends between which there is a chain of so many links."""
    return Ends(
        eliminated,
        start,
        end,
        3,
        lambda n: (end, n) if n == links else None,
        lambda: iter(walked or end),
    )


def order(*pairs: Ends) -> list[object]:
    return [chain for _, chain in best_first(pairs, MOST)]


def test_more_candidates_go_first_then_the_smaller_weight() -> None:
    few, heavy = ends((0, 1), "a", 3, (7, 1)), ends((0, 1), "b", 3, (8, 1), (9, 1))
    light = ends((5, 1), "c", 9, (7, 1), (9, 1))
    assert order(few, heavy, light) == [("c", 9), ("b", 3), ("a", 3)]


def test_of_chains_that_eliminate_the_same_the_shortest_counts() -> None:
    assert order(ends((0, 1), "a", 7, (7, 1)), ends((5, 1), "b", 5, (7, 1))) == [("b", 5)]


def test_of_equal_chains_that_of_the_first_start_goes_first_however_long() -> None:
    late, early = ends((33, 2), "a", 3, (78, 2)), ends((18, 8), "b", 7, (72, 8))
    assert weight([(78, 2)]) == weight([(72, 8)])
    assert order(late, early) == [("b", 7), ("a", 3)]


def test_of_equal_chains_from_one_start_that_which_is_met_first_goes_first() -> None:
    one, other = [(0, 1), (5, 1), (7, 1)], [(1, 1), (3, 1), (8, 1)]
    assert weight(one) == weight(other)
    short = ends((80, 1), "a", 3, *one, walked="bcab")
    long = ends((80, 1), "b", 7, *other, walked="bcab")
    assert order(short, long) == [("b", 7), ("a", 3)]


def test_equals_without_a_chain_are_left_out() -> None:
    none, some = ends((18, 8), "a", MOST + 2, (72, 8)), ends((33, 2), "b", 5, (78, 2))
    assert order(none, some) == [("b", 5)]


def test_of_equal_remote_pairs_the_first_that_is_met_goes_first_however_long() -> None:
    cells = [0b111110000] * 81
    for pair, path in ((0b11, (6, 0, 36, 29, 32, 50)), (0b1100, (30, 3, 22, 76))):
        for cell in path:
            cells[cell] = pair
    cells[51] |= 0b1
    cells[49] |= 0b100
    steps = remote_pairs(Position.of(CLASSIC, cells, [0] * 81, 0), Options())
    assert [step.eliminations for step in steps] == [((51, 1),), ((49, 3),)]


@pytest.mark.parametrize("most", [5, MOST])
@pytest.mark.parametrize("position", POSITIONS, ids=["pairs", "digits"])
def test_chains_of_a_digit_end_where_a_path_leads(position: Position, most: int) -> None:
    for digit in range(1, 10):
        links = DigitLinks(position, digit)
        for start in links.strong:
            distances = links.distances(start, most)
            with_path = {
                end
                for end, least in distances.items()
                if any(
                    links.path(start, end, distances, n) for n in range(max(least, 3), most + 1, 2)
                )
            }
            assert set(links.walk(start, most)) == with_path


@pytest.mark.parametrize("most", [5, MOST])
@pytest.mark.parametrize("position", POSITIONS, ids=["pairs", "digits"])
def test_chains_of_pairs_end_where_a_path_leads(position: Position, most: int) -> None:
    def with_path(start: int, digit: int) -> Iterator[tuple[int, int]]:
        distances = links.distances(start, digit, most)
        for state, least in distances.items():
            if state[0] != start and any(
                links.path(start, state, distances, n) for n in range(least, most + 1, 2)
            ):
                yield state

    links = PairLinks(position)
    for start in links.pool:
        for digit in position.candidates_of(start):
            assert set(links.walk(start, digit, most)) == set(with_path(start, digit))
