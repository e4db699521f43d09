"""Arguments that make no sense are refused by name, whoever would have stumbled over them."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import Geometry, GeometryError, GridError, InputError, Masks

if TYPE_CHECKING:
    from collections.abc import Callable

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
EMPTY = "." * 81
FOUR = Geometry.parse("4x4")

ONE_PUZZLE = [
    lowbit.any_solution,
    lowbit.count_solutions,
    lowbit.is_unique,
    lowbit.maximize,
    lowbit.smallest_solution,
    lowbit.solutions,
    lowbit.solve,
]
MANY = [
    lowbit.any_solution_many,
    lowbit.count_solutions_many,
    lowbit.maximize_many,
    lowbit.solve_many,
]


@pytest.mark.parametrize("number", [10**13, 2**62, 2**63, 2**64, 2**70])
@pytest.mark.parametrize(
    "ask",
    [
        lambda n: lowbit.generate(n, seed=1).array,
        lambda n: lowbit.random_grids(n, seed=1).array,
        lambda k: lowbit.maximize(EMPTY, top=k),
        lambda k: lowbit.maximize(PUZZLE, top=k),
        lambda k: lowbit.maximize_many([EMPTY, PUZZLE], top=k),
    ],
)
def test_more_than_memory_holds(ask: Callable[[int], object], number: int) -> None:
    with pytest.raises(InputError, match=f"(n|top) is {number}, which does not fit into memory"):
        ask(number)


@pytest.mark.parametrize("verb", [*ONE_PUZZLE, *MANY], ids=lambda verb: str(verb.__name__))
@pytest.mark.parametrize("limit", ["1", [1.0], np.zeros(3), 1j, -1, float("nan")])
def test_a_time_limit_is_a_number(verb: Any, limit: object) -> None:  # noqa: ANN401 - two families
    with pytest.raises(
        InputError, match="time_limit must be a number of seconds, 0 or more, or None"
    ):
        verb(PUZZLE, time_limit=limit)


@pytest.mark.parametrize("verb", [*ONE_PUZZLE, *MANY], ids=lambda verb: str(verb.__name__))
@pytest.mark.parametrize("limit", ["1", [1], np.zeros(3), 1.5, -1, True, False])
def test_a_node_limit_is_a_whole_number(verb: Any, limit: object) -> None:  # noqa: ANN401 - as above
    with pytest.raises(
        InputError, match=r"max_nodes must be (a whole number|0 or more, or None), not"
    ):
        verb(PUZZLE, max_nodes=limit)


@pytest.mark.parametrize("geometry", [9, [], b"9x9"])
def test_a_geometry_is_a_board_or_its_name(geometry: Any) -> None:  # noqa: ANN401 - anything but a board
    with pytest.raises(GeometryError, match="is neither a Geometry nor the name of one"):
        lowbit.solve(PUZZLE, geometry=geometry)


@pytest.mark.parametrize(("dtype", "n_bits"), [(np.uint8, 8), (np.int8, 7)])
def test_masks_of_too_few_bits_are_refused(dtype: type[np.integer[Any]], n_bits: int) -> None:
    masks = np.full((2, 81), 127, dtype)
    reported = f"a mask of 9 digits needs 9 bits, and {np.dtype(dtype)} has {n_bits}"
    for ask in (lowbit.solve_many, lowbit.true_candidates_many, lowbit.minimize_many):
        with pytest.raises(InputError, match=reported):
            ask(Masks(masks))
    with pytest.raises(GridError, match=reported):
        lowbit.solve(Masks(masks[0]))
    assert lowbit.solve_many([PUZZLE, Masks(masks[0])]).reasons == {1: reported}


@pytest.mark.parametrize("dtype", [np.int16, np.uint16, np.int64])
def test_masks_of_enough_bits_are_read(dtype: type[np.integer[Any]]) -> None:
    assert lowbit.count_solutions_many(
        Masks(np.full((1, 81), 511, dtype)), limit=2
    ).array.tolist() == [2]
    assert lowbit.count_solutions(Masks(np.full(16, 15, np.uint8)), geometry=FOUR) == 288


@pytest.mark.parametrize("language", ["de", None, 1])
def test_a_language_that_is_not_spoken(language: Any) -> None:  # noqa: ANN401 - of many types
    with pytest.raises(InputError, match=f"the language must be en or zh, not {language!r}"):
        lowbit.hint(PUZZLE, language=language)
    with pytest.raises(InputError, match=f"the language must be en or zh, not {language!r}"):
        lowbit.explain(lowbit.steps(PUZZLE)[0], language=language)


@pytest.mark.parametrize("width", [0, -1, float("inf"), float("nan"), "40"])
def test_the_width_of_a_picture_is_a_whole_number(width: Any) -> None:  # noqa: ANN401 - as above
    with pytest.raises(InputError, match=r"width must be (1 or more|a whole number), not"):
        lowbit.render(PUZZLE, width=width)


@pytest.mark.parametrize("transforms", [[1], [None], ["identity"]])
def test_symmetries_are_transforms(transforms: Any) -> None:  # noqa: ANN401 - as above
    with pytest.raises(InputError, match="transforms are a Transform, or as many as"):
        lowbit.transform_many([PUZZLE], transforms)


@pytest.mark.parametrize(
    "name", [name for name in lowbit.__all__ if inspect.isfunction(getattr(lowbit, name))]
)
def test_what_nobody_could_tell_by_its_place_is_given_by_name(name: str) -> None:
    parameters = inspect.signature(getattr(lowbit, name)).parameters.values()
    by_name = {one.name for one in parameters if one.kind is one.KEYWORD_ONLY}
    said = {one.name for one in parameters}
    assert said & {"geometry", "seed", "limit", "item", "language"} <= by_name
