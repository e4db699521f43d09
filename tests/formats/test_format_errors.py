"""What is said about bad input: the files in `bad/`, and beside each what must come of it.

A file is read in the format that its name begins with; `unknown` means to sniff it. Beside
`case.txt`, `case.expected` has a line for each record: the source line, and what came of it.
"""

from pathlib import Path

import pytest

from lowbit.errors import UnknownFormatError
from lowbit.formats import FORMATS, Record, read

BAD = Path(__file__).parent / "bad"
CASES = sorted(path.stem for path in BAD.glob("*.txt"))


def described(record: Record) -> str:
    if record.error:
        return f"{record.line}: {record.error.where}"
    return f"{record.line}: {record.grid.to_line() if record.grid else 'passes through'}"


def outcome(case: str) -> str:
    path = BAD / f"{case}.txt"
    name = case.partition("-")[0]
    try:
        records = list(read(path, None if name == "unknown" else name))
    except UnknownFormatError as error:
        return f"{error.where}\n"
    assert all(str(r.error).startswith(f"{path}: line ") for r in records if r.error)
    return "".join(f"{described(record)}\n" for record in records)


@pytest.mark.parametrize("case", CASES)
def test_bad_input_says_what_is_wrong_and_keeps_the_rest(case: str) -> None:
    assert outcome(case) == (BAD / f"{case}.expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*FORMATS, "unknown"])
def test_every_format_has_cases(name: str) -> None:
    assert f"{name}-empty" in CASES
    assert sum(case.startswith(f"{name}-") for case in CASES) > 2
