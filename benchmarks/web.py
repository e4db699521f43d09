"""The server under hundreds of clients while slow questions run, and the page's first load.

``python -m benchmarks.web [CLIENTS] [SECONDS] [LINES]`` starts a server on this machine, keeps it
busy with questions that take until their limit, and measures the latencies of all others; then, in
Chromium, where Playwright and Chromium are there, the first load of the page, its keys, and a list
of so many lines: a million puzzles by default, shuffled from one. Prints JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import numpy as np

import lowbit
from benchmarks.machine import describe
from benchmarks.puzzles import LINE, N_CELLS, write_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SLOW = {"puzzle": "." * 256, "geometry": "16x16", "limit": 10**15}
N_SLOW = 16
THINKING = 4.0
"""Seconds that a client waits between its questions."""

KEYS = """async () => {
    const frames = [];
    for (let n = 0; n < 200; n++) {
        const cell = document.querySelector(".cell[tabindex='0']");
        const started = performance.now();
        cell.dispatchEvent(new KeyboardEvent("keydown",
            { key: n % 2 ? "ArrowRight" : String(1 + n % 9), bubbles: true, cancelable: true }));
        document.body.offsetHeight;
        frames.push(performance.now() - started);
        await new Promise(requestAnimationFrame);
    }
    return frames;
}"""


SCROLL = """() => {
    const [rows, frames] = [document.querySelector("#rows"), []];
    let [last, place] = [performance.now(), 0];
    const go = () => {
        const now = performance.now();
        frames.push(now - last);
        [last, place] = [now, (place + 0.003) % 1];
        rows.scrollTop = place * rows.scrollHeight;
        if (window.frames === frames) requestAnimationFrame(go);
    };
    window.frames = frames;
    requestAnimationFrame(go);
}"""
"""Scrolls through the list, a bit at each frame, and keeps how long each frame took."""

SOLVED = "#list-save:not([disabled])"


def main() -> None:
    """Measure, and print what was found."""
    n_clients, seconds, n_lines = (*map(int, sys.argv[1:]), *(300, 20, 10**6)[len(sys.argv) - 1 :])
    with served() as (address, process):
        found = {
            "machine": describe(),
            "load average before": os.getloadavg()[0],
            "clients": n_clients,
            "slow questions at once": N_SLOW,
            "without slow ones": asyncio.run(load(address, n_clients, 0, seconds)),
            "memory before, MiB": memory(process),
            "with slow ones": asyncio.run(load(address, n_clients, N_SLOW, seconds)),
            "memory after, MiB": memory(process),
            "memory after as much again, MiB": again(address, process, n_clients, seconds),
            "page": in_chromium(lambda chromium: page(chromium, address)),
            "list": in_chromium(lambda chromium: long_list(chromium, address, process, n_lines)),
        }
    print(json.dumps(found, indent=2))


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Run a server; give its address and its process id."""
    command = [sys.executable, "-m", "lowbit", "serve", "--port", "0", "--time-limit", "5"]
    log = Path("build/web.log")
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as stream, subprocess.Popen(command, stderr=stream) as process:
        try:
            while not (found := re.search(r"lowbit: (http://\S+)/\n", log.read_text())):
                time.sleep(0.1)
            yield found[1], process.pid
        finally:
            process.terminate()


async def load(address: str, n_clients: int, n_slow: int, seconds: float) -> dict[str, Any]:
    """Return the latencies of quick questions, in milliseconds, while slow ones run."""
    until = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=60, limits=limits) as client:

        async def think(
            name: str, question: dict[str, Any], pause: float, start: float
        ) -> list[float]:
            await asyncio.sleep(start)
            took = []
            while time.monotonic() < until:
                started = time.perf_counter()
                (await client.post(name, json=question)).raise_for_status()
                took.append(1000 * (time.perf_counter() - started))
                await asyncio.sleep(pause)
            return took

        slow = [asyncio.create_task(think("count", SLOW, 0, 0)) for _ in range(n_slow)]
        quick = [
            think("solve", {"puzzle": PUZZLE}, THINKING, THINKING * n / n_clients)
            for n in range(n_clients)
        ]
        every = await asyncio.gather(*quick)
        for question in slow:
            question.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
    times = sorted(each for took in every for each in took)
    places = statistics.quantiles(times, n=100)
    return {
        "questions": len(times),
        "p50 ms": round(places[49], 1),
        "p99 ms": round(places[98], 1),
        "max ms": round(times[-1], 1),
    }


def again(address: str, process: int, n_clients: int, seconds: float) -> float:
    """Repeat the load, and return the memory after it."""
    asyncio.run(load(address, n_clients, N_SLOW, seconds))
    return memory(process)


def memory(process: int) -> float:
    """Return what a process and its descendants have in memory that no other shares, in MiB."""
    time.sleep(3)  # until those that were ended are gone
    pages = [process, *descendants(process)]
    return round(sum(map(own_memory, pages)) / 1024, 1)


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and theirs."""
    children = Path(f"/proc/{process}/task").glob("*/children")
    found = [int(word) for file in children for word in file.read_text().split()]
    return found + [each for child in found for each in descendants(child)]


def own_memory(process: int) -> int:
    """Return the kilobytes of a process's proportional share."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    return int(text.split("Pss:")[1].split()[0])


def in_chromium(measure: Callable[[Any], dict[str, Any]]) -> dict[str, Any] | str:
    """Return what is measured in Chromium, where it is there."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright  # where it is installed
    except ImportError:
        path = None
    if path is None:
        return "no Chromium or no Playwright here"
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        found = measure(chromium)
        chromium.close()
    return found


def page(chromium: Any, address: str) -> dict[str, Any]:
    """Return what the first load and a key take.

    The policy of the page has Chromium leave an empty tab's process for a new one, which is told
    apart from the load in a tab that has shown something of this server.
    """
    loads = [_first_load(chromium, address, "/api/v1/health") for _ in range(15)]
    in_new_process = [_first_load(chromium, address, "") for _ in range(15)]
    keys = sorted(time for load in loads for time in load["keys"])
    return {
        "bytes": loads[0]["bytes"],
        "requests": loads[0]["requests"],
        "ready, best and median ms": _best_and_median(loads, "ready"),
        "the same in a new process": _best_and_median(in_new_process, "ready"),
        "load event, best and median ms": _best_and_median(loads, "load"),
        "a key with layout, p50 ms": round(statistics.median(keys), 2),
        "a key with layout, p99 ms": round(keys[int(0.99 * len(keys))], 2),
    }


def _best_and_median(loads: list[dict[str, Any]], name: str) -> list[float]:
    times = [load[name] for load in loads]
    return [round(min(times), 1), round(statistics.median(times), 1)]


def long_list(chromium: Any, address: str, process: int, n_lines: int) -> dict[str, Any]:
    """Return what a long list takes: until all is answered, and while it is scrolled."""
    context = chromium.new_context(viewport={"width": 1180, "height": 820}, service_workers="block")
    context.set_default_timeout(600_000)
    tab = context.new_page()
    tab.goto(f"{address}/")
    tab.wait_for_selector("html[data-ready]")
    before = _memory_of_chromium(process)
    with tempfile.TemporaryDirectory() as folder:
        file = write_shuffled(n_lines, Path(folder, "many.txt"))
        started = time.perf_counter()
        tab.set_input_files("#file", file)
        tab.evaluate(SCROLL)
        tab.wait_for_selector(SOLVED)
        answered = time.perf_counter() - started
        during = _frames(tab)
        tab.evaluate(SCROLL)
        time.sleep(5)
        found = {
            "lines": n_lines,
            "until all are answered, s": round(answered, 1),
            "a frame meanwhile": during,
            "a frame after": _frames(tab),
            "memory of the browser before and after, MiB": [before, _memory_of_chromium(process)],
            **_saved(tab, n_lines),
        }
    context.close()
    return found


def write_shuffled(n: int, path: Path) -> Path:
    """Write as many puzzles, each isomorphic to `PUZZLE`."""
    rows = lowbit.shuffle_many(f"{PUZZLE}\n".encode() * n, seed=1).array
    lines = np.full((n, LINE), ord("\n"), np.uint8)
    lines[:, :N_CELLS] = np.where(rows, rows + ord("0"), ord("."))
    return write_lines(lines, path)


def _frames(tab: Any) -> dict[str, float]:
    """Return how long the frames took since `SCROLL`, and end it."""
    times = sorted(tab.evaluate("() => { const kept = frames; frames = null; return kept; }"))
    return {
        "frames": len(times),
        "p50 ms": round(statistics.median(times), 1),
        "p99 ms": round(times[int(0.99 * len(times))], 1),
        "max ms": round(times[-1], 1),
    }


def _memory_of_chromium(process: int) -> float:
    """Return what all that this process has started has in memory, but for the server, in MiB."""
    servers = {process, *descendants(process)}
    return round(
        sum(own_memory(each) for each in descendants(os.getpid()) if each not in servers) / 1024
    )


def _saved(tab: Any, n_lines: int) -> dict[str, Any]:
    """Save the result, which has a solution on each line."""
    started = time.perf_counter()
    with tab.expect_download() as download:
        tab.click("#list-save")
    lines = Path(download.value.path()).read_text("ascii").splitlines()
    took = time.perf_counter() - started
    assert len(lines) == n_lines
    assert not any("." in line for line in lines)
    return {"until the result is saved, s": round(took, 1)}


def _first_load(chromium: Any, address: str, shown: str) -> dict[str, Any]:
    context = chromium.new_context(viewport={"width": 1180, "height": 820}, service_workers="block")
    tab = context.new_page()
    if shown:
        tab.goto(f"{address}{shown}")
    tab.goto(f"{address}/")
    tab.wait_for_selector("html[data-ready]")
    entries = tab.evaluate(
        "performance.getEntries().filter(entry => entry.transferSize !== undefined)"
        ".map(entry => entry.transferSize)"
    )
    found = {
        "bytes": sum(entries),
        "requests": len(entries),
        "load": tab.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"),
        "ready": tab.evaluate("performance.getEntriesByName('ready')[0].startTime"),
        "keys": tab.evaluate(KEYS),
    }
    context.close()
    return found


if __name__ == "__main__":
    main()
