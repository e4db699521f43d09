"""A batch, read once, and the engine that answers it: one for each kind of batch.

::

    puzzles ── batch_of ──┬─> Batch          all on the classic board ──────────> classic
                          ├─> BoardBatch     all on one other board ────────────> boards
                          └─> VariantBatch   each says its board, constraints ──> variants

A capability states its three engines and leaves the choice to `answered`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from io import BytesIO, StringIO
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import numpy as np

from lowbit.batch.arrays import imported
from lowbit.batch.grids import Grids
from lowbit.batch.puzzles import in_usual_digits, read_batch
from lowbit.batch.variants import TEXTS, has_unread_variants, has_variants, read_variants
from lowbit.errors import InputError
from lowbit.formats.puzzle_texts import is_text_of_variant
from lowbit.geometry import CLASSIC, board_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.batch.variants import VariantBatch
    from lowbit.formats import Source
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

    AnyBatch: TypeAlias = Batch | BoardBatch | VariantBatch

Found = TypeVar("Found")

LOOSE: Final = "loose"
"""The format of puzzles among other text; with lines long enough for a puzzle, it is a list."""

IN_LINES: Final = frozenset({"line", "csv", "variants", "iss"})
"""The formats whose texts are read line by line, each a puzzle; of a table that is a text, too."""

BEGINNING: Final = 1 << 14
"""The characters of a text by which its format is told."""


def batch_of(
    puzzles: PuzzlesLike | AnyBatch,
    geometry: BoardLike | None = None,
    *,
    ignores_symbols: bool = False,
) -> AnyBatch:
    """Return the puzzles of a batch, read; one that was read already is returned as it is.

    Parameters
    ----------
    puzzles : PuzzlesLike or AnyBatch
        The batch, as `lowbit.solve_many` takes it.
    geometry : Geometry or str, optional
        The board of the puzzles that do not say theirs; the classic one by default.
    ignores_symbols : bool, default False
        Whether the characters of digits do not matter, so that grids on the classic board with
        other ones are classic, too; and puzzles without constraints are, if all are.

    Raises
    ------
    InputError
        If this is not a batch.

    Examples
    --------
    >>> [type(batch_of(["." * 81], board)).__name__ for board in (None, "4x4")]
    ['Batch', 'BoardBatch']
    >>> type(batch_of(["." * 81, ".Cage~10~R1C1~R1C2"])).__name__
    'VariantBatch'
    """
    if isinstance(puzzles, tuple) and hasattr(puzzles, "kind"):
        return puzzles  # type: ignore[return-value]  # only batches that were read have one
    if not isinstance(puzzles, np.ndarray):
        puzzles = listed(imported(puzzles), geometry)
    if isinstance(puzzles, Grids) and geometry is None:
        geometry = puzzles.geometry
    board = CLASSIC if geometry is None else board_of(geometry)
    if board is not CLASSIC and board != CLASSIC:
        return _on_another_board(puzzles, board)
    if ignores_symbols:
        puzzles = in_usual_digits(puzzles)
    batch = read_batch(puzzles)
    if not batch.may_have_signs and (batch.puzzles.starts >= 0).all():
        return batch
    found = _in_other_formats(puzzles, batch.puzzles.starts < 0, geometry)
    if found is not puzzles:
        return batch_of(found, geometry)
    if not has_unread_variants(puzzles, batch):
        return batch
    variants = read_variants(puzzles, geometry)
    grids = _grids_of(variants) if ignores_symbols else None
    return variants if grids is None else read_batch(in_usual_digits(grids))


def _grids_of(batch: VariantBatch) -> list[Grid | InputError] | None:
    """Return the classic grids of puzzles that have no constraints, though they might; or None."""
    found: list[Grid | InputError] = []
    for puzzle in batch.puzzles:
        if isinstance(puzzle, InputError):
            found.append(puzzle)
        elif puzzle.constraints or not puzzle.geometry.is_classic:
            return None
        else:
            found.append(puzzle.grid)
    return found


def _on_another_board(puzzles: PuzzlesLike, board: Geometry) -> BoardBatch | VariantBatch:
    if has_variants(puzzles, board):
        return read_variants(puzzles, board)
    from lowbit.batch.boards import read_boards  # loads kernels of boards

    batch = read_boards(puzzles, board)
    found = puzzles if batch.valid.all() else _in_other_formats(puzzles, ~batch.valid, board)
    return batch if found is puzzles else _on_another_board(found, board)


def answered(
    batch: AnyBatch,
    *asked: Any,  # noqa: ANN401 - what engines of a capability take
    classic: Callable[..., Found],
    boards: Callable[..., Found] | str,
    variants: Callable[..., Found] | str,
) -> Found:
    """Return the answer to a batch by the engine for its kind, which gets what was asked, too.

    An engine that is told by the names of its module and itself, ``module:engine``, is imported
    when it is needed first.
    """
    engine = {"classic": classic, "boards": boards, "variants": variants}[batch.kind]
    if isinstance(engine, str):
        module, _, name = engine.partition(":")
        engine = getattr(import_module(module), name)
    found: Found = engine(batch, *asked)
    return found


def listed(puzzles: PuzzlesLike, geometry: BoardLike | None = None) -> PuzzlesLike:
    """Return a batch that can be looked at twice: the items of an iterator, or those of a file.

    `geometry` is the board of a file's puzzles, where it is known.
    """
    if isinstance(puzzles, PathLike):
        return _of_file(puzzles, geometry)
    return list(puzzles) if isinstance(puzzles, Iterator) else puzzles


def _of_file(path: PathLike[str], geometry: BoardLike | None) -> PuzzlesLike:
    """Return the puzzles of a file: its lines as they are, where each is a classic puzzle."""
    from lowbit.formats.opening.head import Head
    from lowbit.formats.streams.source import open_bytes, open_lines

    with open_lines(path) as lines:
        head = Head(lines, board=None if geometry is None else board_of(geometry))
        is_plain = head.board == CLASSIC and head.format.name == "line"
    if is_plain:
        with open_bytes(path) as arrivals:
            return b"".join(arrivals)
    return _puzzles_in(path, geometry)


def _in_other_formats(
    puzzles: PuzzlesLike, is_unread: NDArray[np.bool_], geometry: BoardLike | None
) -> PuzzlesLike:
    """Return a batch with texts of several lines a puzzle read; as it is where there are none.

    Such a text may be the batch, or an item that was not read as cells.
    """
    if isinstance(puzzles, TEXTS):
        return _of_text(puzzles, geometry)
    if type(puzzles) not in {list, tuple}:  # named tuples hold arrays of rows
        return puzzles
    rows = np.flatnonzero(is_unread).tolist()
    items = cast("Sequence[object]", puzzles)
    read = {row: _puzzle_of_item(items[row], geometry) for row in rows}
    found = {row: puzzle for row, puzzle in read.items() if puzzle is not None}
    return [found.get(row, item) for row, item in enumerate(items)] if found else puzzles


def _puzzle_of_item(item: object, geometry: BoardLike | None) -> Grid | Puzzle | None:
    """Return the puzzle of a text of several lines; None of anything else, and of a wrong one."""
    if not isinstance(item, str) or "\n" not in item.strip() or is_text_of_variant(item):
        return None
    from lowbit.formats.one_puzzle import puzzle_of_source  # loads all formats

    with suppress(InputError):
        return puzzle_of_source(item, geometry)
    return None


def _of_text(text: str | bytes | bytearray | memoryview, geometry: BoardLike | None) -> PuzzlesLike:
    """Return the puzzles of a text; the text itself where a line is a puzzle."""
    from lowbit.formats import sniff  # loads all formats

    # The beginning tells, and most texts are long lists of lines.
    beginning = _stream_of(text[:BEGINNING])
    try:
        name = sniff(beginning, geometry=geometry)
    except InputError:
        return text
    n_cells = CLASSIC.n_cells if geometry is None else board_of(geometry).n_cells
    is_listed = name == LOOSE and any(len(line) >= n_cells for line in beginning)
    return text if is_listed or name in IN_LINES else _puzzles_in(_stream_of(text), geometry)


def _stream_of(text: str | bytes | bytearray | memoryview) -> StringIO | BytesIO:
    return StringIO(text) if isinstance(text, str) else BytesIO(text)


def _puzzles_in(source: Source, geometry: BoardLike | None) -> PuzzlesLike:
    """Return the puzzles of a file or text in any format; of an invalid one, its error."""
    from lowbit.formats import read  # loads all formats

    records = read(source, geometry=geometry)
    return [record.puzzle or record.error for record in records if not record.is_passthrough]
