"""What a batch may be made from: every form says the same, and what is wrong stays in its row."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit.alphabets import BLANKS
from lowbit.batch.candidates import AT_ONCE, givens_of, masks_of_puzzles
from lowbit.batch.kinds import batch_of
from lowbit.batch.puzzles import read_puzzles
from lowbit.errors import InputError
from lowbit.formats import read
from lowbit.formats.record import Record
from lowbit.formats.registry import FORMATS
from lowbit.grid import Grid, Masks
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.status import Status
from lowbit.verbs.solve.many import solve_many
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.kernels.classic.search import Puzzles

UNIQUE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
NONE = "536...8.4........7.7.....13.68..4...7...8...5...97......95..7..3....1.8.....4.539"
LINES = [UNIQUE, "." * 81, SEVERAL, NONE, "123456789" * 9]
GRIDS = [Grid(line) for line in LINES]
DIGITS = np.array([list(grid) for grid in GRIDS], np.uint8)
MASKS = np.array([grid.allowed for grid in GRIDS], np.uint16)
TEXT = "\n".join(LINES) + "\n"
DTYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "g")


def grids_in(puzzles: Puzzles) -> list[Grid | None]:
    """Return what the kernels get of each puzzle."""
    for array in puzzles:
        assert array.ndim == 1
        assert array.flags.c_contiguous
        assert array.flags.aligned
        assert array.flags.writeable, "else a kernel would be compiled once more"
        assert type(array) is np.ndarray
    dtypes = [array.dtype for array in puzzles]
    assert dtypes == [np.uint8, np.int64, np.uint16, np.uint16]
    return [grid_at(puzzles, start) for start in puzzles.starts.tolist()]


def grid_at(puzzles: Puzzles, start: int) -> Grid | None:
    if start < 0:
        return None
    if puzzles.masks.size:
        return Grid.from_masks(puzzles.masks[start : start + 81])
    masks = puzzles.mask_of[puzzles.cells[start : start + 81]]
    return None if (masks == BAD_CELL).any() else Grid.from_masks(masks)


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array = array.copy()
    array.flags.writeable = False
    return array


def misaligned(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    memory = np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:]
    moved: np.ndarray[Any, Any] = memory.view(array.dtype).reshape(array.shape)
    return moved


FORMS: dict[str, PuzzlesLike] = {
    "list of str": LINES,
    "tuple of str": tuple(LINES),
    "list of bytes": [line.encode() for line in LINES],
    "list of bytearray": [bytearray(line.encode()) for line in LINES],
    "list of Grid": GRIDS,
    "list of boards": [str(grid) for grid in GRIDS],
    "list of pencilmarks": [grid.to_pencilmarks() for grid in GRIDS],
    "list of rows": [[list(grid)[i : i + 9] for i in range(0, 81, 9)] for grid in GRIDS],
    "list of arrays": list(DIGITS),
    "mixed list": [LINES[0], GRIDS[1], LINES[2].encode(), DIGITS[3], GRIDS[4].to_pencilmarks()],
    "list of np.str_": list(np.array(LINES)),
    "str": TEXT,
    "bytes": TEXT.encode(),
    "bytearray": bytearray(TEXT.encode()),
    "memoryview": memoryview(TEXT.encode()),
    "uint8 [n, 81]": DIGITS,
    "uint8 [n, 9, 9]": DIGITS.reshape(-1, 9, 9),
    "uint8, read-only": read_only(DIGITS),
    "uint8, by columns": np.asfortranarray(DIGITS),
    "uint8, every other": np.repeat(DIGITS, 2, axis=0)[::2],
    **{f"{dtype}": DIGITS.astype(dtype) for dtype in DTYPES},
    "characters, S": np.array([list(line) for line in LINES], "S1"),
    "characters, U": np.array([list(line) for line in LINES]),
    "characters, U3": np.array([list(line) for line in LINES], "U3"),
    "characters [n, 9, 9]": np.array([list(line) for line in LINES]).reshape(-1, 9, 9),
    "characters, objects": np.array([list(line) for line in LINES], object),
    "objects [n, 81]": DIGITS.astype(object),
    "objects [n, 9, 9]": DIGITS.astype(object).reshape(-1, 9, 9),
    "int64 [n, 9, 9]": DIGITS.astype(np.int64).reshape(-1, 9, 9),
    "int32, big-endian": DIGITS.astype(">i4"),
    **{f"masks, {kind}": Masks(MASKS.astype(kind)) for kind in DTYPES[2:8]},
    "masks [n, 9, 9]": Masks(MASKS.reshape(-1, 9, 9)),
    "masks, read-only": Masks(read_only(MASKS)),
    "masks, big-endian": Masks(MASKS.astype(">u2")),
    "masks, misaligned": Masks(misaligned(MASKS)),
    "masks, objects": Masks(MASKS.astype(object)),
    "lists of masks": Masks(MASKS.tolist()),
    "list of Masks": [Masks(row) for row in MASKS],
    "S81": np.array(LINES, "S81"),
    "S81, read-only": read_only(np.array(LINES, "S81")),
    "S81, every other": np.repeat(np.array(LINES, "S81"), 2)[::2],
    "S100": np.array(LINES, "S100"),
    "U81": np.array(LINES, "U81"),
    "U81, big-endian": np.array(LINES, ">U81"),
    "U81, misaligned": misaligned(np.array(LINES, "U81")),
    "U100": np.array(LINES, "U100"),
    "S729": np.array([grid.to_pencilmarks() for grid in GRIDS], "S729"),
    "U729, some shorter": np.array([*LINES[:4], GRIDS[4].to_pencilmarks()]),
    "objects": np.array(LINES, object),
}  # fmt: skip
if hasattr(np.dtypes, "StringDType"):
    FORMS["StringDType"] = np.array(LINES, np.dtypes.StringDType())
    FORMS["characters, StringDType"] = np.array(
        [list(line) for line in LINES], np.dtypes.StringDType()
    )


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: str) -> None:
    puzzles = read_puzzles(FORMS[form])
    assert grids_in(puzzles) == GRIDS
    solutions = np.array([list(solve(UNIQUE)), DIGITS[-1]], np.uint8)
    givens = givens_of(puzzles, np.array([0, 4]), solutions)
    assert givens.tolist() == DIGITS[[0, -1]].tolist()


@pytest.mark.parametrize("blank", BLANKS)
def test_every_blank(blank: str) -> None:
    lines = [line.replace(".", blank) for line in LINES]
    marks = [grid.to_pencilmarks().replace(".", blank) for grid in GRIDS]
    for puzzles in (lines, "\n".join(lines), np.array(lines, "S"), marks, "\n".join(marks)):
        assert grids_in(read_puzzles(puzzles)) == GRIDS


def test_an_iterator() -> None:
    assert grids_in(read_puzzles(line for line in LINES)) == GRIDS


@pytest.mark.parametrize(
    "nothing",
    [
        [], (), "", b"", "\n\n", "# a remark", np.array([], "S81"), np.array([], "U81"),
        np.array([], "S5"), np.array([], object), np.zeros((0, 81), np.uint8),
        np.zeros((0, 9, 9), int), np.zeros((0, 81), np.uint16), np.zeros((0, 81), "U1"),
        Masks(np.zeros((0, 81), int)), Masks([]),
    ],
)  # fmt: skip
def test_no_puzzles(nothing: PuzzlesLike) -> None:
    assert grids_in(read_puzzles(nothing)) == []


def test_arrays_that_kernels_can_use_are_not_copied() -> None:
    assert np.shares_memory(read_puzzles(DIGITS).cells, DIGITS)
    assert np.shares_memory(read_puzzles(Masks(MASKS)).masks, MASKS)
    strings = np.array(LINES, "S81")
    assert np.shares_memory(read_puzzles(strings).cells, strings)


def test_nothing_given_is_changed() -> None:
    for form, puzzles in FORMS.items():
        before = repr(puzzles)
        read_puzzles(puzzles)
        assert repr(puzzles) == before, form


def test_restricted_grids_keep_their_restrictions() -> None:
    masks = [511, 0, 3, 1, 510, *[511] * 76]
    restricted = Grid.from_masks(masks)
    for puzzles in (
        [restricted, GRIDS[0]],
        [restricted.to_pencilmarks(), LINES[0]],
        f"{restricted.to_pencilmarks()} # hard\n{LINES[0]}\n",
        Masks(np.array([masks, GRIDS[0].allowed])),
        [Masks(masks), GRIDS[0]],
        np.array([restricted.to_pencilmarks(), LINES[0]]),
        np.array([restricted.to_pencilmarks(), LINES[0]], "S"),
    ):
        assert grids_in(read_puzzles(puzzles)) == [restricted, GRIDS[0]]


def test_many_pencilmarks_are_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lowbit.batch.words.ROWS_AT_ONCE", 2)
    marks = [grid.to_pencilmarks() for grid in GRIDS]
    assert grids_in(read_puzzles(marks + LINES)) == GRIDS + GRIDS


BAD_WORDS = {
    "wrong character": "x" + "." * 80,
    "wrong last character": "." * 80 + "/",
    "beyond Latin-1": "\u0663" + "." * 80,
    "beyond the basic plane": "." * 80 + "\U0001f600",
    "a byte like a digit": "\u0131" + "." * 80,  # its low byte is that of "1"
    "a surrogate": "\udc31" + "." * 80,
    "a NUL": "." * 80 + "\0",
    "too short": "." * 80,
    "too long": "." * 82,
    "wrong pencilmark": Grid("." * 81).to_pencilmarks()[:-1] + "8",
    "wrong pencilmark character": "x" + Grid("." * 81).to_pencilmarks()[1:],
}


def joined(words: list[str]) -> str:
    return "\n".join(words)


@pytest.mark.parametrize("bad", BAD_WORDS)
@pytest.mark.parametrize(
    "form",
    [
        pytest.param(list, id="list"),
        pytest.param(lambda words: [*words[:-1], Grid(words[-1])], id="mixed list"),
        pytest.param(lambda words: [w.encode("utf-8", "replace") for w in words], id="bytes"),
        pytest.param(joined, id="str"),
        pytest.param(lambda words: joined(words).encode("utf-8", "replace"), id="text"),
        pytest.param(np.array, id="U"),
        pytest.param(lambda words: np.array(words, object), id="objects"),
    ],
)
def test_a_bad_word_is_invalid_and_alone_so(bad: str, form: Callable[[list[str]], Any]) -> None:
    words = [LINES[0], BAD_WORDS[bad], LINES[1], LINES[2]]
    if bad == "a NUL" and isinstance(form(words), np.ndarray) and form(words).dtype.kind == "U":
        words[1] = "." * 79 + "\0."  # at the end of a string, NumPy does not tell it
    assert grids_in(read_puzzles(form(words))) == [GRIDS[0], None, GRIDS[1], GRIDS[2]]


@pytest.mark.parametrize("bad", ["", "." * 80, "x" * 81, "." * 82, "1" * 729, "\u0663" * 81])
def test_a_bad_string_of_an_array_is_invalid(bad: str) -> None:
    words = [LINES[0], bad, LINES[1]]
    encoded = [word.encode() for word in words]
    for array in (np.array(words), np.array(encoded), np.array(words, "U1000")):
        assert grids_in(read_puzzles(array)) == [GRIDS[0], None, GRIDS[1]]


@pytest.mark.parametrize(
    ("dtype", "bad"),
    [
        (dtype, bad)
        for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4")
        for bad in (10, 46, 127, 255, 256, 257, 1 << 31, -1, -128, -(1 << 33))
        if np.iinfo(dtype).min <= bad <= np.iinfo(dtype).max
    ],
)
def test_what_is_no_digit_makes_a_puzzle_invalid(dtype: str, bad: int) -> None:
    digits = DIGITS.astype(dtype)
    digits[1, 80] = bad
    assert grids_in(read_puzzles(digits)) == [GRIDS[0], None, *GRIDS[2:]]


@pytest.mark.parametrize("bad", [512, 0x8000, 0xFFFF, 513])
@pytest.mark.parametrize("cell", [0, 40, 80])
def test_what_is_no_mask_makes_a_puzzle_invalid(bad: int, cell: int) -> None:
    masks = MASKS.copy()
    masks[1, cell] = bad
    assert grids_in(read_puzzles(Masks(masks))) == [GRIDS[0], None, *GRIDS[2:]]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros(81, np.uint8), r"an array of uint8 \[81\]"),
        (np.zeros((9, 9), np.uint8), r"an array of uint8 \[9, 9\]"),
        (np.zeros((2, 80), np.uint8), r"an array of uint8 \[2, 80\]"),
        (np.zeros((2, 3, 27), np.uint8), r"an array of uint8 \[2, 3, 27\]"),
        (np.zeros((2, 1, 81), np.uint16), r"an array of uint16 \[2, 1, 81\]"),
        (np.zeros((2, 80)), r"an array of float64 \[2, 80\]"),
        (np.zeros((2, 81), complex), r"an array of complex128 \[2, 81\]"),
        (np.zeros((2, 81), "M8[s]"), r"an array of datetime64\[s\] \[2, 81\]"),
        (np.zeros((2, 81), bool), r"an array of bool \[2, 81\]"),
        (np.zeros((2, 80), object), r"an array of object \[2, 80\]"),
        (np.zeros((2, 80), "S1"), r"an array of \|S1 \[2, 80\]"),
        (np.array("x"), r"an array of <U1 \[\]"),
        (Grid("." * 81), "of type Grid"),
        (None, "of type NoneType"),
        (5, "of type int"),
        (Masks(np.zeros((2, 81), bool)), r"these Masks are an array of bool \[2, 81\]"),
        (Masks(np.zeros((2, 81))), r"these Masks are an array of float64 \[2, 81\]"),
        (Masks(np.zeros(81, int)), r"these Masks are an array of int64 \[81\]"),
        (Masks(5), "these Masks are of type int"),
        (Masks("5"), "these Masks are of type str"),
    ],
)
def test_wrong_shapes_and_types_raise_at_once(wrong: PuzzlesLike, message: str) -> None:
    with pytest.raises(InputError, match=rf"^a batch is .*; .*{message}$"):
        read_puzzles(wrong)


CHARACTERS = np.array([list(line) for line in LINES], "U2")


@pytest.mark.parametrize("bad", ["x", "12", "", "\u0663", "\u0131"])
@pytest.mark.parametrize("kind", ["U", "S"])
def test_a_bad_character_makes_a_puzzle_invalid(bad: str, kind: str) -> None:
    characters = CHARACTERS.copy()
    characters[1, 80] = bad
    if kind == "S":
        characters = np.char.encode(characters, "utf-8")
    assert grids_in(read_puzzles(characters)) == [GRIDS[0], None, *GRIDS[2:]]


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g"])
def test_nan_beside_digits_is_blank_and_alone_no_puzzle(dtype: str) -> None:
    digits = DIGITS.astype(dtype)
    digits[digits == 0] = np.nan
    expected = [GRIDS[0], None, *GRIDS[2:]]  # the second one is blank
    assert grids_in(read_puzzles(digits)) == expected
    assert grids_in(read_puzzles(digits.reshape(-1, 9, 9))) == expected
    assert grids_in(read_puzzles(list(digits))) == expected
    assert grids_in(read_puzzles([row.reshape(9, 9).tolist() for row in digits])) == expected


@pytest.mark.parametrize("bad", [float("inf"), 0.5, 8.9, -0.5, 9.5, 1e300])
def test_a_float_that_is_no_digit_makes_a_puzzle_invalid(bad: float) -> None:
    digits = DIGITS.astype(float)
    digits[1, 80] = bad
    assert grids_in(read_puzzles(digits)) == [GRIDS[0], None, *GRIDS[2:]]


@pytest.mark.parametrize(
    "text",
    [
        TEXT.rstrip("\n"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        "\ufeff" + TEXT,
        "\n\n" + TEXT.replace("\n", "\n\n"),
        "# five\n" + TEXT.replace("\n", "\n  # one more\n"),
        "puzzle,remark\n" + TEXT.replace("\n", ",easy\n"),
        "# a table\n\nQuizzes\n" + TEXT,
        TEXT.replace("\n", "  # easy\n"),
        TEXT.replace("\n", ";1;2\n"),
        TEXT.replace("\n", "\t1\n"),
        TEXT.replace("\n", "\u00a01\n"),
        "\n".join(f"  {line} " for line in LINES),
        TEXT.replace(".", "0"),
        "\n".join(f'"{line}"' for line in LINES),
        "\n".join(f"'{line}', 1" for line in LINES),
        "\n".join(map(",".join, LINES)),
        "\n".join(";".join(line) + "  # easy" for line in LINES),
        'puzzle\n"' + TEXT.replace("\n", '"\n"').rstrip('"'),
    ],
)
def test_lines(text: str) -> None:
    assert grids_in(read_puzzles(text)) == GRIDS
    assert grids_in(read_puzzles(text.encode())) == GRIDS


PIECES = [
    *LINES,
    Grid("." * 81).to_pencilmarks(),
    f'"{UNIQUE}"',
    ",".join(UNIQUE),
    "\t".join(f"'{cell}'" for cell in UNIQUE),
    *["\n"] * 8,
    *["\r\n", "\r", " ", "\t", ",", ";", "#", "x", "5", "'", '"'],
    *["end", "Quiz", "\u00e9", "\u2028"],
]  # fmt: skip


@pytest.mark.parametrize("before", [UNIQUE, "junk", f'"{UNIQUE}"'])
def test_a_header_behind_another_line_is_no_puzzle(before: str) -> None:
    results = solve_many(f"{before}\npuzzle\n{UNIQUE}\n")
    assert [result.status.word for result in results][1:] == ["invalid", "unique"]
    assert len(results) == 3


def test_a_line_with_space_between_its_cells_has_a_reason() -> None:
    reasons = solve_many(f'"{UNIQUE[:9]} {UNIQUE[9:]}"\n{UNIQUE}').reasons
    assert reasons == {0: "a puzzle on a line has nothing between its cells"}


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.booleans())
def test_lines_are_read_as_the_line_format_reads_them(text: str, marked: bool) -> None:  # noqa: FBT001 - drawn
    grids = [record.grid for record in read([text], "line") if not record.is_passthrough]
    assert grids_in(read_puzzles("\ufeff" * marked + text)) == grids
    assert grids_in(read_puzzles(text.encode("utf-8-sig" if marked else "utf-8"))) == grids


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("form", [str, str.encode])
def test_lines_of_numbers_are_puzzles_of_a_text(end: str, form: Callable[[str], Any]) -> None:
    line = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    numbers = " ".join(line.replace(".", "0"))
    found = solve_many(form(end.join([line, f"{numbers}  # remark", "1" + numbers, ""])))
    assert found.to_strings()[:2] == [solve(line).to_line()] * 2
    assert found.status.tolist()[2] == Status.INVALID


def test_masks_of_many_puzzles_are_looked_up_in_portions() -> None:
    """All rows at once took seconds, for which Ctrl-C waited, and eight times the memory."""
    digits = np.tile(np.arange(81, dtype=np.uint8) % 10, (200_000, 1))
    puzzles, rows = read_puzzles(digits), np.arange(200_000)[::2]
    tracemalloc.start()
    masks = masks_of_puzzles(puzzles, rows)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    one = [0x1FF if digit == 0 else 1 << int(digit) - 1 for digit in digits[0]]
    assert masks.shape == (100_000, 81)
    assert (masks == np.array(one, np.uint16)).all()
    assert peak < masks.nbytes + 2 * 8 * 81 * AT_ONCE


PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("encode", [str, str.encode])
def test_a_text_in_any_format_is_a_batch(name: str, encode: Callable[[str], str | bytes]) -> None:
    puzzles = [Grid(PUZZLE), Grid("." * 81)]
    text = "".join(FORMATS[name].write([Record(1, "", grid) for grid in puzzles]))
    for batch in (solve_many(encode(text)), solve_many(encode(text), geometry="9x9")):
        assert batch.status.tolist() == [Status.UNIQUE, Status.SEVERAL]


@pytest.mark.parametrize("name", FORMATS)
def test_an_item_is_a_text_in_any_format(name: str) -> None:
    text = "".join(FORMATS[name].write([Record(1, "", Grid(PUZZLE))]))
    assert solve_many([text, "1\n2"]).status.tolist() == [Status.UNIQUE, Status.INVALID]


def test_texts_of_several_lines_leave_a_batch_to_the_classic_engine() -> None:
    grid = Grid(PUZZLE)
    drawn = [str(grid), "".join(FORMATS["sdk"].write([Record(1, "", grid)]))]
    batch = batch_of([PUZZLE, *drawn, "no\npuzzle"])
    assert batch.kind == "classic"
    assert solve_many(batch).status.tolist() == [Status.UNIQUE] * 3 + [Status.INVALID]


def test_a_grid_below_a_title_is_a_batch() -> None:
    assert solve_many(f"My puzzle\n{Grid(PUZZLE)}\n").status.tolist() == [Status.UNIQUE]
    rows = solve_many(f"My puzzles\n{PUZZLE}\n{PUZZLE[:-1]}\n").status.tolist()
    assert rows == [Status.UNIQUE, Status.INVALID]


def test_a_wrong_grid_of_a_text_is_named_with_its_line() -> None:
    row = solve_many(f"{Grid(PUZZLE)}\n".replace("5", "q", 1))[0]
    assert (row.status, row.reason) == (
        Status.INVALID,
        "line 1, column 1: 'q' is not a digit or blank",
    )
