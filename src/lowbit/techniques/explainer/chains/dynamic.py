"""Forcing chains from several starts: those of a cell, a house or both states of a candidate.

Nishio chains use houses only and refute their start. In dynamic chains a node may follow from
several others; those with a plus use patterns, or chains of their own, on the way.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lowbit.techniques.explainer.chains import cycles
from lowbit.techniques.explainer.chains.collector import EveryHint, in_order
from lowbit.techniques.explainer.chains.inner_steps import InnerSteps
from lowbit.techniques.explainer.chains.multiple import ChainKind, ChainSearch
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.explainer.chains.collector import Collector
    from lowbit.techniques.explainer.chains.hint import ChainHint
    from lowbit.techniques.explainer.chains.inner_steps import Hints
    from lowbit.techniques.explainer.regions import Candidates
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Finder, Options

NISHIO = ChainKind(7.5, suffix="-forcing-chains", nishio=True)
MULTIPLE = ChainKind(8.0, suffix="-forcing-chains", dynamic=False)
LEVELS = (
    (8.5, "", ""),
    (9.0, "-plus", " (+)"),
    (9.5, "-plus-forcing-chains", " (+ Forcing Chains)"),
    (10.0, "-plus-multiple-forcing-chains", " (+ Multiple Forcing Chains)"),
    (10.5, "-plus-dynamic-forcing-chains", " (+ Dynamic Forcing Chains)"),
    (11.0, "-plus-nested-forcing-chains", " (+ Dynamic Forcing Chains (+ Forcing Chains))"),
)
"""The levels of dynamic chains: the rating, how slugs end, how Sudoku Explainer's names end."""
KINDS = ("contradiction", "double", "cell", "region")


def dynamic_kind(level: int) -> ChainKind:
    """Return the kind of the dynamic chains of a level."""
    rating, ending, _ = LEVELS[level]
    return ChainKind(rating, "dynamic-", f"-forcing-chains{ending}")


def simple_hints(view: Candidates) -> list[ChainHint]:
    """Return the cycles and forcing chains of a position."""
    every = EveryHint()
    cycles.search(view, every)
    return every.hints()


def _hints(kind: ChainKind, level: int, view: Candidates) -> list[ChainHint]:
    every = EveryHint()
    _search(view, kind, level, every)
    return every.hints()


multiple_hints = partial(_hints, MULTIPLE, 0)
dynamic_hints = partial(_hints, dynamic_kind(0), 0)
nested_hints = partial(_hints, dynamic_kind(2), 2)

NESTED: tuple[tuple[Hints, ...], ...] = (
    (),
    (),
    (simple_hints,),
    (simple_hints, multiple_hints),
    (dynamic_hints,),
    (dynamic_hints, nested_hints),
)
"""The chains to search for in the middle of the dynamic chains of each level."""


def _search(view: Candidates, kind: ChainKind, level: int, collector: Collector) -> None:
    eliminate_more = InnerSteps(view, NESTED[level]) if level else None
    ChainSearch(view, kind, collector, eliminate_more).run()


def _find(kind: ChainKind, level: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the chains of a kind, short ones first."""
    for hint in in_order(partial(_search, position, kind, level)):
        yield hint.step(position.board)


nishio = partial(_find, NISHIO, 0)
multiple_chains = partial(_find, MULTIPLE, 0)
dynamic_chains: tuple[Finder, ...] = tuple(
    partial(_find, dynamic_kind(level), level) for level in range(len(LEVELS))
)
"""The finder of each level."""


def _techniques() -> Iterator[Technique]:
    family = "forcing chains"
    yield Technique(
        "nishio-forcing-chains",
        "Nishio forcing chains",
        family,
        nishio,
        explainer_name="Nishio Forcing Chains",
    )
    for kind in ("cell", "region"):
        yield Technique(
            f"{kind}-forcing-chains",
            f"{kind} forcing chains",
            family,
            multiple_chains,
            explainer_name=f"{kind.title()} Forcing Chains",
        )
    for find, (_, ending, foreign) in zip(dynamic_chains, LEVELS, strict=True):
        for kind in KINDS:
            yield Technique(
                f"dynamic-{kind}-forcing-chains{ending}",
                f"dynamic {kind} forcing chains{foreign.lower()}",
                family,
                find,
                explainer_name=f"Dynamic {kind.title()} Forcing Chains{foreign}",
                in_all=False,
            )


TECHNIQUES = tuple(_techniques())
