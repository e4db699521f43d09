"""Writing pencilmark's JSON.

A constraint for which the format has a rule is written as that rule, a relation of two cells as
`relation`, and any other constraint on a few cells as a `table` of all that they may hold.
"""

from __future__ import annotations

import json
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints.base import kinds_named_in
from lowbit.constraints.operations import Distinct
from lowbit.constraints.scale import neighbours
from lowbit.errors import FormatError
from lowbit.formats.variants.content import content_of, refuse
from lowbit.formats.variants.pencilmark.rule_reader import DIAGONAL, ORTHOGONAL, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.base import Cells
    from lowbit.formats.variants.content import PuzzleContent
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

FORM = "pencilmark's JSON"

MAX_TUPLES = 10_000
"""The most rows of the table of a constraint that has no rule of its own."""


def write_pencilmark(puzzle: Puzzle) -> str:
    """Return a puzzle as pencilmark's JSON.

    Raises
    ------
    FormatError
        If the format cannot express the board or a constraint; the message names it.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import Cage
    >>> text = write_pencilmark(Puzzle("." * 81, [Cage((0, 1), 5)]))
    >>> json.loads(text)["rules"][1]
    {'type': 'cage', 'cells': ['r1c1', 'r1c2'], 'sum': 5}
    """
    content = content_of(puzzle, FORM)
    content.require_some_value(FORM)
    board = content.board
    if board.values[0] != 1:
        raise FormatError(f"{FORM} has no digits but those from 1 on")
    names = _RuleNames(content.geometry)
    data: Rule = {"format": "sudoku-puzzle", "format_version": 1}
    texts = {"title": puzzle.title, "author": puzzle.author, "rules_text": puzzle.rules}
    if any(texts.values()):
        data["meta"] = {key: text for key, text in texts.items() if text}
    data["board"] = {"rows": board.rows, "cols": board.columns}
    data["digits"] = len(board.values)
    cells = range(content.geometry.n_cells)
    data["givens"] = [content.value(cell) or 0 for cell in cells]
    data["rules"] = [*_houses(content, names)]
    for constraint in content.constraints:
        data["rules"] += _rules(constraint, names)
    restricted = {names.cell(cell): content.candidates(cell) for cell in cells}
    candidates = {name: values for name, values in restricted.items() if values is not None}
    if candidates:
        data["candidates"] = candidates
    return json.dumps(data, ensure_ascii=False)


class _RuleNames:
    """The names of the parts of a board that constraints refer to."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.cell = geometry.cell_name

    def cells(self, cells: Iterable[int]) -> list[str]:
        """Return the names of cells."""
        return list(map(self.cell, cells))

    def step(self, first: int, second: int) -> tuple[int, int]:
        """Return how far down and to the right one cell is from another."""
        (row, column), (to_row, to_column) = (self.geometry.places[at] for at in (first, second))
        return to_row - row, to_column - column

    def touch(self, first: int, second: int) -> bool:
        """Whether two cells share a side or a corner."""
        return max(map(abs, self.step(first, second))) == 1

    def side(self, cells: Cells, *, diagonal: bool) -> str | None:
        """Return the side of the board at which a straight line of cells begins, if any."""
        steps = {self.step(*pair) for pair in pairwise(cells)}
        row, column = self.geometry.places[cells[0]]
        rims = {
            (1, 0): ("top", row == 0),
            (-1, 0): ("bottom", row == self.geometry.n_rows - 1),
            (0, 1): ("left", column == 0),
            (0, -1): ("right", column == self.geometry.n_columns - 1),
        }
        if len(steps) != 1:
            return None
        down, right = steps.pop()
        ways = ((down, 0), (0, right)) if diagonal else ((down, right),)
        if max(abs(down), abs(right)) > 1 or bool(down and right) != diagonal:
            return None
        return next((rims[way][0] for way in ways if way in rims and rims[way][1]), None)


def _houses(content: PuzzleContent, names: _RuleNames) -> Iterator[Rule]:
    """Yield the rules that describe the board."""
    board = content.board
    is_square = board.rows == board.columns == len(board.values)
    shape = content.geometry.box_shape
    if is_square and board.is_usual and board.boxes and shape:
        yield {"type": "box_grid", "origin": "r1c1", "box": list(shape)}
        return
    if is_square:
        yield {"type": "grid", "origin": "r1c1"}
    else:
        cells = range(content.geometry.n_cells)
        lines = [
            ("row", content.geometry.row, board.rows),
            ("column", content.geometry.column, board.columns),
        ]
        for kind, line_of, number in lines:
            for at in range(number):
                own = [cell for cell in cells if line_of(cell) == at]
                yield {"type": kind, "cells": names.cells(own)}
    yield from ({"type": "box", "cells": names.cells(box)} for box in board.boxes)


def _rules(constraint: Constraint, names: _RuleNames) -> list[Rule]:
    """Return the rules that express a constraint."""
    write = WRITERS.get(type(constraint))
    found = list(write(constraint, names)) if write else []
    found = found or list(_table(constraint, names))
    if not found:
        refuse(constraint, FORM, names.geometry)
    return found


Write: TypeAlias = "Callable[[Any, _RuleNames], Iterator[Rule]]"


def _table(constraint: Constraint, names: _RuleNames) -> Iterator[Rule]:
    """Yield a table of the values that the cells may hold; nothing where it would be too long."""
    cells, values = constraint.cells_read(names.geometry), names.geometry.values
    if not cells or len(values) ** len(cells) > MAX_TUPLES:
        return
    grid = [values[0]] * names.geometry.n_cells
    allowed = []
    for word in product(values, repeat=len(cells)):
        for cell, value in zip(cells, word, strict=True):
            grid[cell] = value
        if constraint.holds(grid, names.geometry):
            allowed.append(list(word))
    yield {"type": "table", "cells": names.cells(cells), "allowed": allowed}


def _line(kind: str, *, number: str = "") -> Write:
    """Return the writer of a line whose cells touch each other."""

    def write(line: Any, names: _RuleNames) -> Iterator[Rule]:  # noqa: ANN401 - of a class with cells
        cells: Cells = line.cells
        if len(cells) > 1 and all(names.touch(*pair) for pair in pairwise(cells)):
            rule: Rule = {"type": "line", "kind": kind, "cells": names.cells(cells)}
            yield rule | ({"value": getattr(line, number)} if number else {})

    return write


def _thermometer(line: kinds.Thermometer, names: _RuleNames) -> Iterator[Rule]:
    written = list(_line("slow_thermo" if line.slow else "thermo")(line, names))
    operator = "less_equal" if line.slow else "less"
    pairs = [names.cells(pair) for pair in pairwise(line.cells)]
    yield from written or [{"type": "relation", "op": operator, "params": [], "pairs": pairs}]


def _relation(first: int, second: int, op: str, numbers: list[Any], names: _RuleNames) -> Rule:
    pairs = [names.cells((first, second))]
    return {"type": "relation", "op": op, "params": numbers, "pairs": pairs}


def _edge(kind: str, number: str) -> Write:
    """Return the writer of a mark between two cells, or of a relation where they do not touch."""

    def write(pair: Any, names: _RuleNames) -> Iterator[Rule]:  # noqa: ANN401 - as above
        value = getattr(pair, number)
        if names.step(pair.first, pair.second) not in {(0, 1), (1, 0), (0, -1), (-1, 0)}:
            yield _relation(pair.first, pair.second, kind, [value], names)
            return
        named = NAMED_EDGES.get((kind, value)) or {
            "kind": kind,
            "sum" if kind == "sum" else "value": value,
        }
        yield {"type": "edge", **named, "cells": names.cells((pair.first, pair.second))}

    return write


NAMED_EDGES = {
    ("difference", 1): {"kind": "kropki", "color": "white"},
    ("ratio", 2): {"kind": "kropki", "color": "black"},
    ("sum", 10): {"kind": "xv", "letter": "X"},
    ("sum", 5): {"kind": "xv", "letter": "V"},
}


def _greater(pair: kinds.Greater, names: _RuleNames) -> Iterator[Rule]:
    yield _relation(pair.second, pair.first, "less", [], names)


def _elsewhere(op: str, *numbers: int) -> Write:
    """Return the writer of a rule that only marked neighbours are related in this way."""

    def write(rule: Any, names: _RuleNames) -> Iterator[Rule]:  # noqa: ANN401 - as above
        for params in [list(numbers)] if op != "not_sum" else [[total] for total in rule.totals]:
            yield {
                "type": "neighbours",
                "op": op,
                "params": params,
                "where": "orthogonal",
                **({"except": [names.cells(pair) for pair in rule.marked]} if rule.marked else {}),
            }

    return write


def _clue(kind: str, number: str, *, key: str = "sum") -> Write:
    """Return the writer of a clue outside the board, at the end of its line."""

    def write(clue: Any, names: _RuleNames) -> Iterator[Rule]:  # noqa: ANN401 - as above
        side = names.side(clue.cells, diagonal=False)
        if side:
            value = {key: getattr(clue, number)}
            yield {"type": kind, **value, "side": side, "cells": names.cells(clue.cells)}

    return write


def _little_killer(clue: kinds.LittleKiller, names: _RuleNames) -> Iterator[Rule]:
    side = names.side(clue.cells, diagonal=True)
    cells = names.cells(clue.cells)
    if side and clue.total >= 0:
        kind = {"kind": "little_killer", "sum": clue.total, "side": side}
        yield {"type": "sum", **kind, "cells": cells}
    elif clue.total >= 0:
        yield {"type": "sum", "kind": "group", "sum": clue.total, "cells": cells}


def _sum(total: kinds.Sum, names: _RuleNames) -> Iterator[Rule]:
    if total.total >= 0 and set(total.weights) <= {1} and len(set(total.cells)) == len(total.cells):
        cells = names.cells(total.cells)
        yield {"type": "sum", "kind": "group", "sum": total.total, "cells": cells}


def _cage(cage: kinds.Cage, names: _RuleNames) -> Iterator[Rule]:
    rule = {"type": "cage", "cells": names.cells(cage.cells)}
    if cage.total is None or cage.total >= 0:
        yield rule | ({} if cage.total is None else {"sum": cage.total})


def _arrow(arrow: kinds.Arrow, names: _RuleNames) -> Iterator[Rule]:
    touches = any(names.touch(arrow.shaft[0], cell) for cell in arrow.circle)
    is_plain = len({*arrow.circle, *arrow.shaft}) == len(arrow.circle) + len(arrow.shaft)
    if touches and is_plain and (len(arrow.circle) == 1 or names.geometry.values[-1] < 10):
        bulb, shaft = names.cells(arrow.circle), names.cells(arrow.shaft)
        yield {"type": "arrow", "bulb": bulb, "lines": [shaft]}


def _region(kind: str) -> Write:
    """Return the writer of groups of cells that differ."""

    def write(constraint: Constraint, names: _RuleNames) -> Iterator[Rule]:
        for group in constraint.operations(names.geometry):
            if isinstance(group, Distinct):
                yield {"type": "region", "kind": kind, "cells": names.cells(group.cells)}

    return write


def _neighbours(kind: str) -> Write:
    return lambda _constraint, _names: iter([{"type": "neighbours", "kind": kind}])


def _anti_king(_king: kinds.AntiKing, names: _RuleNames) -> Iterator[Rule]:
    """Yield the rule that a king's move leads to another digit; pencilmark's is diagonal."""
    yield {"type": "neighbours", "kind": "antiking"}
    houses = [set(house.cells) for house in names.geometry.houses]
    sides = neighbours(names.geometry, ORTHOGONAL)
    if not all(any(set(pair) <= house for house in houses) for pair in sides):
        yield {"type": "neighbours", "op": "different", "params": [], "where": "orthogonal"}


def _cells(kind: str) -> Write:
    return lambda mark, names: iter(
        [{"type": "cell", "kind": kind, "cells": names.cells(mark.cells)}]
    )


def _extreme(op: Callable[[int, int], tuple[int, int]]) -> Write:
    """Return the writer of cells that are less, or more, than all their neighbours."""

    def write(mark: Any, names: _RuleNames) -> Iterator[Rule]:  # noqa: ANN401 - as above
        own = set(mark.cells)
        pairs = [
            names.cells(op(*(pair if pair[0] in own else pair[::-1])))
            for pair in neighbours(names.geometry, ORTHOGONAL)
            if len(own & set(pair)) == 1
        ]
        yield {"type": "relation", "op": "less", "params": [], "pairs": pairs}

    return write


def _contains(clue: kinds.Contains, names: _RuleNames) -> Iterator[Rule]:
    if clue.values and not clue.exact and set(clue.values) <= set(names.geometry.values):
        yield {"type": "contains", "digits": list(clue.values), "cells": names.cells(clue.cells)}


def _equal(equal: kinds.Equal, names: _RuleNames) -> Iterator[Rule]:
    first, *others = dict.fromkeys(equal.cells)
    for other in others:
        yield _relation(first, other, "equal", [], names)


def _clone(clone: kinds.Clone, names: _RuleNames) -> Iterator[Rule]:
    yield {"type": "clone", "regions": [names.cells(clone.cells), names.cells(clone.clone)]}


def _equal_sums(equal: kinds.EqualSums, names: _RuleNames) -> Iterator[Rule]:
    if len(equal.groups) > 1:
        yield {"type": "equal_sum", "segments": [names.cells(group) for group in equal.groups]}


def _circles(circles: kinds.CountingCircles, names: _RuleNames) -> Iterator[Rule]:
    yield {"type": "count", "kind": "circles", "cells": names.cells(circles.cells)}


def _look_and_say(cage: kinds.LookAndSay, names: _RuleNames) -> Iterator[Rule]:
    counts = [[int(value), int(n)] for n, value in zip(*[iter(cage.clue)] * 2, strict=True)]
    fits = all(n <= len(cage.cells) for _, n in counts)
    if fits and len({value for value, _ in counts}) == len(counts):
        yield {"type": "count", "counts": counts, "cells": names.cells(cage.cells)}


def _pairs(relation: kinds.Relation, names: _RuleNames) -> Iterator[Rule]:
    pairs = [names.cells(pair) for pair in pairwise(relation.cells)]
    allowed = [list(pair) for pair in relation.pairs]
    if pairs:
        yield {"type": "relation", "op": "allowed", "params": [allowed], "pairs": pairs}


def _anti_queen(queen: kinds.AntiQueen, names: _RuleNames) -> Iterator[Rule]:
    """Yield relations: no two cells on a diagonal both hold a value, whatever lies between."""
    geometry = names.geometry
    reach = range(1, max(geometry.n_rows, geometry.n_columns))
    steps = tuple((step * down, step * right) for step in reach for down, right in DIAGONAL)
    pairs = [names.cells(pair) for pair in neighbours(geometry, steps)]
    allowed = [
        [first, second]
        for first, second in product(geometry.values, repeat=2)
        if first != second or first not in queen.values
    ]
    yield {"type": "relation", "op": "allowed", "params": [allowed], "pairs": pairs}


WRITERS: dict[type[Constraint], Write] = {
    **{kind: _line(name) for name, kind in kinds_named_in("pencilmark").items()},
    kinds.AllDifferent: _region("extra"),
    kinds.AntiKing: _anti_king,
    kinds.AntiKnight: _neighbours("antiknight"),
    kinds.AntiQueen: _anti_queen,
    kinds.Arrow: _arrow,
    kinds.Cage: _cage,
    kinds.Clone: _clone,
    kinds.Contains: _contains,
    kinds.CountingCircles: _circles,
    kinds.Diagonal: _region("diagonal"),
    kinds.Difference: _edge("difference", "difference"),
    kinds.DisjointGroups: _region("disjoint"),
    kinds.Entropic: _line("entropic"),
    kinds.Equal: _equal,
    kinds.EqualSums: _equal_sums,
    kinds.Even: _cells("even"),
    kinds.GlobalEntropy: lambda _entropy, _names: iter([{"type": "global_entropy"}]),
    kinds.Greater: _greater,
    kinds.LittleKiller: _little_killer,
    kinds.Lockout: _line("lockout", number="difference"),
    kinds.LookAndSay: _look_and_say,
    kinds.Maximum: _extreme(lambda own, other: (other, own)),
    kinds.Minimum: _extreme(lambda own, other: (own, other)),
    kinds.Modular: _line("modular", number="modulus"),
    kinds.NoRatio: _elsewhere("not_ratio", 2),
    kinds.NoSum: _elsewhere("not_sum"),
    kinds.NonConsecutive: _elsewhere("not_consecutive"),
    kinds.Odd: _cells("odd"),
    kinds.PairSum: _edge("sum", "total"),
    kinds.ParityLine: _line("parity"),
    kinds.Ratio: _edge("ratio", "ratio"),
    kinds.Relation: _pairs,
    kinds.Renban: _line("renban"),
    kinds.Sandwich: _clue("sandwich", "total"),
    kinds.Skyscraper: _clue("skyscraper", "visible", key="value"),
    kinds.Sum: _sum,
    kinds.Thermometer: _thermometer,
    kinds.Whisper: _line("whisper", number="difference"),
    kinds.Windows: _region("window"),
    kinds.XSum: _clue("xsum", "total"),
}
"""The writer of each constraint that has a rule; where it yields none, a table is tried."""
