"""The format of an unknown text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.errors import UnknownFormatError
from lowbit.formats import puzzle_texts
from lowbit.formats.board import INDEXED, are_indexed
from lowbit.formats.frame import CALLED_AFTER_CELLS, cell_columns, misnamed_cells, rows_show_header
from lowbit.formats.puzzle import is_symbols
from lowbit.formats.registry import FORMATS
from lowbit.formats.text import is_comment, quoted

if TYPE_CHECKING:
    from lowbit.formats.stream import LineStream
    from lowbit.geometry import Geometry

HEADER_OR_ROW: Final = (
    "may be a header or the first row of a grid, and how many rows follow does not show which: "
    "read the text as csv if it is a header, as board if it is a row"
)


def sniff_lines(lines: LineStream, board: Geometry) -> str:
    """Return the name of the first format that does not object to what has arrived."""
    arrived = lines.section_ahead()
    content = [text for text in arrived if not is_comment(text)]
    if not content and any(map(str.strip, arrived)):
        return "line"  # comments and nothing else
    if not content:
        raise UnknownFormatError("the input is empty", lines.name)
    if {*map(len, content)} == {board.n_cells} and is_symbols("".join(content), board):
        return "line"  # which most texts are, and nothing else can be
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
    misfits = []
    for candidate in [*FORMATS.values(), puzzle_texts.FORMAT]:
        misfit = candidate.misfit(content, board)
        if misfit is None:
            # Lines of cells may stand among puzzles with constraints, not the other way round.
            has_constraints = candidate.name == "line" and not puzzle_texts.misfit(content, board)
            return puzzle_texts.FORMAT.name if has_constraints else candidate.name
        misfits.append(f"\n  {candidate.name}: {misfit}")
    reason = f"no format fits {quoted(content[0])}{''.join(misfits)}"
    raise UnknownFormatError(reason, lines.name, line)
