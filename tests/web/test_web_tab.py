"""The API in a tab answers as the server's does, and says what is wrong in the same words."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from lowbit.errors import InputError, MissingPackageError, NoSolutionError
from lowbit.tab import answers, parts
from lowbit.tab.answers import respond
from lowbit.web.api import PREFIX, api
from lowbit.web.errors import CrashError
from lowbit.web.limits import ServerLimits
from lowbit.web.site.archive import archived
from lowbit.web.workers.tasks.verbs import TASKS
from web_page import PUZZLE, SOLUTION
from web_server import run_apart

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OF_SERVERS = {"health", "metrics"}
"""The paths that only a server has."""

PATHS = sorted({str(getattr(route, "path", "")).removeprefix(f"{PREFIX}/") for route in api.routes})


class Page:
    """What the page gets of an answer."""

    def __init__(self, path: str, body: bytes = b"", options: str = "") -> None:
        self.status, self.media_type, self.pieces = 0, "", list[bytes]()
        self.failure = run_apart(respond(self._begin, self.pieces.append, path, options, body))

    def _begin(self, status: int, media_type: str) -> None:
        assert not self.status
        self.status, self.media_type = status, media_type

    @property
    def json(self) -> Any:  # noqa: ANN401 - any answer
        return json.loads(b"".join(self.pieces))

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in b"".join(self.pieces).splitlines()]


def asked(path: str, **query: object) -> Page:
    return Page(path, json.dumps(query).encode())


@pytest.mark.parametrize("path", [path for path in PATHS if path not in OF_SERVERS])
def test_every_path_of_the_api_is_known_in_a_tab(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_send: Callable[[object], object], **_asked: object) -> None:
        raise NoSolutionError

    for name in TASKS:
        monkeypatch.setitem(TASKS, name, refuse)
    assert Page(path, b"{}").status == (200 if path == "about" else 422)


def test_a_question_is_answered() -> None:
    page = asked("solve", puzzle=PUZZLE)
    assert (page.status, page.media_type, page.failure) == (200, "application/json", "")
    assert page.json["solutions"] == [SOLUTION]


def test_a_stream_comes_line_by_line() -> None:
    page = asked("maximize", puzzle=SOLUTION[:60] + "." * 21, weights="pyramid")
    assert page.media_type == "application/x-ndjson"
    assert len(page.pieces) == len(page.lines) > 1
    assert page.lines[-1]["is_done"]


def test_what_is_wrong_is_said_as_the_server_says_it() -> None:
    page = asked("solve", puzzle="1")
    assert (page.status, page.media_type) == (422, "application/problem+json")
    assert page.json["type"] == "urn:lowbit:grid-error"
    assert page.failure == ""
    page = asked("solve", puzzle=PUZZLE, limit="nine")
    assert page.json["type"] == "urn:lowbit:request-error"
    page = Page("batch", b"", "style=xml")
    assert page.json["type"] == "urn:lowbit:request-error"


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (RecursionError(), 422, "nested too deep"),
        (MemoryError(), 422, "more memory than there is"),
        (CrashError(), 500, "this tab failed"),
    ],
)
def test_a_task_that_fails_is_reported(
    error: Exception, status: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_send: Callable[[object], object], **_asked: object) -> None:
        raise error

    monkeypatch.setitem(TASKS, "solve", fail)
    page = asked("solve", puzzle=PUZZLE)
    assert page.status == status
    assert words in page.json["detail"]
    assert bool(page.failure) == (status == 500)


def test_a_question_that_is_stopped_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_send: Callable[[object], object], **_asked: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(TASKS, "solve", stop)
    page = asked("solve", puzzle=PUZZLE)
    assert (page.status, page.pieces, page.failure) == (0, [], "")


def test_a_batch_is_answered_as_the_server_answers_it() -> None:
    page = Page("batch", f"{PUZZLE}\n{SOLUTION}\n12\n".encode(), "solutions=false")
    assert page.media_type == "application/x-ndjson"
    assert [line["status"] for line in page.lines] == ["unique", "unique", "invalid"]
    assert page.lines[0] == {"line": 1, "status": "unique"}
    page = Page("batch", f"{PUZZLE}\n".encode(), "style=line")
    assert (page.media_type, page.pieces) == ("text/plain", [f"{SOLUTION}\n".encode()])
    wanted = "rules=explainer&rules=hodoku&measures=depth&measures=B"
    (answer,) = Page("batch", f"{PUZZLE}\n".encode(), wanted).lines
    assert answer["er"] > 1
    assert (answer["level"], answer["depth"], answer["B"]) == ("medium", 1, 1)


def test_a_batch_that_gets_too_long_ends_with_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lowbit.web.workers.batch.PIECE", 90)
    monkeypatch.setattr(answers, "LIMITS", ServerLimits(workers=1, max_puzzles=2))
    page = Page("batch", f"{PUZZLE}\n".encode() * 5)
    assert [line.get("status") for line in page.lines] == ["unique", "unique", "unique", None]
    assert page.lines[-1]["problem"]["detail"] == "a batch must not exceed 2 puzzles"


def test_a_file_is_read() -> None:
    text = f"name,puzzle\none,{PUZZLE}\ntwo,{SOLUTION}\n"
    page = Page("file", text.encode(), "name=some.csv&geometry=9x9")
    first, then = page.lines
    assert first == {"columns": ["name", "puzzle"], "column": "puzzle"}
    assert then["puzzles"][:2] == [PUZZLE, SOLUTION]


def test_a_file_that_takes_arrow_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lack(_send: Callable[[object], object], **_asked: object) -> None:
        raise MissingPackageError("tables need pyarrow", "tables")

    monkeypatch.setitem(TASKS, "send_file", lack)
    page = Page("file", b"PAR1", "name=some.parquet")
    assert (page.status, page.json["type"]) == (501, "urn:lowbit:no-arrow")
    assert "save the table as CSV" in page.json["detail"]
    assert page.failure == ""


@pytest.mark.parametrize(
    ("package", "kind", "words"),
    [
        ("highspy", "no-programs", "fill in more cells"),
        ("other", "missing-package-error", "this needs other, which no tab has"),
    ],
)
def test_a_search_that_takes_a_package_says_so(
    package: str, kind: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lack(_send: Callable[[object], object], **_asked: object) -> None:
        raise ImportError("it cannot be loaded") from ModuleNotFoundError(name=package)

    monkeypatch.setitem(TASKS, "solve", lack)
    page = asked("solve", puzzle=PUZZLE)
    assert page.json["type"] == f"urn:lowbit:{kind}"
    assert words in page.json["detail"]


def test_the_tab_tells_its_version_and_its_limits() -> None:
    assert asked("about").json["limits"]["workers"] == 1


def test_a_part_of_the_library_is_fetched_when_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []

    def fetch(name: str) -> bytes:
        fetched.append(name)
        return archived({"a_part/__init__.py": b"NAME = 'part'", "a_part/more.py": b""})

    monkeypatch.setattr(parts, "PARTS", {"a_part": "part.packed"})
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.syspath_prepend(tmp_path)
    parts.fetch_when_imported(fetch, tmp_path)
    assert find_spec("another_part") is None
    assert fetched == []
    assert import_module("a_part").NAME == "part"
    assert import_module("a_part.more").__name__ == "a_part.more"
    assert fetched == ["part.packed"]


def test_a_part_that_cannot_be_fetched_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(_name: str) -> bytes:
        raise OSError

    monkeypatch.setattr(parts, "PARTS", {"b_part": "part.packed"})
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    parts.fetch_when_imported(fetch, tmp_path)
    with pytest.raises(InputError, match=r"part\.packed is needed .* cannot be fetched"):
        import_module("b_part")
