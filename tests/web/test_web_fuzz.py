"""The API answers whatever its own description allows, and more, without failing."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from web_server import PATIENCE, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

CHECKS = "not_a_server_error,response_schema_conformance,content_type_conformance"


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="schemathesis is not installed")
def test_no_request_makes_the_server_fail(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(log, "--time-limit", "0.2", "--long-time-limit", "0.2") as (address, _):
        description = f"{address}/api/v1/openapi.json"
        program = "from schemathesis.cli import schemathesis; schemathesis()"
        options = (
            f"--checks {CHECKS} --max-examples 5 --phases examples,fuzzing --seed 1"
            f" --request-timeout {PATIENCE}"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, "run", description, *options.split()],
            capture_output=True,
            check=False,
            cwd=tmp_path,
            text=True,
            timeout=PATIENCE,
        )
    assert done.returncode == 0, done.stdout
    assert '"failure"' not in log.read_text()
