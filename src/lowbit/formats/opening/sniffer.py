"""The format of an unknown text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import InputError, UnknownFormatError
from lowbit.formats import puzzle_texts
from lowbit.formats.drawn import loose
from lowbit.formats.drawn.board import INDEXED, are_indexed
from lowbit.formats.headers import DELIMITERS
from lowbit.formats.headings import Headings
from lowbit.formats.registry import FORMATS
from lowbit.formats.streams.stream import EMPTY, LineStream
from lowbit.formats.table.frame import (
    CALLED_AFTER_CELLS,
    cell_columns,
    misnamed_cells,
    rows_show_header,
)
from lowbit.formats.text import is_comment, quoted

if TYPE_CHECKING:
    from lowbit.formats.format import Format
    from lowbit.geometry import Geometry

HEADER_OR_ROW: Final = (
    "may be a header or the first row of a grid, and how many rows follow does not show which: "
    "read the text as csv if it is a header, as board if it is a row"
)

COMMENTED: Final = (
    "holds a puzzle, but a line that begins with '#' is a comment, and the text has no others: "
    "take the '#' away"
)

COUNTED: Final = frozenset({"poj2676"})
"""The formats that say how many puzzles they have: those beyond are named, not read."""

_OBJECT = re.compile(r"\s*(?:\[\s*)?\{\s*(?:\"|$)")
"""The beginning of a JSON object, or of an array of them; C writes lists between braces."""

TRIED: Final = 3
"""After so many puzzles, a format has shown that it reads a text."""


def sniff_lines(
    lines: LineStream, arrived: list[str], board: Geometry, *, is_loose: bool = True
) -> str:
    """Return the name of the first format that does not object to the lines that have arrived.

    Where it loses puzzles, or none fits, the tolerant reader is tried, unless not `is_loose`.
    """
    content = [text for text in arrived if not is_comment(text)]
    if not content and any(map(str.strip, arrived)):
        _require_no_puzzles(arrived, lines, board)
        return "line"  # comments and nothing else
    if not content:
        raise UnknownFormatError(EMPTY, lines.name)
    line = lines.number + 1 + arrived.index(content[0])
    if fault := misnamed_cells(content[0], board):
        raise UnknownFormatError(f"{CALLED_AFTER_CELLS}, but {fault}", lines.name, line)
    columns = cell_columns(content[0], board)
    if columns and columns.may_be_row(board):
        content = [text for text in lines.all_ahead() or () if not is_comment(text)]
        if content and are_indexed(content, board):
            raise UnknownFormatError(INDEXED, lines.name, line)
        if not content or rows_show_header(content, board) is None:
            raise UnknownFormatError(f"{quoted(columns.text)} {HEADER_OR_ROW}", lines.name, line)
    objections = []
    for candidate in [*FORMATS.values(), puzzle_texts.FORMAT]:
        objection = candidate.objection(content, board)
        if objection is None:
            # Lines of cells may stand among puzzles with constraints, not the other way round.
            has_constraints = candidate.name == "line" and not puzzle_texts.objection(
                content, board
            )
            chosen = puzzle_texts.FORMAT if has_constraints else candidate
            may_lose = is_loose and not _has_keys(chosen, content)
            loses = may_lose and _loses_puzzles(chosen, lines, arrived, board)
            return loose.FORMAT.name if loses else chosen.name
        objections.append(f"\n  {candidate.name}: {objection}")
    if is_loose and _has_puzzles(lines, content, board):
        return loose.FORMAT.name
    reason = f"no format fits {quoted(content[0])}{_advice(content[0])}{''.join(objections)}"
    raise UnknownFormatError(reason, lines.name, line)


def _advice(line: str) -> str:
    """Return what to do with a first line that no format fits, if it is a link."""
    from lowbit.formats.variants.links import is_link, unknown_link  # with all constraints

    return f": {unknown_link(line)}" if is_link(line) else ""


def _require_no_puzzles(comments: list[str], lines: LineStream, board: Geometry) -> None:
    """Raise if the comments that are all of a text hold puzzles."""
    for number, text in enumerate(comments, lines.number + 1):
        if loose.recognises(text.lstrip(" #"), board):
            reason = f"{quoted(text)} {COMMENTED}"
            raise UnknownFormatError(reason, lines.name, number)


def _has_keys(chosen: Format, content: list[str]) -> bool:
    """Whether keys of a text say which values are puzzles; no other may be taken for one then."""
    if chosen.name == "csv":  # with columns beside that of puzzles, such as one of solutions
        first, second = content[0], "".join(content[1:2])
        return any(0 < first.count(each) <= second.count(each) for each in DELIMITERS)
    return chosen.name == "opensudoku" or (
        chosen.name == "json" and _OBJECT.match("\n".join(content[:2])) is not None
    )


class _Trial(NamedTuple):
    """The puzzles that a format reads in some lines: all, and those before the first fault."""

    n_lines: int
    n_grids: int
    n_before: int | None


def _has_puzzles(lines: LineStream, content: list[str], board: Geometry) -> bool:
    """Whether the tolerant reader finds a puzzle in a text that fits no other format."""
    if loose.FORMAT.objection(content, board):
        return False
    return loose.recognises(content[0], board) or _reads_more(lines, 0, board, or_most_of_one=True)


def _loses_puzzles(chosen: Format, lines: LineStream, arrived: list[str], board: Geometry) -> bool:
    """Whether the tolerant reader reads more of a text than the format that fits its beginning."""
    strict = _tried(chosen, lines, len(arrived), board)
    if strict.n_before is None or (strict.n_before and chosen.name in COUNTED):
        return False
    content = [text for text in arrived if not is_comment(text)]
    if loose.FORMAT.objection(content, board):
        return False
    return _reads_more(lines, strict.n_grids, board, n_lines=strict.n_lines)


def _tried(form: Format, lines: LineStream, n_arrived: int, board: Geometry) -> _Trial:
    """Read the lines that have arrived in a format, and wait for the first puzzle, but no longer.

    The rest of a puzzle that the last line cuts off may come later, so this is no failure.
    """
    n_grids, n_before = 0, None
    trial = LineStream(lines.ahead())
    trial.go_on(Headings(), board)
    try:
        for record in form.read(trial, board):
            if record.puzzle:
                n_grids += 1
            elif record.error and (record.error.line or 0) <= trial.number and n_before is None:
                n_before = n_grids
            is_read = trial.number >= n_arrived and (n_grids or n_before is not None)
            if is_read or (n_grids == TRIED and n_before is None):
                break
    except InputError:
        n_before = n_grids if n_before is None else n_before
    return _Trial(trial.number, n_grids, n_before)


def _reads_more(
    lines: LineStream,
    n_grids: int,
    board: Geometry,
    *,
    n_lines: int | None = None,
    or_most_of_one: bool = False,
) -> bool:
    """Whether the tolerant reader reads more puzzles than so many, or most of the rows of one.

    Those that begin behind the first `n_lines` do not count.
    """
    trial = lines.beginning()
    if lines.headings:
        trial.go_on(lines.headings, board)
    try:
        for record in loose.FORMAT.read(trial, board):
            if n_lines is not None and record.line > n_lines:
                return False
            n_grids -= record.puzzle is not None
            has_rows = record.error and 2 * len(record.text.splitlines()) > board.n_rows
            if n_grids < 0 or (has_rows and or_most_of_one):
                return True
    except InputError:
        pass
    return False
