"""What ``lowbit maximize`` writes, and what Ctrl-C leaves."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
from random import Random
from typing import TYPE_CHECKING

import pytest

from command_line import EXAMPLES, PATIENCE, lowbit, start_on_a_terminal
from lowbit import Grid
from lowbit.cli.commands.maximize import BLANK_LINE

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = EXAMPLES / "pyramid1.txt"
BEST = "754938261128645937639217485865429173972351648413876529547182396291763854386594712"
SECOND = "754938261128645937639271485865429173972153648413786529547812396291367854386594712"
CLASHING = "66" + "." * 79


def test_a_completion_a_line() -> None:
    done = lowbit("maximize", "--top", "2", SAMPLE)
    assert done.stdout == f"{BEST}  # 2829\n{SECOND}  # 2829\n"
    assert (done.stderr, done.returncode) == ("", 0)


def test_json_has_score_bound_proven_and_grid() -> None:
    done = lowbit("maximize", "--to", "json", SAMPLE, CLASHING)
    first, second = map(json.loads, done.stdout.splitlines())
    expected = {"status": "proven", "score": 2829, "bound": 2829, "proven": True, "grid": BEST}
    assert {name: first[name] for name in expected} == expected
    assert first["solutions"] == [{"score": 2829, "grid": BEST}]
    assert (second["status"], second["score"], second["proven"]) == ("none", None, True)
    assert second["reason"] == "the puzzle has no completion"
    assert done.returncode == 1


def test_csv_has_a_row_for_each_completion() -> None:
    done = lowbit("maximize", "--to", "csv", "--top", "2", SAMPLE, CLASHING)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["score"], row["grid"]) for row in rows] == [
        ("2829", BEST),
        ("2829", SECOND),
        ("", ""),
    ]


def test_boards_have_their_scores_above() -> None:
    done = lowbit("maximize", "--to", "board", SAMPLE, CLASHING)
    first, second = done.stdout.split("\n\n")
    assert first == f"# score 2829, proven\n{Grid(BEST)}"
    assert second == f"# none: the puzzle has no completion\n{Grid(CLASHING)}\n"


def test_the_least_score() -> None:
    assert lowbit("maximize", "--lowest", SAMPLE).stdout.split()[-1] == "2829"


@pytest.mark.parametrize("separator", [" ", ",", "; "])
def test_weights_from_a_file(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "weights.csv"
    rows = [separator.join(str(row + column) for column in range(9)) for row in range(9)]
    path.write_text("# the weights\n" + "\n".join(rows) + "\n", encoding="utf-8")
    digits = [int(symbol) for symbol in BEST]
    done = lowbit("maximize", "--weights", path, BEST)
    assert done.stdout == f"{BEST}  # {sum((i // 9 + i % 9) * d for i, d in enumerate(digits))}\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1 2 3", "these are 3 numbers"),
        ("1 2 x", "line 1: 'x' is not a number"),
        ("0.5\n" * 81, "0.5 is not; scale them all"),
        (f"{2**60}\n" * 81, "the weights are too large"),
    ],
)
def test_what_is_no_file_of_weights(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "weights.txt"
    path.write_text(content, encoding="utf-8")
    done = lowbit("maximize", "--weights", path, SAMPLE)
    assert (done.stdout, done.returncode) == ("", 2)
    assert message in done.stderr


def test_a_file_of_weights_that_is_not_there() -> None:
    done = lowbit("maximize", "--weights", "nowhere", SAMPLE)
    assert done.returncode == 2
    assert "there is no file nowhere; the named weights are pyramid and uniform" in done.stderr


def test_a_limit_leaves_the_bound() -> None:
    done = lowbit("maximize", "--max-nodes", "1", "." * 81)
    assert done.stdout.startswith("." * 81 + "  # limit-reached, bound ")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)],
)
def test_a_signal_prints_the_best_so_far(number: signal.Signals, code: int, tmp_path: Path) -> None:
    rng, path = Random(1), tmp_path / "weights.txt"  # noqa: S311 - no secrets here
    rows = [" ".join(str(rng.randrange(100)) for _ in range(9)) for _ in range(81)]
    path.write_text("\n".join(rows), encoding="utf-8")
    asked = ("maximize", "--weights", path, "--top", "5000", "." * 81)
    with start_on_a_terminal(*asked) as (process, shown):
        next(piece for piece in shown if "score " in piece)  # far from enough to prove it
        process.send_signal(number)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert Grid(out[:81]).is_solved
    assert ", limit-reached, bound " in out.splitlines()[0]


def on_a_terminal(*arguments: str) -> tuple[str, str]:
    """Return what a run writes to standard output, a pipe, and to a terminal beside it."""
    with start_on_a_terminal("maximize", *arguments) as (process, pieces):
        shown = "".join(pieces)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    return out, shown


def test_a_terminal_shows_how_the_gap_closes() -> None:
    out, shown = on_a_terminal("." * 81)
    assert out.endswith("  # 2906\n")
    assert "gap" not in out
    before, *lines, after = shown.split(BLANK_LINE)
    assert (before, after) == ("", ""), (
        "each line is drawn over the one before, the last taken away"
    )
    found = [line for line in lines if not line.startswith("nothing found yet, bound ")]
    assert found
    for line in found:
        numbers = re.fullmatch(r"score (\d+), bound (\d+), gap (\d+), \d+ nodes", line)
        assert numbers, line
        score, bound, gap = map(int, numbers.groups())
        assert score <= 2906 <= bound
        assert gap == bound - score


def test_quiet_shows_nothing_on_a_terminal() -> None:
    out, shown = on_a_terminal("-q", "." * 81)
    assert out.endswith("  # 2906\n")
    assert shown == ""
