"""The error tree: its shape, its messages, and the way through pickle."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from lowbit import errors
from lowbit.cli.io.messages import describe
from lowbit.errors import (
    ConstraintError,
    EffortSpentError,
    FormatError,
    GeometryError,
    GridError,
    InputError,
    LimitReachedError,
    LowbitError,
    MissingPackageError,
    MultipleSolutionsError,
    NoSolutionError,
    RowError,
    SourceError,
    TableError,
    UnknownFormatError,
    WrongStepError,
)
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from support import pickled

FIRST = Grid("1234 3412 2143 4321", Geometry.parse("4x4"))
SECOND = Grid("1234 3421 2143 4312", Geometry.parse("4x4"))

EXAMPLES = [
    (LowbitError("a"), "a"),
    (InputError("b"), "b"),
    (GeometryError("c"), "c"),
    (GridError("'x' is no digit"), "'x' is no digit"),
    (ConstraintError("no cells"), "no cells"),
    (GridError("'x' is no digit", 40), "character 41: 'x' is no digit"),
    (SourceError("is a directory", "a.txt"), "a.txt: is a directory"),
    (TableError("there is no column x"), "there is no column x"),
    (FormatError("too short"), "too short"),
    (FormatError("too short", "a.txt"), "a.txt: too short"),
    (FormatError("too short", "a.txt", 12), "a.txt: line 12: too short"),
    (FormatError("too short", "", 12, 40), "line 12, column 40: too short"),
    (UnknownFormatError("none fits", "<stdin>", 1), "<stdin>: line 1: none fits"),
    (RowError("3 fields", "a.csv", 7), "a.csv: line 7: 3 fields"),
    (NoSolutionError("none"), "none"),
    (
        MultipleSolutionsError(FIRST, SECOND),
        "the puzzle has more than one solution: r2c3 can be 1 or 2",
    ),
    (
        LimitReachedError("the node limit ended the search", 7),
        "the node limit ended the search after 7 nodes; nothing is known of the rest",
    ),
    (
        LimitReachedError("the node limit ended the search", 7, 1),
        (
            "the node limit ended the search after 7 nodes; at least 1 solution, and "
            "nothing is known of the rest"
        ),
    ),
    (
        LimitReachedError("the time limit ended the search", 7, 2),
        (
            "the time limit ended the search after 7 nodes; at least 2 solutions, and "
            "nothing is known of the rest"
        ),
    ),
    (
        EffortSpentError("the last 9 tries found no such puzzle", 1, 3, 20),
        (
            "the last 9 tries found no such puzzle: 1 of 3 were found, in 20 tries, one in 20. "
            "There may be more, or none; allow more tries or time, or ask for something less rare"
        ),
    ),
    (
        WrongStepError("unique-rectangle-1", "r3c5 is not 2"),
        (
            "the step 'unique-rectangle-1' is wrong: it says that r3c5 is not 2, against the "
            "solution; this is a fault of lowbit, please report it with the puzzle"
        ),
    ),
    (
        MissingPackageError("a PDF needs fpdf2", "pictures"),
        "a PDF needs fpdf2: pip install 'lowbit[pictures]'",
    ),
]


SERVER = {"RequestError": "LowbitError"}
"""The errors of the server, which answers with them; no function raises one."""

INTERNAL = {
    **dict.fromkeys(("BusyError", "ClosedError", "CrashError", "FullError"), "Exception"),
    **dict.fromkeys(("LostError", "NotReadyError", "TimedOutError"), "Exception"),
    "DeadEndError": "Exception",
    "StoppedError": "Exception",
    "WorkerProcessError": "RuntimeError",
}
"""The errors that one part of lowbit raises and another catches."""


def classes() -> dict[str, str]:
    """Return the base of each error that any module of lowbit defines, loaded or not."""
    modules = Path(errors.__file__).parent.rglob("*.py")
    found = [
        re.findall(r"^ *class (\w+(?:Error|Exception))\(([\w.]*)", text, re.MULTILINE)
        for text in (module.read_text(encoding="utf-8") for module in modules)
    ]
    return {name: base for each in found for name, base in each}


def tree(root: str, bases: dict[str, str], depth: int = 0) -> list[tuple[int, str]]:
    children = [name for name, base in bases.items() if base == root]
    branches = [line for child in children for line in tree(child, bases, depth + 1)]
    return [(depth, root), *branches]


def drawn_tree() -> list[tuple[int, str]]:
    lines = re.findall(r"^    ([│├└─ ]*)(\w+Error)", inspect.getdoc(errors) or "", re.MULTILINE)
    return [(len(branch) // 4, name) for branch, name in lines]


def test_the_docstring_draws_the_tree_of_all_errors_but_the_server_s() -> None:
    bases = classes()
    assert SERVER.items() <= bases.items()
    drawn = {name: base for name, base in bases.items() if name not in SERVER}
    assert drawn_tree() == tree("LowbitError", drawn)


def test_every_other_error_is_known() -> None:
    in_tree = {name for _, name in drawn_tree()}
    others = {name: base for name, base in classes().items() if name not in in_tree | {*SERVER}}
    assert others == INTERNAL


def test_every_error_has_an_example_here() -> None:
    assert {type(error).__name__ for error, _ in EXAMPLES} == {name for _, name in drawn_tree()}


@pytest.mark.parametrize(("error", "message"), EXAMPLES)
def test_message(error: LowbitError, message: str) -> None:
    assert str(error) == message


@pytest.mark.parametrize("error", [error for error, _ in EXAMPLES])
def test_pickle_keeps_all_of_an_error(error: LowbitError) -> None:
    copy = pickled(error)
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


@pytest.mark.parametrize(
    "kind", [InputError, GeometryError, GridError, SourceError, FormatError, UnknownFormatError]
)
def test_bad_input_is_a_value_error(kind: type[Exception]) -> None:
    assert issubclass(kind, ValueError)


@pytest.mark.parametrize("kind", [NoSolutionError, MultipleSolutionsError, LimitReachedError])
def test_an_answer_is_no_value_error(kind: type[Exception]) -> None:
    assert not issubclass(kind, ValueError)


def test_attributes() -> None:
    assert vars(GridError("bad", 3)) == {"reason": "bad", "offset": 3}
    assert vars(SourceError("bad", "a")) == {"reason": "bad", "source": "a"}
    place = {"source": "a", "line": 1, "column": 2}
    assert vars(FormatError("bad", **place)) == {"reason": "bad", **place}  # type: ignore[arg-type]
    assert FormatError("bad", "a", 1, 2).where == "line 1, column 2: bad"
    assert MultipleSolutionsError(FIRST, SECOND).solutions == (FIRST, SECOND)
    missing = MissingPackageError("a PDF needs fpdf2", "pictures")
    assert vars(missing).items() >= {"reason": "a PDF needs fpdf2", "extra": "pictures"}.items()
    assert isinstance(missing, ImportError)
    assert vars(LimitReachedError("slow", 9)) == {
        "reason": "slow",
        "nodes": 9,
        "n_found": 0,
    }


def test_messages_of_the_library_name_no_option_of_the_command() -> None:
    root = Path(errors.__file__).parent
    for module in root.rglob("*.py"):
        is_of_command = module.relative_to(root).parts[0] == "cli"
        if not is_of_command and module.name != "card.py":  # a card quotes the command
            found = re.findall(r"(?<![\w-])--[a-z][a-z-]+", module.read_text(encoding="utf-8"))
            assert not found, module


def test_the_command_adds_the_option_that_helps() -> None:
    error = TableError("which?", argument="solution_column")
    assert describe(error) == "which? (--solution-column)"
    assert describe(pickled(error)) == describe(error)
    assert describe(TableError("which?")) == "which?"
