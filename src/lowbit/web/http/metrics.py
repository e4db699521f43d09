"""Metrics, in the format that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.web.http.budget import MemoryBudget
    from lowbit.web.workers.pool import Pool

MEDIA_TYPE: Final = "text/plain; version=0.0.4"

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60)
"""The upper bounds, in seconds, of the buckets for requests."""


class Metrics:
    """The counts of a server since it was started."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._n: Counter[str] = Counter()

    def count(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests[method, path, status] += 1
        self._seconds[path] += seconds  # type: ignore[assignment] # seconds add up like counts
        self._n[path] += 1
        for bound in BOUNDS:
            self._within[path, bound] += seconds <= bound

    def response(self, pool: Pool, budget: MemoryBudget) -> str:
        """Return all counts as text."""
        lines = (*self._of_requests(), *_of_pool(pool), *_of_budget(budget))
        return "".join(f"{line}\n" for line in lines)

    def _of_requests(self) -> Iterator[str]:
        name = "lowbit_requests_total"
        yield from _head(name, "counter", "Requests, by method, path and status.")
        for (method, path, status), number in sorted(self._requests.items()):
            yield f'{name}{{method="{method}",path="{path}",status="{status}"}} {number}'
        name = "lowbit_request_seconds"
        yield from _head(name, "histogram", "How long requests took.")
        for path, number in sorted(self._n.items()):
            for bound in BOUNDS:
                yield f'{name}_bucket{{path="{path}",le="{bound}"}} {self._within[path, bound]}'
            yield f'{name}_bucket{{path="{path}",le="+Inf"}} {number}'
            yield f'{name}_sum{{path="{path}"}} {self._seconds[path]:.6f}'
            yield f'{name}_count{{path="{path}"}} {number}'


def _of_pool(pool: Pool) -> Iterator[str]:
    for name, kind, number, help_text in (
        ("waiting", "gauge", pool.n_waiting, "Requests that wait for a worker."),
        ("quick", "gauge", pool.quick.n, "Tasks that run, and may be quick."),
        ("medium", "gauge", pool.medium.n, "Tasks that run after they were set aside."),
        ("slow", "gauge", pool.slow.n, "Tasks that run, and are slow."),
        ("set_aside_total", "counter", pool.n_set_aside, "Tasks that were not quick."),
        ("killed_total", "counter", pool.n_killed, "Workers ended while they ran a task."),
    ):
        yield from _head(f"lowbit_{name}", kind, help_text)
        yield f"lowbit_{name} {number}"


def _of_budget(budget: MemoryBudget) -> Iterator[str]:
    yield from _head("lowbit_held_bytes", "gauge", "Bytes of requests and of answers in flight.")
    yield f"lowbit_held_bytes {budget.n_bytes}"


def _head(name: str, kind: str, help_text: str) -> tuple[str, str]:
    return f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"
