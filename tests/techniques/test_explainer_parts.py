"""The parts of Sudoku Explainer's rule book, on cases small enough to be checked by hand."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from test_soundness import PUZZLES, hard_positions, is_news, is_sound

from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.reference.search import Search
from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.books import rule_book
from lowbit.techniques.difficulty import UNSOLVED, difficulty, rating_of
from lowbit.techniques.explainer import direct, exclusion, loops, sets, universal_graves
from lowbit.techniques.explainer.chains import cycles, multiple
from lowbit.techniques.explainer.chains.collector import BestHint, EveryHint
from lowbit.techniques.explainer.chains.dynamic import MULTIPLE, NISHIO, dynamic_kind, simple_hints
from lowbit.techniques.explainer.chains.graph import graphs
from lowbit.techniques.explainer.chains.hint import nested_complexity
from lowbit.techniques.explainer.chains.inner_steps import InnerSteps
from lowbit.techniques.explainer.chains.propagation import Propagation
from lowbit.techniques.explainer.rating import length_rating, printed
from lowbit.techniques.explainer.regions import closed_sets, in_bit_order, regions_of
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.techniques.step import Step
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.notation import eliminations_list, placements_list
from support import seeded, slow_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.techniques.explainer.chains.collector import Collector
    from lowbit.techniques.explainer.chains.hint import ChainHint
    from lowbit.techniques.step import Chain, ChainNode
    from lowbit.techniques.technique import Finder

pytestmark = pytest.mark.slow

CELLS = {CLASSIC.cell_name(cell): cell for cell in range(81)}


def some_hard() -> list[Position]:
    return [hard_positions(0)[1], hard_positions(5)[0], hard_positions(9)[1]]


SEARCHES: dict[str, Callable[[Position, Collector], None]] = {
    "cycles": cycles.search,
    "nishio": lambda view, into: multiple.ChainSearch(view, NISHIO, into).run(),
    "multiple": lambda view, into: multiple.ChainSearch(view, MULTIPLE, into).run(),
    "dynamic": lambda view, into: multiple.ChainSearch(view, dynamic_kind(0), into).run(),
}


def marked(**candidates: str) -> Position:
    """Return a board with all candidates, but for the cells named."""
    masks = [CLASSIC.full_mask] * 81
    for name, digits in candidates.items():
        masks[CELLS[name]] = sum(1 << int(digit) - 1 for digit in digits)
    return Position(Grid.from_masks(masks, CLASSIC))


def without(digit: int, *names: str) -> dict[str, str]:
    """Return cells that lack a digit, for `marked`."""
    return dict.fromkeys(names, "123456789".replace(str(digit), ""))


def first(find: Finder, position: Position) -> tuple[str, str]:
    """Return the technique of the first step, and what it does."""
    step = next(find(position, Options()))
    words = placements_list(CLASSIC, step.placements) + eliminations_list(
        CLASSIC, step.eliminations
    )
    return step.technique, " ".join(words)


def test_sets_are_taken_by_their_bit_patterns() -> None:
    assert in_bit_order(5, 3)[:4] == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert len(in_bit_order(9, 4)) == 126


def test_closed_sets_are_those_that_trying_all_finds() -> None:
    rows = [0b11, 0b110, 0b101, 0b1, 0b11000, 0b11000, 0, 0b111]
    for size in (2, 3):
        wanted = {
            chosen
            for chosen in combinations(range(len(rows)), size)
            if all(rows[place].bit_count() > 1 for place in chosen)
            and sum({bit for p in chosen for bit in (1, 2, 4, 8, 16) if rows[p] & bit}).bit_count()
            == size
        }
        assert {chosen for chosen, _ in closed_sets(rows, size)} == wanted


def test_peers_come_box_first_then_row_then_column() -> None:
    peers = regions_of(Position(Grid("." * 81)).board).peers[CELLS["r5c5"]]
    assert [CLASSIC.cell_name(cell) for cell in peers[:9]] == (
        ["r4c4", "r4c5", "r4c6", "r5c4", "r5c6", "r6c4", "r6c5", "r6c6", "r5c1"]
    )
    assert peers[-1] == CELLS["r9c5"]
    assert len(peers) == 20


@pytest.mark.parametrize(
    ("complexity", "rating"),
    [(6, 0.0), (7, 0.1), (8, 0.1), (10, 0.2), (12, 0.3), (14, 0.3), (99, 1.0)],
)
def test_length_adds_to_the_rating(complexity: int, rating: float) -> None:
    assert length_rating(complexity) == pytest.approx(rating)


def test_a_rating_is_rounded_to_a_tenth_below() -> None:
    assert [printed(rating) for rating in (6.6999999, 6.65, 7.0, 7.949)] == [6.7, 6.7, 7.0, 7.9]


def test_a_puzzle_is_rated_by_its_hardest_step_and_its_first_ones() -> None:
    eliminates = Step("naked-pair", (), ((0, 1),))
    places = Step("naked-single", ((0, 1),))
    harder = Step("swordfish", (), ((0, 2),))
    assert str(difficulty([eliminates, places, harder], solved=True)) == "3.8 3.0 3.0"
    assert difficulty([places, harder], solved=False) == (UNSOLVED, 2.3, 2.3)


LINE = "12345678."
BOX = "123......456......78." + "." * 60


@pytest.mark.parametrize(("line", "does"), [(LINE + "." * 72, "r1c9=9"), (BOX, "r3c3=9")])
def test_the_last_cell_of_a_house_comes_first(line: str, does: str) -> None:
    step = next(direct.hidden_singles(Position(Grid(line)), Options()))
    assert (placements_list(CLASSIC, step.placements), step.rating) == ([does], 1.0)


def test_hidden_singles_of_boxes_are_easier_than_those_of_lines() -> None:
    in_box = marked(**without(5, *(f"r{r}c{c}" for r in (1, 2, 3) for c in (1, 2, 3) if r + c > 2)))
    in_row = marked(**without(5, *(f"r1c{c}" for c in range(2, 10))))
    ratings = [next(direct.hidden_singles(p, Options())).rating for p in (in_box, in_row)]
    assert ratings == [1.2, 1.5]


FIVES_OF_BOX_1 = without(5, *(f"r{r}c{c}" for r in (2, 3) for c in (1, 2, 3)))
FIVES_OF_BOX_2 = without(5, *(f"r{r}c{c}" for r in (2, 3) for c in (4, 5, 6) if (r, c) != (2, 4)))
PAIR = {"r1c1": "12", "r1c2": "12"}
TWO_PLACES = {
    f"r{r}c{c}": "3456789"[: 7 if (r, c) not in {(1, 1), (1, 2)} else 0] or "1234"
    for r in (1, 2, 3)
    for c in (1, 2, 3)
}

OTHER_CORNERS = dict.fromkeys(("r2c1", "r3c4", "r1c7"), "3456789")

PATTERNS: dict[str, tuple[Finder, Position, tuple[str, str]]] = {
    "direct pointing": (
        direct.direct_locked,
        marked(**FIVES_OF_BOX_1, **FIVES_OF_BOX_2),
        ("direct-pointing", "r2c4=5"),
    ),
    "pointing": (
        sets.finder(sets.locked),
        marked(**FIVES_OF_BOX_1),
        ("pointing", "r1c4-5 r1c5-5 r1c6-5 r1c7-5 r1c8-5 r1c9-5"),
    ),
    "claiming": (
        sets.finder(sets.locked),
        marked(**without(5, *(f"r1c{c}" for c in range(4, 10)))),
        ("claiming", "r2c1-5 r2c2-5 r2c3-5 r3c1-5 r3c2-5 r3c3-5"),
    ),
    "naked pair": (
        sets.finder(partial(sets.naked_sets, 2)),
        marked(**PAIR),
        ("naked-pair", "r1c3-12 r2c1-12 r2c2-12 r2c3-12 r3c1-12 r3c2-12 r3c3-12"),
    ),
    "hidden pair": (
        sets.finder(partial(sets.hidden_sets, 2)),
        marked(**TWO_PLACES),
        ("hidden-pair", "r1c1-34 r1c2-34"),
    ),
    "X-wing": (
        sets.finder(partial(sets.fish, 2)),
        marked(
            **without(7, *(f"r{r}c{c}" for c in (1, 5) for r in range(1, 10) if r not in {2, 8}))
        ),
        (
            "x-wing",
            " ".join(f"r{r}c{c}-7" for r in (2, 8) for c in (2, 3, 4, 6, 7, 8, 9)),
        ),
    ),
    "unique rectangle 1": (
        loops.unique_loops,
        marked(r1c1="12", r1c4="12", r2c1="12", r2c4="123"),
        ("unique-rectangle-1", "r2c4-12"),
    ),
    "unique rectangle 2": (
        loops.unique_loops,
        marked(r1c1="12", r1c4="12", r2c1="123", r2c4="123"),
        ("unique-rectangle-2", "r2c2-3 r2c3-3 r2c5-3 r2c6-3 r2c7-3 r2c8-3 r2c9-3"),
    ),
    "unique loop 1": (
        loops.unique_loops,
        marked(r1c1="12", r1c4="12", r2c4="12", r2c7="12", r3c7="12", r3c1="123", **OTHER_CORNERS),
        ("unique-loop-1", "r3c1-12"),
    ),
    "aligned pair": (
        exclusion.aligned_pairs,
        marked(r1c1="123", r1c2="124", r1c7="14", r1c8="12"),
        ("aligned-pair-exclusion", "r1c1-1"),
    ),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_found(name: str) -> None:
    find, position, wanted = PATTERNS[name]
    assert first(find, position) == wanted


def test_there_is_no_uniqueness_where_there_may_be_several_solutions() -> None:
    options = Options(uniqueness=False)
    _, position, _ = PATTERNS["unique rectangle 1"]
    assert not list(loops.unique_loops(position, options))
    assert not list(universal_graves.universal_graves(position, options))


def naive_exclusion(position: Position, size: int) -> dict[frozenset[int], set[tuple[int, int]]]:
    """Return what aligned exclusion eliminates, by its cells, as its definition says."""
    cells, peers = position.cells, position.board.peers
    seen = {
        cell: {p for p in range(81) if peers[cell] >> p & 1 and 2 <= cells[p].bit_count() <= size}
        for cell in range(81)
        if cells[cell].bit_count() > 1
        and not any(peers[cell] >> p & 1 and cells[p].bit_count() == 1 for p in range(81))
    }
    found = {}
    for base in combinations([cell for cell in seen if seen[cell]], size):
        shared = set.intersection(*(seen[cell] for cell in base))
        linked = size == 2 or any(
            third in seen[one] | seen[two]
            for one, two in combinations(base, 2)
            for third in set(base) - {one, two}
        )
        if len(shared) < 2 or not linked:
            continue
        kept = set()
        for digits in product(*(position.candidates_of(cell) for cell in base)):
            clash = any(
                digits[i] == digits[j] and peers[base[i]] >> base[j] & 1
                for i, j in combinations(range(size), 2)
            )
            if not clash and all(set(position.candidates_of(c)) - {*digits} for c in shared):
                kept |= set(zip(base, digits, strict=True))
        eliminated = {(c, d) for c in base for d in position.candidates_of(c)} - kept
        if eliminated:
            found[frozenset(base)] = eliminated
    return found


@pytest.mark.parametrize("size", [2, 3])
def test_aligned_exclusion_is_what_its_definition_says(size: int) -> None:
    find = exclusion.aligned_pairs if size == 2 else exclusion.aligned_triples
    for position in (hard_positions(1)[1], hard_positions(6)[0], hard_positions(10)[1]):
        wanted = naive_exclusion(position, size)
        found = {
            frozenset(mark.cell for mark in step.marks if mark.role.value == "base"): {
                *step.eliminations
            }
            for step in find(position, Options())
        }
        assert found == wanted


def effect(hint: ChainHint) -> tuple[object, ...]:
    return hint.rank, hint.slug, hint.eliminated, hint.placed, hint.key


@pytest.mark.parametrize("name", SEARCHES)
def test_the_best_hint_is_the_first_of_all(name: str) -> None:
    for position in some_hard():
        best, every = BestHint(), EveryHint()
        SEARCHES[name](position, best)
        SEARCHES[name](position, every)
        found = every.hints()
        assert [effect(hint) for hint in best.hints()] == [effect(hint) for hint in found[:1]]
        assert len({hint.eliminated for hint in found}) == len(found)


ONES_CROSSING = marked(
    **without(1, *(f"r1c{n}" for n in range(3, 10)), *(f"r{n}c1" for n in range(3, 10)))
)
THREE_OF_TWO = marked(r1c1="12", r1c2="12", r1c3="12")


@pytest.mark.parametrize(
    ("position", "start", "on_first"),
    [
        # Off, 1 in r1c1 forces r1c2 and r2c1, of which the first eliminates the second.
        (ONES_CROSSING, 2 * 0, True),
        # On, it forces 2 in r1c2, which eliminates 2 in r1c3, which then is forced there.
        (THREE_OF_TWO, 2 * 0 + 1, False),
    ],
)
@pytest.mark.parametrize("dynamic", [True, False])
def test_a_candidate_both_on_and_off_is_a_clash(
    position: Position, start: int, *, on_first: bool, dynamic: bool
) -> None:
    tree = Propagation(position, dynamic=dynamic).tree(start)
    assert tree.clash is not None
    on, off = tree.clash
    assert (on.node, off.node) == (off.node | 1, on.node ^ 1)
    assert (on.node in tree.parents, off.node in tree.parents) == (on_first, not on_first)
    assert start in on.nodes()
    assert start in off.nodes()


def test_what_follows_from_several_has_all_of_them_as_parents() -> None:
    # On, 1 in r1c1 eliminates 1 in r1c9, and by r2c1 and r2c9 eliminates 2 there: 3 is left.
    position = marked(r1c1="14", r1c9="123", r2c1="15", r2c9="25")
    start, forced = 2 * (CELLS["r1c1"] * 9) + 1, 2 * (CELLS["r1c9"] * 9 + 2) + 1
    parents = {2 * (CELLS["r1c9"] * 9 + place) for place in (0, 1)}
    assert forced not in Propagation(position, dynamic=False).tree(start).parents
    assert {*Propagation(position, dynamic=True).tree(start).parents[forced]} == parents


def nodes_of(chain: Chain) -> set[ChainNode]:
    return {*chain.nodes, *(node for branch in chain.branches for node in branch.nodes)}


@pytest.mark.parametrize("name", SEARCHES)
def test_the_evidence_has_as_many_nodes_as_the_complexity_counts(name: str) -> None:
    for position in some_hard():
        every = EveryHint()
        SEARCHES[name](position, every)
        for hint in every.hints()[:50]:
            lengths = [len(nodes_of(chain)) for chain in hint.step(position.board).chains]
            # A cycle is found both ways round, and counted once.
            cycle = name == "cycles" and len(lengths) == 2
            assert hint.complexity == (lengths[0] if cycle else sum(lengths))


def follows(chain: Chain) -> bool:
    """Whether each branch begins at the start or at a node shown before, and is not broken off."""
    shown = set(chain.nodes)
    for branch in chain.branches:
        if branch.nodes[0] not in shown and len(branch.nodes) > 1:
            return False
        shown.update(branch.nodes)
    return True


def test_branches_begin_where_something_is_known() -> None:
    for position in some_hard():
        every = EveryHint()
        SEARCHES["dynamic"](position, every)
        for hint in every.hints()[:50]:
            assert all(map(follows, hint.step(position.board).chains))


def thinned(position: Position, seed: int) -> Position:
    """Return a position as in the middle of a chain: some candidates are gone, right ones, too."""
    left = [(cell, d) for cell in range(81) for d in digits_in(position.cells[cell])]
    return position.after((), seeded(seed).sample(left, len(left) // 8))


@pytest.mark.parametrize("part", slow_except(range(8), [0]))
def test_what_cannot_be_proved_by_links_is_never_found(part: int) -> None:
    n_found = 0
    both = [hard_positions(number)[part % 2] for number in range(part // 2, len(PUZZLES), 4)]
    for number, position in enumerate(both):
        view = thinned(position, number)
        quick, thorough = [EveryHint(), EveryHint()], [EveryHint(), EveryHint()]
        cycles.search(view, quick[0])
        for kind, graph in zip(cycles.PASSES, graphs(view), strict=True):
            cycles.CycleSearch(view, kind, graph, -1, thorough[0]).run()
        multiple.ChainSearch(view, MULTIPLE, quick[1]).run()
        search = multiple.ChainSearch(view, MULTIPLE, thorough[1])
        search.agreeing = None
        search.run()
        for one, other in zip(quick, thorough, strict=True):
            assert [(hint.rank, hint.key, hint.eliminated) for hint in one.hints()] == [
                (hint.rank, hint.key, hint.eliminated) for hint in other.hints()
            ]
            n_found += len(one.hints())
    assert n_found > 20


def test_nested_chains_count_and_are_evidence() -> None:
    _, position = hard_positions(len(PUZZLES) - 1)
    every = EveryHint()
    eliminate_more = InnerSteps(position, [simple_hints])
    multiple.ChainSearch(position, dynamic_kind(2), every, eliminate_more).run()
    nested = [hint for hint in every.hints() if nested_complexity(hint.trails)]
    assert nested
    for hint in nested:
        own = sum(trail.ancestors.bit_count() for trail in hint.trails)
        assert hint.complexity == own + nested_complexity(hint.trails)
        assert any(chain.nested for chain in hint.step(position.board).chains)


def rated() -> Iterator[tuple[str, str, list[str]]]:
    """Yield puzzles of the file beside, their ratings and their steps but for hidden singles."""
    text = Path(__file__).with_name("explainer_puzzles.txt").read_text(encoding="utf-8")
    for block in re.split(r"\n(?=[.1-9])", text)[1:]:
        head, *steps = block.splitlines()
        line, rating = head.split(maxsplit=1)
        yield line, rating, [step.strip() for step in steps]


def words_of(step: Step) -> str:
    placed = placements_list(CLASSIC, step.placements)
    eliminated = eliminations_list(CLASSIC, step.eliminations)
    return " ".join([step.technique, *placed, *eliminated, f"{rating_of(step):.1f}"])


@cache
def way(line: str) -> tuple[tuple[Step, Position], ...]:
    return tuple(walk(Position(Grid(line)), "explainer"))


@pytest.mark.parametrize(("line", "rating", "steps"), list(rated()))
def test_a_puzzle_takes_its_steps_and_is_rated_by_them(
    line: str, rating: str, steps: list[str]
) -> None:
    found = [step for step, _ in way(line)]
    assert [words_of(step) for step in found if step.technique != "hidden-single"] == steps
    assert str(difficulty(found, solved=True)) == rating


@pytest.mark.parametrize("line", [line for line, *_ in rated()])
def test_its_steps_are_sound_and_solve_it(line: str) -> None:
    solution = next(Search(Grid(line)))
    assert [step for step, _ in way(line) if not is_sound(step, solution)] == []
    assert [step for step, position in way(line) if not is_news(step, position)] == []
    step, before = way(line)[-1]
    assert before.apply(step).grid == solution


def test_the_puzzles_need_most_techniques() -> None:
    needed = {step.technique for line, *_ in rated() for step, _ in way(line)}
    wanted = {slug for rule in rule_book("explainer").rules for slug in rule.slugs}
    rare = {"bug-3", "direct-claiming", "generalized-x-wing", "hidden-quadruple"}
    assert {slug for slug in wanted if "-plus-" not in slug} - needed - rare <= {
        "dynamic-double-forcing-chains",
        *(slug for slug in wanted if slug.endswith("-plus")),
    }


def test_the_rule_book_has_a_place_for_each_of_its_techniques() -> None:
    slugs = [slug for rule in rule_book("explainer").rules for slug in rule.slugs]
    assert len(set(slugs)) == len(slugs)
    assert slugs[0] == "hidden-single"
    assert slugs[-1] == "dynamic-region-forcing-chains-plus-nested-forcing-chains"
