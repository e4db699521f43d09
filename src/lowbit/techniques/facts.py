"""Facts of positions that several finders need: each is computed once for a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable


class Remembering(Protocol):
    """A position that keeps facts of its own."""

    _facts: dict[object, object]


StateT = TypeVar("StateT", bound=Remembering)
Fact = TypeVar("Fact")


def recall(state: StateT, fact: Callable[[StateT], Fact]) -> Fact:
    """Return the value of a function of a position, computed at most once."""
    facts = state._facts  # noqa: SLF001 - users need not see it
    if fact not in facts:
        facts[fact] = fact(state)
    return facts[fact]  # type: ignore[return-value]  # what `fact` returned


def forget(state: Remembering) -> None:
    """Drop the facts of a position; they are computed again when needed.

    Many of them refer to their position, so it would stay until garbage is collected.
    """
    state._facts.clear()  # noqa: SLF001 - as above
