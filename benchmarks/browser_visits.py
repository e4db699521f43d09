"""How soon the page without a server answers: the first visit, and the second."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from benchmarks.browser_tab import sizes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from benchmarks.browser_tab import Served

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
KEEPING = 4000
"""Milliseconds in which the first visit keeps Python's memory for the next."""

SCRIPT = """
addEventListener("DOMContentLoaded", async () => {
  const times = {};
  const until = async (name, is) => {
    while (!is()) await new Promise((resolve) => setTimeout(resolve, 2));
    times[name] = performance.now();
  };
  const $ = (id) => document.getElementById(id);
  const digits = (cell) => [...cell.childNodes].filter(({ nodeType }) => nodeType === 3).length;
  const filled = () => [...document.querySelectorAll(".cell")].filter(digits).length;
  const python = until("loading", () => !$("loading").hidden)
    .then(() => until("Python ready", () => $("loading").hidden));
  await until("usable", () => document.documentElement.dataset.ready);
  const data = new DataTransfer();
  data.setData("text/plain", PUZZLE);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  await until("puzzle opened", () => filled());
  const said = () => $("answer-card").innerText;
  const before = said();
  $(BUTTON).click();
  const answers = {
    solve: ["first answer", () => filled() === 81],
    hint: ["first hint", () => said() && said() !== before && !said().includes("Working")],
  };
  const [name, is] = answers[BUTTON];
  await until(name, is);
  await python;
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  self.times = { "first paint": paint?.startTime, ...times };
});
"""
"""Pastes a puzzle and presses a button as soon as there is one, and notes what is when."""


def visits(browser: Browser, served: Served, turns: int) -> None:
    """Print the times of first and second visits, the least of all turns, and what is loaded."""
    taken: dict[str, list[dict[str, float]]] = {"first": [], "second": []}
    for turn in range(2 * turns):
        button = "hint" if turn % 2 else "solve"
        context = browser.new_context(bypass_csp=True)
        context.add_init_script(script(button))
        for times in taken.values():
            times.append(visit(context, served.address))
        context.close()
    print("\nmilliseconds from the address to what is seen, the least and the median of all visits")
    for name, times in taken.items():
        print(f"{name} visit: {line(times)}")
    files = [served.folder / path[1:] for path in served.loaded() if path.startswith("/site/")]
    files = [file / "index.html" if file.is_dir() else file for file in files]
    print("bytes of a first visit:", sizes(files))


def script(button: str) -> str:
    """Return what presses a button."""
    return SCRIPT.replace("PUZZLE", json.dumps(PUZZLE)).replace("BUTTON", json.dumps(button))


def visit(context: BrowserContext, address: str) -> dict[str, float]:
    """Return when what was seen, in milliseconds."""
    page = context.new_page()
    page.goto(f"{address}/site/")
    page.wait_for_function("self.times")
    times: dict[str, float] = page.evaluate("self.times")
    page.wait_for_timeout(KEEPING)
    page.close()
    return times


def line(visits: list[dict[str, Any]]) -> str:
    """Return the least and the median of each time."""
    names = dict.fromkeys(name for times in visits for name in times)
    found = {name: sorted(times[name] for times in visits if times.get(name)) for name in names}
    return ", ".join(
        f"{name} {times[0]:.0f} ({times[len(times) // 2]:.0f})"
        for name, times in found.items()
        if times
    )
