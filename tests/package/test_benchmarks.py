"""The benchmark program: what it counts, draws and writes; and that its pages are up to date.

No time is asserted anywhere.
"""

from __future__ import annotations

import doctest
import gzip
import json
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from benchmarks import (
    assembly,
    browser,
    browser_kinds,
    browser_native,
    browser_tab,
    charts,
    check_iss,
    mutants,
    packages,
    peers,
    pictures,
    puzzles,
    ratings,
    report,
    runs,
    tables,
    variants,
    weighted,
    words,
)
from benchmarks.browser_tab import Taken
from benchmarks.contest import Contestant, compete, contestant
from benchmarks.machine import settings
from benchmarks.parts import PARTS
from benchmarks.worker import Task
from pyarrow import parquet

from lowbit.kernels.core.simd import native_lanes
from lowbit.verbs.generate.subsets import plan_for
from support import slow_except

if TYPE_CHECKING:
    from types import ModuleType

Results = dict[str, Any]

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "results"
DOCUMENTS = [
    ROOT / name for name in ("docs/internals/performance.md", "README.md", "README.zh-CN.md")
]

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"

ASSEMBLY = """
\t.text
_ZN4self5sweepE:
\tpushq\t%rbx
\tvmovdqa64\t64(%rax), %zmm0
\tvpandq\t128(%rax), %zmm0, %zmm1
\tvpternlogq\t$14, %zmm1, %zmm0, %zmm2
\tvmovdqa64\t%zmm2, %zmm3
\tvmovdqu16\t%zmm3, %zmm4 {%k1}
\tvpopcntw\t%zmm4, %zmm5
\tvpcmpgtw\t%zmm5, %zmm6, %k1
\tvpaddw\t%zmm5, %zmm6, %zmm7
\tvmovdqa64\t%zmm7, (%rax)
\tretq
\t.cfi_endproc
_ZN7wrapper5sweepE:
\tvmovdqa64\t%zmm7, (%rax)
\t.cfi_endproc
"""


@pytest.fixture(scope="module")
def results() -> Results:
    """Return the newest run of all parts."""
    return dict(next(run for run in runs.read(RESULTS) if run.keys() >= PARTS.keys()))


@pytest.fixture
def later(results: Results) -> Results:
    """Return a run of another machine, a day after all others."""
    cpu = "Intel(R) Xeon(R) Processor, family 6 model 167 (LLVM: rocketlake), 2 CPUs"
    return {**results, "machine": {**results["machine"], "date": "2099-01-01", "CPU": cpu}}


def lines_of(*texts: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.frombuffer("".join(f"{text}\n" for text in texts).encode(), np.uint8).reshape(-1, 82)


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - drawn here


def test_instructions_are_counted_by_what_they_do() -> None:
    assert assembly.count(ASSEMBLY) == {
        "instructions": 11,
        "scalar": 2,
        "loads": 2,
        "stores": 1,
        "copies": 1,
        "logic": 2,
        "choose, minimum": 1,
        "popcount": 1,
        "compare": 1,
        "add, subtract": 1,
        "vector operations": 6,
    }
    assert assembly.widest(ASSEMBLY) == "zmm"


def test_what_is_in_a_loop_counts_three_times() -> None:
    before, loop, after = "\tincq\t%rax\n", ".LBB0_1:\n\tnop\n\tjb\t.LBB0_1\n", "\tretq\n"
    assembled = f"_ZN1fE:\n{before}{loop}{after}\t.cfi_endproc\n"
    assert assembly.count(assembled)["instructions"] == 1 + 3 * 2 + 1


@pytest.mark.parametrize(
    ("instruction", "kind"),
    [
        ("pand\t%xmm0, %xmm1", "logic"),
        ("vpandn\t%ymm0, %ymm1, %ymm2", "logic"),
        ("vorps\t%ymm0, %ymm1, %ymm2", "logic"),
        ("psubusw\t%xmm0, %xmm1", "add, subtract"),
        ("vptestnmw\t%zmm0, %zmm1, %k0", "compare"),
        ("pcmpeqw\t%xmm0, %xmm1", "compare"),
        ("vpblendvb\t%ymm0, %ymm1, %ymm2, %ymm3", "choose, minimum"),
        ("vpminuw\t%zmm0, %zmm1, %zmm2", "choose, minimum"),
        ("kmovd\t%k1, %eax", "other vector"),
        ("movaps\t%xmm0, %xmm1", "copies"),
        ("movq\t%rax, %rbx", "scalar"),
    ],
)
def test_an_instruction_counts_as_one_kind(instruction: str, kind: str) -> None:
    counted = assembly.count(f"_ZN1fE:\n\t{instruction}\n\t.cfi_endproc\n")
    assert {name for name, n in counted.items() if n} - {"instructions", "vector operations"} == {
        kind
    }


def test_only_lines_with_a_puzzle_are_read(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(f"# a comment\n{PUZZLE}  # a remark\nshort\n{PUZZLE.replace('.', '0')}\n")
    assert puzzles.read_lines(file).tobytes().decode() == f"{PUZZLE}\n{PUZZLE}\n"


def test_a_wrong_solution_is_found() -> None:
    swapped = SOLUTION[1] + SOLUTION[0] + SOLUTION[2:]
    digits = np.array([[int(digit) for digit in text] for text in (SOLUTION, swapped)], np.uint8)
    assert puzzles.wrong_solutions(lines_of(PUZZLE), digits[:1]) == 0
    assert puzzles.wrong_solutions(lines_of("." * 81), digits[1:]) == 1, "a house has a digit twice"
    relabelled = digits[:1] % 9 + 1
    assert puzzles.wrong_solutions(lines_of(PUZZLE), relabelled) == 1, "a given is changed"
    assert packages.is_solution(PUZZLE, SOLUTION)
    assert not packages.is_solution(PUZZLE, swapped)
    assert not packages.is_solution("." * 81, swapped)


def test_a_sample_is_spread_evenly() -> None:
    numbers = np.repeat(np.arange(10, dtype=np.uint8)[:, None], 82, axis=1)
    assert puzzles.sample(numbers, 4)[:, 0].tolist() == [0, 3, 6, 9]
    assert len(puzzles.sample(numbers, 20)) == 10


@pytest.mark.parametrize("lanes", slow_except([8, native_lanes()], [native_lanes()]))
@pytest.mark.parametrize("kind", slow_except(["lowbit", "engine", "one"], ["lowbit"]))
def test_contestants_take_turns(kind: str, lanes: int, tmp_path: Path) -> None:
    file = puzzles.write_lines(puzzles.repeated(lines_of(PUZZLE), 40), tmp_path / "some.txt")
    task = Task(kind=kind, puzzles=str(file), limit=2, lanes=lanes, sample=10)
    crashed = Contestant("crashed", (sys.executable, "-c", "raise SystemExit(3)"))
    row, failed = compete([contestant("lowbit", task), crashed], seconds=0, rounds=2)
    assert row["solutions"] == row["puzzles"] == (10 if kind == "one" else 40)
    assert row.get("wrong", 0) == 0
    assert len(row["microseconds"]) == len(row["cpu_microseconds"]) == 2
    assert failed == {"name": "crashed", "failed": "ended with exit code 3"}


def test_numba_gets_the_features_of_an_older_machine() -> None:
    assert settings("native") == {}
    assert "avx512" not in settings("AVX2")["NUMBA_CPU_FEATURES"]
    assert "avx" not in settings("SSE2")["NUMBA_CPU_FEATURES"]


def test_every_peer_is_described() -> None:
    known = peers.read()
    names = [each.name for each in known.library]
    assert known.yardstick in names
    assert known.difficulty_by in names
    assert len(set(names)) == len(names)
    assert {each.name for each in known.package} == set(packages.ADAPTERS)
    assert all(each.reason for each in known.omitted)
    assert known.at_hand(None).library == []


def test_only_libraries_that_are_there_take_part(tmp_path: Path) -> None:
    known = peers.read()
    (tmp_path / known.library[0].file).touch()
    (tmp_path / known.narrower()[0].file).touch()
    found = known.at_hand(tmp_path)
    assert [each.name for each in found.libraries()] == [known.library[0].name]
    assert [each.name for each in found.narrower()] == [known.narrower()[0].name]
    assert found.libraries("nobody") == []
    assert Path(found.library[0].task(Path("some.txt"), 2).library).is_absolute()


def test_charts_are_well_formed_and_to_scale() -> None:
    panel = [charts.Bar("a < b", [2.0], "2"), charts.Bar("c", [1.0], "1", own=True)]
    root = parsed(charts.bars("R & D", [("", panel)]))
    widths = [
        float(bar.get("width", "")) for bar in root.findall(".//{*}rect") if bar.get("x") != "-12"
    ]
    assert widths[0] == pytest.approx(2 * widths[1], rel=0.01)
    line = charts.Line("a", [(1, 10), (10, 100), (100, 1000)])
    root = parsed(charts.lines("R", "x", "y", [line, line]))
    dots = [float(dot.get("cx", "")) for dot in root.findall(".//{*}circle")]
    assert dots[1] - dots[0] == pytest.approx(dots[2] - dots[1])


def test_the_ratio_is_taken_between_turns_side_by_side() -> None:
    own = {"microseconds": [1.0, 2.0, 4.0]}
    other = {"microseconds": [10.0, 20.0, 80.0]}
    assert tables.ratio(own, other) == 10
    assert tables.rate({"microseconds": [2.0, 4.0, 5.0]}) == "250,000"
    assert tables.rate({"microseconds": [2.0, 4.0, 5.0]}, min) == "500,000"
    assert tables.rate({"failed": "no puzzle"}) == "no puzzle"


def test_the_pages_say_what_was_measured(tmp_path: Path) -> None:
    for run in RESULTS.glob("*.json"):
        shutil.copy(run, tmp_path)
    report.write_pages(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in RESULTS.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (RESULTS / path.name).read_bytes()
        if path.suffix == ".json":
            text = path.read_text(encoding="utf-8")
            assert report.as_json(json.loads(text)) == text
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        assert report.MARKED.search(text)
        assert report.filled(text, runs.read(RESULTS)) == text


def test_a_new_run_stands_before_those_of_other_machines(
    results: Results, later: Results, tmp_path: Path
) -> None:
    for run in RESULTS.glob("*.json"):
        shutil.copy(run, tmp_path / f"older-{run.name}")
    report.write(later, tmp_path)
    new, old = runs.name(later), runs.name(results)
    assert runs.read(tmp_path)[0] == later
    assert results in runs.read(tmp_path)
    assert new == "Intel Xeon, AVX-512, 2099-01-01"
    assert new in (tmp_path / "files.svg").read_text(encoding="utf-8")
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert 0 < page.index(new) < page.index(old)
    document = tmp_path / "page.md"
    marks = ("<!-- results: start, each machine -->", "<!-- results: machine -->")
    document.write_text("".join(f"{mark}\n<!-- end -->\n" for mark in marks))
    report.write_pages(tmp_path, [document])
    each, newest = document.read_text(encoding="utf-8").split(marks[1])
    assert new in each
    assert old in each
    assert "Intel" in newest
    assert "AMD" not in newest


def test_goals_are_those_of_the_kind_of_machine(results: Results, later: Results) -> None:
    def goals(run: Results, row: str) -> str:
        [line] = [line for line in tables.goals(run).splitlines() if line.startswith(f"| {row} ")]
        return line.split(" | ")[5]

    zen5 = next(run for run in runs.read(RESULTS) if runs.kind(run) == "Zen 5")
    assert goals(dict(zen5), "sudoku17, limit 1") == "20"
    assert goals(dict(zen5), "sudoku17, limit 2") == "18"
    assert goals(later, "sudoku17, limit 2") == "none"


def test_every_section_and_picture_has_figures(results: Results) -> None:
    for name in report.SECTIONS:
        assert report.section(name, results), name
    for name, draw in pictures.PICTURES.items():
        assert parsed(draw(results)).tag.endswith("svg"), name


def test_every_answer_was_right() -> None:
    rows = [
        row
        for run in runs.read(RESULTS)
        for part in ("files", "difficulty")
        for each in run.get(part, ())
        for row in each["rows"]
    ]
    assert rows
    assert not any(row.get("wrong") or row["solutions"] != row["puzzles"] for row in rows)


def test_ratings_are_counted_in_bands_and_drawn(tmp_path: Path) -> None:
    table = pa.table({"er": [1.2, 1.5, 2.0, 7.1, None]})
    parquet.write_table(table, tmp_path / "rated.parquet")
    counts = ratings.counted(tmp_path)
    bands = ratings.in_bands(counts)
    assert sum(bands.values()) == 4
    assert bands["1.0 to 1.5"] == 2
    texts = list(parsed(ratings.picture({"puzzles": counts, "others": counts})).itertext())
    assert texts.count("25%") == 4
    assert {"4 puzzles", "4 others"} <= set(texts)


def test_mutants_are_what_they_are_said_to_be() -> None:
    assert doctest.testmod(mutants).failed == 0


@pytest.mark.parametrize("module", [runs, words])
def test_machines_and_figures_are_named_as_documented(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted
    assert tried.failed == 0


@pytest.mark.slow
def test_a_mutant_survives_the_tests_that_pass_with_it(tmp_path: Path) -> None:
    file = Path(mutants.__file__).with_name("timing.py")
    place = tmp_path / "tree" / file.relative_to(ROOT)
    place.parent.mkdir(parents=True)
    (tmp_path / "tree" / "test_it.py").write_text(
        "import pathlib\n"
        "def test_it():\n"
        "    assert 'range(-1)' not in pathlib.Path('benchmarks/timing.py').read_text()\n",
        encoding="utf-8",
    )
    source = file.read_bytes()
    begin = source.index(b"range(runs)") + len("range(")
    for text, survives in [("-1", False), ("runs + 1", True)]:
        mutant = mutants.Mutant(1, begin, begin + len("runs"), text)
        tree = tmp_path / "tree"
        assert mutants.survives(tree, file, mutant, "test_it.py", 600) == survives
        assert place.read_bytes() == source


def test_a_benchmark_without_its_puzzles_names_what_to_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LOWBIT_DATA", raising=False)
    with pytest.raises(SystemExit, match="set the environment variable LOWBIT_DATA"):
        variants.rows()
    monkeypatch.setenv("LOWBIT_DATA", str(tmp_path))
    with pytest.raises(SystemExit, match=r"variants\.tsv is not there"):
        next(check_iss.shared_cases())


def test_what_took_least_counts_in_a_tab() -> None:
    turns = [Taken(3.0, [1.0, 2.0]), Taken(2.5, [1.5, 1.0])]
    assert browser.best(turns) == Taken(2.5, [1.0, 1.0])
    assert browser.ratio([4.0, 1.0], [1.0, 1.0]) == pytest.approx(2)


def test_an_answer_of_a_tab_that_is_not_the_native_one_is_found() -> None:
    asked = [browser_native.batch("geometry=9x9&style=line", [PUZZLE])] * 2
    given = [{"text": f"{SOLUTION}\n"}, {"text": f"{PUZZLE}  # none\n"}]
    [(_, mine, theirs)] = browser_native.differences(asked, given)
    assert browser.first_other(mine, theirs) == SOLUTION
    assert browser.first_other(theirs, mine) == f"{PUZZLE}  # none"


def test_random_cages_fill_the_board() -> None:
    [killer] = browser_kinds.killers(1)
    cages = killer["constraints"]
    assert sorted(cell for cage in cages for cell in cage["cells"]) == [*range(81)]
    assert sum(cage["total"] for cage in cages) == 405


def test_files_are_measured_as_they_are_sent_and_unpacked(tmp_path: Path) -> None:
    text, packed = tmp_path / "text", tmp_path / "archive.packed"
    text.write_bytes(b"a" * 1000)
    packed.write_bytes(gzip.compress(b"b" * 1000))
    measured = browser_tab.sizes([text, packed])
    assert measured["unpacked"] == 2000
    assert (
        measured["as they are"] == 1000 + packed.stat().st_size > measured["packed by the server"]
    )


def test_estimates_over_all_minimal_puzzles_come_from_the_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "rated.csv"
    rows = ["25,1.0,3,1.2,0,0", "26,2.0,7,6.6,1,2", "26,2.0,9,9.1,1,", "40,1.0,10,1.5,0,0"]
    table.write_text("\n".join(["clues,weight,grid,er,depth,B", *rows]) + "\n")
    weighted.estimate([table])
    lines = capsys.readouterr().out.splitlines()
    n_tries = plan_for((17, 32)).n_tries * 10
    assert lines[0] == "4 puzzles, worth 4 equal ones"
    assert lines[1].startswith(f"all minimal puzzles: {weighted.N_GRIDS * 5 / n_tries:.4g} +- ")
    assert lines[2].startswith("mean of givens: 28.1667 +- ")
    assert any(line.startswith("| 26 | 66.6667 +- ") for line in lines)
    assert any(line.startswith("| 9.1 to 9.1 | 33.333 +- ") for line in lines)
    assert "B: 1 puzzles have none" in lines
    assert any(line.startswith("mean of er: 5.6833 +- ") for line in lines)
