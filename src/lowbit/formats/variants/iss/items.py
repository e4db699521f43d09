"""The items of Interactive Sudoku Solver's text: the constraints that they stand for.

An item that is not in `READERS` is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import accumulate, chain, combinations
from typing import TYPE_CHECKING, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints import Constraint
from lowbit.constraints.base import kinds_named_in
from lowbit.errors import FormatError
from lowbit.formats.variants.iss import chaos
from lowbit.formats.variants.iss.grammar import PLACES, whole
from lowbit.formats.variants.iss.nfa import read_nfa
from lowbit.formats.variants.iss.regex import decoded, read_regex

if TYPE_CHECKING:
    from lowbit.constraints.automata import Automaton
    from lowbit.formats.variants.iss.places import Places


LOOP = "LOOP"
"""The word behind the cells of a line that ends where it begins."""

SWAPPED = str.maketrans("-_", "_-")


def _sum(places: Places, total: str, *names: str) -> Iterator[Constraint]:
    number, *weights = total.split("_")
    if weights and weights[0] != "=":
        raise FormatError(f"{total!r} is not a sum with its weights, such as 9_=_1_2")
    yield kinds.Sum(places.cells(names), whole(number), tuple(map(whole, weights[1:])))


def _cage(places: Places, total: str, *names: str) -> Iterator[Constraint]:
    cells = places.cells(names)
    if len(set(cells)) == len(cells):
        yield kinds.Cage(cells, whole(total) or None)
        return
    # A cell that is named twice counts twice in the sum, and once among the cells that differ.
    yield kinds.AllDifferent(tuple(dict.fromkeys(cells)))
    if whole(total):
        yield kinds.Sum(cells, whole(total))


def _arrow(places: Places, *names: str) -> Iterator[Constraint]:
    circle, *shaft = places.cells(names)
    yield kinds.Arrow((circle,), tuple(shaft))


def _pill_arrow(places: Places, size: str, *names: str) -> Iterator[Constraint]:
    cells, n_pill = places.cells(names), whole(size)
    if not 0 < n_pill < len(cells):
        raise FormatError(f"a pill of {size} of {len(cells)} cells leaves no arrow")
    yield kinds.Arrow(tuple(sorted(cells[:n_pill])), cells[n_pill:])


def _little_killer(places: Places, total: str, name: str) -> Iterator[Constraint]:
    yield kinds.LittleKiller(places.diagonal(name), whole(total))


def _both_ways(make: Callable[[tuple[int, ...], int], Constraint]) -> Reader:
    """Return the reader of a clue at either end of a line."""

    def read(
        places: Places, name: str, forward: str = "", backward: str = ""
    ) -> Iterator[Constraint]:
        if not (forward or backward):
            raise FormatError(f"a clue beside {name} has no number")
        if forward:
            yield make(places.line(name), whole(forward))
        if backward:
            yield make(places.line(name)[::-1], whole(backward))

    return read


def _sandwich(places: Places, total: str, name: str) -> Iterator[Constraint]:
    yield kinds.Sandwich(places.line(name), whole(total))


def _cells_only(make: Callable[[tuple[int, ...]], Constraint]) -> Reader:
    """Return the reader of a list of cells."""
    return lambda places, *names: iter((make(places.cells(names)),))


def _number_first(make: Callable[[tuple[int, ...], int], Constraint], usual: int = 0) -> Reader:
    """Return the reader of a number, which may be left out, and a list of cells."""

    def read(places: Places, number: str, *names: str) -> Iterator[Constraint]:
        if places.is_cell(number):
            yield make(places.cells((number, *names)), usual)
        else:
            yield make(places.cells(names), whole(number))

    return read


def _each_pair(make: Callable[[int, int], Constraint]) -> Reader:
    """Return the reader of a list of cells; each two that share a side are marked."""
    return lambda places, *names: (make(*pair) for pair in places.touching(names))


def _whole_board(*made: Constraint) -> Reader:
    """Return the reader of an item without arguments."""
    return lambda _places: iter(made)


def _values_first(exact: bool) -> Reader:  # noqa: FBT001 - named where it is called
    def read(places: Places, values: str, *names: str) -> Iterator[Constraint]:
        yield kinds.Contains(places.cells(names), tuple(map(whole, values.split("_"))), exact)

    return read


def _quad(places: Places, name: str, *values: str) -> Iterator[Constraint]:
    board = places.geometry
    row, column = board.places[places.cell(name)]
    corners = ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))
    found = (board.cell_at(*corner) for corner in corners)
    square = tuple(cell for cell in found if cell is not None)
    if len(square) < len(corners):
        raise FormatError(f"Quad at {name} reaches over the rim")
    if not values:
        raise FormatError(f"Quad at {name} has no values")
    yield kinds.Contains(square, tuple(map(whole, values)))


def _sum_line(places: Places, *args: str) -> Iterator[Constraint]:
    if args[-1:] != (LOOP,):
        yield from _number_first(kinds.SumLine, 10)(places, *args)
        return
    total, names = (10, args[:-1]) if places.is_cell(args[0]) else (whole(args[0]), args[1:-1])
    cells = places.cells(names)  # of a loop, which is a line from somewhere on
    turned = (cells[at:] + cells[:at] for at in range(len(cells)))
    yield kinds.Or(tuple(kinds.SumLine(line, total) for line in turned))


def _value_indexing(places: Places, *names: str) -> Iterator[Constraint]:
    value, place, *line = places.cells(names)
    numbered = zip(places.geometry.values, line, strict=False)
    said = ((kinds.Holds(place, (at,)), kinds.Equal((value, cell))) for at, cell in numbered)
    yield kinds.Or(tuple(map(kinds.And, said)))


def _region_same_values(places: Places) -> Iterator[Constraint]:
    houses = [house.cells for house in places.geometry.houses]
    most = max(map(len, houses), default=0)
    groups = tuple(cells for cells in houses if len(cells) == most)
    if most < places.geometry.size and len(groups) > 1:
        yield kinds.SameValues(groups)


def _legacy(read: Reader) -> Reader:
    """Return the reader of a relation whose key has two symbols in each other's place."""
    return lambda places, key, *names: read(places, key.translate(SWAPPED), *names)


def _same_values(places: Places, number: str, *names: str) -> Iterator[Constraint]:
    cells, n_groups = places.cells(names), whole(number)
    if n_groups < 1 or len(cells) % n_groups:
        raise FormatError(f"{len(cells)} cells are not {number} groups of as many")
    width = len(cells) // n_groups
    if width == 1:
        yield kinds.Equal(cells)
    else:
        groups = (cells[at : at + width] for at in range(0, len(cells), width))
        yield kinds.SameValues(tuple(groups))


def _diagonal(_places: Places, direction: str) -> Iterator[Constraint]:
    if direction not in {"1", "-1"}:
        raise FormatError(f"Diagonal is followed by 1, rising, or -1, not {direction!r}")
    yield kinds.Diagonal(rising=direction == "1")


def _pair(places: Places, key: str, *names: str) -> Iterator[Constraint]:
    allowed = places.pairs(key)
    yield from (kinds.Relation(cells, allowed) for cells in places.groups(names))


def _pair_x(places: Places, key: str, *names: str) -> Iterator[Constraint]:
    allowed = set(places.pairs(key))
    both = tuple(sorted(pair for pair in allowed if pair[::-1] in allowed))
    for cells in places.groups(names):
        yield from (kinds.Relation(two, both) for two in combinations(cells, 2))


def _nfa(places: Places, packed: str, *names: str) -> Iterator[Constraint]:
    for segments in places.segments(names):
        breaks = accumulate(map(len, segments[:-1]))
        automaton = read_nfa(packed, places.geometry.values, tuple(breaks))
        yield _language(tuple(chain(*segments)), automaton)


def _regex(places: Places, packed: str, *names: str) -> Iterator[Constraint]:
    automaton = read_regex(decoded(packed), places.geometry.values)
    yield from (_language(cells, automaton) for cells in places.groups(names))


def _language(cells: tuple[int, ...], automaton: Automaton) -> kinds.RegularLanguage:
    accepting = tuple(state for state, is_end in enumerate(automaton.accepting) if is_end)
    return kinds.RegularLanguage(cells, automaton.transitions, accepting)


def _indexing(places: Places, kind: str, *names: str) -> Iterator[Constraint]:
    if kind not in {"R", "C"}:
        raise FormatError(f"Indexing is followed by R or C, not {kind!r}")
    for cell in places.cells(names):
        row, column = places.geometry.places[cell]
        if kind == "R":
            yield kinds.Indexer(cell, places.line(f"C{PLACES[column]}"), row + 1)
        else:
            yield kinds.Indexer(cell, places.line(f"R{PLACES[row]}"), column + 1)


def _strict_kropki(places: Places) -> Iterator[Constraint]:
    marked = places.marked("WhiteDot", "BlackDot")
    yield kinds.NonConsecutive(marked)
    yield kinds.NoRatio(marked)


def _strict_xv(places: Places) -> Iterator[Constraint]:
    yield kinds.NoSum(places.marked("X", "V"))


def _clue_first(make: Callable[[tuple[int, ...], str], Constraint]) -> Reader:
    return lambda places, clue, *names: iter((make(places.cells(names), clue),))


def _connected(places: Places, group: str, values: str, size: str = "") -> Iterator[Constraint]:
    cells = places.geometry.cells_of_group(group) if group else ()
    if cells is None:
        raise FormatError(f"{group[:40]!r} is no group of variables of this puzzle")
    held = tuple(map(whole, values.split("_")))
    yield kinds.ConnectedValues(held, cells, whole(size) if size else None)


def _full_rank(places: Places, *args: str) -> Iterator[Constraint]:
    ties = places.option("FullRankTies") == "any"
    yield from _both_ways(lambda cells, rank: kinds.FullRank(cells, rank, ties))(places, *args)


def _rank_ties(_places: Places, ties: str = "") -> Iterator[Constraint]:
    if ties not in {"none", "only-unclued", "any"}:
        raise FormatError(f"FullRankTies is none, only-unclued or any, not {ties[:40]!r}")
    yield from [kinds.NoEqualRanks()] * (ties == "none")


def _equal_sum(places: Places, *names: str) -> Iterator[Constraint]:
    yield kinds.EqualSums(places.groups(names))


Reader: TypeAlias = Callable[..., Iterator[Constraint]]
"""Takes the places of a board and the arguments of an item, and yields constraints."""

READERS: dict[str, Reader] = {
    **{
        name: _cells_only(kind) if fields(kind) else _whole_board(kind())
        for name, kind in kinds_named_in("iss").items()
    },
    "AllDifferent": _cells_only(lambda cells: kinds.AllDifferent(tuple(dict.fromkeys(cells)))),
    "AntiConsecutive": _whole_board(kinds.NonConsecutive()),
    "Arrow": _arrow,
    "Between": _cells_only(kinds.Between),
    "Binary": _legacy(_pair),
    "BinaryX": _legacy(_pair_x),
    "BlackDot": _each_pair(kinds.Ratio),
    "Cage": _cage,
    "ChaosArrow": chaos.read_arrow,
    "ChaosConstruction": chaos.read_construction,
    "ChaosCount": chaos.read_count,
    "ConnectedValues": _connected,
    "ContainAtLeast": _values_first(exact=False),
    "ContainExact": _values_first(exact=True),
    "CountDistinct": _cells_only(lambda cells: kinds.CountDistinct(cells[0], cells[1:])),
    "Diagonal": _diagonal,
    "Entropic": _cells_only(kinds.Entropic),
    "DutchFlatmates": _whole_board(kinds.DutchFlatmates()),
    "EqualSum": _equal_sum,
    "EqualityCage": _cells_only(kinds.EqualityCage),
    "FullRank": _full_rank,
    "FullRankTies": _rank_ties,
    "GlobalEntropy": _whole_board(kinds.GlobalEntropy()),
    "GlobalMod": _whole_board(kinds.GlobalModulus()),
    "GreaterThan": _each_pair(kinds.Greater),
    "HiddenSkyscraper": _both_ways(kinds.HiddenSkyscraper),
    "Indexing": _indexing,
    "LittleKiller": _little_killer,
    "Lockout": _number_first(kinds.Lockout),
    "LookAndSay": _clue_first(kinds.LookAndSay),
    "Lunchbox": _number_first(kinds.Lunchbox),
    "Modular": _number_first(kinds.Modular),
    "NFA": _nfa,
    "NumberedRoom": _both_ways(kinds.NumberedRoom),
    "Pair": _pair,
    "PairX": _pair_x,
    "PillArrow": _pill_arrow,
    "Quad": _quad,
    "Regex": _regex,
    "RegionSameValues": _region_same_values,
    "RellikCage": _number_first(kinds.RellikCage),
    "SameValues": _same_values,
    "Sandwich": _sandwich,
    "Skyscraper": _both_ways(kinds.Skyscraper),
    "StrictKropki": _strict_kropki,
    "StrictXV": _strict_xv,
    "Sum": _sum,
    "SumLine": _sum_line,
    "Thermo": _cells_only(kinds.Thermometer),
    "V": _each_pair(lambda first, second: kinds.PairSum(first, second, 5)),
    "ValueIndexing": _value_indexing,
    "WhiteDot": _each_pair(kinds.Difference),
    "Whisper": _number_first(kinds.Whisper, 5),
    "X": _each_pair(lambda first, second: kinds.PairSum(first, second, 10)),
    "XSum": _both_ways(kinds.XSum),
}
"""The reader of each item that stands for constraints."""
