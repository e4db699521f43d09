"""Every example of the page on the API is answered."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from web_server import PATIENCE

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FAILING = 'curl() { command curl --silent --show-error --fail-with-body "$@"; }'


def examples() -> list[str]:
    """Return the commands of the page that ask the API, those over several lines as one."""
    page = (ROOT / "docs/guide/programmer/server.md").read_text(encoding="utf-8")
    commands = "".join(BLOCK.findall(page)).replace("\\\n", " ").splitlines()
    return [command for command in commands if command.startswith("curl")]


def test_there_are_examples() -> None:
    assert len(examples()) == 3


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
