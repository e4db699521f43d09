"""Neighbours beside all candidates for them; searches that end, go on, and are refused."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import numpy as np
import pytest

import lowbit
from lowbit import Grid, InputError, LimitReachedError, Puzzle, PuzzleSearch, neighbours
from lowbit.constraints import AntiKnight, Cage, Thermometer
from lowbit.limits import NO_LIMITS, Limits
from lowbit.rng import SplitMix64
from lowbit.verbs.puzzles import grid_of, with_masks
from lowbit.verbs.search import known, nearby, searches, techniques, turns
from lowbit.verbs.search import neighbours as module
from lowbit.verbs.search.keys import IsomorphismKeys
from lowbit.verbs.search.known import KnownPuzzles, signatures_of
from lowbit.verbs.search.moves import TWIN_MOVE, Move
from lowbit.verbs.search.neighbours import Vicinity
from lowbit.verbs.search.wishes import Wishes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

SMALL = Grid("12...4....4....1", "4x4")
CAGED = Puzzle("1..434..214...2.", [Cage((0, 1), 3), Thermometer((0, 1, 2, 3))], geometry="4x4")
CLASSIC = "6....2.4...29..78.18....9....9...4715.6..4....7...........2...5...7.....2..3....."

MIXED = ["-2+1", "-1+2", "-1+1"]

Masks = tuple[int, ...]


def is_unique(whole: Grid | Puzzle, rows: list[Masks]) -> list[bool]:
    """Return which puzzles like one have one solution."""
    if not isinstance(whole, Grid):
        return [lowbit.is_unique(with_masks(whole, row)) for row in rows]
    masks = lowbit.Masks(np.array(rows).reshape(len(rows), -1))
    return [bool(one) for one in lowbit.is_unique_many(masks, geometry=whole.geometry).array]


def candidates(whole: Grid | Puzzle, move: Move) -> list[Masks]:
    """Return every puzzle that a move can lead to, whatever it is."""
    masks, full = grid_of(whole).allowed, whole.geometry.full_mask
    givens = [cell for cell, mask in enumerate(masks) if mask & (mask - 1) == 0]
    found = []
    for gone in combinations(givens, move.removed):
        rest = [full if cell in gone else mask for cell, mask in enumerate(masks)]
        blank = [cell for cell, mask in enumerate(rest) if mask == full]
        for cells in combinations(blank, move.added):
            for digits in product(range(whole.geometry.size), repeat=move.added):
                added = dict(zip(cells, (1 << digit for digit in digits), strict=True))
                if not any(added.get(cell) == masks[cell] for cell in gone):
                    found.append(tuple(added.get(cell, mask) for cell, mask in enumerate(rest)))
    return found


def without_one(row: Masks, full: int) -> list[Masks]:
    """Return the puzzles that have a given less."""
    givens = [cell for cell, mask in enumerate(row) if mask & (mask - 1) == 0]
    return [(*row[:cell], full, *row[cell + 1 :]) for cell in givens]


def naive(whole: Grid | Puzzle, move: Move, *, minimal: bool) -> set[Masks]:
    """Return the neighbours by a move, each searched, and minimal if each given is needed."""
    rows = candidates(whole, move)
    unique = [row for row, is_one in zip(rows, is_unique(whole, rows), strict=True) if is_one]
    if not minimal:
        return set(unique)
    full = whole.geometry.full_mask
    return {row for row in unique if not any(is_unique(whole, without_one(row, full)))}


def allowed(puzzles: Iterable[Grid | Puzzle]) -> list[Masks]:
    return [grid_of(puzzle).allowed for puzzle in puzzles]


MOVES = [(1, 1), (1, 2), (2, 1), (2, 2), (0, 1), (1, 0), (3, 2)]


@pytest.mark.parametrize("minimal", [True, False])
@pytest.mark.parametrize("move", MOVES[:-1])
def test_neighbours_are_all_that_a_search_of_each_candidate_finds(
    move: tuple[int, int],
    minimal: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    start = SMALL if minimal else Grid("12...4....4....1".replace("4....1", "4...21"), "4x4")
    found = allowed(neighbours(start, *move, minimal=minimal))
    assert len(set(found)) == len(found)
    assert set(found) == naive(start, Move(*move), minimal=minimal)


def test_constraints_are_kept() -> None:
    seed = next(lowbit.MinimalPuzzles(CAGED))
    for move in ((1, 1), (1, 2)):
        found = list(neighbours(seed, *move))
        assert all(
            isinstance(one, Puzzle) and one.constraints == CAGED.constraints for one in found
        )
        assert set(allowed(found)) == naive(seed, Move(*move), minimal=True)


@pytest.mark.parametrize("board", ["9x9", "x"])
def test_larger_boards(board: str) -> None:
    start = lowbit.generate(geometry=board, seed=3)[0]
    found = set(allowed(neighbours(start)))
    vicinity = Vicinity(start, NO_LIMITS, minimal=False)
    unique = {tuple(row) for one in vicinity.blocks(Move(1, 1)) for row in one.masks.tolist()}
    rows = candidates(start, Move(1, 1))
    assert unique == {
        row for row, is_one in zip(rows, is_unique(start, rows), strict=True) if is_one
    }
    puzzles = lowbit.Masks(np.array(sorted(unique)))
    minimal = lowbit.is_minimal_many(puzzles, geometry=board).array
    assert found == {row for row, is_one in zip(sorted(unique), minimal, strict=True) if is_one}
    assert found


def test_some_known_solutions_and_little_room_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = {move: set(allowed(neighbours(SMALL, *move))) for move in MOVES}
    monkeypatch.setattr(nearby, "MOST_OF_EACH", (2, 3, 3, 3, 3))
    monkeypatch.setattr(module, "ROOM", 7)
    monkeypatch.setattr(module, "AT_ONCE", (3,) * 5)
    monkeypatch.setattr(searches, "AT_ONCE", 1)
    monkeypatch.setattr(searches, "LANES_TO_FILL", 1)
    for move, expected in whole.items():
        found = allowed(neighbours(SMALL, *move))
        assert len(set(found)) == len(found)
        assert set(found) == expected, move
    assert whole[3, 2]


def test_twins_have_the_solution_in_all_other_cells() -> None:
    for start in (SMALL, Grid(CLASSIC)):
        vicinity = Vicinity(start, NO_LIMITS, minimal=True)
        found = [row for block in vicinity.blocks(TWIN_MOVE) for row in block.masks.tolist()]
        solution = lowbit.solve(start).givens
        others = [0 if given else d for given, d in zip(start.givens, solution, strict=True)]
        whole = lowbit.solutions(Grid(others, start.geometry))
        full = start.geometry.full_mask
        expected = [
            tuple(
                1 << d - 1 if given else full
                for given, d in zip(start.givens, one.givens, strict=True)
            )
            for one in whole
            if one.givens != solution
        ]
        is_minimal = lowbit.is_minimal_many(
            lowbit.Masks(np.array(expected, np.int64).reshape(-1, len(start))),
            geometry=start.geometry,
        )
        assert {tuple(row) for row in found} == {
            row for row, is_one in zip(expected, is_minimal.array, strict=True) if is_one
        }


@pytest.mark.parametrize("board", ["4x4", "6x6", "x", "9x9", "jigsaw:AABBAABBCCDDCCDD"])
def test_keys_are_those_of_isomorphic_puzzles(board: str) -> None:
    made = lowbit.generate(6, geometry=board, seed=2)
    copies = [lowbit.shuffle(puzzle, seed=7) for puzzle in made]
    digits = np.array([list(one) for one in (*made, *copies)], np.uint8)
    keys = IsomorphismKeys(made[0], 1)(digits)
    forms = [lowbit.canonical(Grid(row, board)) for row in digits.tolist()]
    assert keys[:6] == keys[6:]
    assert len(set(keys)) == len(set(forms)) == len(set(zip(keys, forms, strict=True)))


def test_keys_keep_constraints_apart() -> None:
    turned = lowbit.shuffle(Puzzle(SMALL, [AntiKnight()]), seed=4)
    digits = np.array([list(SMALL), list(grid_of(turned))], np.uint8)
    free, bound = (
        IsomorphismKeys(Puzzle(SMALL, [AntiKnight()]), 1)(digits),
        IsomorphismKeys(CAGED, 1)(digits),
    )
    assert free[0] == free[1]
    assert bound[0] != bound[1]


@pytest.mark.parametrize("board", ["4x4", "6x6", "x", "9x9", "samurai"])
def test_signatures_of_isomorphic_puzzles_are_equal_and_others_differ(board: str) -> None:
    made = lowbit.generate(4, geometry=board, seed=2, minimal=False)
    copies = [lowbit.shuffle(puzzle, seed=7) for puzzle in made]
    digits = np.array([list(one) for one in (*made, *copies)], np.uint8)
    signatures = signatures_of(made[0].geometry, digits, 1).tolist()
    assert signatures[:4] == signatures[4:]
    assert len(set(signatures)) == len({lowbit.canonical(one) for one in made}) > 1


def unlike(n: int) -> list[Grid]:
    """Return puzzles, no two isomorphic."""
    made = lowbit.generate(4 * n, geometry="4x4", seed=2)
    return list({lowbit.canonical(one): one for one in made}.values())[:n]


@pytest.mark.parametrize("alike", [1, 3])
def test_puzzles_are_known_whichever_signatures_others_share(
    monkeypatch: pytest.MonkeyPatch, alike: int
) -> None:
    """One comes twice at once; isomorphic ones later, to one that was rejected too."""
    monkeypatch.setattr(
        known, "signatures_of", lambda _, digits, __: np.count_nonzero(digits, axis=1) % alike
    )
    made = unlike(5)
    copies = [lowbit.shuffle(puzzle, seed=7) for puzzle in made]
    rows = np.array([list(one) for one in (*made, *copies)], np.uint8)
    puzzles = KnownPuzzles(made[0], 1)
    first = puzzles.names(rows[[0, 1, 5]])
    assert first[0] == first[2] != first[1]
    puzzles.add(first[0], rows[0].tobytes())
    puzzles.reject(first[1], rows[1].tobytes())
    puzzles.add(puzzles.names(rows[[2]])[0], rows[2].tobytes())
    names = puzzles.names(rows)
    assert [name in puzzles for name in names] == [True, True, True, False, False] * 2
    assert names[:5] == names[5:]
    puzzles.forget_rejected()
    assert [name in puzzles for name in puzzles.names(rows[5:8])] == [True, False, True]


def found_by(search: PuzzleSearch) -> list[tuple[Any, ...]]:
    return [(tuple(grid_of(one.puzzle)), *one[1:]) for one in search]


def test_generations_reach_all_minimal_puzzles_of_the_smallest_board() -> None:
    """There are 13 of 4 clues, 22 of 5 and one of 6, no two isomorphic."""
    numbers = [
        grid_of(one.puzzle).n_clues for one in PuzzleSearch([SMALL], MIXED, generations=None)
    ]
    assert [numbers.count(clues) for clues in (4, 5, 6)] == [13, 22 - 1, 1]


def test_generations_reach_all_that_moves_connect() -> None:
    search = PuzzleSearch([SMALL], generations=None)
    found = list(search)
    seen: set[Any] = {lowbit.canonical(SMALL)}
    todo = [SMALL]
    while todo:
        for one in neighbours(todo.pop()):
            if (form := lowbit.canonical(one)) not in seen:
                seen.add(form)
                todo.append(grid_of(one))
    assert {lowbit.canonical(one.puzzle) for one in found} == seen - {lowbit.canonical(SMALL)}
    assert len(found) == search.n_pool - 1 == len(seen) - 1
    assert search.is_over
    assert {one.generation for one in found} == set(
        range(1, 1 + max(one.generation for one in found))
    )


def test_the_same_seed_gives_the_same_for_any_threads(tmp_path: Path) -> None:
    texts = []
    for threads in (1, 2):
        path = tmp_path / f"{threads}.txt"
        asked: dict[str, Any] = {"sample": 2, "seed": 5, "lowest": "clues", "generations": 2}
        with_pool = PuzzleSearch([CLASSIC], ["-1+1", "-2+1"], pool=path, threads=threads, **asked)
        assert found_by(with_pool)
        texts.append(path.read_text())
    assert texts[0] == texts[1]
    other = PuzzleSearch([CLASSIC], ["-1+1", "-2+1"], **asked | {"seed": 6})
    assert found_by(other) != found_by(PuzzleSearch([CLASSIC], ["-1+1", "-2+1"], **asked))


def without_parts(path: Path) -> list[bytes]:
    """Return the lines of a pool but those whose places depend on the clock."""
    return [line for line in path.read_bytes().splitlines() if not line.startswith(b"# part ")]


def test_a_search_goes_on_wherever_it_was_killed(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    asked: dict[str, Any] = {"generations": 3, "seed": 1, "highest": "clues"}
    list(PuzzleSearch([SMALL], pool=whole, **asked))
    data = whole.read_bytes()
    first = data.index(b"# turn 0")
    sizes = (0, 1, 20, *range(data.index(b"\n", first) + 1, len(data), 389), len(data))
    for size in sizes:
        cut.write_bytes(data[:size])
        list(PuzzleSearch([SMALL], pool=cut, **asked | {"seed": None if size > first else 1}))
        assert cut.read_bytes() == data
    found = lowbit.search([SMALL], pool=whole, **asked)
    assert [one.puzzle for one in found] == [one.puzzle for one in PuzzleSearch([SMALL], **asked)]
    assert list(lowbit.read(whole, geometry="4x4"))[1:] == [one.puzzle for one in found]


SEEDS = [SMALL, Grid("..24.....3.1....", "4x4"), Grid(".31.....2..1....", "4x4")]
ASKED: dict[str, Any] = {
    "moves": ["-1+1", "-2+1", "twins"], "keep": {"clues": 4}, "generations": 2, "seed": 1,
    "geometry": "4x4",
}  # fmt: skip


@pytest.fixture
def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write each puzzle that is measured as a part of its turn, and portions of two sets."""
    monkeypatch.setattr(turns, "SECONDS", 0)
    monkeypatch.setattr(turns, "MEASURED", 0)
    monkeypatch.setattr(module, "AT_ONCE", (2,) * 5)


@pytest.mark.usefixtures("in_small_parts")
def test_a_turn_goes_on_wherever_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = tmp_path / "whole.txt", tmp_path / "cut.txt"
    first = PuzzleSearch(SEEDS, pool=whole, **ASKED)
    found, data, lines = found_by(first), whole.read_bytes(), without_parts(whole)
    assert lines[1].startswith(b"12...4....4....1 from=seed")
    assert lines[1 + len(SEEDS)] == b'# turn 0: {"seen": [], "tested": 0}'
    for number, size in enumerate(range(210, len(data), len(data) // 5)):  # first, within seeds
        cut.write_bytes(data[:size])
        search = PuzzleSearch(SEEDS, pool=cut, threads=1 + number % 2, **ASKED)
        known = [(tuple(grid_of(one.puzzle)), *one[1:]) for one in search.known()]
        assert known + found_by(search) == found
        assert without_parts(cut) == lines
        assert (search.n_seeds, search.tested) == (len(SEEDS), first.tested)
    cut.write_bytes(data[: data.rindex(b"# turn ")])
    monkeypatch.setattr(lowbit, "__version__", "9.9")  # which divides turns in another way
    monkeypatch.setattr(module, "AT_ONCE", (3,) * 5)
    assert len(list(PuzzleSearch(SEEDS, pool=cut, **ASKED))) == 0
    assert b'"portions": 0, "rows": 1, "version": "9.9"' in cut.read_bytes()
    assert without_parts(cut)[:-1] == lines[:-1]  # whose number of candidates may differ


@pytest.mark.usefixtures("in_small_parts")
def test_what_a_turn_has_found_is_told_before_it_ends(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.txt", tmp_path / "pool.txt"
    first = PuzzleSearch(SEEDS, pool=whole, **ASKED)
    found = found_by(first)
    search = PuzzleSearch(SEEDS, pool=path, **ASKED)
    assert grid_of(next(search).puzzle) == Grid(found[0][0], "4x4")
    assert (search.n_pool, search.is_over) == (len(SEEDS) + 1, False)
    assert 0 < search.tested < first.tested
    search.close()
    assert b"# turn 1" not in path.read_bytes()
    known = lowbit.search(SEEDS, n=3, pool=path, **ASKED)
    assert [grid_of(one.puzzle) for one in known] == [Grid(one[0], "4x4") for one in found[:3]]
    assert b"# turn 1" not in path.read_bytes()
    list(PuzzleSearch(SEEDS, pool=path, **ASKED))
    assert without_parts(path) == without_parts(whole)


def test_short_limits_come_to_an_end(tmp_path: Path) -> None:
    whole, short = tmp_path / "whole.txt", tmp_path / "short.txt"
    asked: dict[str, Any] = {"highest": "er", "seed": 1, "moves": ["-2+1", "-1+1"], "sample": 40}
    list(PuzzleSearch([CLASSIC], pool=whole, **asked))
    seconds, is_over = 0.05, False
    while not is_over:
        with suppress(LimitReachedError):
            search = PuzzleSearch([CLASSIC], pool=short, time_limit=seconds, **asked)
            list(search)
        search.close()
        seconds, is_over = 2 * seconds, search.is_over
    assert without_parts(short) == without_parts(whole)


@pytest.mark.usefixtures("in_small_parts")
def test_a_turn_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, path = tmp_path / "whole.txt", tmp_path / "pool.txt"
    found = list(PuzzleSearch(SEEDS, pool=whole, **ASKED))
    late, values = LimitReachedError("late", 0), Wishes.values
    errors = iter([*[None] * 40, late, *[None] * 20, KeyboardInterrupt()])

    def failing(self: Wishes, *of: Any) -> Any:  # noqa: ANN401 - as it is
        if error := next(errors, None):
            raise error
        return values(self, *of)

    monkeypatch.setattr(Wishes, "values", failing)
    monkeypatch.setattr(turns, "SECONDS", 9)  # so that none but the end of a run writes parts
    search, told = PuzzleSearch(SEEDS, pool=path, **ASKED), list[Any]()
    with pytest.raises(KeyboardInterrupt):
        told.extend(search)
    assert path.read_bytes().splitlines()[-1].startswith(b"# part ")
    assert path.read_bytes().count(b"# part ") == 2
    assert told
    told.extend(search)
    assert (told, without_parts(path)) == (found, without_parts(whole))


def test_a_pool_of_puzzles_with_constraints_is_read_again(tmp_path: Path) -> None:
    seed = next(lowbit.MinimalPuzzles(CAGED))
    first = lowbit.search([seed], pool=tmp_path / "pool.txt", seed=1)
    assert first == lowbit.search([seed], pool=tmp_path / "pool.txt", seed=1)
    assert first
    for one in first:
        assert isinstance(one.puzzle, Puzzle)
        assert one.puzzle.constraints == CAGED.constraints
    other = Puzzle(grid_of(seed), [*CAGED.constraints, Cage((0, 1, 2, 3), 10)])
    with pytest.raises(InputError, match="its seeds differ"):
        PuzzleSearch([other], pool=tmp_path / "pool.txt", seed=1)


def test_a_turn_that_was_not_written_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"generations": 3, "seed": 1}
    list(PuzzleSearch([SMALL], pool=tmp_path / "whole.txt", **asked))
    search = PuzzleSearch([SMALL], pool=tmp_path / "pool.txt", **asked)
    failures: list[tuple[Any, type[BaseException]]]
    failures = [(OSError(28, "No space left"), InputError), (KeyboardInterrupt, KeyboardInterrupt)]
    for error, expected in failures:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", Mock(side_effect=error))
            with pytest.raises(expected):
                search.turn()
    list(search)
    assert (tmp_path / "pool.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()


def test_large_measures_are_written_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wishes, "values", lambda _, _whole, rows, _limits: rows[:, :1] + 1234567.0)
    lowbit.search([SMALL], highest="clues", pool=tmp_path / "pool.txt", seed=1)
    assert "clues=1234568\n" in (tmp_path / "pool.txt").read_text()


def test_sets_of_many_givens_are_not_listed() -> None:
    assert next(module.sets_to_remove(250, 4, None, None)) == (0, 1, 2, 3)
    drawn = list(module.sets_to_remove(250, 4, 9, SplitMix64(1)))
    assert len(set(drawn)) == 9
    assert drawn == sorted(drawn)
    assert all(0 <= a < b < c < d < 250 for a, b, c, d in drawn)


def test_measures_choose_and_sort() -> None:
    wanted = lowbit.search([SMALL], ["-1+1", "-2+1"], want={"clues": 5}, generations=2)
    assert wanted
    assert all(one.measures == {"clues": 5} for one in wanted)
    kept = PuzzleSearch([SMALL], ["-1+1", "-2+1"], keep={"clues": (None, 4)}, generations=None)
    assert {one.measures["clues"] for one in kept} == {4.0}
    first = PuzzleSearch([CLASSIC], "-1+1", sample=1, highest="er", seed=1, generations=3)
    rated = {one.puzzle: one.measures["er"] for one in islice(first, 5)}
    assert rated == {puzzle: lowbit.rate(puzzle).er for puzzle in rated}


def test_techniques_that_are_needed_choose_and_sort(tmp_path: Path) -> None:
    first = next(lowbit.MinimalPuzzles(CLASSIC.replace("9....9", "9..8.9", 1)))
    every = [one.puzzle for one in lowbit.search([first], seed=1)]
    needing = {puzzle for puzzle in every if lowbit.needs(puzzle, "skyscraper")}
    asked: dict[str, Any] = {"want": {"skyscraper": 1}, "seed": 1, "pool": tmp_path / "pool.txt"}
    found = lowbit.search([first], **asked)
    assert {one.puzzle for one in found} == needing != set()
    assert all(one.measures == {"skyscraper": 1} for one in found)
    assert lowbit.search([first], **asked) == found
    few = min(grid_of(one).n_clues for one in every)
    keep = {"skyscraper": 0, "clues": (None, few)}
    rest = {one for one in every if grid_of(one).n_clues == few and one not in needing}
    assert {one.puzzle for one in lowbit.search([first], keep=keep, seed=1)} == rest


@pytest.mark.slow  # two processes start
def test_processes_tell_the_same_of_techniques(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles: list[Grid | Puzzle] = [CAGED, Grid(CLASSIC), SMALL]
    known = techniques.which_need(puzzles, "hidden-single", NO_LIMITS)
    monkeypatch.setattr(techniques, "FEWEST_OF_PROCESS", 1)
    assert techniques.which_need(puzzles, "hidden-single", Limits(threads=2)).tolist() == [*known]
    assert {*known} == {0, 1}
    late = Limits(time_limit=0).begun()
    assert np.isnan(techniques.which_need(puzzles[:1], "hidden-single", late)).all()


def test_time_comes_to_an_end() -> None:
    search = PuzzleSearch([CLASSIC], "-4+4", time_limit=0.05, threads=1)
    with pytest.raises(LimitReachedError):
        list(search)
    assert not search.is_over
    assert lowbit.search([CLASSIC], "-4+4", time_limit=0) == []
    with pytest.raises(LimitReachedError, match="rating of the seeds"):
        PuzzleSearch([CLASSIC], highest="er", time_limit=0)
    assert lowbit.search([CLASSIC], highest="er", time_limit=0) == []
    assert len(lowbit.search([CLASSIC], n=3, seed=1)) == 3


RESTRICTED = [1, 2, 4, 12, 4, 12, 1, 2, 2, 1, 12, 4, 15, 15, 2, 1]

REFUSED: dict[str, Callable[[], object]] = {
    "a move is": lambda: lowbit.search([SMALL], "-5+1"),
    "no moves": lambda: lowbit.search([SMALL], []),
    "no seeds": lambda: lowbit.search([]),
    "seed 2 is not": lambda: lowbit.search([CLASSIC, "." * 81]),
    "seed 1 is not a puzzle with one solution: character 1": lambda: lowbit.search(["?"]),
    "seed 2 differs": lambda: lowbit.search([CAGED, Puzzle(SMALL, [Cage((0, 1), 3)])]),
    "seed 1 restricts": lambda: lowbit.search([Grid.from_masks(RESTRICTED, "4x4")]),
    "unknown measure": lambda: lowbit.search([SMALL], keep={"level": 3}),
    "clues must be": lambda: lowbit.search([SMALL], want={"clues": (9, 3)}),
    "first by one measure": lambda: lowbit.search([SMALL], lowest="clues", highest="clues"),
    "added must be": lambda: neighbours(SMALL, 1, -1),
    "removed must be": lambda: neighbours(SMALL, 5),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_is_refused(message: str) -> None:
    with pytest.raises(InputError, match=message):
        REFUSED[message]()


def test_a_pool_is_of_one_search_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "pool.txt"
    search = PuzzleSearch([SMALL], pool=path, seed=1)
    with pytest.raises(InputError, match="another search uses"):
        PuzzleSearch([SMALL], pool=path)
    search.close()
    for other in ({"moves": "-2+1"}, {"seed": 2}, {"minimal": False}, {"lowest": "clues"}):
        with pytest.raises(InputError, match="pool of another search: its"):
            PuzzleSearch([SMALL], pool=path, **other)
    list(PuzzleSearch([SMALL], pool=path))
    text = path.read_text()
    for damaged in ("no pool\n", text.replace("from=0", "from=zero", 1)):
        path.write_text(damaged)
        with pytest.raises(InputError, match=r"something else|is damaged"):
            PuzzleSearch([SMALL], pool=path)
        assert path.read_text() == damaged
    for name, message in ((tmp_path, "directory"), ("/dev/null", "is a file, not a device")):
        with pytest.raises(InputError, match=message):
            PuzzleSearch([SMALL], pool=name)
