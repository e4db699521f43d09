"""Fish: as many houses that must hold a digit (base) as houses that may hold it once (cover).

A basic fish consists of rows and columns; a Franken fish may also use boxes, a mutant fish any
houses on either side. Fins are candidates of the base outside the cover; endo-fins lie in two base
houses. A candidate is eliminated if it sees all fins and is covered without being in the base, or
is covered twice. A finned fish is sashimi if a base house has at most one candidate besides fins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.facts import recall
from lowbit.techniques.single_digit.templates import excluded
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import BoardMasks
    from lowbit.techniques.position import Position

SIZES = {2: "x-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}
LARGEST_IN_ALL = 4
BASIC, FRANKEN, MUTANT = range(3)
KINDS = {BASIC: "", FRANKEN: "franken-", MUTANT: "mutant-"}


@dataclass(frozen=True, slots=True)
class Base:
    """Some houses of the base: their candidates, those in two of them, and the houses."""

    cells: int
    endo_fins: int
    houses: tuple[int, ...]


class FishSearch:
    """The fish of one digit, size and kind.

    Parameters
    ----------
    position : Position
        The position.
    digit : int
        The digit.
    size : int
        The number of base houses.
    kind : int
        `BASIC`, `FRANKEN` or `MUTANT`.
    finned : bool
        Whether fish with fins are searched for, or those without.
    options : Options
        The most fins of a fish.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a fish is
        self,
        position: Position,
        digit: int,
        size: int,
        kind: int,
        finned: bool,  # noqa: FBT001 - as above
        options: Options,
    ) -> None:
        self.board, self.budget = position.board, position.budget
        self.places = position.places[digit]
        self.excluded = recall(position, excluded)[digit]
        self.digit, self.size, self.kind, self.finned = digit, size, kind, finned
        self.options = options

    def steps(self) -> Iterator[Step]:
        """Yield the fish with rows in the base, then those with columns; mutants mix them."""
        board = self.board
        if self.kind == MUTANT:
            every = tuple(range(len(board.houses)))
            yield from self._fish(every, every)
            return
        boxes = board.others if self.kind == FRANKEN else ()
        yield from self._fish((*board.rows, *boxes), (*board.columns, *boxes))
        yield from self._fish((*board.columns, *boxes), (*board.rows, *boxes))

    def _fish(self, bases: tuple[int, ...], covers: tuple[int, ...]) -> Iterator[Step]:
        places, houses = self.places, self.board.houses
        base_units = [(house, places & houses[house]) for house in bases if places & houses[house]]
        if not self.finned:
            base_units = [unit for unit in base_units if unit[1].bit_count() <= self.size]
        cover_units = [
            (house, places & houses[house]) for house in covers if places & houses[house]
        ]
        for base in self._bases(base_units):
            self.budget.charge()
            touching = [
                unit for unit in cover_units if unit[1] & base.cells and unit[0] not in base.houses
            ]
            if self._can_eliminate(base, touching):
                yield from self._covers(base, touching)

    def _bases(self, units: list[tuple[int, int]]) -> Iterator[Base]:
        """Yield the choices of base houses; only finned fish may have endo-fins."""
        if self.kind == BASIC:
            for chosen in combinations(units, self.size):
                cells = 0
                for _, own in chosen:
                    cells |= own
                yield Base(cells, 0, tuple(house for house, _ in chosen))
            return
        most = self.options.endo_fins if self.finned else 0

        def extend(start: int, base: Base) -> Iterator[Base]:
            if len(base.houses) == self.size:
                yield base
                return
            for place in range(start, len(units)):
                house, cells = units[place]
                twice = base.cells & cells
                if base.endo_fins.bit_count() + twice.bit_count() <= most:
                    wider = Base(base.cells | cells, base.endo_fins | twice, (*base.houses, house))
                    yield from extend(place + 1, wider)

        yield from extend(0, Base(0, 0, ()))

    def _can_eliminate(self, base: Base, units: list[tuple[int, int]]) -> bool:
        """Whether covers can cover some candidate, and all of the base that it does not see."""
        peers, covers = self.board.peers, [own for _, own in units]
        for cell in members(self.excluded):
            seen = peers[cell] if self.finned else 0
            needed = base.cells & ~seen | 1 << cell
            if not base.endo_fins & ~seen and _is_coverable(needed, covers, self.size):
                return True
        return False

    def _covers(self, base: Base, units: list[tuple[int, int]]) -> Iterator[Step]:
        """Yield the fish of a base: covers are given up once too much is left for fins."""
        reach = [0] * (len(units) + 1)
        for place in range(len(units) - 1, -1, -1):
            reach[place] = reach[place + 1] | units[place][1]

        def extend(start: int, cells: int, twice: int, chosen: tuple[int, ...]) -> Iterator[Step]:
            missing = self.size - len(chosen)
            if not missing:
                yield from self._check(base, cells, twice, chosen)
                return
            for place in range(start, len(units) - missing + 1):
                fins = base.cells & ~cells & ~reach[place] | base.endo_fins
                if fins and not (self.finned and self._can_be_fins(fins)):
                    return
                house, own = units[place]
                yield from extend(place + 1, cells | own, twice | cells & own, (*chosen, house))

        yield from extend(0, 0, 0, ())

    def _can_be_fins(self, fins: int) -> bool:
        return (
            fins.bit_count() <= self.options.fins
            and self.board.common_peers(fins) & self.excluded != 0
        )

    def _check(self, base: Base, cover: int, twice: int, houses: tuple[int, ...]) -> Iterator[Step]:
        fins = base.cells & ~cover | base.endo_fins
        if bool(fins) != self.finned:
            return
        eliminated, cannibal = cover & ~base.cells, twice
        if fins:
            if fins.bit_count() > self.options.fins:
                return
            seen = self.board.common_peers(fins)
            eliminated &= seen
            cannibal &= seen
        if eliminated | cannibal:
            yield self._step(base, houses, fins, (eliminated, cannibal))

    def _step(
        self, base: Base, covers: tuple[int, ...], fins: int, eliminated: tuple[int, int]
    ) -> Step:
        digits = (self.digit,)
        return Step(
            fish_slug(self.board, self.places, base.houses, covers, fins),
            eliminations=tuple(
                dict.fromkeys((cell, self.digit) for cells in eliminated for cell in members(cells))
            ),
            marks=(
                *marks_of(Role.BASE, base.cells & ~fins, digits),
                *marks_of(Role.FIN, fins & ~base.endo_fins, digits),
                *marks_of(Role.ENDO_FIN, base.endo_fins, digits),
            ),
            houses=(
                *(HouseMark(Role.BASE, house) for house in base.houses),
                *(HouseMark(Role.COVER, house) for house in covers),
            ),
        )


def _is_coverable(cells: int, units: list[int], most: int) -> bool:
    """Whether some of the units, not too many, hold all of some cells."""
    if not cells:
        return True
    if most:
        first = cells & -cells
        for own in units:
            if own & first and _is_coverable(cells & ~own, units, most - 1):
                return True
    return False


def fish_slug(
    board: BoardMasks, places: int, bases: tuple[int, ...], covers: tuple[int, ...], fins: int
) -> str:
    """Return the slug of a fish by its houses."""
    size = SIZES[len(bases)]
    sides = [
        {"row" if h in board.rows else "column" if h in board.columns else "box" for h in side}
        for side in (bases, covers)
    ]
    if sides in ([{"row"}, {"column"}], [{"column"}, {"row"}]):
        if not fins:
            return size
        sashimi = any((places & board.houses[h] & ~fins).bit_count() <= 1 for h in bases)
        return f"{'sashimi' if sashimi else 'finned'}-{size}"
    franken = any(
        sides[0] <= {one, "box"}
        and one in sides[0]
        and sides[1] <= {other, "box"}
        and other in sides[1]
        for one, other in (("row", "column"), ("column", "row"))
    )
    return f"{'finned-' if fins else ''}{'franken' if franken else 'mutant'}-{size}"


def fish(
    size: int,
    kind: int,
    finned: bool,  # noqa: FBT001 - bound by partial
    position: Position,
    options: Options,
) -> Iterator[Step]:
    """Yield the fish of a size and kind, digit by digit; with siamese ones on request."""
    for digit in position.board.digits:
        if recall(position, excluded)[digit]:
            search = FishSearch(position, digit, size, kind, finned, options)
            if options.duals and finned:
                yield from _with_siamese(list(search.steps()))
            else:
                yield from search.steps()


def _with_siamese(steps: list[Step]) -> Iterator[Step]:
    """Yield the fish, then each two with the same base and different covers, as one."""
    yield from steps
    of_base: dict[object, dict[object, Step]] = {}
    for step in steps:
        base = tuple(mark for mark in step.houses if mark.role is Role.BASE)
        of_base.setdefault(base, {}).setdefault(step.effect, step)
    for siblings in of_base.values():
        for first, second in combinations(siblings.values(), 2):
            if first.eliminations[0] != second.eliminations[0]:
                yield replace(
                    first,
                    eliminations=tuple(dict.fromkeys(first.eliminations + second.eliminations)),
                    marks=tuple(dict.fromkeys(first.marks + second.marks)),
                    houses=tuple(dict.fromkeys(first.houses + second.houses)),
                )


def _techniques() -> Iterator[Technique]:
    scores = {
        ("", BASIC): (140, 150, 160, 470, 470, 470),
        ("finned-", BASIC): (130, 200, 250, 470, 470, 470),
        ("sashimi-", BASIC): (150, 240, 260, 470, 470, 470),
        ("", FRANKEN): (300, 350, 370, 470, 470, 470),
        ("finned-", FRANKEN): (390, 410, 430, 470, 470, 470),
        ("", MUTANT): (450, 450, 450, 470, 470, 470),
        ("finned-", MUTANT): (470, 470, 470, 470, 470, 470),
    }
    ratings = {"x-wing": 3.2, "swordfish": 3.8, "jellyfish": 5.2}
    for (fins, kind), of_size in scores.items():
        for size, score in zip(SIZES, of_size, strict=True):
            slug = f"{fins}{KINDS[kind]}{SIZES[size]}"
            hodoku = "-".join(part.capitalize() for part in SIZES[size].split("-"))
            prefix = f"{fins}{KINDS[kind]}".replace("-", " ").title()
            yield Technique(
                slug,
                f"{prefix}{hodoku}".lower().replace("x-wing", "X-wing").replace("fran", "Fran"),
                "fish",
                partial(fish, size, kind, bool(fins)),
                hodoku_name=f"{prefix}{hodoku}",
                explainer_name=hodoku if slug in ratings else None,
                score=score,
                level=_level(fins, kind, size),
                rating=ratings.get(slug),
                in_all=size <= LARGEST_IN_ALL and kind != MUTANT,
            )


def _level(fins: str, kind: int, size: int) -> str:
    if kind == MUTANT or (kind == FRANKEN and size > 4):
        return "extreme"
    if kind == BASIC and size <= (2 if fins else 4):
        return "hard"
    return "unfair"


TECHNIQUES = tuple(_techniques())
