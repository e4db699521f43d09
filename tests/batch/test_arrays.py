"""Arrays in every verb: integers are digits whatever their type, and masks go by their name."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import Grid, InputError, Masks, Status, Transform
from lowbit.batch.puzzles import read_batch
from lowbit.kernels.core.compile import KERNELS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Verb = Callable[[Any], Any]

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
OTHER = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
LINES = [UNIQUE, OTHER]
DIGITS = np.array([list(Grid(line)) for line in LINES])
MASKS = np.array([Grid(line).allowed for line in LINES])

INTEGERS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4")
NUMBERS = (*INTEGERS, "f4", "f8", "O")
WIDE = ("i2", "u2", "i4", "u4", "i8", "u8", ">u2", "O")


def first_candidates(puzzle: object) -> str:
    """Return where a limit ends the search for a puzzle that needs all candidates it leaves out."""
    with pytest.raises(lowbit.LimitReachedError) as caught:
        lowbit.minimal_candidates(puzzle, max_nodes=9)  # type: ignore[call-overload]  # any form
    return str(caught.value)


ONE: dict[str, Verb] = {
    "Grid": Grid,
    "solve": lowbit.solve,
    "any_solution": lowbit.any_solution,
    "smallest_solution": lowbit.smallest_solution,
    "solutions": lambda p: list(lowbit.solutions(p)),
    "count_solutions": lowbit.count_solutions,
    "is_unique": lowbit.is_unique,
    "check": lowbit.check,
    "maximize": lambda p: lowbit.maximize(p).score,
    "minimal_candidates": first_candidates,
    "minimize": lowbit.minimize,
    "is_minimal": lowbit.is_minimal,
    "redundant_givens": lowbit.redundant_givens,
    "unavoidable_sets": lambda p: lowbit.unavoidable_sets(p, 6),
    "neighbours": lambda p: list(lowbit.neighbours(p, 1, 0, minimal=False)),
    "true_candidates": lowbit.true_candidates,
    "verify": lambda p: lowbit.verify(p, p),
    "candidate_counts": lambda p: lowbit.candidate_counts(p).tolist(),
    "ambiguity": lowbit.ambiguity,
    "estimate_solutions": lambda p: lowbit.estimate_solutions(p, seed=1),
    "render": lowbit.render,
    "shuffle": lambda p: lowbit.shuffle(p, seed=1),
    "canonical": lowbit.canonical,
    "canonical_transform": lowbit.canonical_transform,
    "is_isomorphic": lambda p: lowbit.is_isomorphic(p, UNIQUE),
    "isomorphism": lambda p: lowbit.isomorphism(p, UNIQUE),
    "automorphisms": lambda p: len(lowbit.automorphisms(p)),
    "rate": lambda p: lowbit.rate(p, rules=(), measures="redundant"),
    "Transform": Transform.random(1),
}
MANY: dict[str, Verb] = {
    "solve_many": lowbit.solve_many,
    "any_solution_many": lowbit.any_solution_many,
    "smallest_solution_many": lowbit.smallest_solution_many,
    "count_solutions_many": lowbit.count_solutions_many,
    "is_unique_many": lowbit.is_unique_many,
    "maximize_many": lowbit.maximize_many,
    "minimal_candidates_many": lambda ps: lowbit.minimal_candidates_many(ps, max_nodes=9),
    "minimize_many": lowbit.minimize_many,
    "is_minimal_many": lowbit.is_minimal_many,
    "redundant_givens_many": lowbit.redundant_givens_many,
    "true_candidates_many": lowbit.true_candidates_many,
    "shuffle_many": lambda ps: lowbit.shuffle_many(ps, seed=1).array,
    "transform_many": lambda ps: lowbit.transform_many(ps, Transform.random(1)).array,
    "check_many": lowbit.check_many,
    "canonical_many": lambda ps: lowbit.canonical_many(ps, transforms=True),
    "verify_many": lambda ps: lowbit.verify_many(ps, ps),
    "trace_many": lowbit.trace_many,
    "rate_many": lambda ps: lowbit.rate_many(ps, rules=(), measures="redundant"),
}
FROM_GRIDS = {"generate": lambda ps: lowbit.generate(1, from_grids=ps, seed=1).array}
BATCHES = MANY | FROM_GRIDS


def status_of(answer: object) -> object:
    """Return an answer without arrays, and without reasons, to be compared."""
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    if hasattr(answer, "_asdict"):
        answer = answer._asdict()
    elif is_dataclass(answer) and hasattr(answer, "reasons"):
        answer = {field.name: getattr(answer, field.name) for field in fields(answer)}
    if isinstance(answer, dict):
        return {name: status_of(value) for name, value in answer.items() if name != "reasons"}
    return answer


def test_every_verb_that_takes_puzzles_is_here() -> None:
    takers = {
        name
        for name in lowbit.__all__
        if inspect.isfunction(verb := getattr(lowbit, name))
        and {"puzzle", "puzzles", "grid", "first", "from_grids"}
        & {*inspect.signature(verb).parameters}
    }
    explaining = {
        "all_steps",
        "hint",
        "mistakes",
        "needs",
        "replay",
        "solves_with",
        "steps",
        "walkthrough",
    }  # these take a Grid's words
    about_constraints = {"redundant_constraints", "minimal_constraints"}  # these take a Puzzle
    others = explaining | about_constraints | {"write", "write_puzzle"}
    assert takers - others == {*ONE, *BATCHES} - {"Grid", "Transform"}


@pytest.mark.parametrize("name", ONE)
def test_one_array_of_digits_of_any_type(name: str) -> None:
    expected = ONE[name](UNIQUE)
    for kind in NUMBERS:
        assert ONE[name](DIGITS[0].astype(kind)) == expected, kind
        assert ONE[name](DIGITS[0].astype(kind).reshape(9, 9)) == expected, kind


@pytest.mark.parametrize("name", BATCHES)
def test_many_arrays_of_digits_of_any_type(name: str) -> None:
    expected = status_of(BATCHES[name](LINES))
    for kind in NUMBERS:
        assert status_of(BATCHES[name](DIGITS.astype(kind))) == expected, kind
        assert status_of(BATCHES[name](DIGITS.astype(kind).reshape(-1, 9, 9))) == expected, kind
        assert status_of(BATCHES[name](list(DIGITS.astype(kind)))) == expected, kind


EVERY_NUMBER = (*INTEGERS, "<i2", ">i2", ">u8", ">f8", "f2", "f4", "f8", "g")


def _layouts(array: NDArray[Any]) -> dict[str, Any]:
    return {
        "as it is": array,
        "columns first": np.asfortranarray(array),
        "every second row": np.repeat(array, 2, axis=0)[::2],
        "backwards": array[::-1][::-1],
        "in squares": array.reshape(-1, 9, 9),
        "masked": np.ma.masked_equal(array, 0),
        "a list of rows": list(array),
        "a list of squares": list(array.reshape(-1, 9, 9)),
        "a tuple of rows": tuple(array),
    }


@pytest.mark.parametrize("kind", EVERY_NUMBER)
def test_numbers_of_every_type_and_layout(kind: str) -> None:
    """More rows than are converted at a time, with rows among them that are no puzzles."""
    rows = np.resize(DIGITS, (5000, 81))
    rows[4999] = 77
    rows[17, 3] = 10
    expected = lowbit.solve_many(rows.astype(np.uint8))
    assert expected.summary() == {"invalid": 2, "unique": 4998}
    for name, array in _layouts(rows.astype(kind)).items():
        found = lowbit.solve_many(array)
        assert status_of(found) == status_of(expected), name
        assert dict(found.reasons).keys() == {17, 4999}, name


@pytest.mark.parametrize("kind", ["i1", "i2", "i8", ">i8", "f4", "f8"])
def test_numbers_that_are_no_digits(kind: str) -> None:
    others: list[float] = [-1, -128, 10, 127]
    others += [] if kind == "i1" else [255, 256, 265, -256, 2**14]
    others += [0.5, -0.25, 1e10, np.inf, -np.inf] if "f" in kind else []
    others += [2**32 + 5, 2**53 + 6] if "8" in kind else []
    rows = np.resize(DIGITS[:1], (len(others) + 1, 81)).astype(kind)
    rows[range(len(others)), range(len(others))] = others
    with np.errstate(all="raise"):
        assert lowbit.is_unique_many(rows).array.tolist() == [False] * len(others) + [True]


@pytest.mark.parametrize("kind", ["f2", "f4", "f8"])
def test_nan_is_a_blank_beside_digits(kind: str) -> None:
    rows = np.where(DIGITS == 0, np.nan, DIGITS).astype(kind)
    assert lowbit.is_unique_many(rows).array.all()
    rows[1] = np.nan
    assert lowbit.solve_many(rows).summary() == {"invalid": 1, "unique": 1}


@pytest.mark.parametrize("kind", WIDE)
def test_masks_and_digits_of_boards_of_every_type(kind: str) -> None:
    board = lowbit.Geometry.parse("6x6")
    grids = [Grid("1" + "." * 35, board), Grid("12" + "." * 34, board)] * 3000
    masks = np.array([grid.allowed for grid in grids]).astype(kind)
    digits = np.array([list(grid) for grid in grids]).astype(kind)
    expected = lowbit.count_solutions_many(grids, geometry=board, limit=2).array.tolist()
    masks[5, 1], digits[5, 1], expected[5] = 64, 7, 0
    for puzzles in (Masks(masks), Masks(masks.reshape(-1, 6, 6)), digits, list(digits)):
        assert (
            lowbit.count_solutions_many(puzzles, geometry=board, limit=2).array.tolist() == expected
        )


NUMBERS_OF_PUZZLES: dict[str, Callable[[int], Any]] = {
    "int": int,
    "Decimal": Decimal,
    "Fraction": Fraction,
    "numpy object": lambda number: np.array([number], object)[0],
}


@pytest.mark.parametrize("name", NUMBERS_OF_PUZZLES)
@pytest.mark.parametrize("verb", [*ONE, *BATCHES])
def test_a_puzzle_kept_as_a_number(verb: str, name: str) -> None:
    """As tables have it that take its digits for a number; blanks at its beginning are lost."""
    line = OTHER[::-1].replace(".", "0")
    assert line.startswith("000000")
    number = NUMBERS_OF_PUZZLES[name](int(line))
    if verb in ONE:
        assert ONE[verb](number) == ONE[verb](line)
    else:
        expected = status_of(BATCHES[verb]([line, line]))
        assert status_of(BATCHES[verb]([number, line])) == expected
        assert status_of(BATCHES[verb](np.array([number, line], object))) == expected


def test_numbers_that_lost_digits_say_so() -> None:
    found = lowbit.solve_many([UNIQUE, float("5" * 81), "5.34e+80", int("5" * 41), int("5" * 40)])
    assert found.status[3] != Status.INVALID
    for row in (1, 2):
        assert found.reasons[row].endswith("keep its column as text (in pandas with dtype=str)")
    assert found.reasons[4].startswith("cannot make a grid from int of 40 digits, of 81: ")
    with pytest.raises(InputError, match=r"float64 \[2\]: keep its column as text"):
        lowbit.solve_many(np.array([5e80, 6e80]))
    small = np.array([1000002000030400, 2000030004])
    texts = ["1000002000030400", "0000002000030004"]
    expected = lowbit.count_solutions_many(texts, geometry="4x4").array
    assert (lowbit.count_solutions_many(small, geometry="4x4").array == expected).all()
    assert (lowbit.count_solutions_many(small.tolist(), geometry="4x4").array == expected).all()


@pytest.mark.parametrize("name", ONE)
def test_an_empty_string_is_a_blank_cell(name: str) -> None:
    rows = [[symbol.strip(".") for symbol in UNIQUE[at : at + 9]] for at in range(0, 81, 9)]
    assert ONE[name](rows) == ONE[name](UNIQUE)


@pytest.mark.parametrize("name", MANY)
def test_the_path_of_a_file(name: str, tmp_path: Path) -> None:
    expected = status_of(MANY[name](LINES))
    for ending in ("txt", "txt.gz", "csv", "json", "sdk"):
        path = tmp_path / f"in.{ending}"
        lowbit.write(path, LINES)
        assert status_of(MANY[name](path)) == expected, ending


def test_the_path_of_a_file_on_another_board(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    lowbit.write(path, ["1" + "." * 15, "11" + "." * 14], geometry="4x4")
    for board in (None, "4x4"):
        assert lowbit.solve_many(path, geometry=board).summary() == {"none": 1, "several": 1}
    path.write_text(f"{UNIQUE}\nx\n", encoding="utf-8")
    assert lowbit.solve_many(path).reasons == {1: "character 1: 'x' is not a digit or blank"}
    with pytest.raises(lowbit.SourceError, match="there is no such file"):
        lowbit.solve_many(tmp_path / "missing.txt")


@pytest.mark.parametrize("name", BATCHES)
def test_lists_of_rows_in_a_batch(name: str) -> None:
    expected = status_of(BATCHES[name](LINES))
    for blank in ("", " ", ".", "0", 0, None):
        rows = [[blank if s == "." else s for s in UNIQUE[at : at + 9]] for at in range(0, 81, 9)]
        assert status_of(BATCHES[name]([rows, DIGITS[1].tolist()])) == expected


@pytest.mark.parametrize("kind", ["U1", "S1", "U2", "S2", "O"])
@pytest.mark.parametrize("name", [*ONE, *BATCHES])
def test_arrays_of_characters(name: str, kind: str) -> None:
    characters = np.array([list(line) for line in LINES], kind)
    if name in ONE:
        assert ONE[name](characters[0]) == ONE[name](UNIQUE)
        assert ONE[name](characters[0].reshape(9, 9)) == ONE[name](UNIQUE)
    else:
        expected = status_of(BATCHES[name](LINES))
        assert status_of(BATCHES[name](characters)) == expected
        assert status_of(BATCHES[name](characters.reshape(-1, 9, 9))) == expected


@pytest.mark.parametrize("name", [*ONE, *BATCHES])
def test_masks_of_any_type_go_by_their_name(name: str) -> None:
    for kind in WIDE:
        masks = MASKS.astype(kind)
        if name in ONE:
            assert ONE[name](Masks(masks[0])) == ONE[name](UNIQUE)
            assert ONE[name](Masks(masks[0].reshape(9, 9).tolist())) == ONE[name](UNIQUE)
            with pytest.raises(InputError, match=r"lowbit\.Masks says that integers are"):
                ONE[name](masks[0])
        else:
            expected = _as_masks(name)
            assert status_of(BATCHES[name](Masks(masks))) == expected
            assert status_of(BATCHES[name](Masks(masks.reshape(-1, 9, 9)))) == expected


def _as_masks(name: str) -> object:
    answer = BATCHES[name](LINES)
    if name in {"shuffle_many", "transform_many"}:
        return [list(Grid(row).allowed) for row in answer]
    return status_of(answer)


@pytest.mark.parametrize("name", MANY)
def test_masks_without_their_name_are_no_digits(name: str) -> None:
    for kind in ("u2", "i8"):
        assert status_of(MANY[name](MASKS.astype(kind))) == status_of(MANY[name](["", ""]))
    for reason in lowbit.solve_many(MASKS.astype(np.uint16)).reasons.values():
        assert reason.endswith("lowbit.Masks says that integers are candidate masks")


@pytest.mark.parametrize("name", [*ONE, *BATCHES])
def test_truth_values_are_no_digits(name: str) -> None:
    with pytest.raises(InputError, match=r"bool|True is not a digit|False is not a digit"):
        (ONE | BATCHES)[name](DIGITS[0] > 0 if name in ONE else DIGITS > 0)


BAD: dict[str, tuple[Any, str]] = {
    "None": (None, "cannot make a grid from NoneType"),
    "NaN": (float("nan"), "cannot make a grid from float"),
    "a number": (5, "cannot make a grid from int"),
    "an object": (object(), "cannot make a grid from object"),
    "too short": ("." * 80, "a 9x9 grid has 81 cells, not 80"),
    "a bad character": ("." * 40 + "x" + "." * 40, "character 41: 'x' is not a digit or blank"),
    "bytes": (b"?" * 81, "character 1: '?' is not a digit or blank"),
    "NaN among digits": ([float("nan")] * 81, "all cells are NaN: there is no puzzle"),
    "an array of bool": (DIGITS[0] > 0, "r1c1: True is not a digit from 1 to 9 or blank"),
    "masks": (Masks([512] * 81), "r1c1: 512 is not a mask of digits"),
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("bad", BAD)
def test_a_bad_item_is_an_invalid_row_with_its_reason(name: str, bad: str) -> None:
    item, reason = BAD[bad]
    answer = MANY[name]([UNIQUE, item, UNIQUE])
    assert status_of(answer) == status_of(MANY[name]([UNIQUE, "", UNIQUE]))
    if hasattr(answer, "reasons"):
        assert dict(answer.reasons) == {1: reason}
    array = np.empty(3, object)
    array[:] = [UNIQUE, None, UNIQUE]
    array[1] = item
    assert status_of(MANY[name](array)) == status_of(answer)


INVALID_ROWS: dict[str, Any] = {
    "text": f"{UNIQUE}\n\u0663{UNIQUE[1:]} # remark\n{UNIQUE}\n",
    "digits": np.array([DIGITS[0], np.full(81, 77), DIGITS[0]]),
    "floats": np.array([DIGITS[0], np.full(81, np.nan), DIGITS[0]]),
    "characters": np.array([list(UNIQUE), ["x"] * 81, list(UNIQUE)]),
    "strings": np.array([UNIQUE, "x" * 81, UNIQUE]),
    "masks": Masks(np.array([MASKS[0], np.full(81, 1000), MASKS[0]])),
    "lists of masks": Masks([MASKS[0], None, MASKS[0]]),
}
REASONS = {
    "text": "character 1: '\u0663' is not a digit or blank",
    "digits": "r1c1: 77 is not a digit from 1 to 9 or blank; lowbit.Masks says that integers are"
    " candidate masks",
    "floats": "all cells are NaN: there is no puzzle",
    "characters": "r1c1: 'x' is not a digit from 1 to 9 or blank",
    "strings": "character 1: 'x' is not a digit or blank",
    "masks": "r1c1: 1000 is not a mask of digits",
    "lists of masks": "cannot make a grid from NoneType",
}


@pytest.mark.parametrize("form", INVALID_ROWS)
def test_the_reason_of_a_row_in_every_form(form: str) -> None:
    result = lowbit.solve_many(INVALID_ROWS[form])
    assert result.status.tolist() == [Status.UNIQUE, Status.INVALID, Status.UNIQUE]
    assert repr(result.reasons) == repr({1: REASONS[form]})
    assert [row.reason for row in result] == [None, REASONS[form], None]
    assert result[-2].reason == REASONS[form]
    assert dict(result[1:].reasons) == {0: REASONS[form]}
    assert dict(result[::-2].reasons) == {}
    assert lowbit.maximize_many(INVALID_ROWS[form])[1:].reasons[0] == REASONS[form]


def test_a_reason_is_that_of_the_row_as_it_was() -> None:
    digits = DIGITS.copy()
    digits[0, 0] = 10
    result = lowbit.solve_many(digits)
    digits[0, 0] = 0
    assert result.reasons[0].startswith("r1c1: 10 is not a digit")


def times(n: Any, factor: int) -> Any:  # noqa: ANN401 - of many types
    """Return a number of the same type; NumPy 1 makes a float of an unsigned one and an int."""
    return n * type(n)(factor)


WHOLE: dict[str, Callable[[Any], Any]] = {
    "shuffle": lambda n: lowbit.shuffle(UNIQUE, seed=n),
    "Transform.random": lambda n: Transform.random(n, n),
    "minimize": lambda n: lowbit.minimize(UNIQUE, seed=n, row=n, max_nodes=times(n, 10**4)),
    "shuffle_many": lambda n: lowbit.shuffle_many(LINES, seed=n, threads=n).array,
    "minimize_many": lambda n: lowbit.minimize_many(
        LINES, seed=n, threads=n, max_nodes=times(n, 10**4)
    ),
    "random_grids": lambda n: lowbit.random_grids(n, seed=n, threads=n).array,
    "generate": lambda n: (
        lowbit.generate(n, seed=n, threads=n, max_tries=n, clues=(times(n, 8), times(n, 27))).array
    ),
    "solve_many": lambda n: lowbit.solve_many(LINES, limit=n, threads=n, max_nodes=n),
    "count_solutions_many": lambda n: lowbit.count_solutions_many(LINES, limit=n, threads=n).array,
    "canonical_many": lambda n: lowbit.canonical_many(LINES, threads=n),
    "maximize_many": lambda n: lowbit.maximize_many(
        LINES, top=n, threads=n, max_nodes=times(n, 10**6)
    ),
    "maximize": lambda n: lowbit.maximize(UNIQUE, top=n, max_nodes=times(n, 10**6)).scores,
    "count_solutions": lambda n: lowbit.count_solutions(
        "." * 81, limit=n, max_nodes=times(n, 10**6)
    ),
    "solutions": lambda n: list(lowbit.solutions("." * 81, limit=n)),
}


def n_loaded_kernels() -> int:
    return sum(len(kernel._versions) for kernel in KERNELS)  # noqa: SLF001 - nobody else asks


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_number_may_be_one_of_numpy(name: str) -> None:
    expected = status_of(WHOLE[name](3))
    n_loaded = n_loaded_kernels()
    for kind in (np.int32, np.int64, np.uint64):
        assert status_of(WHOLE[name](kind(3))) == expected
    assert n_loaded_kernels() == n_loaded  # none is compiled for another type
    with pytest.raises(InputError):
        WHOLE[name](2.5)


def test_a_seed_may_be_as_large_as_an_integer_of_numpy() -> None:
    largest: Any = np.uint64(2**64 - 1)
    assert lowbit.shuffle(UNIQUE, seed=largest) == lowbit.shuffle(UNIQUE, seed=2**64 - 1)
    rows = lowbit.shuffle_many(LINES, seed=largest).array
    assert (rows == lowbit.shuffle_many(LINES, seed=2**64 - 1).array).all()


SOLUTION = lowbit.solve(UNIQUE).to_line()

MASKED = np.ma.array(np.array([list(map(int, SOLUTION))]), mask=np.arange(81) < 60)
"""A solution, most of which is masked."""


@pytest.mark.parametrize(
    "puzzles",
    [
        MASKED,
        MASKED.reshape(1, 9, 9),
        MASKED.astype("U1"),
        MASKED.astype("S1"),
        MASKED.astype(float),
        lowbit.Masks(1 << (MASKED - 1)),
    ],
    ids=["digits", "rows", "characters", "bytes", "floats", "masks"],
)
def test_what_is_masked_is_blank(puzzles: Any) -> None:  # noqa: ANN401 - any array
    expected = lowbit.solve_many(["." * 60 + SOLUTION[60:]])
    found = lowbit.solve_many(puzzles)
    assert list(found.status) == list(expected.status)
    assert (found.solutions == expected.solutions).all()


@pytest.mark.parametrize("kind", ["S81", "S90", "U81", "U90"])
def test_arrays_of_plain_strings_take_no_look_at_each(kind: str) -> None:
    with_killer = ["." * 81, "<" + "." * 80]
    assert not read_batch(np.array(["." * 81, "12." * 27, "0" * 81], kind)).may_have_signs
    assert read_batch(np.array(with_killer, kind)).may_have_signs
