"""A technique: its name, its finder, and its names and scores in other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from lowbit.errors import InputError
from lowbit.techniques.position import Position
from lowbit.techniques.step import Step

SHORTEST: Final = 3
"""The links of the shortest chain that can eliminate anything."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of finders: the assumptions they may make, and the sizes they search up to.

    Parameters
    ----------
    uniqueness : bool
        Whether a step may assume a unique solution.
    missing_candidates : bool
        Whether a uniqueness pattern may lack candidates that were eliminated before.
    duals : bool
        Whether two patterns that share a part count as one more.
    two_candidate_er : bool
        Whether the box of an empty rectangle may have only two places.
    fins, endo_fins : int
        The most fins, and endo-fins among them, of a fish.
    chain_links : int
        The most links of X-chains, XY-chains and remote pairs: 3 or more.
    als_overlap : bool
        Whether almost locked sets that share cells are linked.
    als_both_ways : bool
        Whether chains of almost locked sets may lead back to earlier sets of the list.
    als_in_chains : bool
        Whether almost locked sets take part in grouped loops and chains.
    """

    uniqueness: bool = True
    missing_candidates: bool = True
    duals: bool = False
    two_candidate_er: bool = False
    fins: int = 5
    endo_fins: int = 2
    chain_links: int = 20
    als_overlap: bool = False
    als_both_ways: bool = False
    als_in_chains: bool = False

    def __post_init__(self) -> None:
        if self.chain_links < SHORTEST:
            raise InputError(f"a chain has at least {SHORTEST} links, not {self.chain_links}")

    def without_uniqueness(self) -> Options:
        """Return these options for puzzles that may have several solutions."""
        return replace(self, uniqueness=False)


Finder = Callable[[Position, Options], Iterator[Step]]
"""Yields the steps that apply to a position, lazily, the preferred one first."""


@dataclass(frozen=True, slots=True)
class Technique:
    """One entry of the registry.

    Parameters
    ----------
    slug : str
        Its name in commands, rule books and JSON.
    name : str
        Its name for people.
    family : str
        The family that it belongs to.
    find : Finder
        Its finder, which may find several techniques of one family; the step says which.
    hodoku_name : str, optional
        Its name in HoDoKu.
    explainer_name : str, optional
        Its name in Sudoku Explainer 1.2.1.
    score : int, optional
        HoDoKu's score.
    level : {'easy', 'medium', 'hard', 'unfair', 'extreme'}, optional
        HoDoKu's level.
    rating : float, optional
        Sudoku Explainer's rating, if it is the same for all steps.
    uniqueness : bool
        Whether it assumes a unique solution.
    in_all : bool
        Whether `all_steps` searches for it without being given its name; large and mutant fish and
        dynamic chains take too long.
    """

    slug: str
    name: str
    family: str
    find: Finder
    hodoku_name: str | None = None
    explainer_name: str | None = None
    score: int | None = None
    level: str | None = None
    rating: float | None = None
    uniqueness: bool = False
    in_all: bool = True


def columns(technique: Technique) -> dict[str, str | float | None]:
    """Return the row of a technique in a table, by column."""
    return {
        "technique": technique.slug,
        "name": technique.name,
        "family": technique.family,
        "hodoku": technique.hodoku_name,
        "score": technique.score,
        "level": technique.level,
        "explainer": technique.explainer_name,
        "rating": technique.rating,
    }
