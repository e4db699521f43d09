"""`generate` and `random_grids`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from lowbit.arguments import integer, integer_or_none, require_room
from lowbit.batch.grids import Grids
from lowbit.errors import EffortSpentError, InputError
from lowbit.geometry import CLASSIC, board_of
from lowbit.limits import Limits
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.verbs.generate.effort import effort_for
from lowbit.verbs.generate.engine import blocks
from lowbit.verbs.generate.request import GenerationRequest, target_asked_for
from lowbit.verbs.generate.supply import grids_numbered
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.generate.difficulty.target import Target

Clues: TypeAlias = int | tuple[int, int]
"""The number of givens, or the fewest and the most."""

BLANKS = ".0"
"""The characters for a blank in a pattern."""


def random_grids(
    n: int = 1,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Grids:
    """Draw full grids; on the classic board uniformly from the 6670903752021072936960 that exist.

    Parameters
    ----------
    n : int, default 1
        How many.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    seed : int, optional
        From 0 to 2**64 - 1; a random one if None. A seed always gives the same grids, and the
        first ones do not depend on `n`.
    threads : int, optional
        How many to use; one a CPU if None. The grids do not depend on it.
    progress : callable, optional
        Called a few times a second with how many grids were begun and how many there are.

    Returns
    -------
    Grids
        A sequence of `Grid`; ``array`` is uint8[n, 81].

    Raises
    ------
    InputError
        If `n`, the seed or `threads` is out of range, `n` grids do not fit into memory, or the
        board has no full grid.

    Notes
    -----
    On the classic board the distribution is exactly uniform, by rejection, as far as the random
    numbers are (SplitMix64); `lowbit.kernels.classic.making.grids` says why. A core draws some
    600,000 a second. On other boards not all grids are equally likely: random candidates are placed
    in random cells among those with the fewest.

    Examples
    --------
    >>> grids = random_grids(2, seed=1)
    >>> grids.array[:, :9]
    array([[5, 3, 1, 4, 9, 7, 6, 2, 8],
           [9, 2, 7, 8, 4, 5, 3, 6, 1]], dtype=uint8)
    >>> grids[1].is_solved
    True
    """
    n, threads = integer("n", n, 0), integer_or_none("threads", threads, 1)
    board = CLASSIC if geometry is None else board_of(geometry)
    require_room("n", n, board.n_cells + 8)
    if not board.is_classic:
        from lowbit.verbs.generate.boards import grids_on  # kernels of boards

        numbers = np.arange(n)
        limits = Limits.of(threads=threads, progress=progress)
        return Grids(grids_on(board, seed_or_any(seed), numbers, limits), board)
    made = grids_numbered(seed_or_any(seed), np.arange(n), threads=threads, progress=progress)
    return Grids(made, board)


def generate(  # noqa: PLR0913 - by name: what to make, and how much to try
    n: int = 1,
    *,
    geometry: BoardLike | None = None,
    clues: Clues | None = None,
    symmetry: str | None = None,
    pattern: str | ArrayLike | None = None,
    minimal: bool = True,
    unique: bool = True,
    from_grids: PuzzlesLike | None = None,
    rating: float | tuple[float, float] | None = None,
    level: str | None = None,
    needs: str | None = None,
    only: str | Sequence[str] = (),
    without: str | Sequence[str] = (),
    rules: str | Sequence[str] = "human",
    independent: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    max_tries: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Grids:
    """Make puzzles.

    Without further criteria the puzzles are independent of each other: a random grid, as from
    `random_grids`, loses one given after another, in random order, while its solution is unique.

    Parameters
    ----------
    n : int, default 1
        How many.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    clues : int or tuple of two int, optional
        How many givens, or the fewest and the most; any number if None.
    symmetry : str, optional
        Of the pattern of givens: ``none`` (the default), ``half-turn``, ``quarter-turn``,
        ``horizontal``, ``vertical``, ``mirrors``, ``diagonal``, ``diagonals`` or ``full``.
    pattern : str or array_like, optional
        The cells of the givens: 81 characters with ``.`` or ``0`` for a blank, or 81 numbers with
        0 or False for a blank; on other boards one for each cell. On those the givens come from
        random grids, until one leaves a unique solution: leave few blanks.
    minimal : bool, default True
        Whether every given is needed. If False and `clues` are requested, random givens are added
        to reach a number drawn uniformly from the range; with a symmetry, no cell can go together
        with its mirror images.
    unique : bool, default True
        Whether the solution is unique. If False, each puzzle takes its `clues` or its `pattern`
        from a random grid, and may have many solutions.
    from_grids : str, bytes, iterable or numpy.ndarray, optional
        The solutions to use instead of random ones, in turn: the first for the first puzzle that
        is begun. Full grids, or puzzles with one solution, in any form that `lowbit.solve_many`
        takes.
    rating : float or tuple of two float, optional
        Sudoku Explainer's ER, as `rate` returns it, or the lowest and the highest.
    level : {'easy', 'medium', 'hard', 'unfair', 'extreme'}, optional
        HoDoKu's level.
    needs : str, optional
        A technique that the puzzle requires: the rules up to it solve the puzzle, and the same
        rules without it do not.
    only, without : str or sequence of str, optional
        Techniques that suffice to solve it, and techniques that it must be solvable without.
    rules : {'human', 'hodoku', 'explainer'} or sequence of str, default 'human'
        The rule book that `needs`, `only` and `without` are about.
    independent : bool, default False
        Whether no two puzzles may have isomorphic solutions. Otherwise many puzzles of a difficulty
        share a grid, and the position after the singles: a test split of such a set is known from
        its training split.
    seed : int, optional
        From 0 to 2**64 - 1; a random one if None. A seed always gives the same puzzles, and the
        first ones do not depend on `n`.
    threads : int, optional
        How many to use; one a CPU if None. The puzzles do not depend on it.
    max_tries : int, optional
        Give up after so many puzzles in a row were tried in vain; 3,000,000 by default, 30,000 if a
        difficulty is requested; on boards with more than 256 cells 32 for minimal puzzles with a
        pattern, and 8 with a symmetry, 4,096 on those with 226 to 256: hardly any is minimal.
    time_limit : float, optional
        Give up after so many seconds.
    progress : callable, optional
        Called a few times a second with how many puzzles were found, and `n`.

    Returns
    -------
    Grids
        A sequence of `Grid`; ``array`` is uint8[n, 81], 0 where blank.

    Raises
    ------
    InputError
        If no such puzzle exists, for a reason that the message gives; if the arguments make no
        sense; or if `n` puzzles do not fit into memory.
    EffortSpentError
        If too few were found. It holds those that were.

    Examples
    --------
    >>> puzzles = generate(3, clues=(22, 24), seed=1)
    >>> solve_many(puzzles).summary(), puzzles.array.shape
    ({'unique': 3}, (3, 81))
    >>> generate(geometry="4x4", seed=1)[0].geometry
    Geometry.parse('4x4')
    >>> from lowbit import needs, rate
    >>> harder = generate(1, needs="x-wing", rating=(3.2, 5.0), seed=1)[0]
    >>> needs(harder, "x-wing"), 3.2 <= rate(harder).er <= 5.0
    (True, True)
    >>> generate(1, clues=16)
    Traceback (most recent call last):
    ...
    lowbit.errors.InputError: no puzzle with 16 givens has one solution: 17 are the fewest \
(McGuire, Tugemann, Civario 2014)
    """
    board = CLASSIC if geometry is None else board_of(geometry)
    target = target_asked_for(
        rating=rating, level=level, needs=needs, only=only, without=without, rules=rules
    )
    request = read_request(
        clues,
        symmetry,
        pattern,
        from_grids,
        target,
        minimal=minimal,
        unique=unique,
        board=board,
        independent=independent,
    )
    effort = effort_for(request, max_tries, time_limit)
    n, threads = integer("n", n, 0), integer_or_none("threads", threads, 1)
    require_room("n", n, board.n_cells + 8)
    made = blocks(request, n, seed_or_any(seed), effort, threads)
    return gathered(made, Grids(np.zeros((n, board.n_cells), np.uint8), board), progress)


def gathered(made: Iterator[NDArray[np.uint8]], found: Grids, progress: Progress | None) -> Grids:
    """Write blocks of puzzles into `found` as they are made, and return it.

    Raises
    ------
    EffortSpentError
        Whatever error of this kind ends them; it holds the puzzles up to there.
    """
    n_found = 0
    try:
        for block in made:
            found.array[n_found : n_found + len(block)] = block
            n_found += len(block)
            if progress is not None:
                progress(n_found, len(found))
    except EffortSpentError as error:
        error.found = found[:n_found]
        raise
    return found


def read_request(  # noqa: PLR0913 - the parameters of generate that say what to make
    clues: Clues | None,
    symmetry: str | None,
    pattern: str | ArrayLike | None,
    from_grids: PuzzlesLike | None,
    target: Target | None = None,
    *,
    minimal: bool,
    unique: bool,
    board: Geometry = CLASSIC,
    independent: bool = False,
) -> GenerationRequest:
    """Return the request; the parameters are those of `generate`.

    Raises
    ------
    InputError
        If it is impossible or makes no sense.
    """
    request = GenerationRequest(
        None if clues is None else _read_clues(clues),
        symmetry or "none",
        None if pattern is None else _read_pattern(pattern, board),
        minimal,
        unique,
        None if from_grids is None else _read_grids(from_grids, board),
        target,
        board,
        independent,
    )
    request.require_possible()
    return request


def _read_clues(clues: Clues) -> tuple[int, int]:
    try:
        fewest, most = clues if isinstance(clues, Sequence) else (clues, clues)
        return index(fewest), index(most)
    except (TypeError, ValueError):
        raise InputError(
            f"clues must be a number, or the fewest and the most; not {clues!r}"
        ) from None


def _read_pattern(pattern: str | ArrayLike, board: Geometry) -> frozenset[int]:
    cells: Any = pattern
    if isinstance(pattern, str):
        cells = [character not in BLANKS for character in pattern]
    is_given = np.asarray(cells).reshape(-1)
    if is_given.size != board.n_cells or is_given.dtype.kind not in "biu":
        raise InputError(
            f"a pattern must be {board.n_cells} characters, with . for a blank, or as many "
            f"numbers, with 0 for a blank; not {pattern!r}"
        )
    return frozenset(np.flatnonzero(is_given).tolist())


def _read_grids(grids: PuzzlesLike, board: Geometry) -> NDArray[np.uint8]:
    result = solve_many(grids, geometry=board)
    if not len(result.status):
        raise InputError("from_grids is empty")
    for row in np.flatnonzero(result.status != Status.UNIQUE)[:1]:
        word = Status(int(result.status[row])).word
        raise InputError(f"grid {row} is neither full nor a puzzle with one solution: {word}")
    return result.solutions
