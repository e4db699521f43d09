"""The evidence of a step, drawn on the board.

::

    houses, cells        behind all lines: base houses, almost locked sets
    covers               a line around each cover house of a fish
    candidates           a shape for each role; green if placed, red and crossed out if eliminated
    links                arrows from node to node: strong links solid, weak ones dashed
    key                  below the board: what is filled or framed, and the role of each shape
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.pictures.measures import CELL, MARGIN, Spots, corner, outline
from lowbit.pictures.parts import Curve, Disc, Paint, Path, Polygon, Rectangles, Text
from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Mark, Role, Step
from lowbit.techniques.wording.words import ROLES_ZH, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Part, Point
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.step import Chain, ChainNode, Link

DISC, SQUARE, DIAMOND, UP, DOWN = range(5)
"""The shapes, each with the colour of the same number: roles differ even without colours."""

LOOKS: Final = {
    Role.SINGLE: DISC,
    Role.SUBSET: SQUARE,
    Role.LOCKED: SQUARE,
    Role.BASE: DIAMOND,
    Role.COVER: SQUARE,
    Role.FIN: UP,
    Role.ENDO_FIN: DOWN,
    Role.CORNER: DISC,
    Role.EXTRA: DOWN,
    Role.PIVOT: DIAMOND,
    Role.PINCER: SQUARE,
    Role.TARGET: SQUARE,
    Role.SET_A: DISC,
    Role.SET_B: SQUARE,
    Role.SET_C: UP,
    Role.OTHER_SET: DOWN,
    Role.RESTRICTED: DIAMOND,
    Role.COLOUR_1: DISC,
    Role.COLOUR_2: SQUARE,
    Role.COLOUR_3: DIAMOND,
    Role.COLOUR_4: UP,
    Role.ON: DISC,
    Role.OFF: SQUARE,
    Role.CONSTRAINT: DISC,
}
"""The shape of each role; roles that can occur in one step have different shapes."""

COVER_WIDTH, STROKE_WIDTH, LINK_WIDTH, NESTED_WIDTH = 3, 2, 2, 1
COVER_INSET: Final = 3
"""The distance between the line around a house and the rules of its cells."""

BEND: Final = 0.28
"""The distance of a link's control point from the straight line, as a share of its length."""

HEAD_LENGTH, HEAD_WIDTH = 8, 7

NEAR: Final = 0.3
"""The most of an arrow between neighbours that each shape, and the head, may take."""

KEY_ROW, KEY_SIZE, KEY_GAP = 26, 15, 18
"""The height of a row below the board, the size of its words, and the gap between them."""

LETTER: Final = 0.5
"""An upper bound on the average width of a letter, as a share of its size."""


class Layers(NamedTuple):
    """The layers that a step adds to the picture of a grid."""

    behind: tuple[Part, ...] = ()
    marked: tuple[Part, ...] = ()
    candidates: frozenset[Candidate] = frozenset()
    across: tuple[Part, ...] = ()
    key: tuple[Part, ...] = ()
    key_height: int = 0


class _Entry(NamedTuple):
    """An entry of the key: what its sample looks like, its name, and the middles of both."""

    look: int | str
    name: str
    shape: Point
    word: Point


def layers(spots: Spots, step: Step, language: str = "en") -> Layers:
    """Return the layers that a step adds to the picture of a grid.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> single = Step("naked-single", ((0, 5),), marks=(Mark(Role.SINGLE, 0, 5),))
    >>> marked = layers(Spots(CLASSIC), single).marked
    >>> [str(part.paint) for part in marked if isinstance(part, Disc)]
    ['placed', 'struck']
    """
    board = spots.board
    entries = _entries(board, step, language)
    return Layers(
        tuple(_behind(board, step)),
        tuple(_marked(spots, step)),
        frozenset((*_roles(step), *step.placements, *step.eliminations)),
        tuple(_across(spots, step)),
        tuple(_key(entries)),
        _key_height(board, entries),
    )


# The background.


def _behind(board: Geometry, step: Step) -> Iterator[Part]:
    """Yield the fills behind houses and cells."""
    cells = {
        cell
        for mark in step.houses
        if mark.role is not Role.COVER
        for cell in board.houses[mark.house].cells
    }
    yield _fill(board, Paint("house"), cells)
    marked: dict[int, set[int]] = {}
    for mark in _cell_marks(step):
        marked.setdefault(LOOKS[mark.role], set()).add(mark.cell)
    for look, found in marked.items():
        yield _fill(board, Paint("role-wash", look), found)


def _cell_marks(step: Step) -> Iterator[Mark]:
    """Yield the marks of whole cells, including those of almost locked sets in chains."""
    yield from (mark for mark in step.marks if not mark.digit)
    for node in _nodes(step.chains):
        if node.digits:
            yield from (Mark(Role.OTHER_SET, cell) for cell in members(node.cells))


def _fill(board: Geometry, paint: Paint, cells: Iterable[int]) -> Rectangles:
    return Rectangles(paint, tuple((*corner(board, cell), CELL, CELL) for cell in sorted(cells)))


# The marks.


def _marked(spots: Spots, step: Step) -> Iterator[Part]:
    """Yield the parts between the board's lines and its digits."""
    yield Path(Paint("cover"), COVER_WIDTH, tuple(_covers(spots.board, step)), closed=True)
    roles = _roles(step)
    placed, struck = set(step.placements), set(step.eliminations)
    by_look: dict[int, list[Point]] = {}
    for item, role in roles.items():
        if item not in placed:
            by_look.setdefault(LOOKS[role], []).append(spots.of(*item))
    radius = spots.room // 2
    yield Disc(Paint("placed"), radius, _of_all(spots, placed))
    yield Disc(Paint("struck"), radius, _of_all(spots, struck - roles.keys()))
    for look, points in sorted(by_look.items()):
        yield _shapes(look, points, radius)
    yield from _arrows(spots, step)


def _across(spots: Spots, step: Step) -> Iterator[Part]:
    """Yield the strokes across eliminated candidates."""
    reach = spots.room // 2
    lines = [
        ((x - reach, y + reach), (x + reach, y - reach))
        for x, y in _of_all(spots, step.eliminations)
    ]
    yield Path(Paint("stroke"), STROKE_WIDTH, tuple(lines))


def _of_all(spots: Spots, items: Iterable[Candidate]) -> tuple[Point, ...]:
    return tuple(spots.of(*item) for item in sorted(items))


def _roles(step: Step) -> dict[Candidate, Role]:
    """Return the role of each candidate: that of its mark, or that of its first node."""
    roles: dict[Candidate, Role] = {}
    for mark in step.marks:
        if mark.digit:
            roles.setdefault((mark.cell, mark.digit), mark.role)
    for node in _nodes(step.chains):
        for cell in members(node.cells):
            roles.setdefault((cell, node.digit), Role.ON if node.on else Role.OFF)
    return roles


def _nodes(chains: Iterable[Chain]) -> Iterator[ChainNode]:
    for chain in _drawn(chains):
        yield from chain.nodes


def _drawn(chains: Iterable[Chain]) -> Iterator[Chain]:
    """Yield chains with their branches."""
    for chain in chains:
        yield chain
        yield from _drawn(chain.branches)


def _nested(chains: Iterable[Chain]) -> Iterator[Chain]:
    """Yield the chains that others rest on, of every depth, with their branches."""
    for chain in _drawn(chains):
        yield from _drawn(chain.nested)
        yield from _nested(chain.nested)


def _shapes(look: int, points: Sequence[Point], radius: int) -> Part:
    paint = Paint("role", look)
    if look == DISC:
        return Disc(paint, radius, tuple(points))
    r, half = radius, radius // 2
    corners = {
        SQUARE: ((-r + 1, -r + 1), (r - 1, -r + 1), (r - 1, r - 1), (-r + 1, r - 1)),
        DIAMOND: ((0, -r - 1), (r + 1, 0), (0, r + 1), (-r - 1, 0)),
        UP: ((0, -r - half), (r + 1, half + 1), (-r - 1, half + 1)),
        DOWN: ((0, r + half), (-r - 1, -half - 1), (r + 1, -half - 1)),
    }[look]
    return Polygon(paint, tuple(tuple((x + a, y + b) for a, b in corners) for x, y in points))


def _covers(board: Geometry, step: Step) -> Iterator[tuple[Point, ...]]:
    for mark in step.houses:
        if mark.role is Role.COVER:
            yield from outline(board, board.houses[mark.house].cells, COVER_INSET)


# The links.


def _arrows(spots: Spots, step: Step) -> Iterator[Part]:
    """Yield the links; thin ones for nested chains, which hold in the position reached by then."""
    links = dict.fromkeys(link for chain in _drawn(step.chains) for link in chain.links)
    nested = dict.fromkeys(link for chain in _nested(step.chains) for link in chain.links)
    heads: list[tuple[Point, ...]] = []
    if nested:
        thin = [link for link in nested if link not in links]
        yield from _curves(spots, thin, NESTED_WIDTH, heads)
    yield from _curves(spots, links, LINK_WIDTH, heads)
    yield Polygon(Paint("link"), tuple(heads))


def _curves(
    spots: Spots, links: Iterable[Link], width: int, heads: list[tuple[Point, ...]]
) -> Iterator[Part]:
    """Yield the strong links and the weak ones, and add the heads of their arrows."""
    for strong in (True, False):
        curves = []
        for link in links:
            if link.strong == strong and (ends := _ends(spots, link)):
                curve, head = _arrow(spots, *ends)
                curves.append(curve)
                heads.append(head)
        yield Curve(Paint("link"), width, tuple(curves), dashed=not strong)


def _ends(spots: Spots, link: Link) -> tuple[Point, Point] | None:
    """Return the two candidates of two nodes that are closest to each other, if they differ."""
    pairs = [
        (spots.of(start, link.start.digit), spots.of(end, link.end.digit))
        for start in members(link.start.cells)
        for end in members(link.end.cells)
    ]
    start, end = min(pairs, key=lambda ends: (_distance(*ends), ends))
    return (start, end) if start != end else None


def _distance(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1])


def _arrow(
    spots: Spots, start: Point, end: Point
) -> tuple[tuple[Point, Point, Point], tuple[Point, ...]]:
    """Return the curve and the head of an arrow."""
    near = NEAR * _distance(start, end)
    radius, length = min(spots.room // 2, near), min(HEAD_LENGTH, near)
    width = length * HEAD_WIDTH / HEAD_LENGTH
    pull = _pull(spots.board, start, end)
    out, into = _unit(start, pull), _unit(pull, end)
    tip = end[0] - radius * into[0], end[1] - radius * into[1]
    neck = tip[0] - length * into[0], tip[1] - length * into[1]
    side = -into[1] * width / 2, into[0] * width / 2
    first = start[0] + radius * out[0], start[1] + radius * out[1]
    head = (tip, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1]))
    return (_rounded(first), _rounded(pull), _rounded(neck)), tuple(map(_rounded, head))


def _pull(board: Geometry, start: Point, end: Point) -> tuple[float, float]:
    """Return an arrow's control point: to its left, so it differs from its reverse, if possible."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    left, right = ((middle[0] + way * BEND * dy, middle[1] - way * BEND * dx) for way in (1, -1))
    low, far = MARGIN, (MARGIN + CELL * board.n_columns, MARGIN + CELL * board.n_rows)
    inside = all(low < place < high for place, high in zip(left, far, strict=True))
    return left if inside else right


def _unit(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return dx / length, dy / length


def _rounded(point: tuple[float, float]) -> Point:
    return round(point[0]), round(point[1])


# Below the board.


def _key(entries: list[_Entry]) -> Iterator[Part]:
    """Yield the samples and their names."""
    for entry in entries:
        yield _sample(entry.look, *entry.shape)
    yield Text(Paint("caption"), KEY_SIZE, tuple((*entry.word, entry.name) for entry in entries))


def _sample(look: int | str, x: int, y: int) -> Part:
    """Return the sample of a shape, or of what fills base lines or frames cover lines."""
    half = KEY_SIZE // 2
    if isinstance(look, int):
        return _shapes(look, [(x, y)], half)
    left, top, right, bottom = x - half, y - half, x + half, y + half
    if look == "house":
        return Rectangles(Paint(look), ((left, top, 2 * half, 2 * half),))
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return Path(Paint(look), COVER_WIDTH, (corners,), closed=True)


def _key_height(board: Geometry, entries: list[_Entry]) -> int:
    if not entries:
        return 0
    return entries[-1].shape[1] + KEY_ROW // 2 - MARGIN - CELL * board.n_rows


def _entries(board: Geometry, step: Step, language: str) -> list[_Entry]:
    """Return what the key names from left to right, in as many rows as that takes."""
    bottom, right = MARGIN + CELL * board.n_rows, MARGIN + CELL * board.n_columns
    entries = []
    x, y = MARGIN, bottom + KEY_ROW
    for look, name in _named(step, language):
        width = round(KEY_SIZE * sum(LETTER if char.isascii() else 1 for char in name))
        if x + KEY_SIZE + KEY_GAP // 2 + width > right:
            x, y = MARGIN, y + KEY_ROW
        word = x + KEY_SIZE + KEY_GAP // 2 + width // 2
        entries.append(_Entry(look, name, (x + KEY_SIZE // 2, y), (word, y)))
        x += KEY_SIZE + KEY_GAP // 2 + width + KEY_GAP
    return entries


def _named(step: Step, language: str) -> Iterator[tuple[int | str, str]]:
    """Yield the looks that the key names: lines of fish, then the roles, each once."""
    words = words_of(language)
    if any(mark.role is Role.COVER for mark in step.houses):
        yield "house", words["base lines"]
        yield "cover", words["cover lines"]
    found = [role for item, role in _roles(step).items() if item not in step.placements]
    found += [mark.role for mark in _cell_marks(step)]
    for role in dict.fromkeys(found):
        yield LOOKS[role], ROLES_ZH[role] if language == "zh" else role.value
