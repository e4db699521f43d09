"""Texts as tables on the command line: which texts are tables, how they arrive, what is wrong."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sys
from itertools import product
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from command_line import bash, lowbit
from lowbit import Grid
from lowbit.cli.main import main
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"


LINES = f"{PUZZLE},easy\n{PUZZLE},hard\n"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (LINES, [], f"{SOLUTION}  # easy\n{SOLUTION}  # hard\n"),
        (f"puzzle,remark\n{PUZZLE},x\n", ["--from", "line"], f"{SOLUTION}  # x\n"),
        (f"puzzle,remark\n{PUZZLE},x\n", ["--to", "board"], f"{Grid(SOLUTION)}\n"),
    ],
    ids=["no header", "--from", "--to board"],
)
def test_a_text_is_no_table_without_a_header_or_if_the_user_says_so(
    text: str, options: list[str], expected: str, tmp_path: Path
) -> None:
    (tmp_path / "in.csv").write_text(text)
    assert lowbit("solve", tmp_path / "in.csv", *options).stdout.endswith(expected)


SMALL = "1......2..4..3.."


@pytest.mark.parametrize(
    ("arguments", "ending", "form"),
    [
        ("redundant", "csv", "csv"),
        ("redundant", "jsonl", "json"),
        ("unavoidable --size 4", "csv", "csv"),
        ("unavoidable --size 4", "ndjson", "json"),
        ("show", "csv", "csv"),
        ("show", "sdk", "sdk"),
        ("show", "jsonl", "json"),
        ("steps", "jsonl", "json"),
        ("steps --only x-wing", "pdf", "pdf"),
        ("hint", "svg", "svg"),
        ("search --move -1+1 -n 1", "jsonl", "json"),
        ("minimize --all", "csv", "csv"),
        ("candidates --counts 2", "csv", "csv"),
        ("candidates --deciding", "jsonl", "json"),
        ("fewest --clues 4 --record {}/kept", "csv", "csv"),
    ],
)
def test_a_name_implies_the_format_of_answers_that_are_no_tables(
    arguments: str, ending: str, form: str, tmp_path: Path
) -> None:
    words = [word.format(tmp_path) for word in arguments.split()]
    named, asked = tmp_path / f"named.{ending}", tmp_path / "asked"
    done = lowbit(*words, SMALL, "-o", named)
    assert done.returncode == lowbit(*words, SMALL, "-o", asked, "--to", form).returncode
    assert named.read_bytes() == asked.read_bytes() != b"", done.stderr


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["in.csv", "in.txt", "-"])
def test_a_header_makes_it_a_table_wherever_it_comes_from(
    name: str, separator: str, tmp_path: Path
) -> None:
    text = f"id,Quizzes\n1,{PUZZLE}\n".replace(",", separator)
    (tmp_path / "in.csv").write_text(text)
    (tmp_path / "in.txt").write_text(text)
    source = name if name == "-" else tmp_path / name
    done = lowbit("solve", source, stdin=text)
    assert done.stdout == f"id,Quizzes,solution,status\n1,{PUZZLE},{SOLUTION},unique\n"
    assert done.returncode == 0


def test_objects_make_it_a_table_on_standard_input_too() -> None:
    done = lowbit("count", "--to", "json", stdin=json.dumps({"n": 1, "puzzle": PUZZLE}) + "\n")
    assert json.loads(done.stdout) == {
        "n": 1, "puzzle": PUZZLE, "n_solutions": 1, "status": "unique"
    }  # fmt: skip


class Dribble(io.RawIOBase):
    """A pipe into which a text is written in pieces of so many bytes."""

    def __init__(self, text: bytes, size: int) -> None:
        self._pieces = (text[at : at + size] for at in range(0, len(text), size))

    def readable(self) -> bool:
        return True

    def readinto(self, room: memoryview) -> int:  # type: ignore[override]
        piece = next(self._pieces, b"")
        room[: len(piece)] = piece
        return len(piece)


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_header_makes_it_a_table_however_it_arrives(
    packed: str, size: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = PACKED[packed](f"id,puzzle\n1,{PUZZLE}\n".encode())
    pipe = io.TextIOWrapper(io.BufferedReader(Dribble(text, size)))
    monkeypatch.setattr(sys, "stdin", pipe)
    assert main(["solve"]) == 0
    assert capsys.readouterr().out == f"id,puzzle,solution,status\n1,{PUZZLE},{SOLUTION},unique\n"


@pytest.mark.slow
def test_a_pipe_is_read_but_once(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"id,puzzle\n1,{PUZZLE}\n")
    done = bash("lowbit solve <(cat in.csv)", tmp_path)
    assert done.stdout == f"id,puzzle,solution,status\n1,{PUZZLE},{SOLUTION},unique\n"
    done = bash(f"lowbit solve <(echo {PUZZLE}) <(echo {PUZZLE} x)", tmp_path)
    assert done.stdout == f"{SOLUTION}\n{SOLUTION}  # x\n"
    done = bash(f"lowbit check <(echo {PUZZLE})", tmp_path)
    assert done.stdout == "ok\n"
    done = bash(f"lowbit solve -o out.csv <(echo {PUZZLE}); cat out.csv", tmp_path)
    assert done.stdout == f"puzzle,remark,solution,status\n{PUZZLE},,{SOLUTION},unique\n"


TEXT = f"# two\n{PUZZLE}  # easy\n\nbad\n"


@pytest.mark.parametrize("source", ["in.txt", "-"])
@pytest.mark.parametrize(
    "name",
    ["o.csv", "o.tsv", "o.jsonl", "o.parquet", "o.arrow", "o.csv.gz", "o.jsonl.zst"],
)
def test_lines_become_the_table_that_the_name_of_the_output_says(
    name: str, source: str, tmp_path: Path
) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    given = source if source == "-" else tmp_path / source
    done = lowbit("solve", given, "-o", tmp_path / name, stdin=TEXT)
    assert "in: line 4" in done.stderr.replace(".txt", "").replace("<std", "").replace(">", "")
    assert done.returncode == 1
    with open_source(tmp_path / name) as table:
        (batch,) = table.batches
    rows = [{key: value or None for key, value in row.items()} for row in batch.to_pylist()]
    assert rows == [
        {"puzzle": PUZZLE, "remark": "easy", "solution": SOLUTION, "status": "unique"},
        {"puzzle": "bad", "remark": None, "solution": None, "status": "invalid"},
    ]


ENCODED = {
    "UTF-16": ("utf-16", None),
    "UTF-16, big-endian": ("utf-16-be", None),
    "UTF-8 with a mark": ("utf-8-sig", None),
    "Latin-1": ("latin-1", "line 2: byte 0xe9 is not UTF-8; save the text as UTF-8"),
}


@pytest.mark.parametrize("name", ENCODED)
def test_other_encodings_are_read_by_their_mark_or_named(name: str, tmp_path: Path) -> None:
    encoding, message = ENCODED[name]
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path = tmp_path / "in.csv"
    path.write_bytes(f"{mark}puzzle,note\n{PUZZLE},café\n".encode(encoding))
    done = lowbit("solve", path)
    if message:
        assert done.stderr == f"lowbit: error: {path}: {message}\n"
    else:
        assert done.stdout == f"puzzle,note,solution,status\n{PUZZLE},café,{SOLUTION},unique\n"


def test_a_header_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(f"puzzle,café\n{PUZZLE},1\n".encode("latin-1"))
    assert "line 1: byte 0xe9 is not UTF-8" in lowbit("solve", path).stderr


def test_json_that_is_wrong_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    good = json.dumps({"puzzle": PUZZLE})
    path.write_text(f"{good}\n{good}\n{{oops}}\n")
    assert "in.jsonl: line 3: this is not JSON: " in lowbit("solve", path).stderr
    path.write_text(f'{good}\n{{"puzzle": "53..7\n')
    assert (
        "in.jsonl: line 2: this is not JSON: a string is not closed\n"
        in lowbit("solve", path).stderr
    )
    path.write_text(f'{good}\n{{"puzzle": "53\t7"}}\n')
    assert "line 2: this is not JSON: Invalid control character\n" in lowbit("solve", path).stderr
    path.write_text(f"{good}\n[1]\n")
    assert "in.jsonl: line 2: this is no JSON object" in lowbit("solve", path).stderr


ROWS_AND_COMMENTS = (
    f'id,puzzle,note\n# first, it\'s "one\n1,{PUZZLE},5" wide\n  # then\n#2,{PUZZLE},x\n# last'
)


@pytest.mark.parametrize("name", ["in.csv", "in.csv.zst", "-"])
def test_a_comment_between_rows_is_left_out_of_a_table(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if name == "-":
        done = lowbit("solve", "-", stdin=ROWS_AND_COMMENTS)
    else:
        with pa.output_stream(path, "zstd" if name.endswith("zst") else None) as file:
            file.write(ROWS_AND_COMMENTS.encode())
        done = lowbit("solve", path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == [
        f'1,{PUZZLE},"5"" wide",{SOLUTION},unique',
        f"#2,{PUZZLE},x,{SOLUTION},unique",
    ]


def test_and_is_kept_among_lines(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(ROWS_AND_COMMENTS)
    assert lowbit("solve", "--from", "csv", path).stdout.splitlines() == [
        "# first, it's \"one",
        f'{SOLUTION}  # 1, 5" wide',
        "  # then",
        f"{SOLUTION}  # #2, x",
        "# last",
    ]


@pytest.mark.parametrize(
    "end", [b"# caf\xe9\n", b"# caf\xc3"], ids=["a byte", "cut off at the end"]
)
def test_no_traceback_comes_of_a_comment_that_is_not_utf8(end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(f"id,puzzle\n1,{PUZZLE}\n".encode() + end)
    done = lowbit("solve", path)
    reason = f"line 3: byte 0x{end.strip()[-1]:02x} is not UTF-8; save the text as UTF-8"
    assert done.stderr == f"lowbit: error: {path}: {reason}\n"


def test_a_row_is_named_by_its_line_behind_comments(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"id,puzzle\n# one\n1,{PUZZLE}\n# two\n2\n")
    assert "in.csv: line 5: 1 fields where the header has 2\n" in lowbit("solve", path).stderr


@pytest.mark.parametrize("quote", ['"', 'a "quoted" note,"'])
def test_rows_within_a_quote_that_is_not_closed_are_not_lost_in_silence(
    quote: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.csv"
    names = "puzzle,a,b" if "," in quote else "puzzle,a"
    end = ",x,y" if "," in quote else ",x"
    path.write_text(f"{names}\n{PUZZLE}{end}\n{PUZZLE},{quote}not closed\n{PUZZLE}{end}\n")
    reason = "line 3: a quoted field is not closed; all that follows is taken for its text"
    for form in ([], ["--from", "csv"]):
        done = lowbit("solve", path, *form)
        assert f"lowbit: error: {path}: {reason}\n" in done.stderr
        assert done.returncode == 1


@pytest.mark.parametrize("name", ["one.csv", "-"])
def test_comments_may_come_before_a_header(name: str, tmp_path: Path) -> None:
    text = f"# made by us\r\n\n  # twice\nid,puzzle\n# 1,{PUZZLE}\n"
    given = tmp_path / "one.csv"
    given.write_text(text + "2\n" * (name == "-"), encoding="utf-8")
    if name == "-":
        done = lowbit("count", "-", stdin=given.read_bytes())
        assert done.returncode == 1
        assert done.stdout.splitlines()[1:] == [f"# 1,{PUZZLE},1,unique", "2,,,invalid"]
        assert "<stdin>: line 6: 1 fields where the header has 2" in done.stderr
    else:
        done = lowbit("count", str(given))
        assert done.stdout == f"id,puzzle,n_solutions,status\n# 1,{PUZZLE},1,unique\n"


@pytest.mark.parametrize("ending", [".csv", ".tsv"])
@pytest.mark.parametrize("header", ["", "0,1,2,3,4,5,6,7,8\n"])
def test_a_file_of_cells_is_read_though_no_column_holds_puzzles(
    ending: str, header: str, tmp_path: Path
) -> None:
    rows = (",".join(PUZZLE[at : at + 9]) for at in range(0, 81, 9))
    text = header + "\n".join(rows) + "\n"
    file = tmp_path / f"cells{ending}"
    file.write_text(text if ending == ".csv" else text.replace(",", "\t"))
    done = lowbit("solve", file)
    assert (done.stdout, done.stderr, done.returncode) == (f"{SOLUTION}\n", "", 0)
    done = lowbit("solve", file, "-o", tmp_path / "answers.csv")
    assert (tmp_path / "answers.csv").read_text().endswith(f"{PUZZLE},,{SOLUTION},unique\n")


NUMBERED = "".join(f"{PUZZLE}  # {number * number}\n" for number in range(3000))
TEXTS = {
    "txt": NUMBERED,
    "csv": "puzzle,remark\n" + NUMBERED.replace("  # ", ","),
    "jsonl": "".join(f'{{"puzzle": "{PUZZLE}", "n": {n * n}}}\n' for n in range(3000)),
}
PACKED_AS = {"gz": "gzip", "bz2": "bzip2", "xz": "xz", "zst": "zstd"}


@pytest.mark.parametrize(
    ("kind", "packing"), sorted({*product(TEXTS, PACKED_AS)} - {("txt", "zst")})
)
def test_a_table_of_a_file_that_is_cut_off_is_not_written(
    kind: str, packing: str, tmp_path: Path
) -> None:
    path, out = tmp_path / f"cut.{kind}.{packing}", tmp_path / "out.csv"
    whole = pack(TEXTS[kind].encode(), packing)
    path.write_bytes(whole[: len(whole) * 2 // 3])
    done = lowbit("solve", "-q", path, "-o", out)
    assert done.returncode == 1
    assert done.stderr.startswith(f"lowbit: error: {path}: ")
    reason = f"the {PACKED_AS[packing]} data is cut off; fetch the file again\n"
    assert done.stderr.endswith(reason)
    assert not out.exists()


def pack(text: bytes, packing: str) -> bytes:
    if packing == "zst":
        packed = pa.BufferOutputStream()
        with pa.CompressedOutputStream(packed, "zstd") as stream:
            stream.write(text)
        return bytes(packed.getvalue())
    packers: dict[str, Callable[[bytes], bytes]] = {
        "gz": gzip.compress,
        "bz2": bz2.compress,
        "xz": lzma.compress,
    }
    return packers[packing](text)


def test_a_table_of_a_file_that_only_tables_unpack_is_not_written(tmp_path: Path) -> None:
    path, out = tmp_path / "lines.txt.zst", tmp_path / "out.csv"
    path.write_bytes(pack(NUMBERED.encode(), "zst"))
    done = lowbit("solve", "-q", path, "-o", out)
    assert done.stderr == (
        f"lowbit: error: {path}: line 1: this is zstd data; unpack it first: zstd -d\n"
    )
    assert not out.exists()


def test_objects_behind_a_comment_are_read_as_text(tmp_path: Path) -> None:
    record = f'{{"puzzle": "{PUZZLE}"}}\n'
    file = tmp_path / "objects.txt"
    file.write_text(f"# one\n{record}# two\n{record}")
    done = lowbit("solve", "-q", file)
    assert (done.stdout, done.stderr, done.returncode) == (f"{SOLUTION}\n" * 2, "", 0)
