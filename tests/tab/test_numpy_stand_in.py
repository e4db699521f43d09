"""The stand-in for NumPy against NumPy: types, shapes, items, and the memory that views share."""

from __future__ import annotations

import ast
import pickle
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy  # noqa: ICN001 - np is either of the two
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lowbit.tab.numpy

if TYPE_CHECKING:
    from types import ModuleType

stand_in: Any = lowbit.tab.numpy

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
KINDS = ("bool", *INTEGERS)

EXPRESSIONS = Path(__file__).with_name("numpy_expressions.txt")

DIVIDES_FLOATS = {"a // b", "a % b"}
"""They do, where a type has the numbers of neither; by zero the stand-in does not."""


@cache
def expressions() -> dict[str, list[str]]:
    """Return the lines of the file, by their headings."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in EXPRESSIONS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif line and not line.startswith("#"):
            found.setdefault(heading, []).append(line)
    return found


def operands(np: ModuleType, drawn: dict[str, Any]) -> dict[str, Any]:
    """Return the arrays that expressions name, of one of the two modules."""
    slide: Any = stand_in.making.sliding_window_view
    if np is numpy:
        slide = numpy.lib.stride_tricks.sliding_window_view
    a = np.array(drawn["a"], drawn["kind"])
    return {
        "np": np,
        "slide": slide,
        "a": a,
        "b": np.array(drawn["b"], drawn["other"]),
        "t": np.array(drawn["t"], drawn["kind"]).reshape(-1, 3),
        "i": np.array(drawn["i"], np.int64),
        "m": np.array(drawn["m"], bool),
        "k": drawn["k"],
    }


def numbers_of(kind: str, least: int, most: int) -> st.SearchStrategy[list[Any]]:
    if kind == "bool":
        return st.lists(st.booleans(), min_size=least, max_size=most)
    info = numpy.iinfo(kind)
    small = st.integers(max(-9, int(info.min)), 9)
    any_number = st.integers(int(info.min), int(info.max))
    return st.lists(st.one_of(small, small, any_number), min_size=least, max_size=most)


@st.composite
def draws(draw: st.DrawFn) -> dict[str, Any]:
    kind, other = draw(st.sampled_from(KINDS)), draw(st.sampled_from(KINDS))
    n = draw(st.integers(3, 5))
    return {
        "kind": kind,
        "other": other,
        "a": draw(numbers_of(kind, n, n)),
        "b": draw(numbers_of(other, n, n)),
        "t": draw(numbers_of(kind, 3 * n, 3 * n)),
        "i": draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)),
        "m": draw(st.lists(st.booleans(), min_size=n, max_size=n)),
        "k": draw(st.integers(0, 1) if kind == "bool" else st.integers(0, 9)),
    }


def seen(value: Any) -> object:  # noqa: ANN401 - whatever a line gives
    """Return what is to be the same of a result."""
    if isinstance(value, (tuple, list)):
        return [seen(item) for item in value]
    kind = getattr(value, "dtype", None)
    if hasattr(value, "flags") and value.shape:
        flags = value.flags
        return str(kind), value.shape, bool(flags.c_contiguous), repr(value.tolist())
    if kind is not None:
        return str(kind), repr(value.tolist())
    return repr(value)


def outcome(np: ModuleType, drawn: dict[str, Any], line: str, *, changes: bool) -> object:
    """Return what a line gives, or that it fails."""
    names = operands(np, drawn)
    with numpy.errstate(all="ignore"):
        try:
            if not changes:
                return seen(eval(line, names))  # noqa: S307 - the project's own
            exec(line, names)  # noqa: S102 - as above
        except (TypeError, ValueError, IndexError, OverflowError):
            return "fails"
    return [seen(names[name]) for name in "abt"]


def differences(heading: str, drawn: dict[str, Any]) -> list[tuple[str, object, object]]:
    """Return the lines that do not give what they give with NumPy."""
    changes = heading == "changes"
    found = []
    for line in expressions()[heading]:
        expected = outcome(numpy, drawn, line, changes=changes)
        try:
            given = outcome(stand_in, drawn, line, changes=changes)
        except NotImplementedError:
            if line in DIVIDES_FLOATS:
                continue
            raise
        if given != expected:
            found.append((line, given, expected))
    return found


@pytest.mark.parametrize("heading", ["item by item", "many as one", "places", "form", "changes"])
@settings(max_examples=30)
@given(drawn=draws())
def test_a_line_gives_what_it_gives_with_numpy(heading: str, drawn: dict[str, Any]) -> None:
    assert not differences(heading, drawn)


@settings(max_examples=30)
@given(drawn=draws())
def test_operations_on_all_bytes_at_once_give_the_same(drawn: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stand_in.ufuncs, "WORTH_A_TABLE", 0)
        assert not differences("item by item", drawn)


def test_a_line_without_arrays_gives_what_it_gives_with_numpy() -> None:
    one = {
        "kind": "int64",
        "other": "int64",
        "a": [1],
        "b": [1],
        "t": [1, 2, 3],
        "i": [0],
        "m": [1],
    }
    assert not differences("alone", one | {"k": 1})


def test_every_name_has_a_line() -> None:
    text = EXPRESSIONS.read_text(encoding="utf-8")
    names = {name for name in vars(stand_in) if hasattr(numpy, name) and name[0] != "_"}
    names -= {"dtypes", "lib"}  # modules
    tried = set(re.findall(r"np\.(\w+)", text)) | set(re.findall(r"np\.\w+\.(\w+)", text))
    assert names - tried == set()


def test_a_name_that_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match=r"np\.linspace"):
        stand_in.linspace  # noqa: B018 - to look is enough
    with pytest.raises(NotImplementedError, match=r"np\.add\.outer"):
        stand_in.add.outer  # noqa: B018 - as above


def test_an_array_is_pickled() -> None:
    array = stand_in.arange(6).reshape(2, 3)
    copy = pickle.loads(pickle.dumps(array))  # noqa: S301 - its own
    assert seen(copy) == seen(array)
    assert copy.dtype is array.dtype


NOT_IN_A_TAB = ("audit", "cli", "dataset", "gym", "jobs", "tables", "tab")
"""Parts of lowbit that a page does not ask for."""

COMPILED = ("intrinsic", "kernel", "part", "routine", "staged", "looped", "unaliased", "data")


def names_of_numpy(source: str) -> set[str]:
    """Return the names of NumPy in a module, but for those in functions that are compiled."""
    found: set[str] = set()
    to_do: list[ast.AST] = [ast.parse(source)] if "np." in source else []
    while to_do:
        node = to_do.pop()
        if isinstance(node, ast.FunctionDef):
            decorators = map(ast.unparse, node.decorator_list)
            if any(decorator.split("(")[0] in COMPILED for decorator in decorators):
                continue
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "np":
            found.add(node.attr)
        to_do += ast.iter_child_nodes(node)
    return found


def test_all_that_a_page_may_reach_is_there() -> None:
    package = Path(lowbit.__file__).parent
    missing = {
        f"{path.relative_to(package)}: np.{name}"
        for path in package.rglob("*.py")
        if path.relative_to(package).parts[0] not in NOT_IN_A_TAB
        for name in names_of_numpy(path.read_text(encoding="utf-8"))
        if not hasattr(stand_in, name)
    }
    assert missing == set()
