"""A step read back from its record for JSON, as far as a picture needs it."""

from __future__ import annotations

from itertools import chain as flat
from typing import TYPE_CHECKING, Any

from lowbit.errors import InputError
from lowbit.techniques.step import Chain, ChainNode, HouseMark, Mark, Role, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import Geometry
    from lowbit.techniques.board_masks import Candidate

DEEPEST = 32
"""The most levels of chains within chains."""

FAULTS = (KeyError, TypeError, ValueError, AttributeError, LookupError)
"""The exceptions that values of wrong types raise."""


def step_of(said: dict[str, Any], geometry: Geometry) -> Step:
    """Return the step of a record: its effect and its evidence.

    Raises
    ------
    InputError
        If it is no record of a step on this board.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> step_of({"technique": "x", "placements": ["r1c1=5"]}, CLASSIC).placements
    ((0, 5),)
    """
    try:
        evidence = said.get("evidence") or {}
        houses = {str(house): at for at, house in enumerate(geometry.houses)}
        return Step(
            str(said.get("technique", "")),
            tuple(_candidates(said.get("placements") or (), geometry)),
            tuple(_candidates(said.get("eliminations") or (), geometry)),
            tuple(_marks(evidence.get("marks") or {}, geometry)),
            tuple(
                HouseMark(Role(role), houses[name])
                for role, names in (evidence.get("houses") or {}).items()
                for name in names
            ),
            tuple(_chain(chain, geometry, DEEPEST) for chain in evidence.get("chains") or ()),
        )
    except FAULTS as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"the step is not as a record of one: {error}") from error


def _candidates(texts: Iterable[str], geometry: Geometry) -> Iterator[Candidate]:
    return flat.from_iterable(_of_text(text, geometry) for text in texts)


def _of_text(text: str, geometry: Geometry) -> Iterator[Candidate]:
    """Yield the candidates of a text such as r1c2=5 or r1c2-34; a cell alone has the digit 0."""
    name, _, symbols = text.replace("=", "-").partition("-")
    (cell,) = geometry.cells_named(name)
    yield from ((cell, geometry.symbols.index(symbol) + 1) for symbol in symbols)
    if not symbols:
        yield cell, 0


def _marks(marks: dict[str, list[str]], geometry: Geometry) -> Iterator[Mark]:
    for role, texts in marks.items():
        yield from (Mark(Role(role), *item) for item in _candidates(texts, geometry))


def _chain(said: dict[str, Any], geometry: Geometry, levels: int) -> Chain:
    if levels < 0:
        raise InputError("the chains of a step are nested too deep")
    nodes = tuple(
        ChainNode(
            sum(1 << cell for name in node["cells"] for cell in geometry.cells_named(name)),
            geometry.symbols.index(node["digit"]) + 1,
            bool(node["on"]),
        )
        for node in said["nodes"]
    )
    branches, nested = (
        tuple(_chain(inner, geometry, levels - 1) for inner in said.get(part) or ())
        for part in ("branches", "nested")
    )
    return Chain(nodes, branches, nested)
