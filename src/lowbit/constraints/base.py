"""The base of all constraints: fields, a checker, a lowering, a place in the registry."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import Field, dataclass, fields, replace
from functools import cache
from operator import index
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
)

from lowbit.constraints.drawing import Drawing
from lowbit.constraints.placing import Tool
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry
    from lowbit.nesting import Json

__all__ = [
    "REGISTRY",
    "Constraint",
    "from_json",
    "to_json",
]

REGISTRY: dict[str, type[Constraint]] = {}
"""All constraints there are, by name."""

Cell: TypeAlias = int
"""A cell, row by row from 0."""

Cells: TypeAlias = tuple[int, ...]
"""Cells, in the order that the constraint gives a meaning to."""

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""Several lists of cells."""

CELL_KINDS: Final = {"Cell", "Cells", "Groups"}
"""The types of fields that hold cells."""

DEPTHS: Final = {
    "int": 0,
    "int | None": 0,
    "Cell": 0,
    "Cells": 1,
    "tuple[int, ...]": 1,
    "Groups": 2,
    "tuple[tuple[int, ...], ...]": 2,
    "tuple[tuple[int, int], ...]": 2,
}
"""The depth at which whole numbers lie in fields of these types."""

LARGEST: Final = 10**9
"""No number of a constraint is farther from 0; the engines add them up."""

EXPECTED: Final = (
    "a whole number, up to 10**9",
    "whole numbers, up to 10**9",
    "lists of whole numbers, up to 10**9",
)
"""Descriptions of the values that fields take, by the depth of their numbers."""

OTHERS: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "bool": ("True or False", lambda value: isinstance(value, bool)),
    "str": ("a str", lambda value: isinstance(value, str)),
    "tuple[Constraint, ...]": (
        "constraints",
        lambda value: (
            isinstance(value, tuple) and all(isinstance(part, Constraint) for part in value)
        ),
    ),
}
"""For fields of other types: a description of their values, and a check of a value."""

MOST_NESTED: Final = 32
"""The most levels of constraints within constraints."""

DEEPEST_JSON: Final = 2 * MOST_NESTED + 4
"""The levels of their JSON: each of theirs is an object and a list, and cells lie deeper still."""

TOO_DEEP: Final = f"constraints lie within each other too deep: {MOST_NESTED} levels at most"

_INT = {int}

Family = TypeVar("Family", bound="type[Constraint]")


class Title(NamedTuple):
    """The name of a kind of constraint."""

    english: str
    chinese: str


class Names(NamedTuple):
    """The names of a kind of constraint in formats of other programs; empty where it has none."""

    iss: str = ""
    fpuzzles: str = ""
    pencilmark: str = ""


@dataclass(frozen=True)
class Constraint(ABC):
    """A rule about the digits of some cells.

    A constraint is a value: it compares and hashes by its fields. What it says is what `holds`
    says; `operations` says the same in the words of the engines. All else that lowbit knows of a
    kind of constraint stands on its class, too.

    Attributes
    ----------
    sample : Constraint
        One on the classic board, for the reference and the tests.
    title : Title
        The name of the kind; by default the name of the class.
    drawing : Drawing
        Its drawing.
    names : Names
        Its names in formats that write nothing more of it than its cells, if it has any.
    tools : tuple of Tool
        The ways in which a person puts it on a board; by default on cells in any order.
    number : str
        The field whose number a solution tells, if there is one.
    sets, multisets : tuple of str
        The fields in which order says nothing, of groups and within each; in sets, repetition of
        an item does not either.
    reversible : tuple of str
        The fields that may be read from either end.
    only_compares : bool
        Whether values matter only by which are equal, so that digits may be renamed.
    """

    sample: ClassVar[Constraint]
    title: ClassVar[Title]
    drawing: ClassVar[Drawing] = Drawing()
    names: ClassVar[Names] = Names()
    tools: ClassVar[tuple[Tool, ...]] = (Tool(),)
    number: ClassVar[str] = ""
    sets: ClassVar[tuple[str, ...]] = ()
    multisets: ClassVar[tuple[str, ...]] = ()
    reversible: ClassVar[tuple[str, ...]] = ()
    only_compares: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for name, kind, depth, _ in _fields_of(type(self)):
            value = getattr(self, name)
            if not _is_plain(value, depth):
                object.__setattr__(self, name, self._checked(name, kind, _frozen(value)))

    def _checked(self, name: str, kind: str, value: Any) -> Any:  # noqa: ANN401 - as its field is
        """Return the value of a field as Python has such values; raise for any other."""
        if kind in DEPTHS:
            expected = EXPECTED[DEPTHS[kind]]
            with suppress(TypeError):
                return (
                    None if value is None and kind == "int | None" else _whole(value, DEPTHS[kind])
                )
        else:
            expected, is_one = OTHERS[kind]
            if is_one(value):
                return value
        hint = "; the cells_named of a board returns the numbers of names such as r1c1"
        has_names = kind in CELL_KINDS and "'" in repr(value)
        said = f"{name} must be {expected}, not {value!r}{hint * has_names}"
        raise ConstraintError(f"{type(self).__name__}: {said}")

    @abstractmethod
    def holds(self, values: Sequence[int], geometry: Geometry) -> bool:
        """Return whether a full grid obeys this; `values` are those of its cells."""

    @abstractmethod
    def operations(self, geometry: Geometry) -> Iterator[Operation]:
        """Yield the operations that together hold where `holds` does."""

    def normal_form(self) -> Constraint:
        """Return the one of all that say the same with their fields in another order."""
        ordered: dict[str, Any] = {}
        for name, kind, _, _ in _fields_of(type(self)):
            items = getattr(self, name)
            if kind == "Groups":
                items = tuple(tuple(sorted(group)) for group in items)
            if name in self.sets:
                ordered[name] = tuple(sorted({*items}))
            elif name in self.multisets:
                ordered[name] = tuple(sorted(items))
            elif name in self.reversible:
                ordered[name] = min(items, items[::-1])
        return replace(self, **ordered)

    def depends_on_values(self) -> bool:
        """Return whether this may say something else once digits are renamed."""
        return not self.only_compares

    def own_regions(self, geometry: Geometry) -> tuple[Cells, ...]:
        """Return the regions of the board that this means without naming their cells.

        Turns and reflections that do not take these to each other make another puzzle.
        """
        return ()

    @property
    def is_global(self) -> bool:
        """Whether this speaks of the whole board, and names no cells."""
        return not _cell_fields(type(self))

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells that this speaks of, each once, in its order."""
        named = [getattr(self, name) for name in _cell_fields(type(self))]
        if not named:
            return tuple(range(geometry.n_on_board))
        if len(named) == 1 and _is_plain(named[0], 1):
            return tuple(dict.fromkeys(named[0]))
        return tuple(dict.fromkeys(_flat(tuple(named))))

    def cells_read(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells whose digits tell whether this holds: as a rule those it speaks of."""
        return self.cells_on(geometry)

    def moved(self, places: Sequence[int], geometry: Geometry) -> Constraint:
        """Return this after a turn or reflection of a board; `places` is where each cell goes."""
        named = (kind.name for kind in _fields_of(type(self)) if kind.names_cells)
        return replace(self, **{name: _moved(getattr(self, name), places) for name in named})

    def require_fit(self, geometry: Geometry) -> None:
        """Raise ConstraintError where this does not fit a board, or names no cell at all."""
        cells = self.cells_on(geometry)
        if not cells:
            raise ConstraintError(f"{type(self).__name__} names no cells")
        if min(cells) < 0 or max(cells) >= geometry.n_cells:
            raise ConstraintError(f"{self} has a cell outside 0 to {geometry.n_cells - 1}")

    def _require_full(self, groups: Groups) -> None:
        """Raise ConstraintError where a group of cells is empty."""
        if () in groups:
            raise ConstraintError(f"group {groups.index(()) + 1} of {type(self).__name__} is empty")

    def _require_each_once(self, geometry: Geometry, cells: Cells) -> None:
        """Raise ConstraintError where a cell is named twice: it cannot differ from itself."""
        if len({*cells}) < len(cells):
            twice = next(cell for cell in cells if cells.count(cell) > 1)
            raise ConstraintError(
                f"{type(self).__name__} names {geometry.cell_name(twice)} twice, which cannot "
                "differ from itself"
            )

    def describe(self, geometry: Geometry) -> str:
        """Return this for people: its name, and its cells as a board calls them."""
        cells = self.cells_on(geometry)
        where = "" if len(cells) == geometry.n_on_board else " at "
        where += " ".join(map(geometry.cell_name, cells)) if where else ""
        others = [kind.name for kind in _fields_of(type(self)) if not kind.names_cells]
        numbers = {name: getattr(self, name) for name in others}
        said = [f"{name} {number}" for name, number in numbers.items() if type(number) is int]
        return f"{type(self).__name__}{where}" + (f" ({', '.join(said)})" if said else "")


@dataclass_transform(frozen_default=True)
def constraint(family: Family) -> Family:
    """Make a class a frozen value, and register it."""
    made = dataclass(frozen=True)(family)
    if "title" not in vars(made):
        name = re.sub("(?<!^)([A-Z])", r" \1", made.__name__).lower()
        made.title = Title(name, name)
    REGISTRY[made.__name__] = made
    return cast("Family", made)


def kinds_named_in(form: str) -> dict[str, type[Constraint]]:
    """Return the kinds of constraints that a format knows by a name and their cells alone."""
    named = (
        (getattr(kind.names, form), kind)
        for kind in REGISTRY.values()
        if "names" in vars(kind)  # a kind made of another is not what the format calls so
    )
    return {name: kind for name, kind in named if name}


def to_json(value: Json) -> Json:
    """Return a constraint, or a field of one, as values that JSON knows."""
    if isinstance(value, Constraint):
        items = {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, **items}
    return [to_json(item) for item in value] if isinstance(value, tuple) else value


def from_json(value: Json) -> Json:
    """Return the value that `to_json` wrote.

    Raises
    ------
    ConstraintError
        If it names a constraint that there is not, lacks a field, or is nested too deep.
    """
    return _read(value, DEEPEST_JSON)


def _read(value: Json, levels: int) -> Json:
    """Read a value that may have so many levels."""
    if levels < 0:
        raise ConstraintError(TOO_DEEP)
    if isinstance(value, dict):
        items = {name: _read(item, levels - 1) for name, item in value.items()}
        name = items.pop("type", None)
        if name not in REGISTRY:
            raise ConstraintError(f"there is no constraint {name!r}; see lowbit.constraints")
        try:
            return REGISTRY[name](**items)
        except TypeError as error:
            own = ", ".join(field.name for field in fields(REGISTRY[name])) or "none"
            said = ", ".join(items) or "none"
            raise ConstraintError(f"the fields of {name} are {own}, not {said}") from error
    if isinstance(value, list):
        if levels and {*map(type, value)} <= _INT:  # as most lists are
            return tuple(value)
        return tuple(_read(item, levels - 1) for item in value)
    return value


def names_cells(field: Field[Any]) -> bool:
    """Whether a field holds cells: its annotation, which is text, says so."""
    return field.type in CELL_KINDS


class _FieldKind(NamedTuple):
    """A field of a constraint: its name, its type, the depth of its numbers."""

    name: str
    kind: str
    depth: int | None
    names_cells: bool


@cache
def _fields_of(family: type[Constraint]) -> tuple[_FieldKind, ...]:
    """Return the fields of a family of constraints."""
    return tuple(
        _FieldKind(field.name, str(field.type), DEPTHS.get(str(field.type)), names_cells(field))
        for field in fields(family)
    )


@cache
def _cell_fields(family: type[Constraint]) -> tuple[str, ...]:
    """Return the names of the fields that hold cells."""
    return tuple(field.name for field in _fields_of(family) if field.names_cells)


def _is_plain(value: Json, depth: int | None) -> bool:
    """Return whether this is a whole number, or a tuple of such, in no need of a closer look."""
    if depth == 0:
        return type(value) is int and abs(value) <= LARGEST
    if depth != 1 or type(value) is not tuple:
        return False
    kinds = {*map(type, value)}
    return not kinds or (kinds == _INT and min(value) >= -LARGEST and max(value) <= LARGEST)


def _whole(value: Json, depth: int) -> Json:
    """Return whole numbers as Python has them; raise TypeError for other values."""
    if depth:
        return tuple(_whole(item, depth - 1) for item in value)
    number = index(value)
    if isinstance(value, bool) or abs(number) > LARGEST:
        raise TypeError
    return number


def _frozen(value: Json) -> Json:
    """Return lists as tuples, so that constraints hash."""
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def _flat(cells: Json) -> Iterator[int]:
    if isinstance(cells, tuple):
        for item in cells:
            yield from _flat(item)
    else:
        yield cells


def _moved(cells: Json, places: Sequence[int]) -> Json:
    """Return where cells go."""
    return (
        tuple(_moved(item, places) for item in cells) if isinstance(cells, tuple) else places[cells]
    )
