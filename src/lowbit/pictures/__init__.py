"""Pictures of grids.

::

    Grid ───────────draw──────> Picture ──┬─ to_svg ──> text
    Position, Step ─draw_position─>       ├─ to_pdf ──> bytes
                                          └─ to_png ──> bytes

`render` combines `draw` and `to_svg`, because SVG needs nothing but Python. PDF and PNG need the
packages of ``lowbit[pictures]``, which are loaded when they are first used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lowbit.grid import Grid
from lowbit.pictures.board import Shown, draw
from lowbit.pictures.pdf import to_pdf
from lowbit.pictures.png import to_png
from lowbit.pictures.svg import to_svg
from lowbit.puzzle import Puzzle
from lowbit.techniques.position import Position
from lowbit.verbs.puzzles import grid_of, whole_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.constraints import Constraint
    from lowbit.cosmetics import Cosmetic
    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike
    from lowbit.pictures.board import Candidates
    from lowbit.pictures.places import Place
    from lowbit.techniques.step import Step
    from lowbit.verbs.maximize.weights import WeightsLike
    from lowbit.verbs.puzzles import PuzzleLike

__all__ = ["Shown", "draw", "render", "to_pdf", "to_png", "to_svg"]


def render(  # noqa: PLR0913 - all but two by name
    grid: PuzzleLike | Position,
    *,
    geometry: BoardLike | None = None,
    step: Step | None = None,
    givens: GridLike | None = None,
    candidates: Candidates = False,
    highlight: str | Iterable[Place] = (),
    weights: WeightsLike | None = None,
    score: bool = False,
    theme: str = "light",
    title: str = "",
    width: int | None = None,
    language: str = "en",
) -> str:
    """Return the picture of a grid as SVG.

    Parameters
    ----------
    grid : PuzzleLike or Position
        The grid to draw: a puzzle, with its constraints if it is a `Puzzle`, a solution, or
        anything in between.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `grid` if it is a Grid.
    step : Step, optional
        A step to explain, from `steps` or `hint`: its candidates are marked and its links drawn as
        arrows, in a grid that shows all candidates. `walkthrough` yields each step with the
        position before it.
    givens : Grid, str, sequence or numpy.ndarray, optional
        The puzzle that `grid` solves: its givens are bold, the other digits are not. By default all
        digits are givens.
    candidates : bool, Grid or sequence of int, default False
        The candidates to show in blank cells. True: those that the givens leave. A grid, or a mask
        for each cell: those that it allows. False: only those of restricted cells of `grid`.
    highlight : str or iterable, default ()
        Cells and houses to highlight, by name (``"r1c1, row 3, box 5"``), by the index of a cell,
        or as `House`.
    weights : str, sequence or numpy.ndarray, optional
        Weights to draw as a heat map, with the number of each cell; see `lowbit.maximize`. If each
        digit has its own weight, a cell shows that of its digit, or the highest.
    score : bool, default False
        Whether to write the score of the digits by these weights below the board.
    theme : {'light', 'dark', 'print', 'auto'}
        The colours. ``auto`` follows the reader's system, light or dark.
    title : str, optional
        A description of the picture, for screen readers.
    width : int, optional
        Its width in pixels; 40 a cell by default.
    language : {'en', 'zh'}, default 'en'
        The language of what is written about a step.

    Returns
    -------
    str
        An SVG document. The same arguments give the same text.

    Raises
    ------
    GridError
        If `grid` is not a grid.
    InputError
        If `givens` are not in the grid, a name in `highlight` is unknown, the weights do not
        fit, a score is requested without weights, there is no such theme, or the step does not
        apply to the grid.

    Examples
    --------
    >>> picture = render("1.3..4..2.1.4..1", geometry="4x4", highlight="row 1")
    >>> picture[:52], picture.count("<text"), 'class="house"' in picture
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0', 7, True)
    """
    constraints: tuple[Constraint, ...] = ()
    cosmetics: tuple[Cosmetic, ...] = ()
    if isinstance(grid, Position):
        constraints = grid.constraints
    else:
        puzzle = whole_of(grid, geometry)
        if isinstance(puzzle, Puzzle):
            constraints, cosmetics = puzzle.constraints, puzzle.cosmetics
        title = title or (grid.title if isinstance(grid, Puzzle) else "")
        grid = grid_of(puzzle)
    shown = Shown(givens, candidates, highlight, weights, score, title)
    shown = replace(shown, constraints=constraints, cosmetics=cosmetics, language=language)
    if step is None and not isinstance(grid, Position):
        return to_svg(draw(grid, shown), theme, width)
    from lowbit.pictures.steps import draw_position  # loads all techniques

    position = grid if isinstance(grid, Position) else _position(grid, givens)
    return to_svg(draw_position(position, step, shown), theme, width)


def _position(grid: Grid, givens: GridLike | None) -> Position:
    """Return the position of a grid, some of whose digits may not be givens."""
    puzzle = grid if givens is None else Grid(givens, grid.geometry)
    solved = [cell for cell, digit in enumerate(grid) if digit and not puzzle[cell]]
    return Position(grid, solved)
