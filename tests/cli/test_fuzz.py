"""Any bytes at all on standard input end in an answer or a message."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from command_line import EXAMPLES
from lowbit.cli.main import main

SOURCES = sorted(path.read_bytes()[:600] for path in EXAMPLES.glob("*.txt"))

damaged_files = st.builds(
    lambda source, start, end, junk: source[:start] + junk + source[end:],
    st.sampled_from(SOURCES),
    st.integers(0, 600),
    st.integers(0, 600),
    st.binary(max_size=20),
)


def run(arguments: list[str], given_bytes: bytes) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(given_bytes))
    with patch("sys.stdin", stdin), redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--max-nodes", "20"],
        ["count", "--limit", "5", "--max-nodes", "20", "--to", "csv"],
        ["check", "--to", "json"],
        ["show"],
    ],
    ids=lambda arguments: arguments[0],
)
@example(given_bytes=b"#")
@example(given_bytes=b"0")
@given(given_bytes=st.binary(max_size=200) | damaged_files)
def test_any_bytes_end_in_an_answer_or_a_message(arguments: list[str], given_bytes: bytes) -> None:
    code, out, err = run(arguments, given_bytes)
    assert code in (0, 1)
    assert out or err
    assert ("error" in err) <= (code == 1)
