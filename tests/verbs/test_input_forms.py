"""Every function of one puzzle takes it in every form, and answers as for a Grid or a Puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

import lowbit
from lowbit import Grid, GridError, Masks, Puzzle, Transform
from lowbit.constraints import Cage, unknown

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LINE: Final = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
GRID: Final = Grid(LINE)
SMALL: Final = Grid("1.3. .4.. ..4. ...1", "4x4")
THERMOMETERS: Final = lowbit.read_puzzle(
    ".Shape~4x4.~R1C1_1.Thermo~R2C1~R2C2~R2C3.Thermo~R4C4~R4C3"
)

FORMS: Final[dict[str, Any]] = {
    "line": LINE,
    "drawn": str(GRID),
    "pencilmarks": GRID.to_pencilmarks(),
    "among words": f"my puzzle: {LINE}  # easy",
    "bytes": LINE.encode(),
    "list": list(GRID),
    "rows": [LINE[at : at + 9] for at in range(0, 81, 9)],
    "array": np.array(list(GRID)).reshape(9, 9),
    "characters": np.array(list(LINE)),
    "masks": Masks(np.array(GRID.allowed)),
    "Puzzle": Puzzle(GRID),
} | {
    name: lowbit.write_puzzle(GRID, name)
    for name in ("iss", "fpuzzles", "sudokupad", "pencilmark", "penpa", "sumocue", "json")
}
"""One puzzle without constraints."""

CONSTRAINED: Final = {
    name: lowbit.write_puzzle(THERMOMETERS, name)
    for name in ("iss", "fpuzzles", "sudokupad", "pencilmark", "penpa", "json")
}

PLAYER: Final = ["naked-single", "hidden-single"]


def first_candidates(puzzle: object) -> str:
    """Return where a limit ends the search for a puzzle that needs all candidates it leaves out."""
    with pytest.raises(lowbit.LimitReachedError) as caught:
        lowbit.minimal_candidates(puzzle, max_nodes=9)  # type: ignore[call-overload]  # any form
    return str(caught.value)


FUNCTIONS: Final[dict[str, Callable[[Any], object]]] = {
    "all_steps": lambda p: [*map(str, lowbit.all_steps(p, rules=PLAYER))],
    "ambiguity": lowbit.ambiguity,
    "any_solution": lowbit.any_solution,
    "automorphisms": lambda p: lowbit.automorphisms(p).count,
    "candidate_counts": lambda p: lowbit.candidate_counts(p).tolist(),
    "canonical": lowbit.canonical,
    "canonical_transform": lowbit.canonical_transform,
    "check": lowbit.check,
    "count_solutions": lowbit.count_solutions,
    "estimate_solutions": lambda p: lowbit.estimate_solutions(p, seed=1),
    "generate_variants": lambda p: lowbit.generate_variants(1, p, seed=1),
    "hint": lambda p: str(lowbit.hint(p, p)),
    "is_isomorphic": lambda p: lowbit.is_isomorphic(p, p),
    "is_minimal": lowbit.is_minimal,
    "is_unique": lowbit.is_unique,
    "isomorphism": lambda p: lowbit.isomorphism(p, p),
    "maximize": lambda p: replace(lowbit.maximize(p, "uniform"), nodes=0),
    "minimal_candidates": first_candidates,
    "minimal_constraints": lowbit.minimal_constraints,
    "minimize": lowbit.minimize,
    "mistakes": lambda p: lowbit.mistakes(p, p),
    "needs": lambda p: lowbit.needs(p, "naked-single"),
    "neighbours": lambda p: list(lowbit.neighbours(p, 1, 0, minimal=False)),
    "rate": lambda p: lowbit.rate(p, rules=(), measures="search"),
    "redundant_constraints": lowbit.redundant_constraints,
    "redundant_givens": lowbit.redundant_givens,
    "render": lowbit.render,
    "replay": lambda p: lowbit.replay(p, "naked single: r1c9 => r1c9=3").n_steps,
    "shuffle": lambda p: lowbit.shuffle(p, seed=1),
    "smallest_solution": lowbit.smallest_solution,
    "solutions": lambda p: [*lowbit.solutions(p)],
    "solve": lowbit.solve,
    "solves_with": lambda p: lowbit.solves_with(p, PLAYER),
    "steps": lambda p: str(lowbit.steps(p)),
    "true_candidates": lowbit.true_candidates,
    "unavoidable_sets": lambda p: lowbit.unavoidable_sets(p, 6),
    "verify": lambda p: lowbit.verify(p, p),
    "walkthrough": lambda p: str(next(lowbit.walkthrough(p))[0]),
    "write_puzzle": lambda p: lowbit.write_puzzle(p, "iss"),
}

OF_NO_PUZZLE: Final = {
    *("explain", "generate", "generate_graded", "generate_weighted", "random_grids"),
    "generate_sukaku",
    *("random_jigsaw", "read", "read_puzzle", "search", "weighted_mean", "write"),
}
"""The functions that take a step, a file, puzzles, numbers, or nothing that is a puzzle."""


def _is_of_one(name: str) -> bool:
    is_function = name[0].islower() and name[0] != "_"
    return is_function and not name.endswith("_many") and name not in OF_NO_PUZZLE


def test_every_function_of_one_puzzle_is_tried() -> None:
    assert set(FUNCTIONS) == set(filter(_is_of_one, lowbit.__all__))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_form_is_taken(name: str, tmp_path: Path) -> None:
    ask, path = FUNCTIONS[name], tmp_path / "puzzle.txt"
    path.write_text(f"# one puzzle\n{LINE}\n")
    forms = FORMS if name == "write_puzzle" else FORMS | {"path": path}
    expected = ask(GRID)
    assert {form: ask(puzzle) == expected for form, puzzle in forms.items()} == dict.fromkeys(
        forms, True
    )


OF_GIVENS_ALONE: Final = {"replay", "unavoidable_sets"}
"""The functions that refuse thermometers."""


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - OF_GIVENS_ALONE))
def test_every_text_with_constraints_is_taken(name: str, tmp_path: Path) -> None:
    ask, path = FUNCTIONS[name], tmp_path / "puzzle.txt"
    path.write_text(CONSTRAINED["iss"])
    forms = CONSTRAINED if name == "write_puzzle" else CONSTRAINED | {"path": path}
    if name == "render":  # a title, and rules, are in the picture
        forms = {form: forms[form] for form in ("iss", "json", "path")}
    expected = _untitled(ask(THERMOMETERS))
    assert {form: _untitled(ask(puzzle)) == expected for form, puzzle in forms.items()} == (
        dict.fromkeys(forms, True)
    )


def _untitled(found: object) -> object:
    """Return an answer; of a Puzzle not the title and the rules, which only some formats keep."""
    if isinstance(found, list) and found and isinstance(found[0], Puzzle):
        (found,) = found
    return (found.grid, {*found.constraints}) if isinstance(found, Puzzle) else found


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - {"generate_variants", "replay"}))
def test_a_text_lies_on_the_board_that_its_length_shows(name: str) -> None:
    assert FUNCTIONS[name](SMALL.to_line()) == FUNCTIONS[name](SMALL)


def test_a_text_that_names_another_board_is_refused() -> None:
    with pytest.raises(GridError, match=r"lies on 4x4, not on 9x9|cannot be given another"):
        lowbit.solve(CONSTRAINED["iss"], geometry="9x9")


@pytest.mark.parametrize(
    ("text", "n_found"), [(f"{LINE}\n{LINE}\n", "several puzzles"), ("# none\n", "no puzzle")]
)
def test_a_file_holds_one_puzzle(text: str, n_found: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(text)
    with pytest.raises(GridError, match=f"puzzles.txt has {n_found}"):
        lowbit.solve(path)


def test_skeletons_may_be_text() -> None:
    clues = [unknown(Cage, (0, 1))]
    (made,) = lowbit.generate_variants(1, "1" + "." * 15, clues, seed=1)
    assert made.geometry == SMALL.geometry
    assert lowbit.is_unique(made)


def test_symmetries_take_puzzles() -> None:
    symmetry = Transform.random(1, geometry="4x4")
    assert symmetry(SMALL.to_line()) == symmetry(SMALL)
