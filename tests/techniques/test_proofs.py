"""The proofs of chains and nets: each claim follows from those that it names."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from lowbit.grid import Grid
from lowbit.techniques.board_masks import members
from lowbit.techniques.lessons.examples import example
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.techniques.step import ChainNode, Step
from lowbit.techniques.wording.reasons.loops import SLUGS as LOOPS
from lowbit.techniques.wording.reasons.numbered import numbered
from lowbit.techniques.wording.reasons.proofs import ChainProof, Claim, are_followed, proofs_of
from lowbit.techniques.wording.reasons.reason import reason
from lowbit.techniques.wording.reasons.speech import Speech
from lowbit.verbs.solve.one import solve
from support import slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator

HARD = "....1....318......6.7.8..2..6.1...9......3..4..28...367.......3..964...7.4....5.."
BOOKS = ("human", "hodoku", "explainer")
NETS = (
    "forcing-net-contradiction", "dynamic-cell-forcing-chains", "dynamic-double-forcing-chains",
    "dynamic-contradiction-forcing-chains", "dynamic-contradiction-forcing-chains-plus",
    "dynamic-contradiction-forcing-chains-plus-forcing-chains",
    "dynamic-contradiction-forcing-chains-plus-nested-forcing-chains",
)  # fmt: skip


def taken(source: str) -> Iterator[tuple[Step, Position]]:
    """Yield the steps of a rule book, or the example of a technique."""
    if source in BOOKS:
        yield from walk(Position(Grid(HARD)), source)
    else:
        yield shown_by(source)


@cache
def shown_by(slug: str) -> tuple[Step, Position]:
    """Return the step of an example, which may take long to find, and where it is taken."""
    shown = example(slug)
    return shown.step(), shown.position


def proofs(step: Step, position: Position) -> Iterator[ChainProof]:
    ordered = sorted(step.chains, key=lambda chain: chain.nodes[0])
    for _, chains in groupby(ordered, key=lambda chain: chain.nodes[0]):
        yield ChainProof(position, [*chains])


@pytest.mark.parametrize("source", slow_except([*BOOKS, *NETS], ["hodoku", *NETS[:5]]))
def test_each_claim_follows_from_those_that_it_names(source: str) -> None:
    solution = solve(HARD) if source in BOOKS else None
    n_checked = 0
    for step, position in taken(source):
        for proof in proofs(step, position):
            for claim in proof.claims[1:]:
                assert_follows(claim, proof, position)
                n_checked += 1
            truth = solution or solve(position.puzzle)
            if is_true(proof.claims[0], truth):
                assert all(is_true(claim, truth) for claim in proof.claims)
    assert n_checked


def assert_follows(claim: Claim, proof: ChainProof, position: Position) -> None:
    assert all(number < proof.claims.index(claim) for number in claim.needs)
    node = claim.node
    for (cell, digit), number in zip(claim.gone, claim.needs, strict=bool(claim.gone)):
        assert rules_out(proof.claims[number], position, cell, digit)
    if claim.inner:
        assert claim.position
        assert are_followed(claim.position, claim.inner)
        for inner in proofs_of(claim.position, claim.inner):
            for each in inner.claims[1:]:
                assert_follows(each, inner, claim.position)
    elif claim.pattern is not None:
        assert (node.cells.bit_length() - 1, node.digit) in claim.pattern.eliminations
    elif claim.house is not None:
        places = position.places[node.digit] & position.board.houses[claim.house]
        assert {cell for cell, _ in claim.gone} == {*members(places & ~node.cells)}
    elif node.on and (claim.gone or not claim.needs):
        (cell,) = members(node.cells)
        gone = {digit for _, digit in claim.gone}
        assert gone | {node.digit} == {*position.candidates_of(cell)}


def rules_out(claim: Claim, position: Position, cell: int, digit: int) -> bool:
    """Whether a statement denies a candidate, by the rules of the game alone."""
    node, board = claim.node, position.board
    if not node.on and node.digit == digit and node.cells >> cell & 1:
        return True
    if node.digits and not node.on:
        held = position.places[digit] & node.cells
        return all(board.peers[other] >> cell & 1 for other in members(held))
    held = position.places[node.digit] & node.cells
    if node.on and node.digit == digit:
        return all(board.peers[other] >> cell & 1 for other in members(held))
    return node.on and held == 1 << cell


def is_true(claim: Claim, solution: Grid) -> bool:
    held = {solution[cell] for cell in members(claim.node.cells)}
    return (claim.node.digit in held) is claim.node.on


def test_the_middle_of_a_long_proof_is_folded_unless_all_is_asked_for() -> None:
    claims = [Claim(ChainNode(1 << cell, 5, on=False), needs=(0,)) for cell in range(15)]
    position = Position(Grid("." * 81))
    folded, whole = (
        [*numbered(Speech(Step("aic"), position, "en", is_whole=is_whole), claims)]
        for is_whole in (False, True)
    )
    assert folded == [*whole[:5], "(5) to (11) are 7 more claims of this kind.", *whole[-3:]]


def test_a_contradiction_names_what_clashes() -> None:
    shown = example("dynamic-contradiction-forcing-chains")
    text = reason(shown.step(), shown.position)
    assert text.startswith("(0) Suppose that r8c8 is 5. (1) r9c8 is 9, the only place left in col")
    assert text.endswith(
        "But then r5c3 is 6 by (5), though (4) rules that out, which is impossible. "
        "So r8c8 cannot be 5."
    )


@pytest.mark.parametrize("slug", LOOPS)
def test_a_loop_says_which_of_two_rules_each_candidate_out(slug: str) -> None:
    shown = example(slug)
    text = reason(shown.step(), shown.position)
    _, consequences = text.split("Either way: ")
    assert all(", so " in each for each in consequences.split("; "))


@pytest.mark.slow
def test_a_chain_within_a_chain_is_told_in_sentences_where_all_is_told() -> None:
    step, position = shown_by("dynamic-contradiction-forcing-chains-plus-nested-forcing-chains")
    short, whole = (reason(step, position, is_whole=is_whole) for is_whole in (False, True))
    assert "by a chain within this one" in short
    assert "by a chain within this one" not in whole
    assert "Whichever it is, r5c2 cannot be 9. (5) r5c2 is 7, as it is not 9 (4)." in whole
    assert "In , " not in whole
