"""Puzzles with constraints in files: the text, link or JSON of one on a line, or in a field.

::

    # a line each; the forms may alternate, and a puzzle without constraints is a line of cells;
    # lines that are a single item of Interactive Sudoku Solver are a puzzle together
    .Cage~10~R1C1~R1C2.Thermo~R3C1~R3C2~R3C3  # remark
    https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight.~R1C1_5
    {"board": "4x4", "symbols": "1234", "candidates": [ ... ], "constraints": [ ... ]}

Reading these forms loads all constraints, so the reader is imported only when a text may be one.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from lowbit.errors import FormatError, GridError, InputError
from lowbit.formats.format import Format
from lowbit.formats.headings import needs_heading
from lowbit.formats.lines import line
from lowbit.formats.lines.item_lines import (
    WORDS_OF_ITEMS,
    begins_puzzle,
    begins_with_item,
    items_after,
    unwrapped,
)
from lowbit.formats.puzzle import is_symbols, parse_puzzle
from lowbit.formats.record import Record
from lowbit.formats.text import is_comment, one_line, require_utf8
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.nesting import value_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

HAS_CONSTRAINTS: Final = (
    "this puzzle has constraints, which are not taken here: it can be solved, checked, counted, "
    "minimized, maximized, rated, shuffled, canonicalized, shown, rendered and explained"
)

BETWEEN = re.compile(r"^\s*#?\s*")
"""The separators between a puzzle and its remark."""

SIGNS: Final = "~:{=<>^v"
WORDS: Final = re.compile(r"\.[A-Z][a-z]|N4Ig|sc[lf]|ctc|fpuz")
"""One of these, or of `SIGNS`, stands in every text of a puzzle with constraints."""

KEYS_OF_JSON: Final = (
    {"candidates", "constraints"},  # lowbit's
    {"format", "format_version", "givens", "rules"},  # pencilmark's
    {"size", "grid"},  # f-puzzles'
    {"cells", "cages", "regions"},  # SudokuPad's
)
"""The keys of the JSON of one puzzle, rather than of a row of a table, by program."""


LENGTHS_OF_JIGSAWS: Final = tuple(2 * side * side for side in range(4, 26))
"""The cells and the regions of a jigsaw, by its side."""


def may_have_constraints(text: str) -> bool:
    """Return whether a text may have another that `lowbit.read_puzzle` reads, at a glance.

    A jigsaw is told by the length of the first word alone.

    Examples
    --------
    >>> may_have_constraints(".Cage~10~R1C1~R1C2"), may_have_constraints("." * 81)
    (True, False)
    """
    first, *_ = text[: 2 * LENGTHS_OF_JIGSAWS[-1]].split() or [""]
    if len(first) in LENGTHS_OF_JIGSAWS or any(sign in text for sign in SIGNS):
        return True  # each sign sought alone is found 30 times as fast as by a pattern
    return text != text.upper() and WORDS.search(text) is not None


def is_text_of_variant(text: str, board: Geometry = CLASSIC) -> bool:
    """Return whether a text is in a form that `lowbit.read_puzzle` reads, right or wrong.

    Examples
    --------
    >>> is_text_of_variant(".Cage~10~R1C1~R1C2"), is_text_of_variant("." * 81)
    (True, False)
    """
    if is_symbols(text, board):
        return False  # and nothing needs to be loaded
    from lowbit.formats.variants import PUZZLE_FORMATS  # loads all constraints

    return any(form.recognises(text) for form in PUZZLE_FORMATS.values())


def is_one_puzzle(text: str, board: Geometry = CLASSIC) -> bool:
    r"""Return whether a whole text, whatever its lines, is one puzzle in such a form.

    Examples
    --------
    >>> is_one_puzzle(".AntiKnight\n\n.AntiKing"), is_one_puzzle('{"puzzle": "1....2....3....4"}')
    (True, False)
    """
    text = text.strip()
    is_other_json = text.startswith("{") and not is_json_line(text)
    return not is_other_json and is_text_of_variant(text, board)


def is_json_line(text: str) -> bool:
    """Return whether a line begins with the JSON of a Puzzle, with or without a remark after it.

    Examples
    --------
    >>> is_json_line('{"board": "4x4", "candidates": [], "constraints": []}  # tiny')
    True
    """
    if not text.lstrip().startswith("{"):
        return False
    with suppress(ValueError, RecursionError):
        return is_json_of_variant(value_at(text.strip())[0])
    return False


def is_json_begun(text: str) -> bool:
    """Return whether a line begins a JSON object that ends on a later line.

    Examples
    --------
    >>> is_json_begun('{"board": "4x4",'), is_json_begun('{"board": "4x4"}')
    (True, False)
    """
    text = text.strip()
    if not text.startswith("{"):
        return False
    try:
        value_at(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text)
    except (ValueError, RecursionError):
        return False
    return False


def is_json_of_variant(value: object) -> bool:
    """Return whether a value is the JSON of one puzzle, of lowbit's or of another program's."""
    is_one = isinstance(value, dict) and any(keys <= value.keys() for keys in KEYS_OF_JSON)
    return is_one and not isinstance(value.get("grid"), str)  # type: ignore[attr-defined]


def parse_field(text: str, board: Geometry, start: int = 0) -> Grid | Puzzle:
    """Return the puzzle of a text, `start` characters into its line: cells, or with constraints."""
    if is_text_of_variant(text, board):
        return read_variant(text, start=start)
    try:
        return parse_puzzle(text, board, start)
    except GridError:
        from lowbit.formats.drawn.loose import one_puzzle  # loads all that is drawn

        if found := one_puzzle(text, board):
            return found
        raise


def read_variant(text: str, form: str | None = None, start: int = 0) -> Grid | Puzzle:
    """Return the puzzle of a text, as `lowbit.read_puzzle` does; a Grid if it has no constraints.

    Raises
    ------
    GridError
        With the place of the wrong item, if it is known.
    """
    from lowbit.formats.variants import puzzle_in  # loads all constraints

    try:
        puzzle = puzzle_in(text, form)
    except InputError as error:
        place = _offset(text, lambda items: puzzle_in(items, "iss"))
        reason = error.reason if isinstance(error, FormatError) else str(error)
        raise GridError(reason, None if place is None else start + place) from error
    return puzzle if puzzle.constraints or puzzle.cosmetics else puzzle.grid


def read(lines: LineStream, board: Geometry, form: str | None = None) -> Iterator[Record]:
    """Yield a record per puzzle; an invalid one does not affect the others."""
    for text in lines:
        if is_comment(text):
            yield lines.comment(text)
        elif begins_puzzle(text) and len(texts := items_after(lines, text)) > 1:
            yield _record_of_items(texts, lines)
        elif form is None and not is_text_of_variant(split_remark(text)[0], board):
            yield line.read_puzzle(text, lines, board)
        else:
            yield _record(text, lines, form)


def read_mixed(
    lines: LineStream, board: Geometry, *, header_may_come: bool = True
) -> Iterator[Record]:
    """Yield a record per line of a text of plain puzzles, some of which may have constraints."""
    for record in line.read(lines, board, header_may_come=header_may_come):
        is_maybe = record.error and may_have_constraints(record.text)
        if is_maybe and is_text_of_variant(split_remark(record.text)[0], board):
            yield _record(record.text, lines, None)
        else:
            yield record


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a line per puzzle; one with constraints is JSON unless it was read from a text."""
    puzzles = (record for record in records if not record.is_passthrough)
    return line.write(record.accepted() for record in puzzles)


def objection(lines: Sequence[str], board: Geometry, form: str | None = None) -> str | None:
    """Require a text of a puzzle with constraints in the first line."""
    if is_text_of_variant(split_remark(lines[0])[0], board):
        return None
    return f"the first line is no {form or 'text or link of a puzzle with constraints'}"


def _record(text: str, lines: LineStream, form: str | None) -> Record:
    puzzle_part, remark = split_remark(text)
    try:
        require_utf8(text)
        puzzle = read_variant(puzzle_part, form, start=text.index(puzzle_part))
    except GridError as error:
        return lines.bad_record(text, error.reason, error.offset)
    return with_puzzle(Record(lines.number, text, None, remark), puzzle, puzzle_part, lines.name)


def _record_of_items(texts: list[str], lines: LineStream) -> Record:
    """Return the record of the last lines, each of which is an item of one puzzle."""
    first, items = lines.number - len(texts) + 1, list(map(str.strip, texts))
    whole = "".join(items)
    try:
        puzzle = read_variant(whole)
    except GridError as error:
        at = 0 if error.offset is None else bisect(list(accumulate(map(len, items))), error.offset)
        column = None if error.offset is None else texts[at].index(".") + 1
        reason = FormatError(error.reason, lines.name, first + at, column)
        return Record(first, "\n".join(texts), None, error=reason)
    return with_puzzle(Record(first, "\n".join(texts), None), puzzle, whole, lines.name)


def with_puzzle(record: Record, puzzle: Grid | Puzzle, text: str, source: str) -> Record:
    """Return a record of a puzzle that was read from a text, which may say its board."""
    if isinstance(puzzle, Grid) and is_symbols(text, puzzle.geometry):
        return replace(record, grid=puzzle)
    from lowbit.formats.variants import left_out_of

    record = replace(record, left_out=left_out_of(text))
    if isinstance(puzzle, Grid):
        says_board = needs_heading(puzzle.geometry)
        return replace(record, grid=puzzle, puzzle_text=_on_one_line(text) if says_board else "")
    error = FormatError(HAS_CONSTRAINTS, source, record.line)
    return replace(record, error=error, variant=puzzle, puzzle_text=_on_one_line(text))


def _on_one_line(text: str) -> str:
    """Return the text of a puzzle on a line, where white space ends it unless it is JSON."""
    return one_line(text) if text.lstrip().startswith("{") else unwrapped(text)


def split_remark(text: str) -> tuple[str, str]:
    """Return the puzzle of a line and its remark.

    Examples
    --------
    >>> split_remark(".Cage~10~R1C1~R1C2  # easy")
    ('.Cage~10~R1C1~R1C2', 'easy')
    >>> split_remark(".AntiKing .AntiKnight easy")
    ('.AntiKing .AntiKnight', 'easy')
    """
    text = text.strip()
    end = 0
    if text.startswith("{"):
        with suppress(ValueError, RecursionError):
            _, end = value_at(text)
        end = end or len(text)
    elif begins_with_item(text) and (items := WORDS_OF_ITEMS.match(text)):
        end = items.end()
    elif found := re.search(r"\s", text):
        end = found.start()
    else:
        end = len(text)
    return text[:end], BETWEEN.sub("", text[end:], count=1)


def _offset(text: str, read_iss: Callable[[str], Puzzle]) -> int | None:
    """Return where the first item that cannot be read begins; None if a text has no items."""
    if not text.startswith("."):
        return None
    items = list(_items(text))
    boards = "".join(item for _, item in items if item.startswith((".Shape", ".NoBoxes")))
    for offset, item in items:
        try:
            read_iss(boards + item)
        except InputError:
            return offset
    return None


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Yield the items of a text of Interactive Sudoku Solver with their places; a group is one."""
    depth = begin = 0
    for found in re.finditer(r"\.([^.]*)", text):
        begin = begin if depth else found.start()
        name = found[1].partition("~")[0].strip()
        depth += (name in {"Or", "And", "Replicate"}) - (name == "End")
        if depth <= 0:
            depth = 0
            yield begin, text[begin : found.end()]
    if depth:
        yield begin, text[begin:]


FORMAT = Format("variants", read, write, objection)

MIXED = replace(line.FORMAT, read=read_mixed)
"""The `line` format, with puzzles with constraints among the plain ones."""

OF_ISS = Format("iss", partial(read, form="iss"), write, partial(objection, form="iss"))
"""The format of files all of whose lines are texts of Interactive Sudoku Solver."""
