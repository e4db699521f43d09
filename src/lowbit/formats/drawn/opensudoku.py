"""The `opensudoku` format: the XML of OpenSudoku, with an attribute `data` for each game.

::

    <opensudoku version="2"><folder name="easy">
    <game data="530070000600195000098000060..." />                    81 digits
    <game data="version: 3&#10;5|0|0|3|0|0|0|12|1|..." />             value, notes, editable
    </folder></opensudoku>

In the second form a cell that cannot be edited is a given. Digits and notes of the player are left
out, and the remark says how many digits. Nothing but attributes is read: a document type, which may
define entities without end, is refused.
"""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from lowbit.errors import FormatError, GridError
from lowbit.formats.drawn.rows import solid_rows
from lowbit.formats.format import Format
from lowbit.formats.puzzle import parse_puzzle
from lowbit.formats.record import Record, grids
from lowbit.formats.streams.stream import MAX_LINE
from lowbit.formats.text import one_line, printable, require_utf8

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry

BEGINNING: Final = re.compile(r"\s*<(\?xml|!--|!DOCTYPE|opensudoku|sudoku|folder|game)\b")

TAG: Final = re.compile(
    r"""<!--.*?--> | <(?P<name>[!?/]?[\w:]*)(?P<rest>(?:"[^"<]*" | '[^'<]*' | [^<>"']++)*+)>""",
    re.DOTALL | re.VERBOSE,
)
"""A tag or a comment; taken characters stay taken, so that one without an end is tried once."""
ATTRIBUTE: Final = re.compile(r"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")

ENTITY: Final = re.compile(r"&(?:#([0-9]{1,6})|#x([0-9A-Fa-f]{1,5})|(\w{1,4}));")
ENTITIES: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}

VERSION: Final = re.compile(r"\s*version:\s*([0-9]+)\s*")

FIELDS: Final = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 5}
"""The number of fields of a cell, by version: first its value, last whether it is editable."""

NO_GAME: Final = 'a game with its cells, <game data="...">, was expected, but the text ends'


def read(lines: LineStream, board: Geometry) -> Iterator[Record]:
    """Yield a record per game, as soon as its tag has arrived."""
    tags = _Tags(lines)
    folder, n_games = "", 0
    for number, name, attributes in tags:
        if name.startswith("!"):  # a document type, or a declaration in it
            yield _refused(lines, number, "a document type is not read: no game needs one")
            return
        folder = attributes.get("name", "") if name == "folder" else folder
        if "data" in attributes:
            n_games += 1
            yield _record(attributes["data"], folder, lines, number, board)
    if tags.error:
        yield _refused(lines, tags.number, tags.error)
    elif not n_games:
        yield lines.missing_record(NO_GAME)


def write(records: Iterable[Record]) -> Iterator[str]:
    """Yield a game per grid, in a folder for those with the same remark."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
    for remark, group in groupby(grids(records), key=itemgetter(1)):
        yield f'<folder name="{escape(one_line(remark))}">\n'
        for grid, _remark in group:
            yield f'<game data="{"".join(solid_rows(grid).split())}" />\n'
        yield "</folder>\n"
    yield "</opensudoku>\n"


def objection(lines: Sequence[str], _board: Geometry) -> str | None:
    """Require a tag of XML, or of a game, in the first line."""
    return None if BEGINNING.match(lines[0]) else "the first line is no XML with games"


class _Tags:
    """The tags of a text, each as soon as it has arrived: its line, its name, its attributes.

    Attributes
    ----------
    error : str
        The reason why there are no more, if the text does not end there.
    """

    def __init__(self, lines: LineStream) -> None:
        self.number = lines.number + 1
        self.error = ""
        self._pieces = lines.pieces()

    def __iter__(self) -> Iterator[tuple[int, str, dict[str, str]]]:
        held = ""
        for piece in self._pieces:
            held += piece
            at = 0
            for tag in TAG.finditer(held, 0, _end_of_tags(held)):
                self.number += held.count("\n", at, tag.start())
                yield self.number, tag["name"] or "", _attributes(tag["rest"] or "")
                self.number += held.count("\n", tag.start(), tag.end())
                at = tag.end()
            held = held[at:]
            if len(held) > MAX_LINE:
                self.error = f"a tag is longer than {MAX_LINE} characters; the rest is not read"
                return
        if "<" in held:
            self.number += held.count("\n", 0, held.rfind("<"))
            self.error = "the XML is cut off: a tag is not closed"


def _end_of_tags(text: str) -> int:
    """Return where a comment begins whose end has not arrived, or the end of the text."""
    start = text.rfind("<!--")
    return len(text) if start < 0 or "-->" in text[start:] else start


def _attributes(text: str) -> dict[str, str]:
    found = ATTRIBUTE.findall(text)
    return {name: ENTITY.sub(_character, double or single) for name, double, single in found}


def _character(entity: re.Match[str]) -> str:
    """Return the character of an entity; one that XML does not have stays as it is."""
    decimal, hexadecimal, name = entity.groups()
    if name:
        return ENTITIES.get(name, entity[0])
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if code < 0xD800 else entity[0]


def _record(data: str, folder: str, lines: LineStream, number: int, board: Geometry) -> Record:
    text = printable(one_line(data))
    try:
        require_utf8(data)
        cells, n_typed = _cells(data)
        grid = parse_puzzle(cells, board)
    except GridError as error:
        failure = FormatError(error.reason, lines.name, number)
        return Record(number, text, None, error=failure)
    typed = f"without {n_typed} digits of the player" if n_typed else ""
    remark = ", ".join(filter(None, (printable(one_line(folder)), typed)))
    return Record(number, text, grid, remark)


def _cells(data: str) -> tuple[str, int]:
    """Return the givens of a game, and how many digits the player had found."""
    version = VERSION.match(data)
    if not version:
        return data.strip(), 0
    if (width := FIELDS.get(version[1])) is None:
        raise GridError(f"version {version[1]} of cells is not known")
    fields = [field for field in data[version.end() :].strip().split("|") if field]
    cells = [fields[at : at + width] for at in range(0, len(fields) - width + 1, width)]
    givens = [value if editable == "0" else "." for value, *_notes, editable in cells]
    n_typed = sum(editable != "0" and value != "0" for value, *_notes, editable in cells)
    return "".join(givens), n_typed


def _refused(lines: LineStream, number: int, reason: str) -> Record:
    return Record(number, "", None, error=FormatError(reason, lines.name, number))


FORMAT = Format("opensudoku", read, write, objection, (".opensudoku",))
