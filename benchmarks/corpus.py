"""How a folder of puzzles in Interactive Sudoku Solver's text fares: -m benchmarks.corpus DIR.

DIR holds a folder for each puzzle, with its text in `puzzle.iss`, and may hold `mappings.json`: the
form of sigh/iss-sudoku-index, which says of each whether it was searched to the end, and how many
solutions were found. Each text is read, and its solutions are counted up to two, one at a time and
in a batch. Beside Interactive Sudoku Solver in the same run, where the path of its folder is given
and node is there; each has the best of its turns. It prints what is refused, by name and how often,
what the two or the folder disagree on, the median ratio of times and the worst, and the slowest; it
ends with 1 if anything disagrees.

    python -m benchmarks.corpus DIR --iss FOLDER
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.iss import ask_iss
from benchmarks.machine import describe
from lowbit import LimitReachedError, count_solutions, count_solutions_many, read_puzzle
from lowbit.errors import InputError

ENOUGH = 2
"""Solutions that are counted; whoever finds as many stops."""

UNKNOWN = re.compile(r"^(\w+) is a constraint that lowbit does not know")
CELL = re.compile(r"'?[Rr]\w[Cc]\w'?|'V\w+'")


class Outcome(NamedTuple):
    """What became of a puzzle.

    Attributes
    ----------
    found : int or None
        Its solutions, `ENOUGH` at most; None where it was refused, or not searched to the end.
    seconds : float
        The least from its text to the count.
    refused : str
        Why it was not read.
    """

    found: int | None
    seconds: float = 0.0
    refused: str = ""


def texts_in(folder: Path) -> dict[str, str]:
    """Return the text of each puzzle."""
    return {path.parent.name: path.read_text("utf-8") for path in sorted(folder.glob("*/*.iss"))}


def said_in(folder: Path) -> dict[str, int]:
    """Return how many solutions the folder says that there are, `ENOUGH` at most."""
    path = folder / "mappings.json"
    rows = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []
    known = (row for row in rows if row["search_completed"])
    return {row["puzzle_id"]: min(row["solutions_found"], ENOUGH) for row in known}


def outcome_of(text: str, seconds: float, turns: int) -> Outcome:
    """Read and count a puzzle.

    A limit on nodes would have each search begin in plain Python, so that its outcome does not
    depend on what is loaded: the limit is one on time.
    """
    least = float("inf")
    found = None
    for _ in range(turns):
        begun = time.process_time()
        try:
            puzzle = read_puzzle(text)
        except InputError as error:
            return Outcome(None, refused=reason_of(error))
        try:
            found = count_solutions(puzzle, limit=ENOUGH, time_limit=seconds)
        except LimitReachedError:
            return Outcome(None, time.process_time() - begun)
        least = min(least, time.process_time() - begun)
    return Outcome(found, least)


def reason_of(error: InputError) -> str:
    """Return why a text was refused: the constraint that is not known, or in words."""
    reason = getattr(error, "reason", str(error)).splitlines()[0]
    unknown = UNKNOWN.match(reason)
    return unknown[1] if unknown else CELL.sub("a cell", reason)[:80]


def seconds_of_batch(texts: list[str]) -> float:
    """Return the seconds in which one thread counts a batch."""
    begun = time.process_time()
    count_solutions_many(texts, limit=ENOUGH, threads=1)
    return time.process_time() - begun


def print_refused(outcomes: dict[str, Outcome]) -> None:
    """Print what was refused, by its reason."""
    reasons = Counter(outcome.refused for outcome in outcomes.values() if outcome.refused)
    at_limit = sum(not (one.refused or one.found is not None) for one in outcomes.values())
    n_read = len(outcomes) - reasons.total()
    print(f"{len(outcomes)} puzzles, {n_read} read, {at_limit} of these at a limit")
    for reason, number in reasons.most_common():
        print(f"  refused {number}: {reason}")


def n_differing(name: str, counts: dict[str, int], others: dict[str, int]) -> int:
    """Print where counts differ from those of another, and return in how many cases."""
    both = counts.keys() & others.keys()
    wrong = [one for one in sorted(both) if counts[one] != others[one]]
    print(f"beside {name}: {len(both) - len(wrong)} right, {len(wrong)} different")
    for one in wrong:
        print(f"  {one}: {counts[one]} solutions here, {others[one]} there")
    return len(wrong)


def print_ratios(ours: dict[str, float], theirs: dict[str, float], batch: float) -> None:
    """Print how many times as long the other takes."""
    ratios = {one: theirs[one] / ours[one] for one in ours}
    slowest = sorted(ratios, key=ratios.__getitem__)
    n_slower = sum(ratio < 1 for ratio in ratios.values())
    print(
        f"one at a time, from text: median {median(ratios.values()):.1f} times as fast, worst "
        f"{ratios[slowest[0]]:.2f}, slower on {n_slower} of {len(ratios)}; all in "
        f"{sum(ours.values()) * 1e3:.0f} ms, there in {sum(theirs.values()) * 1e3:.0f}, "
        f"in a batch in {batch * 1e3:.0f}"
    )
    for one in slowest[:5]:
        print(f"  {one}: {ours[one] * 1e3:.2f} ms, there {theirs[one] * 1e3:.2f}")


def main() -> int:
    """Print how the puzzles fare; return 1 if anything disagrees."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--iss", type=Path, help="folder of the other")
    parser.add_argument("--seconds", type=float, default=20.0, help="the most for a puzzle")
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    texts = texts_in(asked.folder)
    print(describe())
    outcomes = {one: outcome_of(text, asked.seconds, asked.turns) for one, text in texts.items()}
    print_refused(outcomes)
    counts = {one: outcome.found for one, outcome in outcomes.items() if outcome.found is not None}
    n_wrong = n_differing("the folder", counts, said_in(asked.folder))
    if asked.iss and counts:
        answers = ask_iss(asked.iss, [texts[one] for one in counts], turns=asked.turns)
        found = dict(zip(counts, answers, strict=True))
        taken = {one: answer.found for one, answer in found.items() if answer.found is not None}
        n_wrong += n_differing("Interactive Sudoku Solver", counts, taken)
        batch = [texts[one] for one in taken]
        seconds_of_batch(batch)  # as the others, it may warm up
        print_ratios(
            {one: outcomes[one].seconds for one in taken},
            {one: found[one].seconds for one in taken},
            seconds_of_batch(batch),
        )
    return int(n_wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
