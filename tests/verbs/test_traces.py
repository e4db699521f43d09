"""Traces are the steps that plain finders take, with their evidence; their texts lead back."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from command_line import lowbit as command
from lowbit import GridError, InputError, Status, generate, replay, trace_many
from lowbit.cli.run.report import Report
from lowbit.cli.run.traces import TraceAnswerer
from lowbit.formats import Record
from lowbit.kernels.hodoku.spelling import LONGEST_NAME, MOST_LETTERS
from lowbit.kernels.hodoku.steps import HOUSE, IS_FIN, MARKED, ROLES, TECHNIQUES, WHOLE_CELL
from lowbit.kernels.hodoku.transcript import EVENTS
from lowbit.limits import Limits
from lowbit.techniques.registry import TECHNIQUES as ALL_TECHNIQUES
from lowbit.techniques.step import Role
from lowbit.verbs.rate.scores import Solver
from lowbit.verbs.trace.results import Records
from lowbit.verbs.trace.spelling import texts_of
from trace_twin import plain_text, plain_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit import TraceBatch

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SEVERAL = "." * 81

GOLDEN = Path(__file__).parents[1] / "golden" / "hodoku.tsv"

FAMILIES = sorted({ALL_TECHNIQUES[slug].family for slug in TECHNIQUES[1:]})

WITHOUT_EVIDENCE = {
    "remote-pair",
    "turbot-fish",
    "sue-de-coq",
    "x-chain",
    *TECHNIQUES[TECHNIQUES.index("xy-chain") :],
}
"""The techniques whose evidence plain finders look for again."""


def golden(every: int) -> list[str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if not line.startswith("#")][::every]


def has_evidence(batch: TraceBatch) -> dict[str, set[bool]]:
    """Return, for each technique, whether its records have evidence."""
    words, ends = batch.records
    heads = words[ends[:-1, None] + np.arange(4)]
    found: dict[str, set[bool]] = {}
    for number, _, _, n_marked in heads.tolist():
        found.setdefault(TECHNIQUES[number], set()).add(n_marked > 0)
    return found


def test_roles_of_kernels_are_those_of_steps() -> None:
    assert {Role(name) for name in ROLES} <= set(Role)


@pytest.mark.parametrize(
    ("every", "n"),
    [(16, 20), pytest.param(1, 60, marks=pytest.mark.slow)],
    ids=["some", "many"],
)
def test_steps_are_those_of_plain_finders_with_their_evidence(every: int, n: int) -> None:
    puzzles = golden(every) + generate(n, seed=5).to_strings()
    batch = trace_many(puzzles)
    for puzzle, trace in zip(puzzles, batch, strict=True):
        plain = lowbit.steps(puzzle, "hodoku")
        for number, (own, other) in enumerate(zip(trace.steps, plain, strict=True)):
            assert own == other, f"{puzzle}: step {number}"
    for slug, are in has_evidence(batch).items():
        assert are == {slug not in WITHOUT_EVIDENCE}, slug


@pytest.mark.parametrize("kind", ["steps", "search"])
def test_texts_of_kernels_are_those_of_plain_python(kind: str) -> None:
    puzzles = [*golden(150), SEVERAL, *generate(40, seed=5).to_strings()]
    batch = trace_many(puzzles, kind=kind)  # type: ignore[arg-type]
    texts = plain_texts(batch)
    assert batch.to_strings() == texts
    assert batch[::-2].to_strings() == texts[::-2]


@pytest.mark.parametrize("family", FAMILIES)
def test_techniques_are_spelled_alike_whatever_is_marked(family: str) -> None:
    rng = np.random.default_rng(1)
    records = [
        record_of(number, family, rng)
        for number, slug in enumerate(TECHNIQUES)
        if number and ALL_TECHNIQUES[slug].family == family
        for _ in range(12)
    ]
    ends = np.cumsum([0, *map(len, records)])
    words = np.array([word for record in records for word in record], np.int32)
    numbers = np.arange(len(records))
    texts = texts_of(Records(words, ends), numbers, np.ones_like(numbers))
    for text, record in zip(texts, records, strict=True):
        assert text == plain_text(record)
        assert len(text) < MOST_LETTERS * len(record)


def record_of(number: int, family: str, rng: np.random.Generator) -> list[int]:
    """Return a record of a technique that places, eliminates and marks something at random."""
    cells = rng.permutation(81)[: rng.integers(3)]
    placed = (9 * cells + rng.integers(9, size=cells.size)).tolist()
    drawn = rng.permutation(729)[: rng.integers(1, 12)] // [1, 20][rng.integers(2)]
    eliminated = [*dict.fromkeys(drawn.tolist())]
    marked = marks_of(family, rng) if rng.integers(6) else []
    return [number, len(placed), len(eliminated), len(marked), *placed, *eliminated, *marked]


def marks_of(family: str, rng: np.random.Generator) -> list[int]:
    houses = [(HOUSE + rng.permutation(27)[: rng.integers(1, 5)]).tolist() for _ in range(2)]
    candidates = rng.permutation(729)[: rng.integers(1, 9)].tolist()
    if family == "singles":
        return [candidates[0], *(MARKED + house for house in houses[0][: rng.integers(2)])]
    if family == "fish":
        lines = [MARKED * role + house for role in (1, 2) for house in sorted(houses[role - 1])]
        bodies, fins = np.split(9 * rng.permutation(81)[:9] + rng.integers(9), [6])
        n_fins = rng.integers(4)
        return [*lines, *(MARKED + bodies), *(MARKED * IS_FIN + fins[:n_fins])]
    what = [*candidates, *(WHOLE_CELL + rng.permutation(81)[: rng.integers(4)]).tolist()]
    roles = rng.integers(len(ROLES), size=len(what)).tolist()
    found = [MARKED * role + one for role, one in zip(roles, what, strict=True)]
    found += [MARKED + house for house in houses[0] + houses[1]]
    return [found[place] for place in rng.permutation(len(found))]


def test_no_name_is_longer_than_the_room_for_it() -> None:
    names = [ALL_TECHNIQUES[slug].name for slug in TECHNIQUES[1:]]
    assert max(map(len, [*names, *EVENTS])) <= LONGEST_NAME


@pytest.mark.parametrize("kind", ["steps", "search"])
def test_texts_lead_back_to_the_solution(kind: str) -> None:
    puzzles = [*generate(30, seed=7).to_strings(), HARD]
    batch = trace_many(puzzles, kind=kind)  # type: ignore[arg-type]
    for row, (puzzle, trace) in enumerate(zip(puzzles, batch, strict=True)):
        found = replay(puzzle, trace.text)
        assert (found.n_steps, found.is_whole, found.error) == (batch.n_steps[row], True, None)
        positions = batch.positions(row)
        assert (positions.digits[-1] == batch.solutions[row]).all()
        assert not positions.candidates[-1].any()
        assert found.position.grid == trace.solution


def test_positions_are_those_before_each_step() -> None:
    batch = trace_many([PUZZLE])
    positions = batch.positions(0)
    for number, step in enumerate(lowbit.steps(PUZZLE, "hodoku")):
        assert step.position is not None
        assert positions.candidates[number].tolist() == step.position.cells
        assert positions.digits[number].tolist() == step.position.values


def test_arrays_hold_the_steps_of_all_puzzles() -> None:
    batch = trace_many([PUZZLE, "no puzzle", SEVERAL, HARD])
    assert [Status(code) for code in batch.status] == [
        Status.UNIQUE,
        Status.INVALID,
        Status.SEVERAL,
        Status.UNIQUE,
    ]
    assert batch.techniques.size == batch.n_steps.sum()
    for row in (0, 3):
        first, end = batch.first_steps[row], batch.first_steps[row] + batch.n_steps[row]
        steps = batch[row].steps
        names = [batch.technique_names[number] for number in batch.techniques[first:end]]
        assert names == [step.technique for step in steps]
        for ends, candidates, effects in (
            (*batch.placements, [step.placements for step in steps]),
            (*batch.eliminations, [step.eliminations for step in steps]),
        ):
            for at, effect in enumerate(effects, first):
                own = candidates[ends[at] : ends[at + 1]].tolist()
                assert [(one // 9, one % 9 + 1) for one in own] == list(effect)
    assert batch[1:].to_strings()[:2] == ["", ""]
    assert batch[::-1].to_strings() == batch.to_strings()[::-1]
    assert batch[1].reason
    assert not batch[2].steps


def test_nothing_depends_on_threads_or_portions() -> None:
    puzzles = generate(70, seed=3).to_strings()
    whole = trace_many(puzzles, threads=2)
    assert whole.to_strings() == [trace_many([puzzle]).to_strings()[0] for puzzle in puzzles]
    timed = trace_many(puzzles[:5], time_limit=60)
    assert (timed.records.words == whole[:5].records.words[: timed.records.words.size]).all()


def test_long_traces_find_room() -> None:
    batch = trace_many([HARD, PUZZLE], kind="search")
    assert batch.records.words.size > 4096
    assert batch.to_strings()[1:] == trace_many([PUZZLE], kind="search").to_strings()


def test_a_search_can_be_bounded() -> None:
    batch = trace_many([HARD], kind="search", max_nodes=10)
    assert Status(batch.status[0]) is Status.LIMIT_REACHED
    assert batch.n_steps[0] == 10
    assert replay(HARD, batch[0].text).error is None
    assert not trace_many([HARD], kind="search", max_nodes=0).n_steps[0]
    for kind in ("steps", "search"):
        late = trace_many([PUZZLE] * 3, kind=kind, time_limit=0)
        assert late.summary() == {"limit-reached": 3}
        assert late.to_strings() == [""] * 3


def test_the_command_gives_each_puzzle_a_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def solve(_: Solver, states: NDArray[np.int64], limits: Limits, trace: object) -> None:
        found.append((len(states), limits.deadline))

    monkeypatch.setattr(Solver, "solve", solve)
    answerer = TraceAnswerer("steps", Limits(time_limit=100), Report(0))
    placed = [("", Record(line, PUZZLE, lowbit.Grid(PUZZLE))) for line in (1, 2)]
    assert [answer.status for _, answer in answerer.answered(placed, in_bulk=False) if answer] == [
        "limit-reached"
    ] * 2
    (one, first), (other, second) = found
    assert one == other == 1
    assert first < second


def test_other_puzzles_have_no_traces() -> None:
    with pytest.raises(GridError, match="classic board"):
        trace_many([".Shape~4x4.Thermo~R2C1~R2C2"])
    with pytest.raises(GridError, match="classic board"):
        replay(".Shape~4x4.Thermo~R2C1~R2C2", "")
    with pytest.raises(InputError, match="kind of trace"):
        trace_many([PUZZLE], kind="guess")  # type: ignore[arg-type]
    assert len(trace_many([])) == 0


def test_a_puzzle_without_constraints_has_traces_as_its_grid_has() -> None:
    plain = lowbit.read_puzzle(PUZZLE)
    batch = trace_many([plain, "no puzzle", plain.to_json()])
    assert batch.reasons.keys() == {1}
    assert batch[0].text == batch[2].text == trace_many([PUZZLE])[0].text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("so r1c2=9", "line 1: expected an effect"),
        ("=> r1c2", "line 1: expected an effect"),
        ("\n=> r1c2=9\n\n=> r1c2=9", "line 4: 9 is no candidate of r1c2"),
        ("=> r1c2=5", "line 1: r1c2 is not 5 in the solution"),
        ("=> r1c2<>9", "line 1: r1c2 is 9 in the solution"),
        ("=> r1c2<>5, r1c3<>57, r1c2=9", "line 1: r1c3 is 7 in the solution"),
        ("back: => r1c2<>5", "line 1: there is no such dead end"),
        ("dead end: no candidate in r1c2", "line 1: there is no such dead end"),
        ("dead end: no 5 in row 1", "line 1: there is no such dead end"),
        ("dead end: no luck in row 1", "line 1: there is no such dead end"),
        (
            "guess: 35 in r1c2 => r1c2=5\ndead end: no 8 in row 1",
            "line 2: there is no such dead end",
        ),
    ],
)
def test_the_first_line_that_is_no_step_is_named(text: str, error: str) -> None:
    found = replay(PUZZLE, text)
    assert found.error is not None
    assert found.error.startswith(error)
    assert not found.is_whole


def test_a_search_goes_back_to_its_last_guess_alone() -> None:
    lines = trace_many([HARD], kind="search")[0].text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("back:"))
    for changed, error in (
        ("back: => r1c1<>1", "expected the candidate of the last guess"),
        ("hidden single: 1 in row 1 => r1c1=1", "expected a way back"),
    ):
        found = replay(HARD, "\n".join([*lines[:at], changed]))
        assert (found.n_steps, error in str(found.error)) == (at, True)


def test_steps_may_stand_between_tabs() -> None:
    text = trace_many([PUZZLE])[0].text
    assert replay(PUZZLE, text.replace("\n", "\t")).is_whole
    assert not replay(PUZZLE, "").is_whole
    assert replay(PUZZLE, "").error is None


def test_the_command_writes_a_line_a_puzzle(tmp_path: Path) -> None:
    text = trace_many([PUZZLE])[0].text
    run = command("trace", PUZZLE, SEVERAL, "1..4 ..2. .1.. 4..1")
    assert run.stdout.splitlines() == [text.replace("\n", "\t"), "several", "invalid"]
    assert run.returncode == 1
    row = json.loads(command("trace", "--to", "json", PUZZLE).stdout)
    assert (row["status"], row["trace"]) == ("unique", text)
    path = tmp_path / "puzzles.csv"
    path.write_text(f"id,puzzle\n7,{PUZZLE}\n8,{SEVERAL}\n", encoding="utf-8")
    rows = list(csv.DictReader(StringIO(command("trace", "-q", "--kind", "search", path).stdout)))
    assert [row["status"] for row in rows] == ["unique", "several"]
    assert rows[1]["trace"] == ""
    assert replay(PUZZLE, rows[0]["trace"]).n_steps == int(rows[0]["n_steps"])


def test_texts_of_many_tell_evidence_or_at_least_the_effect() -> None:
    batch = trace_many([HARD])
    lines, told = batch.to_strings()[0].splitlines(), batch[0].text.splitlines()
    for line, full, step in zip(lines, told, batch[0].steps, strict=True):
        if step.technique in WITHOUT_EVIDENCE:
            assert line == f"{full.partition(': ')[0]} => {full.partition(' => ')[2]}"
        else:
            assert line == full
    assert replay(HARD, "\n".join(lines)).is_whole
