"""Trial and error and braids, against the Sudoku Hierarchical Classifier (SHC).

::

    python -m benchmarks.trials --shc FOLDER                      its examples, measure by measure
    python -m benchmarks.trials --shc FOLDER --measure B FILE     puzzles of a file, one a line
    python -m benchmarks.trials --measure B FILE                  lowbit alone

FOLDER is a checkout of denis-berthier/Sudoku_Hierarchical_Classifier; it needs Java. In a file each
line begins with a puzzle; a number after it is an answer that is known. Times are CPU time: of one
thread of lowbit, whose kernels are loaded before, and of SHC's whole run, Java's start included.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lowbit import rate_many

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = {"depth": "TE", "B": "B", "BxB": "BxB", "BxBB": "BxBB"}
"""Measures, and the names of SHC's examples of each."""

LONGEST = 30
"""The greatest length of braids that SHC is to try."""


class Line(NamedTuple):
    """A puzzle, and the answer that is known, or None."""

    puzzle: str
    known: int | None


class Answered(NamedTuple):
    """Answers in the order of the puzzles, below 0 for none, and the seconds of CPU they took."""

    answers: list[int]
    seconds: float


def main() -> None:
    """Compare, and print a row for each measure."""
    options = _parser().parse_args()
    print(
        "| measure | puzzles | lowbit, ms each | SHC, ms each | times | not SHC's | not as known |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    for measure in options.measures or EXAMPLES:
        lines = _lines(options, measure)[: options.first]
        ours = _by_lowbit(lines, measure)
        theirs = _by_shc(options.shc, lines, measure) if options.shc else None
        print(_row(measure, lines, ours, theirs), flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trials")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--shc", type=Path, metavar="FOLDER")
    parser.add_argument("--measure", dest="measures", action="append", choices=EXAMPLES)
    parser.add_argument("--first", type=int, metavar="N", help="only the first N puzzles")
    return parser


def _lines(options: argparse.Namespace, measure: str) -> list[Line]:
    """Return the puzzles of the file, or SHC's examples."""
    if options.file is not None:
        return [_line(text) for text in options.file.read_text("utf-8").splitlines() if text]
    puzzles, answers = (
        (options.shc / "examples" / f"{EXAMPLES[measure]}-{name}.txt")
        .read_text("utf-8")
        .split("\n")
        for name in ("input", "output-expected")
    )
    known = [int(text) for text in answers[1:] if text.strip()]  # below a heading
    texts = [text[:81] for text in puzzles if text.strip()]
    return [Line(text, answer) for text, answer in zip(texts, known, strict=True)]


def _line(text: str) -> Line:
    """Return the puzzle that a line begins with, and the number after it."""
    rest = text[81:].split()
    return Line(text[:81], int(rest[0]) if rest and rest[0].lstrip("-").isdigit() else None)


def _by_lowbit(lines: Sequence[Line], measure: str) -> Answered:
    puzzles = [line.puzzle for line in lines]
    rate_many(puzzles[:1], rules=(), measures=measure)
    began = time.process_time()
    batch = rate_many(puzzles, rules=(), measures=measure, threads=1)
    return Answered(getattr(batch, measure).tolist(), time.process_time() - began)


def _by_shc(folder: Path, lines: Sequence[Line], measure: str) -> Answered:
    name = measure if measure != "depth" else "TE-depth"
    longest = () if measure == "depth" else ("-max-length", str(LONGEST))
    with tempfile.TemporaryDirectory() as place:
        asked, told = Path(place, "asked.txt"), Path(place, "told.txt")
        asked.write_text("".join(f"{line.puzzle}\n" for line in lines), "utf-8")
        files = ("-input", str(asked), "-output", str(told))
        began = _of_children()
        subprocess.run(
            ["java", "-jar", "SHC.jar", name, *longest, *files],  # noqa: S607 - as PATH has it
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        seconds = _of_children() - began
        answers = told.read_text("utf-8").split("\n")[1:]
    return Answered([int(text) for text in answers if text.strip()], seconds)


def _of_children() -> float:
    """Return the CPU time of the processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _row(measure: str, lines: Sequence[Line], ours: Answered, theirs: Answered | None) -> str:
    """Return the row of a measure."""
    n, known = len(lines), [line.known for line in lines]
    cells = [measure, str(n), f"{1e3 * ours.seconds / n:.3f}", "", "", ""]
    if theirs is not None:
        cells[3:] = (
            f"{1e3 * theirs.seconds / n:.1f}",
            f"{theirs.seconds / ours.seconds:.1f}",
            str(_n_different(ours.answers, theirs.answers)),
        )
    return f"| {' | '.join(cells)} | {_n_different(ours.answers, known)} |"


def _n_different(ours: Sequence[int], others: Sequence[int | None]) -> int:
    """Return how many answers differ from those that others have."""
    pairs = [(one, other) for one, other in zip(ours, others, strict=True) if other is not None]
    return sum(max(one, -1) != max(other, -1) for one, other in pairs)


if __name__ == "__main__":
    main()
