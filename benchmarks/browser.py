"""How fast the page without a server is, in Chromium: python -m benchmarks.browser --iss FOLDER.

Puzzles a second of each kind in a tab, beside Interactive Sudoku Solver in the same tab and
lowbit's native kernels by one thread, in turns, the best of each; how soon the page answers; and
whether the answers of the tab are the native ones, character for character, for so many puzzles of
each kind. It ends with 1 where they are not, and says which. ``--part`` measures one of the three.

    lowbit page build build/site
    python -m benchmarks.browser --iss FOLDER --site build/site
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks import browser_kinds as kinds
from benchmarks.browser_native import Request, differences, take
from benchmarks.browser_tab import Served, Tab, Taken, chromium
from benchmarks.browser_visits import visits
from benchmarks.machine import print_machine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from playwright.sync_api import Browser

    from benchmarks.browser_kinds import Contest

TURNS = 7
SHOWN = 3
"""Wrong answers that are printed of each kind."""


class Best(NamedTuple):
    """The least that something takes, of several turns."""

    name: str
    n: int
    taken: Taken

    def line(self, first: Best) -> str:
        """Return a line on it, beside the first of its contest."""
        rate = self.n / self.taken.seconds
        line = f"  {self.name:42}{rate:14,.0f} a second{rate * first.taken.seconds / first.n:8.2f}"
        if len(self.taken.each) == len(first.taken.each) > 1:
            line += f"{ratio(first.taken.each, self.taken.each):8.2f}"
        return line


def ratio(slow: Sequence[float], fast: Sequence[float]) -> float:
    """Return how many times as fast one is, each puzzle counting as much as any other."""
    return float(np.exp(np.log(np.divide(slow, np.maximum(fast, 1e-6))).mean()))


def best(turns: Sequence[Taken]) -> Taken:
    """Return the least of all turns."""
    each = np.min([taken.each for taken in turns], axis=0)
    return Taken(min(taken.seconds for taken in turns), each.tolist())


def compete(contest: Contest, tab: Tab, served: Served, turns: int) -> list[Best]:
    """Return the best turns of all in a contest, in their order."""
    racing: list[tuple[str, int, Callable[[], Taken]]] = []
    for name, worker, requests, n in contest.in_tab:
        file = f"{contest.name} {name}".replace(" ", "-")
        served.put(file, requests)
        racing.append((name, n, partial(tab.take, worker, file)))
    for name, works, n in contest.natively:
        racing.append((name, n, partial(take, works)))
    taken: list[list[Taken]] = [[] for _ in racing]
    for _ in range(turns + 1):
        for (_, _, race), of in zip(racing, taken, strict=True):
            of.append(race())
    return [Best(name, n, best(of[1:])) for (name, n, _), of in zip(racing, taken, strict=True)]


def speed(browser: Browser, served: Served, turns: int) -> None:
    """Print the rates of all kinds of puzzles."""
    tab = Tab(browser, served)
    print("\npuzzles a second; times as fast as the first; the same, its geometric mean by puzzle")
    for contest in kinds.contests():
        print(f"{contest.name}  (load {os.getloadavg()[0]:.1f})")
        found = compete(contest, tab, served, turns)
        for each in found:
            print(each.line(found[0]), flush=True)
    print(f"memory of Python's worker: {tab.memory() / 1e6:.0f} MB")


def equality(browser: Browser, served: Served, n: int) -> int:
    """Print how many answers of the tab are not the native ones, and return it."""
    tab = Tab(browser, served)
    wrong = 0
    print("\nanswers that are not the native ones")
    for name, requests, workers in kinds.questions(n):
        served.put(name.replace(" ", "-"), requests)
        for worker in workers:
            given = tab.answers(worker, name.replace(" ", "-"))
            wrong += report(f"{name}, {worker}", requests, differences(requests, given))
    return wrong


def report(
    name: str, requests: Sequence[Request], wrong: Sequence[tuple[Request, str, str]]
) -> int:
    """Print what is wrong with the answers to some requests, and return how many are."""
    n = sum(request["body"].count("\n") or 1 for request in requests)
    print(f"  {name:34}{len(wrong)} of {len(requests)} answers, {n} puzzles", flush=True)
    for request, mine, theirs in wrong[:SHOWN]:
        print(f"    {request['path']}?{request['query']} {request['body'][:200]!r}")
        print(f"    native {first_other(mine, theirs)!r}\n    tab    {first_other(theirs, mine)!r}")
    return len(wrong)


def first_other(mine: str, theirs: str) -> str:
    """Return the first line of an answer that another does not have at its place."""
    others = theirs.splitlines()
    for number, line in enumerate(mine.splitlines()):
        if [line] != others[number : number + 1]:
            return line
    return ""


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iss", type=Path, required=True, help="Interactive Sudoku Solver")
    parser.add_argument("--site", type=Path, required=True, help="what lowbit page build wrote")
    parser.add_argument("--part", choices=("speed", "visits", "equality"))
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--puzzles", type=int, default=10_000, help="of each kind, to compare")
    options = parser.parse_args()
    print_machine()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        print(f"Chromium: {browser.version}")
        served = Served(Path(folder), options.site, options.iss)
        with served.running():
            if options.part in {None, "visits"}:
                visits(browser, served, options.turns)
            if options.part in {None, "speed"}:
                speed(browser, served, options.turns)
            if options.part in {None, "equality"}:
                wrong = equality(browser, served, options.puzzles)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
