"""Types of items, their scalars, and the type that two of them have together.

A number lies in memory as the `struct` format of its type says. A string of bytes and a row of
lanes are several *units* of such a type side by side. Text and objects lie in a list.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import inf
from typing import Any, Final, TypeAlias

BITS: Final = 8

KEPT: Final = 256
"""Types of rows and texts, and pairs of types, that are known at a time."""

INFINITE: Final = (inf, -inf)


class generic:
    """A scalar that knows its type."""

    __slots__ = ()
    dtype: dtype

    def astype(self, to: Any) -> Any:
        kind = dtype(to)
        return scalar(kind, kind.wrapped(self.item()))

    def item(self) -> Any:
        raise NotImplementedError

    def tolist(self) -> Any:
        return self.item()

    def __repr__(self) -> str:
        return f"np.{type(self).__name__}({self.item()!r})"

    def __str__(self) -> str:
        return str(self.item())

    def __format__(self, how: str) -> str:
        return format(self.item(), how)


class number(generic):
    """A number."""

    __slots__ = ()


class integer(number, int):
    """A whole number."""

    __slots__ = ()

    def __new__(cls, value: Any = 0) -> Any:
        whole = int(value)
        if not cls.dtype.least <= whole <= cls.dtype.most:
            raise OverflowError(f"Python integer {whole} out of bounds for {cls.__name__}")
        return int.__new__(cls, whole)

    def item(self) -> int:
        return int(self)


class signedinteger(integer):
    """A whole number with a sign."""

    __slots__ = ()


class unsignedinteger(integer):
    """A whole number without a sign."""

    __slots__ = ()


class floating(number, float):
    """A floating-point number."""

    __slots__ = ()

    def item(self) -> float:
        return float(self)


class bool_(generic):
    """A truth value: one of two objects."""

    __slots__ = ("_value",)
    _value: bool
    both: tuple[bool_, bool_]

    def __new__(cls, value: Any = False) -> bool_:  # noqa: PYI034 - one of two
        return cls.both[bool(value)]

    def item(self) -> bool:
        return self._value

    def __bool__(self) -> bool:
        return self._value

    def __int__(self) -> int:
        return int(self._value)

    def __float__(self) -> float:
        return float(self._value)

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"np.{self._value}_"

    def __reduce__(self) -> Any:
        return bool_, (self._value,)


def _truth(value: bool) -> bool_:
    made = object.__new__(bool_)
    made._value = value
    return made


bool_.both = _truth(False), _truth(True)


class int8(signedinteger):
    __slots__ = ()


class int16(signedinteger):
    __slots__ = ()


class int32(signedinteger):
    __slots__ = ()


class int64(signedinteger):
    __slots__ = ()


class uint8(unsignedinteger):
    __slots__ = ()


class uint16(unsignedinteger):
    __slots__ = ()


class uint32(unsignedinteger):
    __slots__ = ()


class uint64(unsignedinteger):
    __slots__ = ()


class float64(floating):
    __slots__ = ()


class str_(generic, str):
    """A text."""

    __slots__ = ()

    def item(self) -> str:
        return str.__str__(self)


class object_(generic):
    """Any object: an array of them gives what was put in."""

    __slots__ = ()


class bytes_(generic):
    """A string of bytes: an array of them gives Python's."""

    __slots__ = ()


class void(generic):
    """A row of memory."""

    __slots__ = ()


class dtype:
    """A type of items.

    Attributes
    ----------
    format : str
        The format of a unit in memory, as `struct` has it; empty if the items lie in a list.
    unit : dtype
        The type of the units, which is this one if it has one unit.
    units : int
        How many units an item has.
    """

    __slots__ = (
        "code",
        "format",
        "itemsize",
        "kind",
        "least",
        "most",
        "name",
        "type",
        "unit",
        "units",
    )

    code: str
    format: str
    itemsize: int
    kind: str
    least: int
    most: int
    name: str
    type: type[generic]
    unit: dtype
    units: int

    def __new__(cls, of: Any = None) -> dtype:  # noqa: PYI034 - one that there is
        if type(of) is dtype:
            return of
        return (None if isinstance(of, list) else KNOWN.get(of)) or _described(of)

    @property
    def isnative(self) -> bool:
        return True

    @property
    def char(self) -> str:
        return self.format or self.kind

    def newbyteorder(self, order: str) -> dtype:
        if order != "=":
            raise NotImplementedError("the stand-in for NumPy has one byte order")
        return self

    def wrapped(self, value: Any) -> Any:
        """Return a number as this type keeps it."""
        if self.kind == "b":
            return bool(value)
        if self.kind in "iu":
            if value != value or value in INFINITE:  # noqa: PLR0124 - NaN
                return 0  # which NumPy leaves open
            return (int(value) - self.least & self.most - self.least) + self.least
        return float(value) if self.kind == "f" else value

    def checked(self, value: Any) -> Any:
        """Return a number of Python's as this type keeps it; OverflowError if it does not."""
        if self.kind in "iu" and not self.least <= value <= self.most:
            raise OverflowError(f"Python integer {value} out of bounds for {self.name}")
        return value

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        try:
            kind = dtype(other)
        except TypeError:
            return False
        return self is kind or (self.kind in "SU" and self.code == kind.code)

    __hash__ = object.__hash__  # of texts alone there may be two of a width

    def __reduce__(self) -> Any:
        return dtype, (self._descr,)

    @property
    def _descr(self) -> Any:
        """The argument that makes this type."""
        is_rows = self.kind == "V" and self.unit is not UINT8
        return [("lanes", self.unit.code, (self.units,))] if is_rows else self.code

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        known = self.name if self.kind in "biuf" else self._descr
        return f"dtype({known.lstrip('|')!r})" if isinstance(known, str) else f"dtype({known})"


def _new(kind: str, itemsize: int, of: Any, name: str, unit: dtype | None = None) -> dtype:
    made = object.__new__(dtype)
    made.kind, made.itemsize, made.type, made.name = kind, itemsize, of, name
    made.code = ("<" if itemsize > 1 and kind in "iuf" else "|") + f"{kind}{itemsize}"
    made.least = -(1 << BITS * itemsize - 1) if kind == "i" else 0
    made.most = (1 << BITS * itemsize) - 1 + made.least if kind in "iu" else 1
    made.unit, made.units, made.format = unit or made, 1, ""
    if unit:
        made.units, made.format = itemsize // unit.itemsize, unit.format
    return made


Kind: TypeAlias = dtype

KNOWN: Final[dict[Any, dtype]] = {}
"""The types, by whatever they are asked for with."""


def _of_numbers(of: type[generic], kind: str, form: str, itemsize: int) -> None:
    made = _new(kind, itemsize, of, of.__name__.rstrip("_"))
    made.format = of_format = form
    of.dtype = made
    for key in (of, made.name, made.code, f"{kind}{itemsize}", of_format):
        KNOWN[key] = made


for _of, _format in zip((int8, int16, int32, int64), "bhiq", strict=True):
    _of_numbers(_of, "i", _format, 1 << "bhiq".index(_format))
for _of_unsigned, _format in zip((uint8, uint16, uint32, uint64), "BHIQ", strict=True):
    _of_numbers(_of_unsigned, "u", _format, 1 << "BHIQ".index(_format))
_of_numbers(float64, "f", "d", 8)
_of_numbers(bool_, "b", "?", 1)

BOOL, INT64, UINT8, FLOAT64 = (KNOWN[kind] for kind in (bool_, int64, uint8, float64))
OBJECT: Final = _new("O", 8, object_, "object")
OBJECT.code = "|O"
object_.dtype = OBJECT
KNOWN.update(
    {
        bool: BOOL,
        "b": KNOWN[int8],
        "b1": BOOL,
        int: INT64,
        "int": INT64,
        float: FLOAT64,
        None: FLOAT64,
        object: OBJECT,
        object_: OBJECT,
        "O": OBJECT,
        "|O": OBJECT,
    }
)


def text_of(width: int) -> dtype:
    """Return the type of texts of at most so many characters."""
    return _row("U", width)


def _described(of: Any) -> dtype:
    """Return the type of rows of units, or of texts."""
    if isinstance(of, list) and len(of) == 1 and of[0][0] == "lanes":
        return _lanes(dtype(of[0][1]), *of[0][2])
    if of is str or of is str_:
        return _row("U", 0)
    found = _ROW.fullmatch(of) if isinstance(of, str) else None
    if not found:
        raise TypeError(f"the stand-in for NumPy has no type {of!r}")
    return _row(found[1], int(found[2] or 0))


_ROW: Final = re.compile(r"[|<=]?([SUV])(\d*)")


@cache
def _lanes(unit: dtype, units: int) -> dtype:
    return _new("V", units * unit.itemsize, void, f"[('lanes', '{unit.code}', ({units},))]", unit)


@lru_cache(KEPT)
def _row(kind: str, size: int) -> dtype:
    if kind == "U":
        made = _new("U", 4 * size, str_, f"<U{size}")
        made.code = made.name
        return made
    return _new(kind, size, bytes_ if kind == "S" else void, f"|{kind}{size}", UINT8)


@lru_cache(KEPT)
def together(one: dtype, other: dtype) -> dtype:
    """Return the type that has all items of two types.

    Raises
    ------
    TypeError
        If there is none.
    """
    kinds = {one.kind, other.kind}
    wider = max(one, other, key=lambda kind: kind.itemsize)
    if one is other or "O" in kinds:
        return one if one is other else OBJECT
    if "f" in kinds and kinds <= set("biuf"):
        return FLOAT64
    if "b" in kinds and kinds <= set("biu"):
        return other if one.kind == "b" else one
    if len(kinds) == 1 and kinds != {"V"}:
        return wider
    if kinds != {"i", "u"}:
        raise TypeError(f"{one} and {other} have no type together")
    return _signed(*sorted((one, other), key=lambda kind: kind.kind))


def _signed(signed: dtype, unsigned: dtype) -> dtype:
    """Return the type that has the numbers of a type with a sign and of one without."""
    size = max(signed.itemsize, 2 * unsigned.itemsize)
    return KNOWN[f"i{size}"] if size <= INT64.itemsize else FLOAT64


@lru_cache(KEPT)
def fits(one: dtype, other: dtype) -> bool:
    """Whether numbers of a type may become those of another: of the same kind, or a wider one."""
    order = "buif"
    if one is other or other.kind == "O":
        return True
    if one.kind not in order or other.kind not in order:
        return one.kind == other.kind
    return order.index(one.kind) <= order.index(other.kind)


def scalar(kind: dtype, value: Any) -> Any:
    """Return an item of an array as a scalar: a number of its type, else the object itself."""
    of: Any = kind.type
    if kind.kind in "iu":
        return int.__new__(of, value)
    if kind.kind == "b":
        return bool_.both[value]
    if kind.kind == "U":
        return str.__new__(str_, value)
    return float.__new__(of, value) if kind.kind == "f" else value


class iinfo:
    """The limits of a type of whole numbers."""

    def __init__(self, of: Any) -> None:
        self.dtype = dtype(getattr(of, "dtype", of))
        if self.dtype.kind not in "iu":
            raise ValueError(f"{self.dtype} is no type of whole numbers")
        self.min, self.max, self.bits = (
            self.dtype.least,
            self.dtype.most,
            BITS * self.dtype.itemsize,
        )
