"""Patterns of one digit: two strong links, or a box whose places lie on a row and a column."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.facts import recall
from lowbit.techniques.step import HouseMark, Mark, Role, Step, marks_of
from lowbit.techniques.technique import Finder, Options, Technique

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.techniques.board_masks import BoardMasks
    from lowbit.techniques.position import Position

MOST_PLACES_IN_BOX = 5


def strong_pairs(position: Position) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return, for each digit, the houses with two places for it: the house and the cells."""
    houses = position.board.houses
    found = []
    for places in position.places:
        pairs = []
        for house, cells in enumerate(houses):
            both = places & cells
            if both.bit_count() == 2:
                pairs.append((house, *members(both)))
        found.append(tuple(pairs))
    return tuple(found)  # type: ignore[arg-type]  # two members each


def skyscrapers(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the pairs of parallel strong links with one pair of ends in line."""
    board, links = position.board, recall(position, strong_pairs)
    for lines, cross_of in ((board.rows, board.column_of), (board.columns, board.row_of)):
        for digit in board.digits:
            in_line = [link for link in links[digit] if link[0] in lines]
            for first, second in combinations(in_line, 2):
                yield from _skyscraper(position, digit, (first, second), cross_of)


def _skyscraper(
    position: Position,
    digit: int,
    links: tuple[tuple[int, int, int], tuple[int, int, int]],
    cross_of: Sequence[int],
) -> Iterator[Step]:
    (house_a, *a), (house_b, *b) = links
    level = [cross_of[x] == cross_of[y] for x, y in zip(a, b, strict=True)]
    if sum(level) != 1:
        return
    top = level.index(False)
    board = position.board
    eliminated = position.places[digit] & board.peers[a[top]] & board.peers[b[top]]
    if eliminated:
        ends = 1 << a[top] | 1 << b[top]
        feet = 1 << a[1 - top] | 1 << b[1 - top]
        yield Step(
            "skyscraper",
            eliminations=tuple((cell, digit) for cell in members(eliminated)),
            marks=(*marks_of(Role.PINCER, ends, (digit,)), *marks_of(Role.PIVOT, feet, (digit,))),
            houses=(HouseMark(Role.BASE, house_a), HouseMark(Role.BASE, house_b)),
        )


def kites(position: Position, options: Options) -> Iterator[Step]:
    """Yield the rows and columns of two places that meet in a box; dual ones on request."""
    found: list[Step] = []
    for step in _kites(position):
        if not options.duals:
            yield step
        found.append(step)
    if options.duals:
        yield from _with_duals(found, "dual-two-string-kite", _foot_of_kite)


def _kites(position: Position) -> Iterator[Step]:
    board, links = position.board, recall(position, strong_pairs)
    for digit in board.digits:
        rows = [link for link in links[digit] if link[0] in board.rows]
        columns = [list(link) for link in links[digit] if link[0] in board.columns]
        for row in map(list, rows):
            for column in columns:
                yield from _kite(position, digit, row, column)


def _kite(position: Position, digit: int, row: list[int], column: list[int]) -> Iterator[Step]:
    """Yield the kite of a row and a column; both are turned so that the first cells meet."""
    board = position.board
    for i, j in ((1, 1), (1, 2), (2, 1), (2, 2)):
        if board.box_of[row[i]] == board.box_of[column[j]] >= 0:
            break
    else:
        return
    if i == 2:
        row[1:] = reversed(row[1:])
    if j == 2:
        column[1:] = reversed(column[1:])
    if set(row[1:]) & set(column[1:]):
        return
    crossing = board.row_of[column[2]] * board.size + board.column_of[row[2]]
    if position.has(crossing, digit):
        yield Step(
            "two-string-kite",
            eliminations=((crossing, digit),),
            marks=(
                *(Mark(Role.PINCER, line[2], digit) for line in (row, column)),
                *(Mark(Role.PIVOT, line[1], digit) for line in (row, column)),
            ),
            houses=(HouseMark(Role.BASE, row[0]), HouseMark(Role.BASE, column[0])),
        )


def _foot_of_kite(step: Step) -> object:
    return frozenset(mark.cell for mark in step.marks if mark.role is Role.PIVOT)


def empty_rectangles(position: Position, options: Options) -> Iterator[Step]:
    """Yield the boxes whose places for a digit lie on a row and a column, with a strong link."""
    found: list[Step] = []
    for step in _empty_rectangles(position, options):
        if not options.duals:
            yield step
        found.append(step)
    if options.duals:
        yield from _with_duals(found, "dual-empty-rectangle", _box_of_rectangle)


def _box_of_rectangle(step: Step) -> object:
    return frozenset(mark for mark in step.marks if mark.role is Role.FIN)


def _empty_rectangles(position: Position, options: Options) -> Iterator[Step]:
    board = position.board
    for digit in board.digits:
        for box in board.boxes:
            places = position.places[digit] & board.houses[box]
            if not 2 <= places.bit_count() <= MOST_PLACES_IN_BOX:
                continue
            for row, column in _crosses(board, box):
                across, down = places & board.houses[row], places & board.houses[column]
                if across | down != places or not across & ~down or not down & ~across:
                    continue
                if across.bit_count() < 2 > down.bit_count() and not options.two_candidate_er:
                    continue
                for base, other in ((row, column), (column, row)):
                    yield from _empty_rectangle(position, digit, box, base, other)


def _crosses(board: BoardMasks, box: int) -> list[tuple[int, int]]:
    """Return the rows and columns that cross a box, the lower right ones first."""
    cells = board.house_cells[box]
    rows = sorted({board.row_of[cell] for cell in cells}, reverse=True)
    columns = sorted({board.column_of[cell] for cell in cells}, reverse=True)
    return [(board.rows[row], board.columns[column]) for row in rows for column in columns]


def _empty_rectangle(
    position: Position, digit: int, box: int, base: int, other: int
) -> Iterator[Step]:
    """Yield the eliminations on one arm of the box by strong links that begin on the other."""
    board, places = position.board, position.places[digit]
    across, companion = (
        (board.columns, board.column_of) if base in board.rows else (board.rows, board.row_of)
    )
    parallel, level = (
        (board.rows, board.row_of) if base in board.rows else (board.columns, board.column_of)
    )
    for start in members(places & board.houses[base] & ~board.houses[box]):
        link = across[companion[start]]
        pair = places & board.houses[link]
        if pair.bit_count() != 2:
            continue
        end = (pair ^ 1 << start).bit_length() - 1
        target = board.houses[parallel[level[end]]] & board.houses[other] & ~board.houses[box]
        if places & target & ~pair:
            yield Step(
                "empty-rectangle",
                eliminations=tuple((cell, digit) for cell in members(places & target)),
                marks=(
                    Mark(Role.PIVOT, start, digit),
                    Mark(Role.PINCER, end, digit),
                    *marks_of(Role.FIN, places & board.houses[box], (digit,)),
                ),
                houses=(HouseMark(Role.BASE, link), HouseMark(Role.COVER, box)),
            )


def _with_duals(steps: list[Step], slug: str, key: Callable[[Step], object]) -> Iterator[Step]:
    """Yield the steps, then each pair of them with equal keys, as one."""
    yield from steps
    for first, second in combinations(steps, 2):
        if key(first) == key(second) and first.eliminations != second.eliminations:
            yield Step(
                slug,
                eliminations=first.eliminations + second.eliminations,
                marks=tuple(dict.fromkeys(first.marks + second.marks)),
                houses=tuple(dict.fromkeys(first.houses + second.houses)),
            )


def _technique(slug: str, name: str, find: Finder, foreign: str, score: int) -> Technique:
    return Technique(
        slug,
        name,
        "single-digit patterns",
        find,
        hodoku_name=foreign,
        score=score,
        level="hard",
    )


TECHNIQUES = (
    _technique("skyscraper", "skyscraper", skyscrapers, "Skyscraper", 130),
    _technique("two-string-kite", "2-string kite", kites, "2-String Kite", 150),
    _technique("empty-rectangle", "empty rectangle", empty_rectangles, "Empty Rectangle", 120),
    _technique("dual-two-string-kite", "dual 2-string kite", kites, "Dual 2-String Kite", 150),
    _technique(
        "dual-empty-rectangle",
        "dual empty rectangle",
        empty_rectangles,
        "Dual Empty Rectangle",
        120,
    ),
)
