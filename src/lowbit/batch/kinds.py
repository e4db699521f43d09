"""A batch, read once, and the engine that answers it: one for each kind of batch.

::

    puzzles ── batch_of ──┬─> Batch          all on the classic board ──────────> classic
                          ├─> BoardBatch     all on one other board ────────────> boards
                          └─> VariantBatch   each says its board, constraints ──> variants

A capability states its three engines and leaves the choice to `answered`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from io import BytesIO, StringIO
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from lowbit.batch.grids import Grids
from lowbit.batch.puzzles import in_usual_digits, read_batch
from lowbit.batch.variants import TEXTS, has_unread_variants, has_variants, read_variants
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, board_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.batch.variants import VariantBatch
    from lowbit.formats import Source
    from lowbit.geometry import BoardLike, Geometry

    AnyBatch: TypeAlias = Batch | BoardBatch | VariantBatch

Found = TypeVar("Found")

IN_LINES: Final = frozenset({"line", "csv", "variants", "iss", "loose"})
"""The formats whose texts are read line by line, each a puzzle; of a table that is a text, too."""


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
        other ones are classic, too.

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
    if isinstance(puzzles, Grids) and geometry is None:
        geometry = puzzles.geometry
    if isinstance(puzzles, (PathLike, Iterator)):
        puzzles = listed(puzzles, geometry)
    board = CLASSIC if geometry is None else board_of(geometry)
    if board is not CLASSIC and board != CLASSIC:
        return _on_another_board(_of_text(puzzles, board), board)
    if ignores_symbols:
        puzzles = in_usual_digits(puzzles)
    batch = read_batch(puzzles)
    if not batch.may_have_signs and (batch.puzzles.starts >= 0).all():
        return batch
    found = _of_text(puzzles, geometry)
    if found is not puzzles:
        return batch_of(found, geometry)
    return read_variants(puzzles, geometry) if has_unread_variants(puzzles, batch) else batch


def _on_another_board(puzzles: PuzzlesLike, board: Geometry) -> BoardBatch | VariantBatch:
    if has_variants(puzzles, board):
        return read_variants(puzzles, board)
    from lowbit.batch.boards import read_boards  # loads kernels of boards

    return read_boards(puzzles, board)


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


def _of_text(puzzles: PuzzlesLike, geometry: BoardLike | None) -> PuzzlesLike:
    """Return the puzzles of a text in a format with several lines for each; others as they are."""
    if not isinstance(puzzles, TEXTS):
        return puzzles
    from lowbit.formats import sniff  # loads all formats

    stream = StringIO(puzzles) if isinstance(puzzles, str) else BytesIO(puzzles)
    try:
        is_listed = sniff(stream, geometry=geometry) in IN_LINES
    except InputError:
        return puzzles
    return puzzles if is_listed else _puzzles_in(stream, geometry)


def _puzzles_in(source: Source, geometry: BoardLike | None) -> PuzzlesLike:
    """Return the puzzles of a file or text in any format; of an invalid one, its text."""
    from lowbit.formats import read  # loads all formats

    records = read(source, geometry=geometry)
    return [record.puzzle or record.text for record in records if not record.is_passthrough]
