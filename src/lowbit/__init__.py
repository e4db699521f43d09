"""The Sudoku engine for Python.

::

    solve(p)             the one solution, or an error that says why there is not one
    any_solution(p)      a solution, or None
    smallest_solution(p) the smallest of them, or None
    solutions(p)         all of them, lazily
    count_solutions(p)   how many
    is_unique(p)         whether there is exactly one
    check(p)             every clash that can be seen without search
    maximize(p)          the completion that scores most
    FewCluePuzzles(p, n) every minimal puzzle of its solution with at most n givens
    unavoidable_sets(p)  the cells that no puzzle with its solution can leave without givens
    minimize(p)          a minimal puzzle with the same solution
    MinimalPuzzles(p)    every minimal puzzle within it
    is_minimal(p), redundant_givens(p)    whether no given can go, and which can
    true_candidates(p)   the candidates that occur in some solution
    candidate_counts(p)  the same, with how many solutions have each
    ambiguity(p)         where solutions differ, and which givens would leave only one
    estimate_solutions(p)    about how many solutions there are
    redundant_constraints(p), minimal_constraints(p)    which of a Puzzle's constraints can go
    minimal_candidates(p)    the same solution with as many candidates as there can be
    rate(p)              how hard it is
    render(p)            the picture of it, as SVG

    steps(p)             how a person solves it, with the evidence for each step
    walkthrough(p)       the same, each step with the position that it is taken in
    all_steps(p)         all that applies now; hint(p, marks) the next step of a player
    mistakes(p, marks)   the player's mistakes
    verify(p, answer)    whether an answer, full or not, is right, and where it is wrong
    solves_with(p, ts), needs(p, t)       whether some techniques suffice, whether one is required

    read(file)           the puzzles of a file, in any format
    write(file, ps)      a file of puzzles
    read_puzzle(text)    a puzzle with constraints, from a link or text of other programs
    write_puzzle(p, "iss")    a link or text that they read

    solve_many(ps)       the status, count and first solution of each, on all CPUs
    any_solution_many(ps), smallest_solution_many(ps), count_solutions_many(ps)
    is_unique_many(ps), check_many(ps)
    maximize_many(ps)    the completion of each that scores most
    rate_many(ps)        how hard each is
    trace_many(ps)       how a person solves each, step by step; replay(p, text) follows it
    verify_many(ps, as)  the verdict on an answer to each
    minimize_many(ps), is_minimal_many(ps), redundant_givens_many(ps), true_candidates_many(ps),
    minimal_candidates_many(ps)

    generate(n)          puzzles, with the givens, the symmetry or the pattern asked for
    generate_graded(n)   puzzles spread evenly from easy to hard, in rising order
    generate_variants(n, p, cs)    puzzles with constraints, filled from a skeleton
    generate_weighted(n) minimal puzzles with known probabilities; weighted_mean(xs, ws) over all
    generate_sukaku(n)   puzzles given by their candidates
    random_grids(n)      full grids, uniformly at random
    neighbours(p, x, y)  puzzles with x givens fewer, y others more, and one solution
    search(ps, moves)    neighbours, the neighbours of these, and so on; PuzzleSearch(ps) one by one

    Transform            a symmetry: it makes isomorphic puzzles of puzzles
    shuffle(p)           a puzzle with a random symmetry applied
    shuffle_many(ps)     the same for each, on all CPUs
    transform_many(ps, ts)
    canonical(p)         the smallest that any symmetry makes of a puzzle
    is_isomorphic(p, q)  whether a symmetry takes one to the other; isomorphism(p, q) is it
    automorphisms(p)     the symmetries that leave a puzzle as it is
    canonical_many(ps)   the smallest of each, on all CPUs

`p` is a `PuzzleLike`: text of any format, with constraints or without, a list of rows, a numpy
array, a `Grid`, a `Puzzle`, the path of a file with one puzzle; `ps` is many of them, in a list, an
array, a text or a file. Integers are digits; `Masks` says that they are candidate masks.
`lowbit.tables` does the same for tables and data frames. ``import lowbit`` loads nothing but this
file; each name loads its module when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to import `typing` takes most of a start, and Ctrl-C may come meanwhile
if TYPE_CHECKING:
    from typing import Any

    from lowbit.batch.grids import Grids
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.result import BatchResult, PuzzleResult, Results
    from lowbit.batch.values import ValueBatch, ValueResult
    from lowbit.classic_symmetry import N_SYMMETRIES
    from lowbit.errors import (
        ConstraintError,
        EffortSpentError,
        FormatError,
        GeometryError,
        GridError,
        InputError,
        LimitReachedError,
        LowbitError,
        MissingPackageError,
        MultipleSolutionsError,
        NoSolutionError,
        SourceError,
        TableError,
        UnknownFormatError,
        WrongStepError,
    )
    from lowbit.files import read, write
    from lowbit.formats.one_puzzle import read_puzzle, write_puzzle
    from lowbit.geometry import CLASSIC, BoardLike, Geometry
    from lowbit.grid import Clash, Clashes, Grid, GridLike, Masks
    from lowbit.houses import House
    from lowbit.pictures import render
    from lowbit.puzzle import Puzzle
    from lowbit.status import Status
    from lowbit.symmetry import Transform
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.verbs.canonical.automorphisms import Automorphisms, automorphisms
    from lowbit.verbs.canonical.many import canonical_many
    from lowbit.verbs.canonical.one import (
        canonical,
        canonical_transform,
        is_isomorphic,
        isomorphism,
    )
    from lowbit.verbs.canonical.results import CanonicalBatch, CanonicalResult
    from lowbit.verbs.fewest.few_clues import FewCluePuzzles
    from lowbit.verbs.fewest.unavoidable import unavoidable_sets
    from lowbit.verbs.generate.graded import generate_graded
    from lowbit.verbs.generate.layouts import random_jigsaw
    from lowbit.verbs.generate.many import generate, random_grids
    from lowbit.verbs.generate.sukaku import generate_sukaku
    from lowbit.verbs.generate.variants import generate_variants
    from lowbit.verbs.generate.weighted import (
        WeightedMean,
        WeightedPuzzles,
        generate_weighted,
        weighted_mean,
    )
    from lowbit.verbs.maximize.many import maximize_many
    from lowbit.verbs.maximize.one import ScoreResult, maximize
    from lowbit.verbs.maximize.results import ScoreBatch
    from lowbit.verbs.maximize.weights import PYRAMID, WeightsLike
    from lowbit.verbs.minimize.by_candidates import minimal_candidates
    from lowbit.verbs.minimize.by_candidates_many import minimal_candidates_many
    from lowbit.verbs.minimize.candidates import true_candidates_many
    from lowbit.verbs.minimize.many import minimize_many
    from lowbit.verbs.minimize.needed_givens import is_minimal_many, redundant_givens_many
    from lowbit.verbs.minimize.one import is_minimal, minimize, redundant_givens, true_candidates
    from lowbit.verbs.minimize.stripping import MinimalBatch, MinimalResult
    from lowbit.verbs.minimize.variants import minimal_constraints, redundant_constraints
    from lowbit.verbs.minimize.within import MinimalPuzzles
    from lowbit.verbs.puzzles import PuzzleLike
    from lowbit.verbs.rate.many import RatingBatch, rate_many
    from lowbit.verbs.rate.one import Rating, rate
    from lowbit.verbs.search.neighbours import neighbours
    from lowbit.verbs.search.run import FoundNeighbour, PuzzleSearch, search
    from lowbit.verbs.solve.ambiguity import (
        Ambiguity,
        Estimate,
        ambiguity,
        candidate_counts,
        estimate_solutions,
    )
    from lowbit.verbs.solve.clashes import check_many
    from lowbit.verbs.solve.many import (
        any_solution_many,
        count_solutions_many,
        is_unique_many,
        smallest_solution_many,
        solve_many,
    )
    from lowbit.verbs.solve.one import (
        any_solution,
        check,
        count_solutions,
        is_unique,
        smallest_solution,
        solutions,
        solve,
    )
    from lowbit.verbs.steps.explain import (
        all_steps,
        explain,
        needs,
        solves_with,
        steps,
        walkthrough,
    )
    from lowbit.verbs.steps.hint import Hint, hint
    from lowbit.verbs.steps.mistakes import Mistake, mistakes
    from lowbit.verbs.steps.way import Steps
    from lowbit.verbs.trace.many import trace_many
    from lowbit.verbs.trace.replaying import Replay, replay
    from lowbit.verbs.trace.results import Positions, Trace, TraceBatch
    from lowbit.verbs.transform.many import shuffle_many, transform_many
    from lowbit.verbs.transform.one import shuffle
    from lowbit.verbs.verify.many import verify_many
    from lowbit.verbs.verify.one import verify
    from lowbit.verbs.verify.results import VerdictBatch
    from lowbit.verbs.verify.verdict import AnswerStatus, AnswerVerdict

__version__ = "0.2.0"

__all__ = [
    "CLASSIC",
    "N_SYMMETRIES",
    "PYRAMID",
    "Ambiguity",
    "AnswerStatus",
    "AnswerVerdict",
    "Automorphisms",
    "BatchResult",
    "BoardLike",
    "CanonicalBatch",
    "CanonicalResult",
    "Clash",
    "Clashes",
    "ConstraintError",
    "EffortSpentError",
    "Estimate",
    "FewCluePuzzles",
    "FormatError",
    "FoundNeighbour",
    "Geometry",
    "GeometryError",
    "Grid",
    "GridError",
    "GridLike",
    "Grids",
    "Hint",
    "House",
    "InputError",
    "LimitReachedError",
    "LowbitError",
    "Masks",
    "MinimalBatch",
    "MinimalPuzzles",
    "MinimalResult",
    "MissingPackageError",
    "Mistake",
    "MultipleSolutionsError",
    "NoSolutionError",
    "Position",
    "Positions",
    "Puzzle",
    "PuzzleLike",
    "PuzzleResult",
    "PuzzleSearch",
    "PuzzlesLike",
    "Rating",
    "RatingBatch",
    "Replay",
    "Results",
    "ScoreBatch",
    "ScoreResult",
    "SourceError",
    "Status",
    "Step",
    "Steps",
    "TableError",
    "Trace",
    "TraceBatch",
    "Transform",
    "UnknownFormatError",
    "ValueBatch",
    "ValueResult",
    "VerdictBatch",
    "WeightedMean",
    "WeightedPuzzles",
    "WeightsLike",
    "WrongStepError",
    "__version__",
    "all_steps",
    "ambiguity",
    "any_solution",
    "any_solution_many",
    "automorphisms",
    "candidate_counts",
    "canonical",
    "canonical_many",
    "canonical_transform",
    "check",
    "check_many",
    "count_solutions",
    "count_solutions_many",
    "estimate_solutions",
    "explain",
    "generate",
    "generate_graded",
    "generate_sukaku",
    "generate_variants",
    "generate_weighted",
    "hint",
    "is_isomorphic",
    "is_minimal",
    "is_minimal_many",
    "is_unique",
    "is_unique_many",
    "isomorphism",
    "maximize",
    "maximize_many",
    "minimal_candidates",
    "minimal_candidates_many",
    "minimal_constraints",
    "minimize",
    "minimize_many",
    "mistakes",
    "needs",
    "neighbours",
    "random_grids",
    "random_jigsaw",
    "rate",
    "rate_many",
    "read",
    "read_puzzle",
    "redundant_constraints",
    "redundant_givens",
    "redundant_givens_many",
    "render",
    "replay",
    "search",
    "shuffle",
    "shuffle_many",
    "smallest_solution",
    "smallest_solution_many",
    "solutions",
    "solve",
    "solve_many",
    "solves_with",
    "steps",
    "trace_many",
    "transform_many",
    "true_candidates",
    "true_candidates_many",
    "unavoidable_sets",
    "verify",
    "verify_many",
    "walkthrough",
    "weighted_mean",
    "write",
    "write_puzzle",
]

_NAMES_OF: dict[str, str] = {
    "batch.grids": "Grids",
    "batch.puzzles": "PuzzlesLike",
    "batch.result": "BatchResult PuzzleResult Results",
    "batch.values": "ValueBatch ValueResult",
    "classic_symmetry": "N_SYMMETRIES",
    "errors": (
        "ConstraintError EffortSpentError FormatError GeometryError GridError InputError "
        "LimitReachedError LowbitError MissingPackageError MultipleSolutionsError NoSolutionError "
        "SourceError TableError UnknownFormatError WrongStepError"
    ),
    "files": "read write",
    "formats.one_puzzle": "read_puzzle write_puzzle",
    "geometry": "CLASSIC BoardLike Geometry",
    "grid": "Clash Clashes Grid GridLike Masks",
    "houses": "House",
    "pictures": "render",
    "puzzle": "Puzzle",
    "status": "Status",
    "symmetry": "Transform",
    "techniques.position": "Position",
    "techniques.step": "Step",
    "verbs.canonical.automorphisms": "Automorphisms automorphisms",
    "verbs.canonical.many": "canonical_many",
    "verbs.canonical.one": "canonical canonical_transform is_isomorphic isomorphism",
    "verbs.canonical.results": "CanonicalBatch CanonicalResult",
    "verbs.steps.explain": "all_steps explain needs solves_with steps walkthrough",
    "verbs.fewest.few_clues": "FewCluePuzzles",
    "verbs.fewest.unavoidable": "unavoidable_sets",
    "verbs.generate.graded": "generate_graded",
    "verbs.generate.layouts": "random_jigsaw",
    "verbs.generate.many": "generate random_grids",
    "verbs.generate.sukaku": "generate_sukaku",
    "verbs.generate.variants": "generate_variants",
    "verbs.generate.weighted": "WeightedMean WeightedPuzzles generate_weighted weighted_mean",
    "verbs.steps.hint": "Hint hint",
    "verbs.maximize.many": "maximize_many",
    "verbs.maximize.one": "ScoreResult maximize",
    "verbs.maximize.results": "ScoreBatch",
    "verbs.maximize.weights": "PYRAMID WeightsLike",
    "verbs.minimize.by_candidates": "minimal_candidates",
    "verbs.minimize.by_candidates_many": "minimal_candidates_many",
    "verbs.minimize.candidates": "true_candidates_many",
    "verbs.minimize.many": "minimize_many",
    "verbs.minimize.needed_givens": "is_minimal_many redundant_givens_many",
    "verbs.minimize.one": "is_minimal minimize redundant_givens true_candidates",
    "verbs.minimize.stripping": "MinimalBatch MinimalResult",
    "verbs.minimize.variants": "minimal_constraints redundant_constraints",
    "verbs.minimize.within": "MinimalPuzzles",
    "verbs.steps.mistakes": "Mistake mistakes",
    "verbs.trace.many": "trace_many",
    "verbs.trace.replaying": "Replay replay",
    "verbs.trace.results": "Positions Trace TraceBatch",
    "verbs.verify.many": "verify_many",
    "verbs.verify.one": "verify",
    "verbs.verify.results": "VerdictBatch",
    "verbs.verify.verdict": "AnswerStatus AnswerVerdict",
    "verbs.steps.way": "Steps",
    "verbs.puzzles": "PuzzleLike",
    "verbs.rate.many": "RatingBatch rate_many",
    "verbs.rate.one": "Rating rate",
    "verbs.search.neighbours": "neighbours",
    "verbs.search.run": "FoundNeighbour PuzzleSearch search",
    "verbs.solve.ambiguity": "Ambiguity Estimate ambiguity candidate_counts estimate_solutions",
    "verbs.solve.clashes": "check_many",
    "verbs.solve.many": (
        "any_solution_many count_solutions_many is_unique_many smallest_solution_many solve_many"
    ),
    "verbs.solve.one": (
        "any_solution check count_solutions is_unique smallest_solution solutions solve"
    ),
    "verbs.transform.many": "shuffle_many transform_many",
    "verbs.transform.one": "shuffle",
}
"""The names of each module."""

_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names.split()}


_MODULES = "audit constraints errors formats geometry jobs pictures puzzle tables techniques web"
"""The modules and packages that are part of the interface."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any of the names above
    """Load the module of a name when the name is first used (PEP 562)."""
    from importlib import import_module  # to load it takes most of a start

    if name in _MODULES.split():
        return import_module(f"lowbit.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"lowbit.{_MODULE_OF[name]}")
    return globals().setdefault(name, getattr(module, name))


def __dir__() -> list[str]:
    return sorted(__all__)
