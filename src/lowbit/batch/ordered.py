"""Work done side by side by threads, with its results in order.

::

    items ──> work ──> result ──┐
              work ──> result ──┴──> in order, each as soon as it can be had
              ...      a thread each, without the GIL

Only so many items are held at a time, however many there are.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, ParamSpec, TypeAlias, TypeVar

from lowbit.errors import InputError
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.variants.interrupts import LOOK_UP

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from lowbit.kernels.core.threads import Progress

    IsOver: TypeAlias = Callable[[], object]

IS_ALONE: Final = sys.platform == "emscripten"
"""Whether no other thread can be started, as in a browser's tab."""

Item = TypeVar("Item")
Result = TypeVar("Result")
P = ParamSpec("P")


class StoppedError(Exception):
    """The results are not wanted any more."""


def in_order(
    work: Callable[[Item, Progress], Result],
    items: Iterable[Item | None],
    threads: int | None = None,
    is_over: IsOver | None = None,
) -> Generator[Result]:
    """Yield the result of each item, in order.

    Parameters
    ----------
    work : callable
        Makes a result of an item, in a thread. It has to call its second argument now and then, or
        `LOOK_UP`, which raises once the result is not wanted any more.
    items : iterable
        The items. None means that the next one must be waited for: all results before it are
        yielded first.
    threads : int, optional
        The number of items to work on at a time; as many as there are CPUs if None.
    is_over : callable, optional
        Whether to stop for a reason that the consumer of the results may not know; by default, that
        of `LOOK_UP`, so that work within such work stops with it.

    Yields
    ------
    object
        A result. The next item is asked for once the caller is done with it.

    Raises
    ------
    InputError
        Raised by `items`; the results of all items before it are yielded first.
    StoppedError
        Soon after `is_over` returns True.

    Examples
    --------
    >>> list(in_order(lambda item, look_up: item * item, range(5), threads=2))
    [0, 1, 4, 9, 16]
    """
    n_threads = threads or n_cpus()
    stopped = threading.Event()

    is_over = is_over or LOOK_UP.get()

    def look_up(_begun: int = 0, _total: int = 0) -> None:
        if stopped.is_set() or is_over():
            raise StoppedError

    def do(item: Item) -> Result:
        LOOK_UP.set(look_up)
        return work(item, look_up)

    pending: deque[Future[Result]] = deque()
    with _InThisThread() if IS_ALONE else ThreadPoolExecutor(n_threads) as pool:

        def submit(item: Item) -> None:
            look_up()  # an item may be done before the work looks up
            pending.append(pool.submit(do, item))

        try:
            yield from _results(submit, items, pending, n_threads + 1)
        finally:
            stopped.set()
            for future in pending:
                future.cancel()


class _InThisThread(Executor):
    """Does its work when it is handed in: the results are the same."""

    def submit(
        self, work: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(copy_context().run(work, *args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future


def _results(
    submit: Callable[[Item], None],
    items: Iterable[Item | None],
    pending: deque[Future[Result]],
    most: int,
) -> Iterator[Result]:
    """Yield results until at most so many are pending, and those that are ready."""
    failure = None
    try:
        for item in items:
            if item is not None:
                submit(item)
            while pending and (item is None or len(pending) > most or pending[0].done()):
                yield pending.popleft().result()
    except InputError as error:
        failure = error
    while pending:
        yield pending.popleft().result()
    if failure:
        raise failure
