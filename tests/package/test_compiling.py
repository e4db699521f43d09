"""Compiling: what kernels take and return, many that compile at once, Ctrl-C, forks, settings."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from numba import njit, types
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Compiler
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj

from command_line import PATIENCE
from kernel_process import SMALL, start
from lowbit.kernels.classic.texts.characters import PADDING
from lowbit.kernels.classic.texts.lines import count_lines
from lowbit.kernels.core import numba_compiler, numba_savings
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.machine_code import MachineCode, flatten
from lowbit.kernels.core.numba_compiler import (
    ctrl_c_is_heard,
    emit_kernel,
    garbage_piles_up,
    new_routine,
    new_unaliased,
    no_index_from_the_end,
)
from lowbit.kernels.core.targets import native

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

TYPES = """
import sys
from typing import NamedTuple
import numpy as np
from lowbit.kernels.core.compile import kernel

class Pair(NamedTuple):
    numbers: np.ndarray
    is_sum: bool

@kernel
def nothing(numbers):
    numbers[0] = 7

@kernel
def one(pair, number):
    return pair.numbers[1, 0] + number if pair.is_sum else number

@kernel
def two(number, place):
    return number, place

@kernel
def failing(number):
    if number:
        raise ValueError
    return number

numbers = np.arange(4, dtype=np.int64)
fixed = numbers.reshape(2, 2).copy()
fixed.flags.writeable = False
print(nothing(numbers), numbers[0], one(Pair(fixed, True), 40), one(Pair(fixed, False), -1))
print(two(np.uint64(2**64 - 1), np.int32(-3)), two(1, True), one(Pair(fixed[:0], False), 5))
print(two(1, 2), two(np.uint64(7), np.uint8(8)), failing(0))
try:
    failing(1)
except RuntimeError as error:
    print(error)
print(one(Pair(np.arange(8).reshape(4, 2)[::2], True), 1))
for wrong in (1.5, "1", 2**63):
    try:
        two(wrong, 0)
    except (TypeError, OverflowError) as error:
        print(type(error).__name__)
print("numba" in sys.modules)
"""
"""Kernels that take and return everything that a kernel may."""

PRINTED = """None 7 42 -1
(18446744073709551615, -3) (1, True) 5
(1, 2) (7, 8) 0
a kernel failed
5
TypeError
TypeError
OverflowError
"""


@pytest.mark.slow
def test_kept_kernels_take_and_return_what_compiled_ones_do_and_need_no_numba(
    tmp_path: Path,
) -> None:
    for is_loaded in (True, False):
        with start(tmp_path, sys.executable, "-c", TYPES, LOWBIT_QUIET="1") as process:
            out, err = process.communicate(timeout=PATIENCE)
        assert (out, err) == (f"{PRINTED}{is_loaded}\n", "")


AGAIN = f"""{SMALL}
from concurrent.futures import ThreadPoolExecutor
from lowbit.kernels.core import cache
from lowbit.kernels.core.machine_code import MachineCode, ObjectCode
from lowbit.kernels.core.shipped import running

kept, _ = cache.read(cache.path_of("double", "__main__", repr(("int",)), running()))
for number in range(50):
    if MachineCode(ObjectCode.from_bytes(kept))([number]) != 2 * number:
        print(number)
double._versions.clear()
with ThreadPoolExecutor(8) as threads:
    print(sum(threads.map(double, range(100))))
"""


@pytest.mark.slow
def test_machine_code_may_be_loaded_and_dropped_again_and_by_many_threads(tmp_path: Path) -> None:
    with start(tmp_path, sys.executable, "-c", AGAIN, LOWBIT_QUIET="1") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (out, err, process.returncode) == ("42\n9900\n", "", 0)


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 4])
def test_processes_may_start_at_once(tmp_path: Path, n: int) -> None:
    command = (sys.executable, "-c", SMALL)
    processes = [start(tmp_path, *command, LOWBIT_QUIET="1") for _ in range(n)]
    for process in processes:
        with process:
            assert process.communicate(timeout=PATIENCE) == ("42\n", "")
    (kept,) = tmp_path.glob("*/*")
    assert kept.name.startswith("double-")


def test_llvm_optimizes_a_kernel_once_with_all_that_it_calls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    optimized: list[str] = []
    name = "_optimize_final_module"
    optimize = getattr(CPUCodeLibrary, name)

    def counted(library: CPUCodeLibrary) -> None:
        optimized.append(library.name)
        optimize(library)

    monkeypatch.setattr(CPUCodeLibrary, name, counted)
    increment = new_routine(lambda number: max(number, 0) + 1)
    twice = new_routine(lambda number: increment(number) + increment(-number))
    (kernel,) = emit_kernel(lambda n: twice(n) * increment(n), (1,), [native()])
    assert MachineCode(kernel)([4]) == (5 + 1) * 5
    assert set(optimized) <= {"nrt"}  # which is Numba's own
    assert njit(lambda number: twice(number) + 1)(6) == 7 + 1 + 1  # what others compile may call it


def halved(numbers: Sequence[int], least: int) -> int:
    """Return the sum of the halves of some numbers: operations on many types."""
    total = 0
    for number in numbers:
        half = np.uint8(number >> 1)
        total += max(int(half), least)
    return total


@pytest.fixture
def attempts(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what was compiled, be it in vain."""
    begun: list[object] = []
    compiled = numba_compiler.lowered

    def noted(function: Callable[..., object], signature: tuple[Any, ...]) -> object:
        begun.append(function)
        return compiled(function, signature)

    monkeypatch.setattr(numba_compiler, "lowered", noted)
    return begun


def test_what_numba_is_spared_changes_no_machine_code(
    attempts: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    args = np.arange(7, dtype=np.uint16), 1
    (code,) = emit_kernel(halved, args, [native()])
    assert attempts == [halved]
    monkeypatch.setattr(numba_compiler, "savings", nullcontext)
    assert emit_kernel(halved, args, [native()]) == [code]


def test_a_numba_that_needs_more_compiles_as_ever(
    attempts: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Compiler.define_pipelines, BaseFunction.get_call_type
    spared = numba_savings.SPARED | {"NopythonTypeInference"}
    monkeypatch.setattr(numba_savings, "SPARED", spared)
    (kernel,) = emit_kernel(lambda number: 2 * number, (1,), [native()])
    assert MachineCode(kernel)([4]) == 8
    assert len(attempts) == 2
    assert before == (Compiler.define_pipelines, BaseFunction.get_call_type)


def test_llvm_is_told_of_arguments_that_are_unaliased() -> None:
    address = cast("Any", types).CPointer(types.int64)
    told = []
    for new in (new_routine, new_unaliased):
        made = new(lambda words, others: words[0] + others[0])
        made.compile((address,) * 2)
        (code,) = made.inspect_llvm().values()
        told.append(next(line for line in code.splitlines() if "define" in line).count("noalias"))
    assert told[1] == told[0] + 2


def test_garbage_is_looked_for_seldom_only_while_a_kernel_is_compiled() -> None:
    before = gc.get_threshold()
    with garbage_piles_up():
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before


WARM_UP = """
from importlib import import_module
from pkgutil import walk_packages
from lowbit import kernels
from lowbit.kernels.core.compile import KERNELS
from lowbit.kernels.warmup import warm_up
for module in walk_packages(kernels.__path__, "lowbit.kernels."):
    import_module(module.name)
n_warm = len(warm_up())
print(n_warm == sum(len(kernel._versions) for kernel in KERNELS) > 10)
print([kernel.function.__qualname__ for kernel in KERNELS if not kernel._versions])
"""


def test_warmup_knows_every_kernel() -> None:
    """In a process of its own, for some tests have kernels of theirs."""
    done = subprocess.run(
        [sys.executable, "-c", WARM_UP],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout == "True\n[]\n"


SWALLOWED = SMALL.replace(
    "print(double(21))",
    """
import signal
from lowbit.kernels.core import numba_compiler
signal.signal(signal.SIGINT, signal.default_int_handler)
type_of = numba_compiler.numba.typeof

def swallowing(argument):
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        print("swallowed", flush=True)
    return type_of(argument)

numba_compiler.numba.typeof = swallowing
print(double(21))
""",
)
"""Ctrl-C, raised where nothing can be raised, as in a callback of LLVM."""


def test_ctrl_c_that_was_swallowed_while_compiling_is_raised_afterwards(tmp_path: Path) -> None:
    with start(tmp_path, sys.executable, "-c", SWALLOWED) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (out, process.returncode) == ("swallowed\n", -signal.SIGINT)
    assert err.endswith("KeyboardInterrupt\n")


def test_ctrl_c_is_raised_once_and_its_handler_is_put_back() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt) as caught, ctrl_c_is_heard():
            signal.raise_signal(signal.SIGINT)
        assert caught.value.__context__ is None
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_handler_that_raises_nothing_is_left_to_itself() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        with ctrl_c_is_heard():
            signal.raise_signal(signal.SIGINT)
        assert heard == [signal.SIGINT]
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with ctrl_c_is_heard():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_another_thread_there_is_no_ctrl_c_to_hear() -> None:
    with ThreadPoolExecutor(1) as threads:

        def compile_nothing() -> str:
            with ctrl_c_is_heard():
                return "compiled"

        assert threads.submit(compile_nothing).result() == "compiled"


FORKED = f"""{SMALL}
import os, threading
from lowbit.kernels.core import compile as kernels

def slow(number):
    return 3 * number

triple = kernels.kernel(slow)
thread = threading.Thread(target=triple, args=(1,))
thread.start()
child = os.fork()
if not child:
    os._exit(triple(7))
thread.join()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_of_a_process_that_compiles_in_a_thread_does_not_wait_for_ever(
    tmp_path: Path,
) -> None:
    # Python warns, from 3.12 on, of just what is tried here.
    command = (sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED)
    with start(tmp_path, *command, LOWBIT_QUIET="1") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert (out, err) == ("42\n21\n", "")


@pytest.mark.slow
def test_the_settings_of_numba_make_another_kernel(tmp_path: Path) -> None:
    for settings in ({}, {"NUMBA_OPT": "0"}, {"NUMBA_DISABLE_JIT": "1"}):
        command = (sys.executable, "-c", SMALL)
        with start(tmp_path, *command, LOWBIT_QUIET="1", **settings) as process:
            assert process.communicate(timeout=PATIENCE) == ("42\n", "")
    assert len(list(tmp_path.glob("*/double-*"))) == 3


OTHERS = """
import numba
import numpy as np
from numba.core.runtime import rtsys
from lowbit.kernels.core.compile import kernel

@kernel
def own(numbers, place):
    return numbers[place]

@numba.njit
def of_others(numbers, place):
    return np.full(1, numbers[place])[-1]

numbers = np.arange(5)[1:]
print(own(numbers, -1), of_others(numbers, -1))
print(rtsys.library.get_pointer_to_function("nrt_unresolved_abort") != 0)
"""


@pytest.mark.slow
def test_what_others_compile_is_compiled_as_ever(tmp_path: Path) -> None:
    with start(tmp_path, sys.executable, "-c", OTHERS, LOWBIT_QUIET="1") as process:
        assert process.communicate(timeout=PATIENCE) == ("0 4\nTrue\n", "")


def test_a_bound_kernel_sees_what_its_arrays_hold_now() -> None:
    text = np.zeros(PADDING, np.uint8)
    count = bind(count_lines, text, 3, np.zeros(2, np.int64))
    assert count() == (0, 0)
    text[:3] = ord("\n")
    assert [count(), count()] == [(3, 0), (3, 0)]
    del text  # it is kept alive
    assert count() == (3, 0)


def test_the_signature_tells_types_apart() -> None:
    """A kernel is compiled for the types of its arguments, and called with no others."""
    numbers = [1, True, np.uint64(1), np.uint8(1)]
    arrays = [np.ones(shape, dtype) for shape in (1, (1, 1)) for dtype in (np.uint8, np.uint64)]
    signatures = []
    for value in (*numbers, *arrays, np.ones(4, np.uint8)[::2], (arrays[0],)):
        fields: list[int] = []
        signature: list[object] = []
        flatten(value, fields, signature)
        signatures.append(repr(signature))
    assert len({*signatures}) == len(signatures)


def test_a_number_of_numpy_is_as_one_of_python() -> None:
    for value in (1, True):
        told: list[list[object]] = [[], []]
        for each, signature in zip((value, np.asarray(value)[()]), told, strict=True):
            flatten(each, [], signature)
        assert told[0] == told[1]


def test_a_numba_that_sees_to_indices_elsewhere_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(arrayobj, "fix_integer_index")
    with no_index_from_the_end():
        assert not hasattr(arrayobj, "fix_integer_index")
