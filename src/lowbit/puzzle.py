"""Puzzles of any kind: a grid on its board, and constraints beside the board's houses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from lowbit.constraints import Constraint, from_json, to_json
from lowbit.constraints.lowering import require_room, require_stated
from lowbit.cosmetics import from_json as cosmetics_from_json
from lowbit.cosmetics import to_json as cosmetics_to_json
from lowbit.errors import ConstraintError, GridError, InputError
from lowbit.geometry import Geometry
from lowbit.grid import Clash, Grid, Masks
from lowbit.houses import House
from lowbit.nesting import value_of
from lowbit.notebook import picture
from lowbit.variables import read_variables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.cosmetics import Cosmetic
    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike


class Puzzle:
    """An immutable puzzle: a grid and constraints.

    Parameters
    ----------
    grid : Grid, str, sequence, numpy.ndarray or Masks
        The givens, or candidates, as `Grid` takes them.
    constraints : iterable of Constraint, optional
        The constraints beside the houses of the board; see `lowbit.constraints`.
    geometry : Geometry or str, optional
        The board; the classic one, or that of `grid` if it is a Grid.
    title, author, rules : str, optional
        Texts for people.
    cosmetics : iterable of Cosmetic, optional
        What is drawn on the board and says nothing; see `lowbit.cosmetics`.

    Raises
    ------
    GridError
        If `grid` is no grid.
    ConstraintError
        If a constraint does not fit the board.

    Examples
    --------
    >>> from lowbit.constraints import Cage, Thermometer
    >>> constraints = Cage((1, 2), 6), Thermometer((4, 8))
    >>> puzzle = Puzzle("1... .... .... ....", constraints, geometry="4x4")
    >>> puzzle.grid.n_clues, len(puzzle.constraints)
    (1, 2)
    >>> Puzzle.from_json(puzzle.to_json()) == puzzle
    True
    """

    __slots__ = ("author", "constraints", "cosmetics", "grid", "rules", "title")
    __match_args__ = ("grid", "constraints")

    grid: Grid
    constraints: tuple[Constraint, ...]
    title: str
    author: str
    rules: str
    cosmetics: tuple[Cosmetic, ...]

    def __init__(  # noqa: PLR0913 - texts for people, by name
        self,
        grid: GridLike,
        constraints: Iterable[Constraint] = (),
        *,
        geometry: BoardLike | None = None,
        title: str = "",
        author: str = "",
        rules: str = "",
        cosmetics: Iterable[Cosmetic] = (),
    ) -> None:
        if not isinstance(grid, Grid) or geometry is not None:
            grid = Grid(grid, geometry)
        if isinstance(constraints, Constraint):
            raise ConstraintError(f"constraints are a list, such as [{constraints}]")
        constraints = tuple(constraints)
        for constraint in constraints:
            if not isinstance(constraint, Constraint):
                raise ConstraintError(_not_a_constraint(constraint))
        require_stated(constraints, grid.geometry)
        seen = {"title": title, "author": author, "rules": rules, "cosmetics": tuple(cosmetics)}
        for name, value in {"grid": grid, "constraints": constraints, **seen}.items():
            object.__setattr__(self, name, value)

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.grid.geometry

    def with_grid(self, grid: GridLike) -> Puzzle:
        """Return the puzzle with other givens."""
        return self._replaced(grid=Grid(grid, self.geometry))

    def with_constraints(self, constraints: Iterable[Constraint]) -> Puzzle:
        """Return the puzzle with other constraints."""
        return self._replaced(constraints=constraints)

    def with_cosmetics(self, cosmetics: Iterable[Cosmetic]) -> Puzzle:
        """Return the puzzle with something else drawn on it."""
        return self._replaced(cosmetics=cosmetics)

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """Every reason, visible without search, why there is no solution.

        Those of the grid, and each constraint that is broken by cells all of which are given.
        """
        return self.grid.clashes + tuple(self._broken())

    def is_solved_by(self, solution: Grid) -> bool:
        """Whether a grid is a solution: it is full and obeys givens, houses and constraints."""
        return solution.is_solution_of(self.grid) and not self.with_grid(solution).clashes

    def to_json(self) -> str:
        """Return the puzzle as JSON, which `from_json` reads."""
        geometry = self.geometry
        data: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("title", "author", "rules")
            if getattr(self, name)
        }
        if geometry.name is None:
            data["size"] = geometry.size
            data["houses"] = [[house.kind, house.index, *house.cells] for house in geometry.houses]
            if not geometry.without_variables.is_one_square:
                data["places"] = geometry.places[: geometry.n_on_board]
            if geometry.variables:
                data["variables"] = [*map(str, geometry.variables)]
        else:
            data["board"] = geometry.name
        data["symbols"] = geometry.symbols
        data["candidates"] = list(self.grid.allowed)
        data["constraints"] = to_json(self.constraints)
        if self.cosmetics:
            data["cosmetics"] = cosmetics_to_json(self.cosmetics)
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Return the puzzle that `to_json` wrote.

        Raises
        ------
        InputError
            If it is no such text.
        """
        try:
            data = value_of(text)
            if not isinstance(data, dict) or not {"board", "houses"} & data.keys():
                raise GridError("this is not the JSON of a puzzle: it names no board")
            if "board" in data:
                geometry = Geometry.parse(data["board"], data["symbols"])
            else:
                geometry = _unnamed_board(data)
            grid = Grid(Masks(data["candidates"]), geometry)
            said = {name: data.get(name, "") for name in ("title", "author", "rules")}
            cosmetics = cosmetics_from_json(data.get("cosmetics", ()))
            return cls(grid, _constraints_of(data["constraints"]), **said, cosmetics=cosmetics)
        except InputError:
            raise
        except KeyError as error:
            raise GridError(f"this is not the JSON of a puzzle: it lacks {error}") from error
        except json.JSONDecodeError as error:
            message = f"this is no JSON of a puzzle: it is damaged at character {error.pos + 1}"
            raise GridError(message) from error
        except RecursionError:
            raise GridError("this is no JSON of a puzzle: it is nested too deep") from None
        except (TypeError, ValueError, AttributeError) as error:
            message = "this is not the JSON of a puzzle: a field is not what it should be"
            raise GridError(message) from error

    def _broken(self) -> Iterator[Clash]:
        geometry, lowest = self.geometry, self.geometry.values[0]
        givens = self.grid.givens
        values = [digit - 1 + lowest for digit in givens]
        for constraint in self.constraints:
            cells = constraint.cells_read(geometry)
            if all(givens[cell] for cell in cells) and not constraint.holds(values, geometry):
                yield Clash("broken", f"{constraint.describe(geometry)} is broken", cells)

    def _replaced(self, **fields: Any) -> Puzzle:  # noqa: ANN401 - as the constructor takes them
        data = {name: getattr(self, name) for name in self.__slots__}
        return Puzzle(**{**data, **fields})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Puzzle is immutable: make a new one instead of setting {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Puzzle is immutable: {name!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash((self.grid, self.constraints))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restored, self._state()

    def __repr__(self) -> str:
        title = f", title={self.title!r}" if self.title else ""
        return f"Puzzle({self.grid!r}, {list(self.constraints)!r}{title})"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return picture(self)

    def _state(
        self,
    ) -> tuple[Grid, tuple[Constraint, ...], tuple[str, str, str], tuple[Cosmetic, ...]]:
        texts = self.title, self.author, self.rules
        return self.grid, self.constraints, texts, self.cosmetics


def puzzle_of_fitting(grid: Grid, constraints: tuple[Constraint, ...]) -> Puzzle:
    """Return the puzzle of constraints that are known to fit the board: for readers of many."""
    require_room(constraints, grid.geometry)
    puzzle = Puzzle(grid)
    object.__setattr__(puzzle, "constraints", constraints)
    return puzzle


def _not_a_constraint(value: object) -> str:
    """Return the fault of a value that is no constraint, such as the class of some."""
    if isinstance(value, type) and issubclass(value, Constraint):
        name = value.__name__
        return f"{name} is not a constraint, but a kind of them: {name}() is one, with its fields"
    return f"{value!r} is not a constraint; see lowbit.constraints"


def _unnamed_board(data: dict[str, Any]) -> Geometry:
    """Return the board that JSON lists the houses of."""
    size, places = data["size"], data.get("places")
    houses = [House(kind, at, tuple(cells)) for kind, at, *cells in data["houses"]]
    where = None if places is None else [(row, column) for row, column in places]
    groups = [read_variables(word, size) for word in data.get("variables", ())]
    return Geometry(size, houses, symbols=data["symbols"], places=where, variables=groups)


def _constraints_of(said: object) -> Iterator[Constraint]:
    """Yield the constraints of a list in JSON; an error tells which of them is wrong."""
    if not isinstance(said, list):
        raise ConstraintError("constraints is not a list")
    for number, one in enumerate(said, 1):
        try:
            yield from_json(one)
        except ConstraintError as error:
            raise ConstraintError(f"constraint {number}: {error}") from error


def _restored(
    grid: Grid,
    constraints: tuple[Constraint, ...],
    texts: tuple[str, str, str],
    cosmetics: tuple[Cosmetic, ...],
) -> Puzzle:
    title, author, rules = texts
    return Puzzle(grid, constraints, title=title, author=author, rules=rules, cosmetics=cosmetics)
