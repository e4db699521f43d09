"""Whether kernels answer alike on another machine: python -m benchmarks.elsewhere FILE [LEVEL].

A row of commands and calls that take every kernel there is, small enough for a machine that is only
emulated. What each answers is written to the file; two machines answer alike where their files are
equal. It fails if a kernel was not called, or if one is not from the library of the level that is
named. ``.ci/elsewhere`` compares this machine with others.
"""

from __future__ import annotations

import csv
import os
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.shared_data import shared_file
from lowbit import Geometry, Grid, Masks, shuffle_many, solve_many, true_candidates_many
from lowbit.cli.main import main as command
from lowbit.kernels.calls import calls
from lowbit.kernels.core import shipped
from lowbit.kernels.core.compile import KERNELS
from lowbit.kernels.general.learning.engine import Learner
from lowbit.kernels.general.program import board_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXAMPLES = Path(__file__).parents[1] / "examples"
MANY = 1 << 40
"""Nodes that no search here visits."""

JUDGES = {
    "euler96": "fifty.txt",
    "acwing166": "acwing166.txt",
    "poj3074": "poj3074.txt",
    "poj2676": "poj2676.txt",
    "poj3076": "poj3076.txt",
    "baekjoon2580": "baekjoon2580.txt",
    "hdu1426": "hdu1426.txt",
    "leetcode37": "leetcode37.txt",
    "pyramid": "pyramid3.txt",
}
JIGSAW = "jigsaw:AAABBBBCCDAAABCCCCDABBBECCCDAAEBEEFFDDDEEEEFFDGDEHFFFFDGGHHIIFIGGHHHIIIIGGGGHHHII"
LATIN = ".NoBoxes.~R1C1_1~R2C2_2~R3C3_3~R4C4_4~R5C5_5~R6C6_6~R7C7_7~R8C8_8~R9C9_9~R1C9_2"
OPEN = "...........3...9..79...2.13..915.....74.2613" + "." * 37
KILLER = (
    ".Cage~10~R1C1~R1C2.~R2C1_4~R2C2_5~R3C3_9~R4C4_7~R5C6_8~R9C9_8~R9C1_1~R8C2_2~R7C8_9"
    ".Thermo~R5C1~R5C2~R5C3"
)
PATTERN = "1.1...1.1...1.1.1...1.1.1...1.1.1...1.1.1.1.1.1...1.1.1...1.1...1.1...1.1...1.1.1"

COMMANDS = f"""
solve easy.txt
solve hard.txt
solve mixed.txt
solve --to board board.txt
solve made6x6.txt madediagonals.txt madejigsaw.txt
solve made16x16.txt
solve made25x25.txt
solve --max-nodes 3000 texts.txt
count --limit 5000 open.txt
count --limit 20 {LATIN}
count made16x16.txt
candidates open.txt
check easy.txt
minimize --seed 2 grids.txt
minimize made6x6.txt madejigsaw.txt
redundant open.txt
rate rated.txt
rate --rules hodoku --to csv scored.txt
rate --rules none --measure depth --measure B rated.txt
steps one.txt
steps --rules hodoku one.txt
generate 100 --seed 5
generate 5 --seed 5 --clues 24-26 --symmetry half-turn
generate 1 --seed 5 --clues 19
generate 1 --seed 5 --max-tries 20000 --pattern {PATTERN}
generate 3 --seed 5 --rating 6.6-8.0
generate 3 --seed 5 --level hard
generate 2 --seed 5 --geometry 16x16
generate 5 --seed 5 --geometry jigsaw
generate 20 --seed 5 --grids
generate 1 --seed 5 --skeleton {LATIN}
shuffle --seed 7 --times 2 easy.txt
canonical --with-transform rated.txt
isomorphic one.txt one.txt
maximize {OPEN}
maximize --geometry 6x6 --top 3 1..........2..................3.....
maximize --max-nodes 3000 open25x25.txt
maximize --max-nodes 20000 {KILLER}
count --limit 3 --geometry 25x25 {"." * 625}
count --limit 3 --max-nodes 2000 large.txt
maximize pyramid1.txt
maximize pyramid2.txt
maximize pyramid3.txt
maximize --lowest --top 3 pyramid3.txt
maximize --top 2 made6x6.txt
"""

MADE = {
    "6x6": "40 --geometry 6x6",
    "diagonals": "10 --geometry 9x9+diagonals",
    "jigsaw": f"10 --geometry {JIGSAW}",
    "16x16": "2 --geometry 16x16",
    "25x25": "1 --geometry 25x25 --no-minimal --clues 330",
}
"""Puzzles that are made first, by the command, and what it is told."""


def main() -> int:
    """Write all answers to the file that is named; return 1 if a kernel was left out."""
    file, *level = sys.argv[1:]
    out = Path(file).resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        write_inputs()
        with out.open("wb") as stream:
            for name, answer in answers():
                began = time.perf_counter()
                stream.write(b"== %s\n%s\n" % (name.encode(), answer()))
                stream.flush()
                print(f"{time.perf_counter() - began:8.2f} s  {name[:90]}", flush=True)
        os.chdir("/")
    return report(*level)


def write_inputs() -> None:
    """Lay the puzzles that are solved into the working folder."""
    for file in EXAMPLES.iterdir():
        Path(file.name).write_bytes(file.read_bytes())
    for name, source, n in (
        ("easy", "sudoku17.txt", 2000),
        ("hard", "hardest_se11plus.txt", 200),
        ("rated", "ratings/explainer.tsv", 200),
        ("scored", "ratings/hodoku.tsv", 100),
        ("one", "ratings/explainer.tsv", 1),
    ):
        lines = [line[:81] for line in shared_file(source).read_text().splitlines()]
        write(name, [line for line in lines if len(line) == 81][:n])
    with shared_file("variants/variants.tsv").open(encoding="utf-8") as table:
        rows = [*csv.DictReader(table, delimiter="\t")]
    write("texts", [row["constraints_iss"] for row in rows if row["constraints_iss"]][::4])
    write("large", [row["givens"] for row in rows if row["kind"].startswith("plain25")])
    rated = Path("rated.txt").read_text().splitlines()
    write("open", [line[:40] + "." * 12 + line[52:] for line in rated[:60]])
    Path("grids.txt").write_bytes(said("generate 20 --seed 9 --grids"))
    for name, how in MADE.items():
        Path(f"made{name}.txt").write_bytes(said(f"generate {how} --seed 3"))
    (large,) = [line for line in Path("made25x25.txt").read_text().split() if len(line) == 625]
    write("open25x25", [large[:100] + "." * 50 + large[150:]])


def write(name: str, lines: list[str]) -> None:
    """Write a file of puzzles, a line each."""
    Path(f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def answers() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield each command or call, and what answers it."""
    for line in COMMANDS.split("\n"):
        if line:
            yield f"lowbit {line}", partial(said, line)
    for judge, file in JUDGES.items():
        yield f"lowbit judge {judge} {file}", partial(said, f"judge {judge} {file}")
    puzzles = Path("open.txt").read_text().split()
    masks = Masks(true_candidates_many(puzzles).array)
    yield (
        "the results of solve_many",
        lambda: b"".join(
            solved.tobytes()
            for limit in (1, 2, 100)
            for result in [solve_many(puzzles, limit=limit)]
            for solved in (result.solutions, result.n_solutions, result.status, result.nodes)
        ),
    )
    texts = [text for text in Path("texts.txt").read_text().split() if text.startswith(".Cage")]
    yield "the results of texts", solve_many(texts, max_nodes=3000).solutions.tobytes
    yield "solutions by learning", learnt
    yield "shuffled masks", shuffle_many(masks, seed=3).array.tobytes


def learnt() -> bytes:
    """Return solutions that the search that learns finds of an empty board and a jigsaw."""
    found: list[bytes] = []
    for board in ("6x6", JIGSAW, "25x25"):
        grid = Grid("." * Geometry.parse(board).n_cells, board)
        learner = Learner(board_of(grid.geometry))
        learner.begin(np.array(grid.allowed))
        while learner.is_open(MANY) and len(found) % 20 < 19:
            if learner.advance(100, MANY):
                found.append(learner.puzzle.digits.tobytes())
    return b"\n".join(found)


def said(line: str) -> bytes:
    """Return what the command writes, and its exit code."""
    out = TextIOWrapper(BytesIO(), "utf-8", write_through=True)
    with redirect_stdout(out), redirect_stderr(StringIO()) as messages:
        code = command(line.split())
    if code:
        print(messages.getvalue())
    return out.buffer.getvalue() + b"exit code %d" % code


def report(level: str = "") -> int:
    """Print where the kernels came from, and which were not called; return 1 if any was not."""
    missing = {call.key for call in calls()}
    folders: set[Path | None] = set()
    for kernel in KERNELS:
        for signature, (_, kept) in kernel._versions.items():  # noqa: SLF001 - nobody else asks
            missing.discard(shipped.key_of(kernel.name, kernel.module, repr(signature)))
            folders.add(kept.folder)
    print(f"{shipped.running().name}: {len(missing)} kernels were not called, the others of:")
    print(*folders, *sorted(missing), sep="\n")
    as_wanted = (shipped.running().level, folders) == (level, {shipped.FOLDER})
    return 1 if missing or (level and not as_wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
