"""The constraints that each rule of pencilmark's JSON stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from lowbit import constraints as kinds
from lowbit.constraints import Constraint
from lowbit.constraints.base import kinds_named_in
from lowbit.errors import FormatError
from lowbit.formats.variants.pencilmark.rule_reader import Rule, RuleReader

if TYPE_CHECKING:
    from lowbit.constraints.base import Cells

COMMON = {"type", "id", "label", "style"}
"""The keys that any rule may have and that do not affect solutions."""

ELSEWHERE: dict[tuple[Any, ...], Callable[..., Constraint]] = {
    ("not_consecutive",): kinds.NonConsecutive,
    ("not_difference", 1): kinds.NonConsecutive,
    ("not_ratio", 2): kinds.NoRatio,
}
"""The constraints that state such a relation for all neighbours that are not marked."""

NEGATIVES = {"kropki": ("color", "white", "black"), "xv": ("letter", "X", "V")}
"""The selector of a family of edges, and its values; both are meant where it is missing."""


Read: TypeAlias = Callable[[RuleReader, Rule], Iterator[Constraint]]


def _knows(*keys: str) -> Callable[[Read], Read]:
    """Return a decorator that refuses a rule with keys other than these."""

    def decorate(read: Read) -> Read:
        def strictly(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
            for key in rule.keys() - COMMON - set(keys):
                raise FormatError(f"{key!r} is a key that lowbit does not know")
            return read(reader, rule)

        return strictly

    return decorate


def _of_kind(readers: dict[str, Read]) -> Read:
    """Return the reader of a rule that has kinds."""

    def read(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
        kind = rule.get("kind")
        if kind not in readers:
            raise FormatError(f"{kind!r} is a kind that lowbit does not know")
        return readers[kind](reader, rule)

    return read


@_knows("kind", "cells")
def _region(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    cells = reader.cells(rule["cells"])
    for diagonal in (kinds.Diagonal(), kinds.Diagonal(rising=True)):
        if reader.geometry.is_one_square and set(diagonal.cells_on(reader.geometry)) == set(cells):
            yield diagonal
            return
    yield kinds.AllDifferent(cells)


@_knows("cells", "sum")
def _cage(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    yield kinds.Cage(reader.cells(rule["cells"]), rule.get("sum"))


@_knows("bulb", "lines")
def _arrow(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    bulb = reader.cells(rule["bulb"])
    yield from (kinds.Arrow(bulb, reader.cells(shaft)) for shaft in rule["lines"])


def _line(make: Callable[..., Constraint], *keys: str, usual: int | None = None) -> Read:
    """Return the reader of a line; with `usual`, of one that has a number, and its default."""

    @_knows("kind", "cells", *keys, *(["value"] if usual is not None else []))
    def read(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
        cells = reader.cells(rule["cells"])
        if rule.get("closed") and "closed" in keys:
            cells += cells[:1]
        yield make(cells) if usual is None else make(cells, rule.get("value", usual))

    return read


@_knows("kind", "cells", "closed")
def _renban(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    yield kinds.Renban(reader.cells(rule["cells"]))  # closed or not, it is one set


@_knows("kind", "cells", "groups")
def _entropic(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    values = reader.geometry.values
    width = len(values) // 3
    thirds = [list(values[at * width : (at + 1) * width]) for at in range(3)]
    if sorted(map(sorted, rule.get("groups", thirds))) != thirds:
        raise FormatError("an entropic line has the groups of low, middle and high digits")
    yield kinds.Entropic(reader.cells(rule["cells"]))


LINES: dict[str, Read] = {
    **{name: _line(kind) for name, kind in kinds_named_in("pencilmark").items()},
    "thermo": _line(kinds.Thermometer),
    "slow_thermo": _line(partial(kinds.Thermometer, slow=True)),
    "whisper": _line(kinds.Whisper, "closed", usual=5),
    "renban": _renban,
    "entropic": _entropic,
    "modular": _line(kinds.Modular, usual=3),
    "parity": _line(kinds.ParityLine, "closed"),
    "lockout": _line(kinds.Lockout, usual=4),
}


@_knows("kind", "cells", "color", "letter", "value", "sum")
def _edge(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    first, second = reader.pair(rule["cells"])
    match rule.get("kind"):
        case "kropki":
            is_white = _one_of(rule, "color", "white", "black") == "white"
            yield (kinds.Difference if is_white else kinds.Ratio)(first, second)
        case "xv":
            is_ten = _one_of(rule, "letter", "X", "V") == "X"
            yield kinds.PairSum(first, second, 10 if is_ten else 5)
        case "difference":
            yield kinds.Difference(first, second, rule["value"])
        case "ratio":
            yield kinds.Ratio(first, second, rule["value"])
        case "sum":
            yield kinds.PairSum(first, second, rule["sum"])
        case "product":
            yield reader.related((first, second), "product", [rule["value"]])
        case "less":
            yield kinds.Greater(second, first)
        case kind:
            raise FormatError(f"{kind!r} is a kind that lowbit does not know")


def _one_of(rule: Rule, key: str, *words: str) -> str:
    if rule.get(key) not in words:
        raise FormatError(f"{key} must be {' or '.join(words)}, not {rule.get(key)!r}")
    return str(rule[key])


@_knows("kind", "cells", "op", "value")
def _corner(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    cells = reader.cells(rule["cells"])
    top_left, top_right, bottom_left, bottom_right = cells
    if rule["kind"] == "battenburg":
        yield kinds.ParityLine((top_left, top_right, bottom_right, bottom_left))
    elif rule["kind"] == "exclude":
        others = tuple(value for value in reader.geometry.values if value != rule["value"])
        yield from (kinds.Holds(cell, others) for cell in cells)
    elif rule["kind"] != "mathrax":
        raise FormatError(f"{rule['kind']!r} is a kind that lowbit does not know")
    elif rule["op"] in {"even", "odd"}:
        yield (kinds.Even if rule["op"] == "even" else kinds.Odd)(cells)
    else:
        names = {"+": "sum", "-": "difference", "/": "ratio", "x": "product"}
        for pair in ((top_left, bottom_right), (top_right, bottom_left)):
            yield reader.related(pair, names[rule["op"]], [rule["value"]])


@_knows("kind", "sum", "cells", "side")
def _sum(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    make = kinds.LittleKiller if rule["kind"] == "little_killer" else kinds.Sum
    yield make(reader.cells(rule["cells"]), rule["sum"])


def _clue(make: Callable[[Cells, int], Constraint], key: str) -> Read:
    """Return the reader of a clue outside the board."""

    @_knows(key, "side", "cells")
    def read(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
        yield make(reader.cells(rule["cells"]), rule[key])

    return read


@_knows("arrow", "side", "cells")
def _rossini(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    cells = reader.cells(rule["cells"])
    yield kinds.Thermometer(cells if _one_of(rule, "arrow", "in", "out") == "in" else cells[::-1])


@_knows("value", "digits", "side", "cells")
def _first_seen(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    wanted, rivals = rule["value"], set(rule["digits"])

    def step(is_seen: bool, value: int) -> bool | None:  # noqa: FBT001 - a state
        if is_seen or value not in rivals:
            return is_seen
        return True if value == wanted else None

    yield reader.accepted(reader.cells(rule["cells"]), False, step, bool)  # noqa: FBT003 - a state


@_knows("value", "side", "cells")
def _distinct_count(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    number = rule["value"]
    yield reader.accepted(
        reader.cells(rule["cells"]),
        0,
        lambda seen, value: seen | 1 << value,
        lambda seen: seen.bit_count() == number,
    )


WHOLE_BOARD = {
    "antiknight": ("knight", kinds.AntiKnight(), "different"),
    "antiking": ("king", kinds.AntiKing(), "different"),
    "nonconsecutive": ("orthogonal", kinds.NonConsecutive(), "not_consecutive"),
}


@_knows("kind", "op", "params", "where", "area", "except")
def _neighbours(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    marked = [reader.pair(pair) for pair in rule.get("except") or ()]
    if "kind" in rule:
        if rule["kind"] not in WHOLE_BOARD:
            raise FormatError(f"{rule['kind']!r} is a kind that lowbit does not know")
        where, whole, name = WHOLE_BOARD[rule["kind"]]
        if not marked and "area" not in rule:
            yield whole
            return
        numbers: list[Any] = []
    else:
        where, name, numbers = rule["where"], rule["op"], rule["params"]
    yield from _elsewhere(reader, rule, (name, *numbers), where, marked)


def _elsewhere(
    reader: RuleReader,
    rule: Rule,
    relation: tuple[Any, ...],
    where: str,
    marked: Iterable[Cells],
) -> Iterator[Constraint]:
    """Yield the relation of neighbours in the area of a rule, except those that are marked."""
    name, *numbers = relation
    if where == "orthogonal" and "area" not in rule:
        if name == "not_sum":
            yield kinds.NoSum(tuple(marked), tuple(numbers))
            return
        if name not in {"allowed", "any_of"} and relation in ELSEWHERE:
            yield ELSEWHERE[relation](tuple(marked))
            return
    for pair in reader.pairs_of(where, rule, set(map(frozenset, marked))):
        yield reader.related(pair, name, numbers)


@_knows("op", "params", "pairs")
def _relation(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    for names in rule["pairs"]:
        yield reader.related(reader.pair(names), rule["op"], rule["params"])


@_knows("kind", "cells", "split", "values")
def _cell(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    cells = reader.cells(rule["cells"])
    if rule["kind"] in {"odd", "even"}:
        yield (kinds.Odd if rule["kind"] == "odd" else kinds.Even)(cells)
        return
    values = _values_of(reader, rule)
    yield from (kinds.Holds(cell, values) for cell in cells)


def _values_of(reader: RuleReader, rule: Rule) -> tuple[int, ...]:
    """Return the values that cells of a kind may hold."""
    of_kind: dict[str, Callable[[int], bool]] = {
        "odd": lambda value: value % 2 == 1,
        "even": lambda value: value % 2 == 0,
        "low": lambda value: value <= rule["split"],
        "high": lambda value: value > rule["split"],
        "set": lambda value: value in rule["values"],
        "exclude": lambda value: value not in rule["values"],
    }
    if rule["kind"] not in of_kind:
        raise FormatError(f"{rule['kind']!r} is a kind that lowbit does not know")
    return tuple(filter(of_kind[rule["kind"]], reader.geometry.values))


@_knows("digits", "cells")
def _contains(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    yield kinds.Contains(reader.cells(rule["cells"]), tuple(sorted(rule["digits"])))


@_knows("source", "cells")
def _appears(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    (source,) = reader.cells([rule["source"]])
    yield kinds.Or(tuple(kinds.Equal((source, cell)) for cell in reader.cells(rule["cells"])))


@_knows("regions")
def _clone(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    first, *others = map(reader.cells, rule["regions"])
    yield from (kinds.Clone(first, other) for other in others)


@_knows("cells", "kind", "each", "counts")
def _count(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    cells, values = reader.cells(rule["cells"]), reader.geometry.values
    if rule.get("kind") == "circles":
        yield kinds.CountingCircles(cells)
        return
    counts = rule["counts"] if "counts" in rule else [[value, rule["each"]] for value in values]
    for value, number in counts:
        if number > len(cells):
            raise FormatError(f"{len(cells)} cells cannot hold {value} {number} times")
    listed = tuple(sorted(value for value, number in counts for _ in range(number)))
    if listed:
        yield kinds.Contains(cells, listed, exact=True)
    none = {value for value, number in counts if not number}
    if none:
        others = tuple(value for value in values if value not in none)
        yield from (kinds.Holds(cell, others) for cell in cells)


@_knows()
def _global_entropy(_reader: RuleReader, _rule: Rule) -> Iterator[Constraint]:
    yield kinds.GlobalEntropy()


@_knows("segments")
def _equal_sum(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    yield kinds.EqualSums(tuple(map(reader.cells, rule["segments"])))


@_knows("cells")
def _vudoku(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    cells = reader.cells(rule["cells"])
    weights = ((1, -1, -1), (-1, 1, -1), (-1, -1, 1))  # the sum of the arms, or their difference
    yield kinds.Or(tuple(kinds.Sum(cells, 0, own) for own in weights))


@_knows("cells", "where", "allowed")
def _table(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    if "cells" in rule:
        yield reader.tuples(reader.cells(rule["cells"]), rule["allowed"])
        return
    board = reader.geometry
    for row, column in board.places:
        found = [board.cell_at(row + down, column + right) for down, right in rule["where"]]
        cells = tuple(cell for cell in found if cell is not None)
        if len(cells) == len(found):
            yield reader.tuples(cells, rule["allowed"])


@_knows("of", "color", "letter", "value", "sum", "kind", "split", "area")
def _negative(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    family = rule["of"]
    if family == "cell":
        yield from _other_cells(reader, rule)
        return
    refused: list[tuple[Any, ...]] = [
        ("not_difference", 1) if word == "white" else ("not_ratio", 2)
        for word in _selected(rule, "kropki")
    ]
    refused += [("not_sum", 10 if word == "X" else 5) for word in _selected(rule, "xv")]
    if family in {"difference", "ratio", "product", "sum"}:
        refused.append((f"not_{family}", rule["sum" if family == "sum" else "value"]))
    if not refused:
        raise FormatError(f"a negative of {family} is not known to lowbit")
    edges = [one for one in reader.rules if one["type"] == "edge" and one["kind"] == family]
    marked = [reader.pair(one["cells"]) for one in edges]
    for relation in refused:
        yield from _elsewhere(reader, rule, relation, "orthogonal", marked)


def _selected(rule: Rule, family: str) -> tuple[str, ...]:
    """Return which marks of a family are meant; none where the rule is about another family."""
    key, *words = NEGATIVES[family]
    if rule["of"] != family:
        return ()
    return (_one_of(rule, key, *words),) if key in rule else tuple(words)


def _other_cells(reader: RuleReader, rule: Rule) -> Iterator[Constraint]:
    """Yield the restriction of the other cells of a kind: none holds a value of the kind."""
    own = set(_values_of(reader, rule))
    alike = [one for one in reader.rules if one["type"] == "cell" and one["kind"] == rule["kind"]]
    same = [one for one in alike if one.get("split") == rule.get("split")]
    marked = {cell for one in same for cell in reader.cells(one["cells"])}
    others = tuple(value for value in reader.geometry.values if value not in own)
    yield from (kinds.Holds(cell, others) for cell in sorted(reader.area(rule) - marked))


READERS: dict[str, Read] = {
    "appears": _appears,
    "arrow": _arrow,
    "cage": _cage,
    "cell": _cell,
    "clone": _clone,
    "contains": _contains,
    "corner": _corner,
    "count": _count,
    "distinct_count": _distinct_count,
    "edge": _edge,
    "equal_sum": _equal_sum,
    "first_seen": _first_seen,
    "global_entropy": _global_entropy,
    "line": _of_kind(LINES),
    "negative": _negative,
    "neighbours": _neighbours,
    "region": _region,
    "relation": _relation,
    "rossini": _rossini,
    "sandwich": _clue(kinds.Sandwich, "sum"),
    "skyscraper": _clue(kinds.Skyscraper, "value"),
    "sum": _sum,
    "table": _table,
    "vudoku": _vudoku,
    "xsum": _clue(kinds.XSum, "sum"),
}
"""The reader of each type of rule, except those that describe the board."""
