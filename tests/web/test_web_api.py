"""The API says what the library says, keeps its limits, and stops what nobody waits for."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from select import select
from time import sleep
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import lowbit
from lowbit import errors, web
from lowbit.errors import LowbitError
from lowbit.formats import read
from lowbit.tab.answers import LACKING, respond
from lowbit.web.errors import NotReadyError
from lowbit.web.http.problems import KINDS_OF_HTTP, problem
from lowbit.web.limits import ServerLimits
from lowbit.web.problems import STATUSES
from web_server import BYTES, PATIENCE, run_apart, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
EMPTY = "." * 81
ENDLESS = {"puzzle": "." * 256, "geometry": "16x16"}
"""Its solutions take longer to count, and its best completion to prove, than anyone waits."""


@pytest.fixture(scope="module")
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{server}/api/v1", timeout=PATIENCE) as client:
        yield client


def ask(client: httpx.Client, name: str, **query: object) -> Any:  # noqa: ANN401 - any answer
    response = client.post(name, json=query)
    assert response.status_code == 200, response.text
    return response.json()


def count_of(client: httpx.Client, name: str) -> int:
    found = re.search(rf"^lowbit_{name} (\d+)$", client.get("metrics").text, re.MULTILINE)
    assert found
    return int(found[1])


def wait_for(client: httpx.Client, name: str, number: int) -> None:
    for _ in range(50 * PATIENCE):
        if count_of(client, name) == number:
            return
        sleep(0.02)
    pytest.fail(f"{name} has not become {number}")


def test_a_puzzle_is_solved(client: httpx.Client) -> None:
    assert ask(client, "solve", puzzle=PUZZLE) == {
        "status": "unique",
        "solutions": [SOLUTION],
        "reason": "",
        "clashes": [],
    }


def test_two_solutions_are_reported_where_there_are_several(client: httpx.Client) -> None:
    answer = ask(client, "solve", puzzle=SEVERAL)
    assert answer["status"] == "several"
    with pytest.raises(lowbit.MultipleSolutionsError) as caught:
        lowbit.solve(SEVERAL)
    assert answer["reason"] == str(caught.value)
    assert answer["solutions"] == [grid.to_line() for grid in caught.value.solutions]


def test_a_reason_says_why_there_is_no_solution(client: httpx.Client) -> None:
    answer = ask(client, "solve", puzzle="66" + PUZZLE[2:])
    assert (answer["status"], answer["solutions"]) == ("none", [])
    clashes = [str(clash) for clash in lowbit.check("66" + PUZZLE[2:])]
    assert [clash["message"] for clash in answer["clashes"]] == clashes


def test_a_limit_is_no_error_and_never_none(client: httpx.Client) -> None:
    assert ask(client, "solve", puzzle=SEVERAL, max_nodes=1)["status"] == "limit-reached"


def test_a_count_that_a_limit_ends_keeps_what_it_has_counted(client: httpx.Client) -> None:
    answer = ask(client, "count", **ENDLESS, max_nodes=3000, limit=10**15)
    assert answer["count"] > 0
    assert not answer["is_exact"]
    assert f"; at least {answer['count']} solutions, " in answer["reason"]
    answer = ask(client, "count", puzzle=SEVERAL, max_nodes=1)
    assert (answer["count"], answer["is_exact"]) == (None, False)
    assert answer["reason"].startswith("the node limit ended the search")


def test_no_answer_repeats_the_host_that_a_client_names(server: str) -> None:
    forged = {"Host": "forged.example"}
    for path in ("/api/v1/health/", "/api/v1/health", "/", "/nothing/", "//forged.example/"):
        response = httpx.get(f"{server}{path}", headers=forged, timeout=PATIENCE)
        assert "location" not in response.headers
        assert "forged" not in response.text


def test_clashes_are_reported_with_their_cells(client: httpx.Client) -> None:
    answer = ask(client, "check", puzzle="5...5" + "." * 76)
    assert answer["clashes"] == [
        {
            "kind": "duplicate",
            "message": "two 5s in row 1: r1c1 and r1c5",
            "cells": [0, 4],
            "digit": 5,
            "house": "row 1",
        }
    ]
    assert not answer["is_solved"]
    assert ask(client, "check", puzzle=SOLUTION)["is_solved"]


def test_solutions_are_counted(client: httpx.Client) -> None:
    assert ask(client, "count", puzzle=SEVERAL) == {"count": 254, "is_exact": True, "reason": ""}
    assert ask(client, "count", puzzle=SEVERAL, limit=100)["is_exact"] is False


def test_solutions_come_in_pages_and_in_order(client: httpx.Client) -> None:
    every = [solution.to_line() for solution in lowbit.solutions(SEVERAL)]
    pages = [
        ask(client, "solutions", puzzle=SEVERAL, offset=offset, limit=100)
        for offset in (0, 100, 200)
    ]
    assert [line for page in pages for line in page["solutions"]] == every
    assert [page["has_more"] for page in pages] == [True, True, False]


def test_too_many_solutions_are_not_listed_at_once(client: httpx.Client) -> None:
    response = client.post("solutions", json={"puzzle": SEVERAL, "limit": 1001})
    assert response.status_code == 422
    assert response.json()["detail"] == "limit must be 1000 or less here, not 1001"


def test_other_boards_are_described_and_solved(client: httpx.Client) -> None:
    board = ask(client, "board", geometry="6x6+diagonals")
    houses = lowbit.Geometry.parse("6x6+diagonals").houses
    assert (board["geometry"], board["size"], board["is_square"]) == ("6x6+diagonals", 6, True)
    samurai = ask(client, "board", geometry="samurai")
    assert not samurai["is_square"]
    assert samurai["places"] == [[*place] for place in lowbit.Geometry.parse("samurai").places]
    assert [tuple(house["cells"]) for house in board["houses"]] == [h.cells for h in houses]
    assert ask(client, "count", puzzle="." * 16, geometry="4x4")["count"] == 288
    assert ask(client, "board", geometry="4x4+VA:2+VB")["variables"] == ["VA1", "VA2", "VB"]


@pytest.mark.parametrize("name", ["fifty.txt", "board.txt", "poj2676.txt", "pyramid1.txt"])
def test_a_text_of_any_format_is_parsed(client: httpx.Client, name: str) -> None:
    text = (ROOT / "examples" / name).read_text(encoding="utf-8")
    answer = ask(client, "parse", text=text)
    grids = [record.grid for record in read(ROOT / "examples" / name) if record.grid]
    assert [lowbit.Grid(puzzle["puzzle"]) for puzzle in answer["puzzles"]] == grids


def test_what_is_wrong_with_a_line_is_parsed_too(client: httpx.Client) -> None:
    answer = ask(client, "parse", text=f"{PUZZLE}  # one\n{PUZZLE[:-1]}x\n{PUZZLE}\n", limit=2)
    one, two = answer["puzzles"]
    assert (one["puzzle"], one["remark"], one["reason"]) == (PUZZLE, "one", "")
    assert two["reason"] == "line 2, column 81: 'x' is not a digit or blank"
    assert answer["has_more"]


@pytest.mark.parametrize("n", [1, 500])
def test_comments_and_titles_among_lines_have_no_answer(client: httpx.Client, n: int) -> None:
    asides = ("My puzzles", "% x", "// x", "; easy")
    text = "".join(f"{aside}\n{f'{PUZZLE}{chr(10)}' * n}" for aside in asides)
    parsed = ask(client, "parse", text=text, limit=4 * n)["puzzles"]
    assert [one["puzzle"] for one in parsed] == [PUZZLE] * (4 * n)
    for door in ("batch", "batch?style=json&solutions=true"):
        answered = client.post(door, content=text, headers=BYTES).text.splitlines()
        assert [json.loads(line)["status"] for line in answered] == ["unique"] * (4 * n)
    filed = client.post("file?name=x.txt", content=text, headers=BYTES).text
    assert filed.count(PUZZLE) == 4 * n
    assert "invalid" not in filed


def test_puzzles_of_which_another_board_is_named_are_refused(client: httpx.Client) -> None:
    """They are in no request answered on the board that it names, or on the classic one."""
    reason = "the board 9x9+diagonals is named for this puzzle, but the geometry is 9x9"
    text = f"{PUZZLE}\n# x\n{PUZZLE}\n"
    good, refused = ask(client, "parse", text=text)["puzzles"]
    assert (good["reason"], refused["reason"]) == ("", f"line 3: {reason}")
    [named] = ask(client, "parse", text=f"# x\n{PUZZLE}\n", geometry="x")["puzzles"]
    assert not named["reason"]
    key = json.dumps({"puzzle": PUZZLE, "board": "x"})
    assert ask(client, "parse", text=key)["puzzles"][0]["reason"] == f"line 1: {reason}"
    for sent in (text, json.dumps({"puzzle": PUZZLE}) + f"\n{key}"):
        answered = client.post("batch", content=sent, headers=BYTES).text.splitlines()
        assert [json.loads(line)["status"] for line in answered] == ["unique", "invalid"]
        assert reason in answered[1]
        assert reason in client.post("file", content=sent, headers=BYTES).text
    tables = client.post(
        "file?name=x.csv", content=f"id,puzzle\n1,{PUZZLE}\n# x\n2,{PUZZLE}\n", headers=BYTES
    )
    assert "9x9+diagonals is named" in tables.text


def test_the_best_completion_comes_as_a_stream(client: httpx.Client) -> None:
    puzzle = (ROOT / "examples/pyramid3.txt").read_text(encoding="utf-8")
    with client.stream("POST", "maximize", json={"puzzle": puzzle}) as response:
        values, *known = map(json.loads, response.iter_lines())
    assert values["values"][40] == [10 * digit for digit in range(1, 10)]
    assert [line["is_done"] for line in known] == [False] * (len(known) - 1) + [True]
    best = known[-1]
    assert (best["score"], best["bound"], best["is_proven"]) == (2864, 2864, True)
    assert lowbit.Grid(best["solutions"][0]).is_solved


def test_weights_that_are_wrong_are_an_error_before_the_stream(client: httpx.Client) -> None:
    response = client.post("maximize", json={"puzzle": PUZZLE, "weights": [1, 2, 3]})
    assert response.status_code == 422
    assert response.json()["detail"].startswith("weights must be 81 numbers")


@pytest.mark.parametrize(
    ("name", "query", "detail"),
    [
        ("solve", {"puzzle": "66" + PUZZLE}, "a 9x9 grid has 81 cells, not 83"),
        ("solve", {"puzzle": "x" + PUZZLE[1:]}, "character 1: 'x' is not a digit or blank"),
        ("solve", {"puzzle": PUZZLE, "geometry": "3x"}, "'3x' describes no board"),
        ("parse", {"text": ""}, "the input is empty"),
        ("solve", {}, "puzzle: Field required"),
        ("solve", {"puzzle": PUZZLE, "speed": 9}, "speed: Extra inputs are not permitted"),
        ("solve", {"puzzle": PUZZLE, "time_limit": 0}, "time_limit: "),
    ],
)
def test_an_error_is_a_problem_in_the_words_of_the_library(
    client: httpx.Client, name: str, query: dict[str, Any], detail: str
) -> None:
    response = client.post(name, json=query)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["detail"].startswith(detail)
    assert problem["status"] == 422
    assert problem["type"].startswith("urn:lowbit:")


def kinds_of_problems() -> set[str]:
    """Return what every problem that a question can meet is called."""
    others = [*(kind() for kind in STATUSES), *map(HTTPException, KINDS_OF_HTTP)]
    others += [RequestValidationError([]), RuntimeError(), NotReadyError(0, 1)]
    types = {problem(each)["type"].removeprefix("urn:lowbit:") for each in others}
    classes = [name for name in vars(errors) if name.endswith("Error")]
    types |= {kind for kind, _ in LACKING.values()}
    return types | {re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower() for name in classes}


def test_the_page_says_in_chinese_what_each_kind_of_problem_means() -> None:
    strings = Path(web.__file__).with_name("static") / "words/zh.js"
    table = (
        strings.read_text(encoding="utf-8").partition("CHINESE_PROBLEMS = {")[2].partition("\n}")[0]
    )
    known = re.findall(r'^  "?([\w-]+)"?: "', table, re.MULTILINE)
    assert set(known) == kinds_of_problems()


def test_a_lone_surrogate_is_an_error_like_others(client: httpx.Client) -> None:
    content = b'{"puzzle": "\\ud800", "geometry": "\\ud800"}'
    response = client.post("solve", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 422


def test_a_page_of_another_site_may_not_ask(client: httpx.Client) -> None:
    response = client.post(
        "solve", json={"puzzle": PUZZLE}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert response.status_code == 403
    assert not [name for name in response.headers if name.startswith("access-control")]


def test_browsers_keep_to_this_server(client: httpx.Client, server: str) -> None:
    for address in (f"{server}/", f"{server}/api/v1/health", f"{server}/nothing"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_a_body_that_is_too_long_is_refused(client: httpx.Client) -> None:
    response = client.post("solve", json={"puzzle": "." * ServerLimits().max_body})
    assert response.status_code == 413
    assert response.json()["detail"] == "a request to /api/v1/solve must not exceed 2097152 bytes"


def test_the_limits_are_reported(client: httpx.Client) -> None:
    about = client.get("about").json()
    assert about["version"] == lowbit.__version__
    assert about["limits"]["time_limit"] == 60
    assert client.get("health").json() == {"status": "ok"}


def test_the_description_names_every_path_and_its_problems(client: httpx.Client) -> None:
    described = client.get("openapi.json").json()
    assert {path.removeprefix("/api/v1/") for path in described["paths"]} >= {
        "about", "batch", "board", "check", "count", "health", "maximize", "metrics", "parse",
        "solutions", "solve",
    }  # fmt: skip
    assert "Problem" in described["components"]["schemas"]


def solve_command(text: bytes, *options: str) -> bytes:
    command = (sys.executable, "-m", "lowbit", "solve", "-q", *options, "-")
    return subprocess.run(command, input=text, capture_output=True, check=False).stdout


@pytest.mark.parametrize("name", ["mixed.txt", "fifty.txt", "poj2676.txt", "board.txt"])
def test_a_batch_is_answered_as_the_command_answers_it(client: httpx.Client, name: str) -> None:
    text = (ROOT / "examples" / name).read_bytes()
    assert client.post("batch?style=line", content=text, headers=BYTES).content == solve_command(
        text
    )


def test_a_batch_longer_than_a_block_keeps_its_lines(client: httpx.Client) -> None:
    lines = [b"puzzle", *[PUZZLE.encode()] * 20_000, b"# a remark", b"66" + b"." * 79, b"1234x"]
    text = b"\r\n".join(lines)
    assert len(text) > 1 << 20
    answer = client.post("batch?solutions=false", content=text, headers=BYTES).text.splitlines()
    reported = [json.loads(line) for line in answer]
    assert [line["line"] for line in reported] == [*range(2, 20_002), 20_003, 20_004]
    assert {line["status"] for line in reported[:20_000]} == {"unique"}
    assert [line["status"] for line in reported[20_000:]] == ["none", "invalid"]
    assert reported[-1]["reason"].startswith("line 20004")


def test_a_batch_may_hold_a_long_line(client: httpx.Client) -> None:
    lines = [*[PUZZLE] * 1000, f"# {'long ' * 30_000}", *[PUZZLE] * 1000, SEVERAL]
    answer = client.post("batch", content="\n".join(lines), headers=BYTES).text.splitlines()
    reported = [json.loads(line) for line in answer]
    assert [line["line"] for line in reported] == [*range(1, 1001), *range(1002, 2003)]
    assert [line["status"] for line in reported] == ["unique"] * 2000 + ["several"]


def test_a_batch_on_another_board_is_answered_puzzle_by_puzzle(client: httpx.Client) -> None:
    text = b"12343412....4321\n" + b"." * 16 + b"\n"
    answer = client.post("batch?geometry=4x4", content=text, headers=BYTES).text.splitlines()
    assert [json.loads(line)["status"] for line in answer] == ["unique", "several"]


@pytest.mark.parametrize("text", [b"", b"\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_a_batch_of_nothing_is_an_error_in_a_tab_too(client: httpx.Client, text: bytes) -> None:
    response = client.post("batch", content=text, headers=BYTES)
    assert (response.status_code, response.json()["detail"]) == (422, "the input is empty")
    pieces = list[bytes]()
    begun = list[tuple[int, str]]()
    run_apart(respond(lambda *how: begun.append(how), pieces.append, "batch", "", text))
    assert begun == [(422, "application/problem+json")]
    assert pieces == [response.content]


def test_a_batch_in_no_format_is_an_error(client: httpx.Client) -> None:
    response = client.post("batch", content=b"no puzzles, but a sentence\n", headers=BYTES)
    assert response.status_code == 422
    assert "no format fits" in response.json()["detail"]


@pytest.mark.parametrize(
    ("name", "query"), [("maximize", {"weights": [*range(256)]}), ("count", {"limit": 10**15})]
)
def test_a_search_is_stopped_when_its_client_goes_away(
    client: httpx.Client, name: str, query: dict[str, Any]
) -> None:
    wait_for(client, "slow", 0)
    before = count_of(client, "killed_total")
    with asking(client, name, [{**ENDLESS, **query}]):
        wait_for(client, "slow", 1)
    wait_for(client, "killed_total", before + 1)
    wait_for(client, "slow", 0)


def test_slow_requests_keep_no_quick_one_waiting(client: httpx.Client) -> None:
    with asking(client, "count", [{**ENDLESS, "limit": 10**15}] * 8) as n_answered:
        wait_for(client, "slow", 2)
        for _ in range(20):
            assert ask(client, "solve", puzzle=PUZZLE)["status"] == "unique"
        assert n_answered() == 0
    wait_for(client, "slow", 0)


@contextmanager
def asking(
    client: httpx.Client, name: str, queries: list[dict[str, Any]]
) -> Iterator[Callable[[], int]]:
    """Ask all at once, and go away at the end; yield what counts the answers."""
    with ExitStack() as stack:
        sockets = []
        for query in queries:
            content = json.dumps(query)
            head = (
                f"POST /api/v1/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
            )
            message = f"{head}\r\nContent-Length: {len(content)}\r\n\r\n{content}"
            place = client.base_url.host, client.base_url.port or 80
            sockets.append(stack.enter_context(socket.create_connection(place, PATIENCE)))
            sockets[-1].sendall(message.encode())
        yield lambda: len(select(sockets, [], [], 0)[0])


def searching(process: int) -> list[int]:
    """Return the workers of a server: the grandchildren of its process."""
    return [worker for child in children(process) for worker in children(child)]


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(word) for file in found for word in file.read_text("ascii").split()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells the workers")
def test_a_stream_whose_worker_is_lost_ends_with_a_problem(tmp_path: Path) -> None:
    with serving(tmp_path / "log", "--workers", "1") as (address, process):
        query = {**ENDLESS, "weights": [*range(256)]}
        query.pop("limit", None)
        client = httpx.Client(base_url=f"{address}/api/v1", timeout=PATIENCE)
        with client, client.stream("POST", "maximize", json=query) as response:
            lines = response.iter_lines()
            reported = [json.loads(next(lines)) for _ in range(2)]
            for worker in searching(process.pid):
                os.kill(worker, signal.SIGKILL)
            last = [json.loads(line) for line in lines][-1]
            assert "values" in reported[0]
            assert last["problem"]["detail"] == "the worker that searched was lost; ask again"
            assert ask(client, "solve", puzzle=PUZZLE)["status"] == "unique"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells the workers")
def test_whenever_a_worker_is_killed_its_client_hears_what_happened(tmp_path: Path) -> None:
    """An answer, or a problem that asks to try again; never a failure, and never nothing."""
    log = tmp_path / "log"
    with ExitStack() as stack:
        address, process = stack.enter_context(serving(log, "--workers", "2"))
        threads = stack.enter_context(ThreadPoolExecutor(4))
        with httpx.Client(base_url=f"{address}/api/v1", timeout=PATIENCE) as client:
            asking = [
                threads.submit(client.post, name, json={"puzzle": PUZZLE})
                for _ in range(100)
                for name in ("solve", "count", "check", "hint")
            ]
            n_killed = 0
            while not all(each.done() for each in asking):
                for worker in searching(process.pid)[-1:]:
                    with suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)
                        n_killed += 1
                sleep(0.05)
            answers = [each.result() for each in asking]
            assert ask(client, "solve", puzzle=PUZZLE)["status"] == "unique"
    assert n_killed
    assert {answer.status_code for answer in answers} <= {200, 503}
    lost = [answer for answer in answers if answer.status_code == 503]
    assert all(answer.json()["type"] == "urn:lowbit:lost" for answer in lost)
    assert all(answer.headers["retry-after"] for answer in lost)
    assert '"failure"' not in log.read_text()


def test_a_server_ends_at_once_and_tells_who_still_waits(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(log, "--time-limit", "600") as (address, process):
        answers: list[httpx.Response] = []
        query = {**ENDLESS, "limit": 10**15}
        asking = threading.Thread(
            target=lambda: answers.append(
                httpx.post(f"{address}/api/v1/count", json=query, timeout=PATIENCE)
            )
        )
        asking.start()
        with httpx.Client(base_url=f"{address}/api/v1", timeout=PATIENCE) as client:
            wait_for(client, "slow", 1)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)  # the search would take far longer
        asking.join()
    assert answers[0].status_code == 503
    assert answers[0].json()["detail"] == "the server shuts down"
    lines = log.read_text().split("\n")[1:]
    events = [json.loads(line)["event"] for line in lines if line]
    assert events[0] == "started"
    assert events[-1] == "stopped"


def test_a_server_ends_at_once_though_requests_still_arrive(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(log) as (address, process), ExitStack() as stack:
        host, port = address.removeprefix("http://").split(":")
        arriving = []
        for path in ("solve", "batch", "file"):
            kind = "json" if path == "solve" else "octet-stream"
            sender = stack.enter_context(socket.create_connection((host, int(port)), PATIENCE))
            head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99\r\n"
            more = f"Content-Type: application/{kind}\r\nExpect: 100-continue\r\n\r\n"
            sender.sendall(f"{head}{more}".encode())
            assert sender.recv(1 << 16).startswith(b"HTTP/1.1 100")
            sender.sendall(b"1")
            arriving.append(sender)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        for sender in arriving:
            answer = sender.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"the server shuts down" in answer
            assert b"content-security-policy" in answer
    assert '"error"' not in log.read_text()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells the children")
@pytest.mark.parametrize(
    ("name", "code"),
    [("SIGINT", 130), pytest.param("SIGTERM", 143, marks=pytest.mark.slow)],
)
def test_a_server_that_only_starts_ends_quietly(name: str, code: int) -> None:
    command = (sys.executable, "-m", "lowbit", "serve", "--port", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        while len(children(process.pid)) < 2:  # one keeps count, the other loads what takes long
            sleep(0.01)
        sleep(0.05)  # mostly not enough to have it begun; any other moment will do
        os.killpg(process.pid, getattr(signal, name))
        _, reported = process.communicate(timeout=PATIENCE)
    assert process.returncode in {code, -getattr(signal, name)}  # the latter before Python hears it
    assert not reported.strip() or reported.rstrip().endswith(b'"stopped"}')
    assert b"Traceback" not in reported


@pytest.mark.slow
def test_the_log_has_no_puzzle(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serving(log) as (address, _):
        httpx.post(f"{address}/api/v1/solve", json={"puzzle": PUZZLE}, timeout=PATIENCE)
        httpx.get(f"{address}/{PUZZLE}", timeout=PATIENCE)
    assert PUZZLE not in log.read_text()


def test_a_port_that_is_taken_is_an_error(server: str) -> None:
    port = server.rpartition(":")[2]
    command = (sys.executable, "-m", "lowbit", "serve", "--port", port)
    done = subprocess.run(command, capture_output=True, check=False, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert done.stderr.startswith("lowbit: error: ")


def test_every_error_of_the_library_becomes_a_problem() -> None:
    assert problem(LowbitError("why"))["detail"] == "why"
    assert problem(lowbit.FormatError("why", "", 3, 4))["line"] == 3
    assert problem(ValueError("secret"))["detail"] == "the server failed; its log says why"
