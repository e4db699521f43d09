"""Books of puzzles.

::

    title                        Solutions
    1 remark     2 remark        1      2      3      4
    ┌───────┐    ┌───────┐       ┌──┐   ┌──┐   ┌──┐
    │       │    │       │       │  │   │  │   │  │   two solutions
    └───────┘    └───────┘       └──┘   └──┘   └──┘
              1                            9

Puzzles fill a few slots per page; their solutions follow at the end, smaller, under the same
numbers. Between the two may come the steps to each solution, on pages of their own.
`lowbit.pictures.pdf` paints everything, for print.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lowbit.arguments import unknown
from lowbit.errors import (
    InputError,
    LimitReachedError,
    MultipleSolutionsError,
    NoSolutionError,
)
from lowbit.pictures.board import Shown, draw
from lowbit.pictures.book_pages import ENCODING, Pages, PageWriter
from lowbit.pictures.steps import draw_position
from lowbit.status import Status
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.verbs.puzzles import grid_of, is_puzzle
from lowbit.verbs.solve.one import solve
from lowbit.verbs.steps.explain import walkthrough

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lowbit.cosmetics import Cosmetic
    from lowbit.grid import Grid
    from lowbit.pictures.parts import Picture
    from lowbit.puzzle import Puzzle
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.verbs.steps.explain import Rules

PAPERS: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points."""

SLOTS: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""The columns and rows of puzzles, by the number of puzzles on a page."""

STEP_SLOTS: Final = (2, 3)
SOLUTION_SLOTS: Final = (4, 5)


LABEL_SIZE, SMALL_LABEL_SIZE = 11, 8
STEP_LINES: Final = 9
"""The most lines that the sentence of a step may have."""

SOLUTIONS: Final = "Solutions"

NOTES: Final[Mapping[Status | None, str]] = {
    Status.NONE: "no solution",
    Status.SEVERAL: "several solutions",
    Status.LIMIT_REACHED: "solution not found in time",
}


@dataclass(frozen=True, slots=True)
class BookPuzzle:
    """A puzzle of a book.

    Parameters
    ----------
    puzzle : Grid or Puzzle
        The puzzle.
    title : str, optional
        A remark to print after its number.
    solution : Grid, optional
        Its solution.
    status : Status, optional
        Its status.
    way : tuple of tuple of Step and Position
        The steps to show, each with the position before it.
    """

    puzzle: Grid | Puzzle
    title: str = ""
    solution: Grid | None = None
    status: Status | None = None
    way: tuple[tuple[Step, Position], ...] = ()

    @property
    def grid(self) -> Grid:
        """The puzzle without its constraints."""
        return grid_of(self.puzzle)

    @property
    def shown(self) -> Shown:
        """Its constraints and cosmetics, if it has any."""
        own = self.puzzle
        if not is_puzzle(own):
            return Shown()
        return Shown(constraints=own.constraints, cosmetics=own.cosmetics)

    @property
    def note(self) -> str:
        """The words in place of a solution; empty if there is one."""
        return NOTES.get(self.status, "")


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a book.

    Parameters
    ----------
    title : str, optional
        The head of every page of puzzles.
    per_page : {1, 2, 4, 6, 9}
        The number of puzzles on a page.
    paper : {'a4', 'letter'}
        The paper.
    solutions : bool, default True
        Whether to print the solutions at the end.
    font : str, optional
        The file of a TrueType or OpenType font for titles in other scripts than Latin.

    Raises
    ------
    InputError
        If there is no such number or paper.
    """

    title: str = ""
    per_page: int = 4
    paper: str = "a4"
    solutions: bool = True
    font: str | None = None

    def __post_init__(self) -> None:
        if self.per_page not in SLOTS:
            known = ", ".join(map(str, SLOTS))
            raise InputError(f"a page has {known} puzzles, not {self.per_page}")
        if self.paper not in PAPERS:
            raise InputError(unknown("paper", self.paper, PAPERS))


def to_book(entries: Iterable[BookPuzzle], layout: Layout | None = None) -> bytes:
    """Return puzzles as a book, a PDF document.

    Parameters
    ----------
    entries : iterable of BookPuzzle
        The puzzles; they are numbered from 1.
    layout : Layout, optional
        The layout of the book.

    Returns
    -------
    bytes
        The document; the same entries give the same bytes. A letter that the font lacks is
        written as ``?``, see `unwritable`.

    Raises
    ------
    InputError
        If there is no puzzle, or the font cannot be used.
    MissingPackageError
        If fpdf2 is not installed.
    """
    layout = layout or Layout()
    writer = PageWriter(PAPERS[layout.paper], layout.title, layout.font)
    pages = Pages(writer, SLOTS[layout.per_page], layout.title, "Puzzles")
    placed = []
    for number, entry in enumerate(entries, 1):
        slot = pages.next_slot()
        title = "" if entry.title.lstrip("0") == str(number) else entry.title
        board = draw(entry.grid, entry.shown)
        writer.board(slot, LABEL_SIZE, (str(number), title), board)
        placed.append((entry, writer.document.page_no()))
    for number, (entry, _) in enumerate(placed, 1):
        _write_way(writer, number, entry)
    if layout.solutions:
        pages = Pages(writer, SOLUTION_SLOTS, SOLUTIONS, SOLUTIONS)
        for number, (entry, page) in enumerate(placed, 1):
            label = str(number), entry.note or f"page {page}"
            picture = _picture_of_solution(entry)
            writer.board(pages.next_slot(), SMALL_LABEL_SIZE, label, picture)
    if not placed:
        raise InputError("a book needs at least one puzzle")
    return bytes(writer.document.output())


def to_sheet(
    way: Iterable[tuple[Step, Position]],
    title: str = "",
    paper: str = "a4",
    cosmetics: tuple[Cosmetic, ...] = (),
) -> bytes:
    """Return steps as a PDF document, each drawn and explained, several on a page.

    Parameters
    ----------
    way : iterable of tuple of Step and Position
        The steps, each with the position before it, as `lowbit.walkthrough` yields them.
    title : str, optional
        The head of every page.
    paper : {'a4', 'letter'}
        The paper.
    cosmetics : tuple of Cosmetic, optional
        What is only drawn on the puzzle.

    Raises
    ------
    InputError
        If there is no step.
    MissingPackageError
        If fpdf2 is not installed.
    """
    writer = PageWriter(PAPERS[Layout(paper=paper).paper], title, None)
    pages = Pages(writer, STEP_SLOTS, title, "Steps")
    if not _write_steps(writer, pages, "", way, Shown(cosmetics=cosmetics)):
        raise InputError("a sheet needs at least one step")
    return bytes(writer.document.output())


def _write_way(writer: PageWriter, number: int, entry: BookPuzzle) -> None:
    """Write the steps of a puzzle on pages of their own."""
    head = f"{number} {entry.title}".rstrip()
    pages = Pages(writer, STEP_SLOTS, head, f"Steps of {number}")
    _write_steps(writer, pages, f"{number}.", entry.way, entry.shown)


def _write_steps(
    writer: PageWriter,
    pages: Pages,
    prefix: str,
    way: Iterable[tuple[Step, Position]],
    shown: Shown,
) -> int:
    """Write steps with their numbers, and return how many there are."""
    place = 0
    for place, (step, position) in enumerate(way, 1):
        picture = draw_position(position, step, shown)
        label = f"{prefix}{place}", sentences(step, position)
        writer.board(pages.next_slot(), SMALL_LABEL_SIZE, label, picture, STEP_LINES)
    return place


def _picture_of_solution(entry: BookPuzzle) -> Picture | None:
    shown = replace(entry.shown, givens=entry.grid)
    return draw(entry.solution, shown) if entry.solution else None


def solved(
    puzzle: Grid | Puzzle,
    title: str = "",
    *,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> BookPuzzle:
    """Return the entry of a puzzle with its solution, or the status that says why there is none.

    Parameters
    ----------
    puzzle : Grid or Puzzle
        The puzzle.
    title : str, optional
        A remark to print after its number.
    max_nodes : int, optional
        The most nodes of the search tree to visit.
    time_limit : float, optional
        The most seconds to take.

    Examples
    --------
    >>> from lowbit.grid import Grid
    >>> str(solved(Grid("." * 81)).status)
    'several'
    """
    try:
        solution = solve(puzzle, max_nodes=max_nodes, time_limit=time_limit)
        return BookPuzzle(puzzle, title, solution, Status.UNIQUE)
    except NoSolutionError:
        status = Status.NONE
    except MultipleSolutionsError:
        status = Status.SEVERAL
    except LimitReachedError:
        status = Status.LIMIT_REACHED
    return BookPuzzle(puzzle, title, status=status)


def explained(
    entry: BookPuzzle, rules: Rules = "human", *, time_limit: float | None = None
) -> BookPuzzle:
    """Return an entry with the steps to its solution, or as far as the rules or the time allow.

    Parameters
    ----------
    entry : BookPuzzle
        The entry.
    rules : str, sequence of str or RuleBook, default 'human'
        The rule book.
    time_limit : float, optional
        The most seconds to take.

    Examples
    --------
    >>> from lowbit.grid import Grid
    >>> len(explained(BookPuzzle(Grid("1... ...2 3... ...4", "4x4"))).way)
    12
    """
    way: list[tuple[Step, Position]] = []
    with suppress(NoSolutionError, LimitReachedError):
        way.extend(walkthrough(entry.puzzle, rules, time_limit=time_limit))
    return replace(entry, way=tuple(way))


def unwritable(text: str) -> str:
    """Return the letters of a text that Helvetica lacks, each once.

    Examples
    --------
    >>> unwritable("Très “dur”, 数独")
    '数独'
    """
    return "".join(dict.fromkeys(c for c in text if not c.encode(ENCODING, "ignore")))
