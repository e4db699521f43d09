"""How does the server bear hundreds of clients while slow questions run, and how fast is the page?

``python -m benchmarks.web [CLIENTS] [SECONDS]`` starts a server on this machine, keeps it busy with
questions that take until their limit, and measures the latencies of all others, then the page in
Chromium, where Playwright and Chromium are there. Prints JSON.
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
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from benchmarks.machine import describe

if TYPE_CHECKING:
    from collections.abc import Iterator

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SLOW = {"puzzle": "." * 256, "geometry": "4x4", "limit": 10**15}
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


def main() -> None:
    """Measure, and print what was found."""
    n_clients, seconds = (*map(int, sys.argv[1:]), *(300, 20)[len(sys.argv) - 1 :])
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
            "page": page(address),
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
    return round(sum(map(_own, pages)) / 1024, 1)


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and theirs."""
    children = Path(f"/proc/{process}/task").glob("*/children")
    found = [int(word) for file in children for word in file.read_text().split()]
    return found + [each for child in found for each in descendants(child)]


def _own(process: int) -> int:
    """Return the kilobytes of a process's proportional share."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    return int(text.split("Pss:")[1].split()[0])


def page(address: str) -> dict[str, Any] | str:
    """Return what the first load and a key take in Chromium."""
    path = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - where it is installed
    except ImportError:
        path = None
    if path is None:
        return "no Chromium or no Playwright here"
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        loads = [_first_load(chromium, address) for _ in range(7)]
        chromium.close()
    keys = sorted(time for load in loads for time in load["keys"])
    return {
        "bytes": loads[0]["bytes"],
        "requests": loads[0]["requests"],
        "load event, median ms": round(statistics.median(load["load"] for load in loads), 1),
        "ready, median ms": round(statistics.median(load["ready"] for load in loads), 1),
        "a key with layout, p50 ms": round(statistics.median(keys), 2),
        "a key with layout, p99 ms": round(keys[int(0.99 * len(keys))], 2),
    }


def _first_load(chromium: Any, address: str) -> dict[str, Any]:
    context = chromium.new_context(viewport={"width": 1180, "height": 820}, service_workers="block")
    tab = context.new_page()
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
