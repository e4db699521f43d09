"""Proofs of chains and nets: what follows from an assumption, each claim with all that it needs.

A chain says in which order things follow, but not all that each link rests on. Here each claim is
found to be true again, by what the assumption and earlier claims rule out: a digit is the last of
its cell or has its last place in a house, a set without a digit needs all its others, or a pattern
of the candidates that are left eliminates it. Claims that no end needs are left out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Chain, ChainNode, Step

PATTERNS: Final = ("pointing", "claiming", "hidden-pair", "locked-pair", "naked-pair", "x-wing")
"""The techniques by which Sudoku Explainer eliminates within a chain."""


class Claim(NamedTuple):
    """Something that follows from an assumption.

    Parameters
    ----------
    node : ChainNode
        The statement.
    house : int or None
        The house in which it is the last place of its digit, if that is why.
    gone : tuple of Candidate
        The candidates that must have been ruled out for it to follow.
    needs : tuple of int
        For each of them the number of the claim that rules it out; 0 is the assumption.
    pattern : Step or None
        The step that eliminates it, if that is why.
    position : Position or None
        The position that this step is taken in, or that chains of its own start from.
    inner : tuple of Chain
        Chains of its own that lead to it, if they are why.
    """

    node: ChainNode
    house: int | None = None
    gone: tuple[Candidate, ...] = ()
    needs: tuple[int, ...] = ()
    pattern: Step | None = None
    position: Position | None = None
    inner: tuple[Chain, ...] = ()


class ChainProof:
    """The claims that follow from an assumption.

    Parameters
    ----------
    position : Position
        The position.
    chains : sequence of Chain
        Chains that start with the assumption.

    Attributes
    ----------
    claims : list of Claim
        The assumption, and all that follows, in order.
    ends : list of ChainNode
        The last node of each chain.
    """

    def __init__(self, position: Position, chains: Sequence[Chain]) -> None:
        self._position = position
        self._board = position.board
        self._ruled: dict[Candidate, int] = {}
        self._nested = [inner for chain in _with_branches(chains) for inner in chain.nested]
        self.ends = [chain.nodes[-1] for chain in chains]
        self.claims: list[Claim] = []
        self._add(Claim(chains[0].nodes[0]))
        self._follow(nodes_of(chains), _parents_of(chains))
        self._leave_out()

    def why(self, gone: Iterable[Candidate]) -> tuple[int, ...]:
        """Return the numbers of the claims that rule out some candidates."""
        return tuple(self._ruled.get(item, 0) for item in gone)

    def number_of(self, node: ChainNode) -> int:
        """Return the number of the claim of a node that is on."""
        return next((at for at, claim in enumerate(self.claims) if claim.node == node), 0)

    def candidates_of(self, node: ChainNode) -> tuple[Candidate, ...]:
        """Return the candidates that a node speaks of."""
        held = node.cells & self._position.places[node.digit]
        return tuple((cell, node.digit) for cell in members(held))

    def _follow(self, nodes: list[ChainNode], parents: dict[ChainNode, list[ChainNode]]) -> None:
        """Add a claim for each node; one that nothing here explains rests on its parents."""
        pending = nodes
        while pending:
            left = [node for node in pending if not self._take(node)]
            if len(left) == len(pending):
                first = next((node for node in left if not node.on), left[0])
                link = self._by_link(first, parents)
                self._add(self._by_chains(link) or self._by_pattern(first) or link)
                left.remove(first)
            pending = left

    def _take(self, node: ChainNode) -> bool:
        """Add the claim of a node if it follows at once; what is ruled out already needs none."""
        if not node.on and not self._all_ruled(self.candidates_of(node)):
            return False
        if node.on:
            found = min(self._reasons(node), key=lambda claim: len({*claim.needs}), default=None)
            if found is None:
                return False
            self._add(found)
        elif node.digits:
            gone = self.candidates_of(node)
            self._add(Claim(node, gone=gone, needs=self.why(gone)))
        return True

    def _reasons(self, node: ChainNode) -> Iterator[Claim]:
        """Yield the ways in which a node that is on follows at once."""
        (cell, *others), digit = members(node.cells), node.digit
        if not others:
            digits = self._position.candidates_of(cell)
            yield from self._claims(node, None, [(cell, d) for d in digits if d != digit])
        for house in self._board.shared_houses(node.cells):
            places = self._position.places[digit] & self._board.houses[house] & ~node.cells
            yield from self._claims(node, house, [(place, digit) for place in members(places)])

    def _claims(self, node: ChainNode, house: int | None, gone: list[Candidate]) -> Iterator[Claim]:
        if self._all_ruled(gone):
            yield Claim(node, house, tuple(gone), self.why(gone))

    def _all_ruled(self, candidates: Iterable[Candidate]) -> bool:
        return all(item in self._ruled for item in candidates)

    def _by_pattern(self, node: ChainNode) -> Claim | None:
        """Return a claim by a pattern of the candidates that are left."""
        absent = list(self._ruled)
        found = self._pattern_without(absent, node)
        if found is None:
            return None
        slugs = (found.technique,)
        for number in range(len(self.claims) - 1, -1, -1):
            fewer = [item for item in absent if self._ruled[item] != number]
            other = self._pattern_without(fewer, node, slugs)
            if other is not None:
                absent, found = fewer, other
        position = self._position.after((), absent)
        needs = tuple(sorted(set(self.why(absent))))
        return Claim(node, needs=needs, pattern=found, position=position)

    def _pattern_without(
        self, absent: list[Candidate], node: ChainNode, slugs: Sequence[str] = PATTERNS
    ) -> Step | None:
        """Return a step that eliminates what a node denies, if some candidates are gone."""
        view, denied = self._position.after((), absent), {*self.candidates_of(node)}
        for slug in slugs:
            for step in TECHNIQUES[slug].find(view, Options()):
                if step.technique == slug and denied <= {*step.eliminations}:
                    return step
        return None

    def _by_link(self, node: ChainNode, parents: dict[ChainNode, list[ChainNode]]) -> Claim:
        found = {0}
        for parent in parents.get(node, ()):
            found |= (
                {self.number_of(parent)} if parent.on else {*self.why(self.candidates_of(parent))}
            )
        return Claim(node, needs=tuple(sorted(found)))

    def _by_chains(self, link: Claim) -> Claim | None:
        """Return a claim by the chains of its own that it has, where these can be followed."""
        node = link.node
        denied = node._replace(on=not node.on)
        inner = tuple(
            chain for chain in self._nested if node == chain.nodes[-1] or denied == chain.nodes[0]
        )
        every = tuple(n for n, claim in enumerate(self.claims) if claim.node != denied)
        for needs in (link.needs, every) if inner else ():
            gone = [item for item, number in self._ruled.items() if number in needs]
            position = self._position.after((), gone)
            if are_followed(position, inner):
                return Claim(node, needs=needs, position=position, inner=inner)
        return None

    @property
    def is_complete(self) -> bool:
        """Whether each claim has its reason."""
        return all(
            claim.gone or claim.pattern or claim.inner or not claim.needs
            for claim in self.claims[1:]
        )

    def _add(self, claim: Claim) -> None:
        number = len(self.claims)
        self.claims.append(claim)
        for item in self._denied(claim.node):
            self._ruled.setdefault(item, number)

    def _denied(self, node: ChainNode) -> Iterator[Candidate]:
        """Yield what a statement rules out at once."""
        places, digit = self._position.places, node.digit
        held = places[digit] & node.cells
        if node.on:
            if not held & (held - 1):
                cell = node.cells.bit_length() - 1
                yield from ((cell, d) for d in self._position.candidates_of(cell) if d != digit)
            yield from self._seen(held, digit)
            return
        yield from ((cell, digit) for cell in members(held))
        for other in digits_in(node.digits & ~(1 << digit - 1)):
            yield from self._seen(places[other] & node.cells, other)

    def _seen(self, cells: int, digit: int) -> Iterator[Candidate]:
        """Yield the other places of a digit that share a house with each of some cells."""
        seen = self._position.places[digit] & self._board.common_peers(cells)
        return ((cell, digit) for cell in members(seen & ~cells))

    def _leave_out(self) -> None:
        """Leave out the claims that no end needs, and number the others anew."""
        needed: set[int] = {0}
        waiting: list[int] = []
        for end in self.ends:
            own = [self.number_of(end)] if end.on else self.why(self.candidates_of(end))
            waiting += own
        while waiting:
            number = waiting.pop()
            if number not in needed:
                needed.add(number)
                waiting += self.claims[number].needs
        new = {old: at for at, old in enumerate(sorted(needed))}
        self.claims = [
            claim._replace(needs=tuple(new[number] for number in claim.needs))
            for claim in (self.claims[old] for old in sorted(needed))
        ]
        self._ruled = {item: new[old] for item, old in self._ruled.items() if old in new}


def proofs_of(position: Position, chains: Sequence[Chain]) -> Iterator[ChainProof]:
    """Yield the proof of each assumption with which some chains start."""
    by_start: dict[ChainNode, list[Chain]] = {}
    for chain in chains:
        by_start.setdefault(chain.nodes[0], []).append(chain)
    for each in by_start.values():
        yield ChainProof(position, each)


def are_followed(position: Position, chains: Sequence[Chain]) -> bool:
    """Whether each claim of some chains has its reason, and these start with all that may be."""
    starts = {chain.nodes[0] for chain in chains}
    return _is_every_case(position, starts) and all(
        proof.is_complete for proof in proofs_of(position, chains)
    )


def _is_every_case(position: Position, starts: set[ChainNode]) -> bool:
    """Whether one of some statements is true, or only one is assumed."""
    if len(starts) == 1:
        return True
    if not all(start.on for start in starts):
        return len({(start.cells, start.digit) for start in starts}) == 1
    cells, digits = 0, 0
    for start in starts:
        cells |= start.cells
        digits |= 1 << start.digit - 1
    if not cells & cells - 1:
        return not position.cells[cells.bit_length() - 1] & ~digits
    places = position.places[digits.bit_length()]
    shared = position.board.shared_houses(cells)
    return not digits & digits - 1 and any(
        not places & position.board.houses[house] & ~cells for house in shared
    )


def nodes_of(chains: Sequence[Chain]) -> list[ChainNode]:
    """Return the nodes of chains and of their branches, without the assumption."""
    found = dict.fromkeys(node for chain in _with_branches(chains) for node in chain.nodes)
    return [node for node in found if node != chains[0].nodes[0]]


def _parents_of(chains: Sequence[Chain]) -> dict[ChainNode, list[ChainNode]]:
    """Return the nodes from which each node follows, as far as links tell."""
    found: dict[ChainNode, list[ChainNode]] = {}
    for chain in _with_branches(chains):
        for start, end in pairwise(chain.nodes):
            found.setdefault(end, []).append(start)
    return found


def _with_branches(chains: Sequence[Chain]) -> Iterator[Chain]:
    for chain in chains:
        yield chain
        yield from _with_branches(chain.branches)
