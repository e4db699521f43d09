"""Writing Interactive Sudoku Solver's text.

A constraint for which the text has an item is written as that item, any other as the operations
that it stands for: relations, sums, automata, and alternatives of these.
"""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import kinds_named_in
from lowbit.constraints.lacking import groups_lacking
from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    CountOf,
    Distinct,
    Enclosed,
    InRelation,
    LinearSum,
    OneOfSets,
    Within,
)
from lowbit.constraints.scale import beside
from lowbit.errors import ConstraintError, FormatError
from lowbit.formats.variants.boards import REGION_NAMES, PlainBoard
from lowbit.formats.variants.content import PuzzleContent, content_of, refuse
from lowbit.formats.variants.iss import chaos
from lowbit.formats.variants.iss.grammar import BASE64, BREAK, PLACES, Item
from lowbit.formats.variants.iss.nfa import write_nfa
from lowbit.formats.variants.iss.places import BROUGHT, Places, cell_name
from lowbit.geometry import CLASSIC
from lowbit.grid import digits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.variables import Variables

MAX_SIDE, MAX_VALUES = 16, 16
"""The limits of Interactive Sudoku Solver's boards."""

LONGEST_PILL, LARGEST_SUM_LINE, LARGEST_WEIGHT = 3, 30, 100
"""The limits of its items for arrows, sum lines and sums."""

OF_BROUGHT = re.compile(rf"~V({'|'.join(name[1:] for name in BROUGHT)})(?=[0-9])")
"""The name of a variable that an item brings along, behind a tilde."""

NO_TIES = Item("FullRankTies", ("none",))

FORM = "the text of Interactive Sudoku Solver"


def write_iss(puzzle: Puzzle) -> str:
    """Return a puzzle as the text of Interactive Sudoku Solver.

    Texts for people are left out, because there is no place for them. There are always two items
    or more, and not of the board alone: lines of less are read as one puzzle together.

    Raises
    ------
    FormatError
        If it has no such board, or a constraint cannot be expressed.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Thermometer
    >>> write_iss(Puzzle("." * 81, [Thermometer((0, 1, 2))]))
    '.Shape~9x9.Thermo~R1C1~R1C2~R1C3'
    """
    content = content_of(puzzle, FORM, has_variables=True)
    board, items = list(_board(content.board)), list(_givens(content))
    own = {group.name for group in _brought(content)}
    board += chaos.size_items(content)
    board += (_variables(group) for group in puzzle.geometry.variables if group.name not in own)
    items += _rank_ties(content)
    for constraint in content.constraints:
        is_option = isinstance(constraint, kinds.NoEqualRanks)
        items += [NO_TIES] if is_option else _items(constraint, content.geometry)
    items = items or [_holds(content.geometry, 0, content.geometry.values)]
    board = board or [Item("Shape", ("9x9",))] * (len(items) == 1)
    text = "".join(map(str, [*board, *items]))
    return OF_BROUGHT.sub(r"~\1", text) if own else text


def _board(board: PlainBoard) -> Iterator[Item]:
    rows, columns, values = board.rows, board.columns, board.values
    if max(rows, columns) > MAX_SIDE or len(values) > MAX_VALUES:
        raise FormatError(f"{FORM} has no boards with more than {MAX_SIDE} rows, columns or values")
    shape = [f"{rows}x{columns}"]
    if values != range(1, max(rows, columns) + 1):
        shape.append(f"{values[0]}-{values[-1]}")
    if shape != ["9x9"]:
        yield Item("Shape", tuple(shape))
    if board.is_usual:
        return
    yield Item("NoBoxes")
    if board.boxes:
        yield from _jigsaw(board)


def _variables(group: Variables) -> Item:
    """Return the item of a group of variables, without a text for people."""
    _, _, size = str(group).partition(":")
    letters = group.name.removeprefix("V")
    return Item("Var", (letters, "", size) if size else (letters,))


def _brought(content: PuzzleContent) -> Iterator[Variables]:
    """Yield the groups of variables that items bring along."""
    if kinds.Doppelganger() in content.constraints:
        yield from groups_lacking(content.geometry)
    yield from chaos.brought_with(content)


def _jigsaw(board: PlainBoard) -> Iterator[Item]:
    regions = ["_"] * (board.rows * board.columns)
    usual = max(board.rows, board.columns)
    size, *others = {len(cells) for cells in board.boxes}
    if others or size < usual:
        raise FormatError(f"{FORM} has no regions of {min(size, *others)} cells on this board")
    if size != usual:
        yield Item("RegionSize", (str(size),))
    for name, cells in zip(REGION_NAMES, board.boxes, strict=False):
        for cell in cells:
            regions[cell] = name
    yield Item("Jigsaw", ("".join(regions),))


def _givens(content: PuzzleContent) -> Iterator[Item]:
    for cell in range(content.geometry.n_cells):
        value = content.value(cell)
        values = content.candidates(cell) if value is None else [value]
        if values is not None:
            yield _holds(content.geometry, cell, values)


def _holds(geometry: Geometry, cell: int, values: Iterable[int]) -> Item:
    name, values = cell_name(geometry, cell), tuple(values)
    if values:
        return Item("", ("_".join((name, *map(str, values))),))
    # There is no such item without a value; two givens of a cell say that it has none.
    return _grouped(Item("", (f"{name}_{value}",)) for value in geometry.values[:2])


def _rank_ties(content: PuzzleContent) -> Iterator[Item]:
    """Yield the option of all clues of ranks, if they allow ties that nothing else forbids."""
    clues = [one for one in _every(content.constraints) if isinstance(one, kinds.FullRank)]
    strict = [one for one in clues if not one.ties]
    if len(strict) == len(clues) or kinds.NoEqualRanks() in content.constraints:
        return
    if strict:
        form = f"{FORM}, in which all clues of ranks allow ties or none,"
        refuse(strict[0], form, content.geometry)
    yield Item("FullRankTies", ("any",))


def _every(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints, and those that they are made of."""
    for one in constraints:
        yield one
        if isinstance(one, (kinds.And, kinds.Or)):
            yield from _every(one.constraints)


def _items(constraint: Constraint, geometry: Geometry) -> list[Item]:
    """Return the items of a constraint."""
    if isinstance(constraint, kinds.Or):
        return [Item("Or", parts=tuple(_as_one(part, geometry) for part in constraint.constraints))]
    if isinstance(constraint, kinds.And):
        return [item for part in constraint.constraints for item in _items(part, geometry)]
    write = WRITERS.get(type(constraint))
    words = write(constraint, _Names(geometry)) if write else None
    if words:
        return [Item(words[0], words[1:])]
    try:
        return list(_lowered(constraint.operations(geometry), geometry))
    except (ConstraintError, FormatError):
        refuse(constraint, FORM, geometry)


def _as_one(constraint: Constraint, geometry: Geometry) -> Item:
    return _grouped(_items(constraint, geometry))


def _grouped(items: Iterable[Item]) -> Item:
    """Return one item that means the same as several."""
    items = tuple(items)
    return items[0] if len(items) == 1 else Item("And", parts=items)


# Constraints that have an item of their own.

Words: TypeAlias = tuple[str, ...]
"""The name of an item, and its arguments; empty where no item says this."""


class _Names:
    """The names of the parts of a board that constraints refer to."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._places = Places(geometry)
        self._board = geometry.without_variables

    def cells(self, cells: Iterable[int]) -> Words:
        """Return the names of cells."""
        return tuple(cell_name(self.geometry, cell) for cell in cells)

    def is_sum(self, number: int) -> bool:
        """Whether a number may be a sum of different digits."""
        return 0 <= number <= sum(self.geometry.values)

    def pair(self, name: str, first: int, second: int) -> Words:
        """Return the words of a mark between two cells; empty where they do not touch."""
        touch = second in beside(self.geometry)[first]
        return (name, *self.cells((first, second))) if touch else ()

    def clue(self, name: str, cells: Cells, number: int, *, both_ways: bool = True) -> Words:
        """Return the words of a clue that looks along a whole row or column."""
        lines = [f"R{PLACES[row]}" for row in range(self._board.n_rows)]
        lines += [f"C{PLACES[column]}" for column in range(self._board.n_columns)]
        for line in lines:
            forward = self._places.line(line)
            if not both_ways and cells in {forward, forward[::-1]}:
                return name, str(number), line
            if cells == forward:
                return name, line, str(number)
            if cells == forward[::-1]:
                return name, line, "", str(number)
        return ()

    def little_killer(self, cells: Cells, total: int) -> Words:
        """Return the words of the sum of a diagonal, whose end on the first side names it."""
        if max(cells) >= self._board.n_cells:
            return ()
        for end in sorted((cells[0], cells[-1]), key=self._side):
            diagonal = self._diagonal(end)
            if len(cells) > 1 and diagonal in {cells, cells[::-1]}:
                return "LittleKiller", str(total), cell_name(self.geometry, end)
        return ()

    def _side(self, cell: int) -> int:
        """Return which side a diagonal begins on: the left one, the right one, top or bottom."""
        row, column = self.geometry.places[cell]
        last_row, last_column = self._board.n_rows - 1, self._board.n_columns - 1
        if column == 0 and row < last_row:
            return 0
        if column == last_column and 0 < row < last_row:
            return 1
        return 3 if row else 2

    def _diagonal(self, cell: int) -> Cells:
        row, column = self.geometry.places[cell]
        is_rim = row in {0, self._board.n_rows - 1} or column in {0, self._board.n_columns - 1}
        return self._places.diagonal(cell_name(self.geometry, cell)) if is_rim else ()

    def quadruple(self, cells: Cells, values: tuple[int, ...]) -> Words:
        """Return the words of a quadruple; empty where the cells are no square in order."""
        if max(cells) >= self._board.n_cells:
            return ()
        row, column = self.geometry.places[cells[0]]
        corners = ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))
        square = tuple(self.geometry.cell_at(*corner) for corner in corners)
        return ("Quad", *self.cells(cells[:1]), *map(str, values)) if cells == square else ()

    def indexer(self, cell: int, line: Cells, value: int) -> Words:
        """Return the words of a row's or a column's indexer."""
        if cell >= self._board.n_cells:
            return ()
        row, column = self.geometry.places[cell]
        names = {("R", f"C{PLACES[column]}", row), ("C", f"R{PLACES[row]}", column)}
        for kind, name, at in names:
            if line == self._places.line(name) and value == at + 1:
                return "Indexing", kind, *self.cells((cell,))
        return ()


def _cells_only(name: str) -> Write:
    return lambda constraint, names: (name, *names.cells(constraint.cells))


def _number_first(name: str, field: str) -> Write:
    return lambda constraint, names: (
        name,
        str(getattr(constraint, field)),
        *names.cells(constraint.cells),
    )


def _whole_board(name: str) -> Write:
    """Return the writer of an item without arguments, if the constraint is the usual one."""
    return lambda constraint, _names: (name,) if constraint == type(constraint)() else ()


def _with_usual_digits(write: Write) -> Write:
    """Return the writer of an item that exists only where the digits are 1 to 9."""
    return lambda constraint, names: (
        write(constraint, names) if names.geometry.values == CLASSIC.values else ()
    )


def _clue(name: str, field: str) -> Write:
    def write(constraint: Any, names: _Names) -> Words:  # noqa: ANN401 - of a class with that field
        number = getattr(constraint, field)
        return names.clue(name, constraint.cells, number) if number > 0 else ()

    return write


def _skyscraper(clue: kinds.Skyscraper, names: _Names) -> Words:
    is_possible = 0 < clue.visible <= len(clue.cells)
    return names.clue("Skyscraper", clue.cells, clue.visible) if is_possible else ()


def _sandwich(clue: kinds.Sandwich, names: _Names) -> Words:
    is_written = names.is_sum(clue.total)
    return names.clue("Sandwich", clue.cells, clue.total, both_ways=False) if is_written else ()


def _lunchbox(clue: kinds.Lunchbox, names: _Names) -> Words:
    is_written = names.is_sum(clue.total)
    return ("Lunchbox", str(clue.total), *names.cells(clue.cells)) if is_written else ()


def _sum_line(line: kinds.SumLine, names: _Names) -> Words:
    is_written = line.total <= LARGEST_SUM_LINE
    return ("SumLine", str(line.total), *names.cells(line.cells)) if is_written else ()


def _look_and_say(cage: kinds.LookAndSay, names: _Names) -> Words:
    values = cage.clue[1::2]
    is_written = len(set(values)) == len(values)
    return ("LookAndSay", cage.clue, *names.cells(cage.cells)) if is_written else ()


def _arrow(arrow: kinds.Arrow, names: _Names) -> Words:
    if len(arrow.circle) == 1:
        return ("Arrow", *names.cells(arrow.circle + arrow.shaft))
    if len(arrow.circle) > LONGEST_PILL or not _reads_on(arrow.circle, names.geometry):
        return ()
    return ("PillArrow", str(len(arrow.circle)), *names.cells(arrow.circle + arrow.shaft))


def _reads_on(cells: Cells, geometry: Geometry) -> bool:
    """Whether each cell lies to the right of the one before, below it, or both, as pills read."""
    places = [geometry.places[cell] for cell in cells]
    return all(
        (row - above, column - left) in {(0, 1), (1, 0), (1, 1)}
        for (above, left), (row, column) in pairwise(places)
    )


def _cage(cage: kinds.Cage, names: _Names) -> Words:
    if cage.total == 0:
        return ()  # which stands for no total
    return ("Cage", str(cage.total or 0), *names.cells(cage.cells))


def _sum(total: kinds.Sum, names: _Names) -> Words:
    if any(abs(weight) > LARGEST_WEIGHT for weight in total.weights):
        return ()
    weights = "_".join(("", "=", *map(str, total.weights))) if total.weights else ""
    return ("Sum", f"{total.total}{weights}", *names.cells(total.cells))


def _contains(contains: kinds.Contains, names: _Names) -> Words:
    quadruple = names.quadruple(contains.cells, contains.values)
    if quadruple and not contains.exact:
        return quadruple
    if not contains.values:
        return ()
    name = "ContainExact" if contains.exact else "ContainAtLeast"
    return (name, "_".join(map(str, contains.values)), *names.cells(contains.cells))


def _full_rank(one: kinds.FullRank, names: _Names) -> Words:
    return names.clue("FullRank", one.cells, one.rank) if one.rank > 0 else ()


def _connected(one: kinds.ConnectedValues, names: _Names) -> Words:
    cells, board = {*one.cells_on(names.geometry)}, names.geometry
    groups = {"": range(board.n_on_board)} | {
        group.name: board.cells_of_group(group.name) or () for group in board.variables
    }
    named = [name for name, own in groups.items() if cells == {*own}]
    said = set(one.values) <= set(board.values) and (one.size is None or one.size > 0)
    if not named or not one.values or not said:
        return ()
    size = () if one.size is None else (str(one.size),)
    return ("ConnectedValues", named[0], "_".join(map(str, one.values)), *size)


def _same_values(groups: tuple[Cells, ...], names: _Names) -> Words:
    if len(set(map(len, groups))) > 1:
        return ()
    return ("SameValues", str(len(groups)), *names.cells(chain(*groups)))


def _equal_sums(equal: kinds.EqualSums, names: _Names) -> Words:
    first, *rest = map(names.cells, equal.groups)
    return ("EqualSum", *first, *chain(*((BREAK, *group) for group in rest)))


def _pair_sum(pair: kinds.PairSum, names: _Names) -> Words:
    name = {5: "V", 10: "X"}.get(pair.total)
    return names.pair(name, pair.first, pair.second) if name else ()


Write: TypeAlias = "Callable[[Any, _Names], Words]"

WRITERS: dict[type[Constraint], Write] = {
    **{
        kind: _cells_only(name) if fields(kind) else _whole_board(name)
        for name, kind in kinds_named_in("iss").items()
    },
    kinds.AllDifferent: _cells_only("AllDifferent"),
    kinds.Arrow: _arrow,
    kinds.Between: lambda line, names: (
        ("Between", *names.cells(line.cells)) if len(line.cells) > 2 else ()
    ),
    kinds.Cage: _cage,
    kinds.ChaosArrow: lambda one, names: chaos.words_of_clue(one, names.geometry),
    kinds.ChaosConstruction: lambda one, _names: ("ChaosConstruction",) if one.is_usual else (),
    kinds.ChaosCount: lambda one, names: chaos.words_of_clue(one, names.geometry),
    kinds.ConnectedValues: _connected,
    kinds.Contains: _contains,
    kinds.CountDistinct: lambda count, names: (
        "CountDistinct",
        *names.cells((count.cell, *count.cells)),
    ),
    kinds.Diagonal: lambda diagonal, _names: ("Diagonal", "1" if diagonal.rising else "-1"),
    kinds.Difference: lambda pair, names: (
        names.pair("WhiteDot", pair.first, pair.second) if pair.difference == 1 else ()
    ),
    kinds.Entropic: _with_usual_digits(_cells_only("Entropic")),
    kinds.Equal: lambda equal, names: _same_values(tuple((c,) for c in equal.cells), names),
    kinds.DutchFlatmates: lambda one, _names: ("DutchFlatmates",) if one.step == (1, 0) else (),
    kinds.EqualSums: _equal_sums,
    kinds.FullRank: _full_rank,
    kinds.EqualityCage: lambda cage, names: (
        () if len(cage.cells) % 2 else ("EqualityCage", *names.cells(cage.cells))
    ),
    kinds.GlobalEntropy: _with_usual_digits(_whole_board("GlobalEntropy")),
    kinds.GlobalModulus: _with_usual_digits(_whole_board("GlobalMod")),
    kinds.Greater: lambda pair, names: names.pair("GreaterThan", pair.first, pair.second),
    kinds.HiddenSkyscraper: _clue("HiddenSkyscraper", "value"),
    kinds.Indexer: lambda own, names: names.indexer(own.cell, own.line, own.value),
    kinds.LittleKiller: lambda clue, names: names.little_killer(clue.cells, clue.total),
    kinds.Lockout: _number_first("Lockout", "difference"),
    kinds.LookAndSay: _look_and_say,
    kinds.Lunchbox: _lunchbox,
    kinds.Modular: _number_first("Modular", "modulus"),
    kinds.NonConsecutive: _whole_board("AntiConsecutive"),
    kinds.NumberedRoom: _clue("NumberedRoom", "value"),
    kinds.PairSum: _pair_sum,
    kinds.Ratio: lambda pair, names: (
        names.pair("BlackDot", pair.first, pair.second) if pair.ratio == 2 else ()
    ),
    kinds.RellikCage: lambda cage, names: (
        ("RellikCage", str(cage.total), *names.cells(cage.cells)) if cage.total > 0 else ()
    ),
    kinds.SameValues: lambda same, names: _same_values(same.groups, names),
    kinds.Sandwich: _sandwich,
    kinds.Skyscraper: _skyscraper,
    kinds.Sum: _sum,
    kinds.SumLine: _sum_line,
    kinds.Thermometer: lambda line, names: (
        () if line.slow else ("Thermo", *names.cells(line.cells))
    ),
    kinds.Whisper: _number_first("Whisper", "difference"),
    kinds.XSum: _clue("XSum", "total"),
}
"""The writer of each constraint that has an item; empty words if this one has none."""


# By operations.


def _lowered(operations: Iterable[Operation], geometry: Geometry) -> Iterator[Item]:
    """Yield the items of operations; pairs in one relation share an item."""
    for relation, group in groupby(operations, lambda one: getattr(one, "relation", None)):
        if relation is None:
            yield from (_operation(one, geometry) for one in group)
        else:
            lists = [list(one.cells) for one in group if isinstance(one, InRelation)]
            names = [cell_name(geometry, cell) if cell >= 0 else "" for cell in _joined(lists)]
            yield Item("Pair", (_key(relation, geometry), "_", *names))


def _joined(lists: list[list[int]]) -> list[int]:
    """Return lists as one, with -1 between them."""
    return [cell for cells in lists for cell in (*cells, -1)][:-1]


def _key(relation: tuple[int, ...], geometry: Geometry) -> str:
    """Return the key of a relation: a bit for each pair of values."""
    size = geometry.size
    bits = "".join(f"{mask:0{size}b}"[::-1] for mask in relation)
    return "".join(BASE64[int(bits[at : at + 6][::-1], 2)] for at in range(0, len(bits), 6))


def _operation(operation: Operation, geometry: Geometry) -> Item:
    """Return the item of an operation."""
    values = geometry.values
    match operation:
        case Within(cell, mask):
            return _holds(geometry, cell, (values[digit - 1] for digit in digits_of(mask)))
        case Distinct(cells):
            return Item("AllDifferent", tuple(cell_name(geometry, cell) for cell in cells))
        case LinearSum(cells, weights, least, most) if least == most:
            total = least - sum(weights) * (1 - values[0])
            words = _sum(kinds.Sum(cells, total, weights), _Names(geometry))
            if words:
                return Item(words[0], words[1:])
        case AnyOf(branches):
            parts = tuple(_grouped(_lowered(branch, geometry)) for branch in branches)
            return Item("Or", parts=parts)
        case Enclosed(cells, fillings):
            parts = tuple(
                _operation(Accepted(cells, _enclosing(*filling, geometry.size)), geometry)
                for filling in fillings
            )
            return Item("Or", parts=parts)
        case Accepted() | CountOf() | OneOfSets():
            names = (cell_name(geometry, cell) for cell in operation.cells)
            return Item("NFA", (write_nfa(_automaton(operation, geometry.size)), "_", *names))
    raise FormatError(f"{FORM} has nothing that says {operation}")


def _automaton(operation: Accepted | CountOf | OneOfSets, size: int) -> Automaton:
    match operation:
        case Accepted(_, automaton):
            return automaton
        case CountOf(cells, mask, counts):
            return _counting(mask, counts, len(cells), size)
        case OneOfSets(_, masks):
            return _collecting(masks, size)


def _enclosing(ends: int, inner: int, size: int) -> Automaton:
    """Return the automaton of words with the digits of a filling between its ends."""
    outer = (1 << ends.bit_length() - 1) - 2 * (ends & -ends) & ~inner

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        bit, (ends_left, inner_left) = 1 << digit - 1, state
        if bit & ends_left:
            is_in_place = ends_left == ends or inner_left == 0
            return (ends_left ^ bit, inner_left) if is_in_place else None
        if ends_left in {0, ends}:
            return state if bit & outer else None
        return (ends_left, inner_left ^ bit) if bit & inner_left else None

    return automaton_of((ends, inner), step, (0, 0).__eq__, range(1, size + 1))


def _counting(mask: int, counts: int, n_cells: int, size: int) -> Automaton:
    """Return the automaton of words with a number of digits of a mask that is one of `counts`."""
    return automaton_of(
        0,
        lambda n_found, digit: min(n_found + (mask >> digit - 1 & 1), n_cells + 1),
        lambda n_found: bool(counts >> n_found & 1),
        range(1, size + 1),
    )


def _collecting(masks: tuple[int, ...], size: int) -> Automaton:
    """Return the automaton of words that have each digit of one of some sets exactly once."""

    def step(found: int, digit: int) -> int | None:
        after = found | 1 << digit - 1
        is_on_its_way = after != found and any(after & mask == after for mask in masks)
        return after if is_on_its_way else None

    return automaton_of(0, step, frozenset(masks).__contains__, range(1, size + 1))
