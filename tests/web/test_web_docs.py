"""Every example of the page on the API is answered."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

from lowbit.web.limits import MIN_RATE, ServerLimits
from web_server import PATIENCE

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FAILING = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }'


LIMITS = """
time_limit long_time_limit max_nodes max_body max_batch max_puzzles max_memory max_generated
max_solutions max_offset waiting wait_limit max_client_connections max_connections header_patience
body_patience send_patience
"""
"""The limits of the server, in the order in which the page lists their defaults."""

UNITS = {"": 1, "million": 10**6, "MiB": 1 << 20}
PAGE = (ROOT / "docs/guide/programmer/server.md").read_text(encoding="utf-8")


def examples() -> list[str]:
    """Return the commands of the page that ask the API, those over several lines as one."""
    commands = "".join(BLOCK.findall(PAGE)).replace("\\\n", " ").splitlines()
    return [command for command in commands if command.startswith("curl")]


def reported_limits() -> list[float | None]:
    """Return the numbers in the middle column of the page's table, up to what happens beyond."""
    _, table = PAGE.split("  | limit | default | option |\n  |---|---|---|\n")
    reported = [row.split("|")[2].split(";")[0] for row in table.split("\n\n")[0].splitlines()]
    return [number(words.strip()) for words in ", ".join(reported).split(", ")]


def number(words: str) -> float | None:
    if words == "any":
        return None
    amount, _, unit = words.partition(" ")
    return float(amount.replace(",", "").replace("a", "1")) * UNITS[unit]


def test_the_limits_are_those_of_the_server() -> None:
    limits = asdict(ServerLimits())
    assert reported_limits() == [limits[name] for name in LIMITS.split()]
    assert set(limits) == {"workers", "slow_workers", *LIMITS.split()}
    assert f"each {MIN_RATE:,} bytes earn one more" in PAGE


def test_there_are_examples() -> None:
    assert len(examples()) == 5


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("example", examples())
def test_an_example_is_answered(server: str, example: str) -> None:
    command = example.replace("localhost:8000", server)
    assert command != example
    done = subprocess.run(
        ["bash", "-c", f"{FAILING}; {command}"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout
