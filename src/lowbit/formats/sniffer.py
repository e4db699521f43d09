"""The format of an unknown text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import UnknownFormatError
from lowbit.formats.registry import FORMATS
from lowbit.formats.text import is_comment, quoted

if TYPE_CHECKING:
    from lowbit.formats.stream import LineStream
    from lowbit.geometry import Geometry


def sniff_lines(lines: LineStream, board: Geometry) -> str:
    """Return the name of the first format that does not object to what has arrived."""
    arrived = lines.look_ahead()
    content = [text for text in arrived if not is_comment(text)]
    if not content and any(map(str.strip, arrived)):
        return "line"  # comments and nothing else
    if not content:
        raise UnknownFormatError("the input is empty", lines.name)
    misfits = []
    for candidate in FORMATS.values():
        misfit = candidate.misfit(content, board)
        if misfit is None:
            return candidate.name
        misfits.append(f"\n  {candidate.name}: {misfit}")
    reason = f"no format fits {quoted(content[0])}{''.join(misfits)}"
    line = lines.number + 1 + arrived.index(content[0])
    raise UnknownFormatError(reason, lines.name, line)
