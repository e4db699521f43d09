"""Puzzles with constraints from a skeleton: filled, made unique, and stripped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.arguments import integer, integer_or_none, unknown
from lowbit.batch.ordered import in_order
from lowbit.constraints.base import REGISTRY
from lowbit.constraints.skeleton import Clue, kropki_clues, unnumbered
from lowbit.errors import EffortSpentError, InputError, LimitReachedError, NoSolutionError
from lowbit.grid import Grid, Masks
from lowbit.kernels.variants.engine import Engine
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.verbs.generate.variant_target import VariantTarget, variant_target_of
from lowbit.verbs.puzzles import as_puzzle, whole_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.kernels.core.threads import Progress
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike

NODES_OF_A_SEARCH = 20_000
"""The most nodes of each search by default; hardly any search takes as many."""

NODES_OF_A_TRY = 1_000
"""After so many nodes the search for a random solution restarts elsewhere."""

TRIES = 100
"""Restarts of the search; the nodes of a try double with every tenth of these restarts."""

MOST_TRIES = 100
"""Puzzles made by default for each that has the wished way to the solution."""

SOLUTIONS = 1_000
"""After so many solutions for which clues do not suffice, where no givens may be added, it ends."""


def generate_variants(  # noqa: PLR0913 - what to make, and how much to try
    n: int,
    skeleton: PuzzleLike,
    clues: Iterable[Clue] = (),
    *,
    givens: bool = True,
    minimal: bool = True,
    seed: int | None = None,
    threads: int | None = None,
    max_nodes: int | None = NODES_OF_A_SEARCH,
    max_tries: int = MOST_TRIES,
    time_limit: float | None = None,
    progress: Progress | None = None,
    **wishes: Any,  # noqa: ANN401 - as `variant_target_of` has them
) -> list[Puzzle]:
    """Make puzzles with constraints: fill a skeleton, each time from another random solution.

    A random grid that obeys the skeleton gives each clue its number. Then givens are added until
    the solution is unique, and redundant ones go, in random order: first givens, then clues,
    those that share cells with few other clues before those in long chains.

    Parameters
    ----------
    n : int
        The number of puzzles.
    skeleton : PuzzleLike
        The part that stays as it is: the board, constraints such as thermometers or anti-knight,
        and any givens.
    clues : iterable of Clue
        Constraints whose numbers are taken from the solution; see
        `lowbit.constraints.unknown` and `lowbit.constraints.kropki_clues`.
    givens : bool, default True
        Whether givens may be added. If not, another solution is tried when the clues do not
        suffice.
    minimal : bool, default True
        Whether to remove added givens and clues that are not needed.
    seed : int, optional
        From 0 to 2**64 - 1. The puzzles of a seed are always the same, and the first ones do not
        depend on how many there are. A random one if None.
    threads : int, optional
        How many puzzles to make side by side; as many as there are CPUs if None. The puzzles do
        not depend on it.
    max_nodes : int, optional
        The most nodes of each search; a given or clue stays if the search without it takes more.
    max_tries : int, default 100
        The most puzzles to make for each that has the wished way to the solution.
    time_limit : float, optional
        The most seconds for all.
    progress : callable, optional
        Called with how many puzzles are done, and `n`.
    **wishes
        The wished way to the solution, as for `generate`: `needs`, `only`, `without` and `rules`
        name techniques, steps by constraints among them, such as ``"innies-and-outies"``; `rating`
        is the difficulty, or the least and the most, as `lowbit.Steps.difficulty` tells it, and
        `level` a part of that scale: to 2.3, 3.4, 5.0, 7.0 and 11.9 from easy to extreme.

    Returns
    -------
    list of Puzzle
        Each has exactly one solution.

    Raises
    ------
    NoSolutionError
        If no grid obeys the skeleton.
    LimitReachedError
        If a limit came first, or no solution was found in many tries. It holds the puzzles that
        were made, as its `made`.
    EffortSpentError
        If no givens may be added, and the clues suffice for none of a thousand solutions; or if
        none of `max_tries` puzzles has the wished way. It holds them, too.
    InputError
        If an argument is out of range.

    Notes
    -----
    Random solutions are not uniformly distributed: the search tries random digits first.

    Examples
    --------
    >>> from lowbit import Puzzle, is_unique
    >>> from lowbit.constraints import Cage, Thermometer, unknown
    >>> skeleton = Puzzle("." * 16, [Thermometer((12, 8, 4))], geometry="4x4")
    >>> cages = [unknown(Cage, cells) for cells in [(0, 1), (2, 3), (10, 14), (13, 9)]]
    >>> (puzzle,) = generate_variants(1, skeleton, cages, seed=1)
    >>> is_unique(puzzle), puzzle.constraints[0]
    (True, Thermometer(cells=(12, 8, 4), slow=False))
    >>> (puzzle,) = generate_variants(1, skeleton, cages, seed=1, needs="constraint")
    """
    n, max_nodes, max_tries = (
        integer("n", n, 0),
        integer_or_none("max_nodes", max_nodes, 1),
        integer("max_tries", max_tries, 1),
    )
    limits = Limits.of(max_nodes, time_limit, threads)
    fixed = as_puzzle(whole_of(skeleton, None))
    target = variant_target_of(**wishes)
    recipe = Recipe(fixed, tuple(clues), givens, minimal, target, max_tries)
    made: list[Puzzle] = []
    try:
        for puzzle in variants_made(recipe, range(n), seed_or_any(seed), limits):
            made.append(puzzle)
            if progress:
                progress(len(made), n)
    except (LimitReachedError, EffortSpentError) as error:
        error.made = made
        raise
    return made


def variants_made(recipe: Recipe, items: range, seed: int, limits: Limits) -> Iterator[Puzzle]:
    """Yield puzzles as they are made; each depends on its number among those of the seed alone."""
    _require_fit(recipe.clues, recipe.skeleton)

    def make(item: int, _look_up: Progress) -> Puzzle:
        return _Maker(recipe, SplitMix64(seed, item), limits).puzzle_as_wished()

    yield from in_order(make, items, limits.threads)


def _require_fit(clues: Iterable[Clue], skeleton: Puzzle) -> None:
    """Raise InputError for a clue that is none, or that may not fit the board once it is filled."""
    for clue in clues:
        if not isinstance(clue, Clue):
            raise InputError(
                f"clues are places without a number, such as unknown(Cage, (0, 1)), not {clue!r}; "
                "constraints belong to the skeleton"
            )
        for constraint in (*clue.choices, *clue.required):
            constraint.require_fit(skeleton.geometry)


def recipe_of(  # noqa: PLR0913 - by name
    skeleton: Puzzle,
    fill: Iterable[str],
    *,
    keep: bool = False,
    kropki: bool,
    givens: bool,
    minimal: bool,
    target: VariantTarget | None = None,
    max_tries: int | None = None,
) -> Recipe:
    """Return the recipe for a skeleton whose constraints of some kinds lose their numbers.

    Parameters
    ----------
    skeleton : Puzzle
        The puzzle that says where they are.
    fill : iterable of str
        The kinds of constraints whose numbers are taken from solutions.
    keep : bool
        Whether numbers that are there stay, of a kind of which some have none.
    kropki : bool
        Whether dots are put wherever one fits.
    givens, minimal : bool
        As for `generate_variants`.
    target : VariantTarget, optional
        The wished way to the solution.
    max_tries : int, optional
        As for `generate_variants`.

    Raises
    ------
    InputError
        If the skeleton has none of a kind, or it has no number.
    """
    board, kinds = skeleton.geometry, [_kind_named(name) for name in fill]
    filled = [one for one in skeleton.constraints if type(one) in kinds]
    for kind in kinds:
        if not any(type(one) is kind for one in filled):
            raise InputError(f"the skeleton has no {kind.__name__} to be filled")
    if keep:
        is_open = {type(one) for one in filled if _number(one) is None}
        filled = [one for one in filled if _number(one) is None or type(one) not in is_open]
    clues = [unnumbered(one, board) for one in filled]
    if kropki:
        clues += kropki_clues(board)
    lost = set(map(id, filled))
    kept = [one for one in skeleton.constraints if id(one) not in lost]
    fixed = skeleton.with_constraints(kept)
    return Recipe(fixed, tuple(clues), givens, minimal, target, max_tries or MOST_TRIES)


def _number(one: Constraint) -> int | None:
    """Return the number of a constraint that a solution tells, if it has one already."""
    number: int | None = getattr(one, one.number, None) if one.number else None
    return number


def _kind_named(name: str) -> type[Constraint]:
    kinds = {kind.lower(): found for kind, found in REGISTRY.items()}
    try:
        return kinds[name.lower()]
    except KeyError:
        raise InputError(unknown("constraint", name, REGISTRY)) from None


def chain_lengths(groups: Sequence[Sequence[int]]) -> list[int]:
    """Return for each group of cells how many groups its chain has: those that share cells.

    Chains tell a search more than groups that stand alone. Stripped of the latter first, a puzzle
    needs as few clues, and to prove that takes a tenth of the nodes.

    Examples
    --------
    >>> chain_lengths([(0, 1), (5, 6), (1, 2), (2, 3)])
    [3, 1, 3, 3]
    """
    chain_of: dict[int, list[int]] = {}  # of each cell, the groups in its chain
    for place, cells in enumerate(groups):
        touched = {id(chain): chain for cell in cells if (chain := chain_of.get(cell))}
        merged = [place, *(other for chain in touched.values() for other in chain)]
        chain_of.update((cell, merged) for group in merged for cell in groups[group])
    return [len(chain_of[cells[0]]) for cells in groups]


class Recipe(NamedTuple):
    """The request for a puzzle with constraints; see `generate_variants`."""

    skeleton: Puzzle
    clues: tuple[Clue, ...]
    givens: bool = True
    minimal: bool = True
    target: VariantTarget | None = None
    max_tries: int = MOST_TRIES


class _Maker:
    """The maker of one puzzle.

    Parameters
    ----------
    recipe : Recipe
        The request.
    rng : SplitMix64
        The random numbers of this puzzle.
    limits : Limits
        The nodes of each search, and the time for everything.
    """

    def __init__(self, recipe: Recipe, rng: SplitMix64, limits: Limits) -> None:
        self._recipe = recipe
        self._rng = rng
        self._limits = limits
        self._board = recipe.skeleton.geometry

    def puzzle_as_wished(self) -> Puzzle:
        """Return a puzzle whose way to the solution is as wished."""
        target, n_tries = self._recipe.target, self._recipe.max_tries
        if target is None:
            return self.puzzle()
        for _ in range(n_tries):
            puzzle = self.puzzle()
            if target.is_met(puzzle, self._limits.seconds_left):
                return puzzle
            if self._limits.is_late:
                raise LimitReachedError("the time limit ended the search", 0)
        raise EffortSpentError("puzzles of this skeleton with such a way are rare", 0, 1, n_tries)

    def puzzle(self) -> Puzzle:
        """Return the puzzle."""
        made = map(self._made_of, self._random_solutions())
        return next(puzzle for puzzle in made if puzzle is not None)

    def _made_of(self, solution: list[int]) -> Puzzle | None:
        """Return the puzzle of a solution; None if it would take givens that are not allowed."""
        skeleton, clues = self._recipe.skeleton, self._filled(solution)
        engine = self._engine(clues)
        masks = self._with_givens(engine, solution)
        if masks is None:
            return None
        if self._recipe.minimal:
            self._drop_givens(engine, masks, solution)
            clues = self._needed(masks, clues, solution)
        puzzle = skeleton.with_constraints((*skeleton.constraints, *clues))
        return puzzle.with_grid(Grid(Masks(masks), self._board))

    def _random_solutions(self) -> Iterator[list[int]]:
        """Yield random grids that obey the skeleton and the constraints that clues require."""
        skeleton = self._recipe.skeleton
        required = (part for clue in self._recipe.clues for part in clue.required)
        engine = self._engine(required)
        failed = n_found = 0
        while failed < TRIES and n_found < SOLUTIONS:
            engine.prefer([self._random_digit() for _ in skeleton.grid.allowed])
            n_nodes = NODES_OF_A_TRY << 10 * failed // TRIES
            try:
                found = self._first(engine, skeleton.grid.allowed, n_nodes)
            except LimitReachedError as error:
                self._require_time(error)
                failed += 1
                continue
            if found is None:
                raise NoSolutionError("no grid obeys the skeleton")
            n_found += 1
            yield found
        if n_found:
            raise EffortSpentError("clues that suffice without givens are rare", 0, 1, n_found)
        raise LimitReachedError("no random solution of the skeleton was found", engine.nodes)

    def _random_digit(self) -> int:
        return 1 << self._rng.below(self._board.size)

    def _filled(self, solution: Sequence[int]) -> list[Constraint]:
        """Return the constraints that the clues become, each once."""
        lowest = self._board.values[0]
        values = [digit - 1 + lowest for digit in solution]
        filled = (clue.filled(values, self._board) for clue in self._recipe.clues)
        return list(dict.fromkeys(clue for clue in filled if clue is not None))

    def _with_givens(self, engine: Engine, solution: Sequence[int]) -> list[int] | None:
        """Return masks with one solution: givens are added where another solution differs."""
        masks = list(self._recipe.skeleton.grid.allowed)
        while True:
            open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
            try:
                other = self._other(engine, masks, solution)
            except LimitReachedError as error:
                self._require_time(error)
                differing = open_cells  # a given anywhere makes it easier
            else:
                if other is None:
                    return masks
                differing = [cell for cell in open_cells if other[cell] != solution[cell]]
            if not self._recipe.givens:
                return None
            cell = differing[self._rng.below(len(differing))]
            masks[cell] = 1 << solution[cell] - 1

    def _drop_givens(self, engine: Engine, masks: list[int], solution: Sequence[int]) -> None:
        """Remove the added givens that are not needed."""
        allowed = self._recipe.skeleton.grid.allowed
        cells = [cell for cell, mask in enumerate(masks) if mask != allowed[cell]]
        self._rng.shuffle(cells)
        for cell in cells:
            without = masks.copy()
            without[cell] = allowed[cell]
            if self._is_unique(engine, without, solution):
                masks[cell] = allowed[cell]

    def _needed(
        self, masks: list[int], clues: list[Constraint], solution: Sequence[int]
    ) -> list[Constraint]:
        """Return the clues without those that are not needed."""
        order = list(range(len(clues)))
        self._rng.shuffle(order)
        chains = chain_lengths([clue.cells_on(self._board) for clue in clues])
        order.sort(key=lambda place: chains[place])
        kept = set(order)
        for place in order:
            left = [clues[other] for other in sorted(kept - {place})]
            engine = self._engine(left)
            if self._is_unique(engine, masks, solution):
                kept.discard(place)
        return [clues[place] for place in sorted(kept)]

    def _engine(self, constraints: Iterable[Constraint]) -> Engine:
        """Return an engine that searches for grids that obey the skeleton and these."""
        every = (*self._recipe.skeleton.constraints, *constraints)
        return Engine(self._board, every, self._limits.deadline)

    def _is_unique(self, engine: Engine, masks: Sequence[int], solution: Sequence[int]) -> bool:
        """Whether there is provably no other solution."""
        try:
            return self._other(engine, masks, solution) is None
        except LimitReachedError as error:
            self._require_time(error)
            return False

    def _require_time(self, error: LimitReachedError) -> None:
        """Raise an error if a search ended because of its time, not its nodes."""
        if self._limits.is_late:
            raise error

    def _other(
        self, engine: Engine, masks: Sequence[int], solution: Sequence[int]
    ) -> Sequence[int] | None:
        """Return another solution; None if there is none."""
        engine.prefer([~(1 << digit - 1) for digit in solution])
        blocks = engine.search(masks, **self._limits.of_search)
        found = (other for block in blocks for other in block.tolist())
        return next((other for other in found if other != solution), None)

    def _first(self, engine: Engine, masks: Sequence[int], max_nodes: int) -> list[int] | None:
        """Return the first solution; None if there is none."""
        limits = self._limits._replace(max_nodes=max_nodes)
        blocks = engine.search(masks, room=1, **limits.of_search)
        block = next(blocks, None)
        if block is None:
            return None
        solution: list[int] = block[0].tolist()
        return solution
