"""Compilation with Numba: the only module that imports it.

Kernels allocate nothing, so they are compiled without Numba's run time; and nobody but
`lowbit.kernels.core.machine_code` calls them, so without its wrappers for Python and C. ::

    @part, @routine ── Numba ──> LLVM's instructions ──┐
    @kernel ────────── Numba ──> LLVM's instructions ──┼──> one module ──> optimized ──> object file
    entry ─────────────────────> LLVM's instructions ──┘
"""

from __future__ import annotations

import contextlib
import gc
import re
import signal
import threading
from typing import TYPE_CHECKING, Any, cast

import numba.extending
import numpy as np
from llvmlite import binding, ir
from numba import config, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import arrayobj

from lowbit.kernels.core.machine_code import ENTRY, ObjectCode, n_words
from lowbit.kernels.core.numba_savings import savings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from lowbit.kernels.core.lowering import Builder, Kind, Target, Value
    from lowbit.kernels.core.targets import CodeTarget

WORD, STATUS = ir.IntType(64), ir.IntType(32)

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    "_nrt": False,
}

HOST_LINES = re.compile(r"^(?:target .*|@.* = common .*global ptr null.*)\n", re.MULTILINE)
"""The lines that name this machine, and the environments of Numba, which nothing reads."""

DEFINITION = re.compile(r"^(define .*) \{$", re.MULTILINE)
"""The line with which a function begins."""

RELOCATIONS = {"x86_": "static", "wasm": "pic"}
"""The model of addresses, by the beginning of a triple: a browser puts data where it likes."""

WIDE_MASK = re.compile(r"^  (\S+) = bitcast <32 x i1> (\S+) to i32$", re.MULTILINE)
"""The bits of 32 lanes as a number, which fails an assertion of LLVM 22 for browsers."""

N_OBJECTS = 50_000
"""New objects that make it worth looking for garbage while a kernel is compiled."""

ALONE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def emit_kernel(
    function: Callable[..., object], args: tuple[object, ...], targets: Sequence[CodeTarget]
) -> list[ObjectCode]:
    """Compile a function for arguments like these, for targets whose CPUs are of one level."""
    with contextlib.ExitStack() as settings:
        for each in SETTINGS:
            settings.enter_context(each())
        signature = tuple(map(numba.typeof, args))
        try:
            with savings():
                compiled = lowered(function, signature)
        except Exception:  # noqa: BLE001 - of a version that needs what is left out, or of the kernel
            compiled = lowered(function, signature)
        returned = compiled.signature.return_type
        results = _format_of(returned)
        module = str(_linked(compiled.library, _entry_to(compiled, n_words(results))))
        objects = [_object_file(module, target) for target in targets]
    is_tuple = isinstance(returned, types.BaseTuple)
    return [ObjectCode([code], results, is_tuple) for code in objects]


def lowered(function: Callable[..., object], signature: tuple[Any, ...]) -> Any:
    """Return what Numba made of a function for arguments of these types."""
    dispatcher = njit(**OPTIONS, **ALONE)(function)
    dispatcher.compile(signature)
    return dispatcher.overloads[signature]


def new_part(function: Callable[..., object]) -> Any:
    """Return a function that is compiled into its callers."""
    return njit(**OPTIONS, **ALONE, forceinline=True)(function)


def new_unaliased(function: Callable[..., object]) -> Any:
    """Return a routine no two arguments of which reach the same memory where one is written to."""
    return new_routine(function, pipeline_class=UnaliasedCompiler)


class UnaliasedCompiler(Compiler):
    """Tells LLVM that addresses among the arguments of a function lead apart."""

    def define_pipelines(self) -> Any:  # noqa: D102 - as the one of Numba
        self.state.flags.noalias = True
        return super().define_pipelines()


def new_routine(function: Callable[..., object], **options: Any) -> Any:
    """Return a function that its callers call.

    Numba would compile it anew for each number that a caller writes out as an argument.
    """
    dispatcher = njit(**OPTIONS, **ALONE, **options)(function)
    template_for = dispatcher.get_call_template

    def template_for_any(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template_for(tuple(map(types.unliteral, args)), kws)

    dispatcher.get_call_template = template_for_any
    return dispatcher


def new_intrinsic(function: Callable[..., object]) -> Any:
    """Return an intrinsic."""
    made = numba.extending.intrinsic(function)
    cpu_target.typing_context.refresh()  # which looks for new ones at the start of a compilation
    return made


def type_of(made: object) -> Any:
    """Return the type of a part or an intrinsic; Numba does not keep the value alive."""
    return cpu_target.typing_context.resolve_value_type(made)


def _format_of(returned: Kind) -> str:
    """Return the format of a kernel's results for `struct`, or raise TypeError."""
    if isinstance(returned, types.NoneType):
        return ""
    if isinstance(returned, types.BaseTuple):
        return "".join(_format_of(field) for field in cast("Any", returned))
    if isinstance(returned, types.Boolean):
        return "?"
    if isinstance(returned, types.Integer):
        return np.dtype(str(returned)).char
    raise TypeError(f"a kernel returns None, an integer, a truth value or a tuple, not {returned}")


def _entry_to(compiled: Any, first_field: int) -> Any:
    """Return a module with a function that calls a compiled one with the words of a row."""
    convention, description = compiled.target_context.call_conv, compiled.fndesc
    kind = convention.get_function_type(description.restype, description.argtypes)
    module = ir.Module()
    called = ir.Function(module, kind, description.llvm_func_name)
    entry = ir.Function(module, ir.FunctionType(STATUS, [WORD.as_pointer()]), ENTRY)
    builder = ir.IRBuilder(entry.append_basic_block())
    (words,) = entry.args
    results, exception, *fields = kind.args
    args = [builder.bitcast(words, results), builder.alloca(exception.pointee)]
    for number, field in enumerate(fields, first_field):
        place = builder.gep(words, [ir.Constant(WORD, number)], source_etype=WORD)
        args.append(_as_field(builder, builder.load(place, typ=WORD), field))
    builder.ret(builder.call(called, args))
    return binding.parse_assembly(str(module))


def _as_field(builder: Builder, word: Value, field: ir.Type) -> Value:
    if isinstance(field, ir.PointerType):
        return builder.inttoptr(word, field)
    return word if field.width == WORD.width else builder.trunc(word, field)


class LateLibrary(JITCodeLibrary):
    """A function that LLVM optimizes as a part of the kernels that call it, and nowhere else.

    Numba would optimize each function with all that it calls, and emit code of that, only to do the
    same for its callers.
    """

    def add_linking_library(self, library: LateLibrary) -> None:
        """Note a library of what the function calls, without having it optimized."""
        self._linking_libraries.append(library)

    def get_pointer_to_function(self, name: str) -> Any:
        """Return 0 for the wrapper, for there is none; Numba's own code is emitted."""
        return super().get_pointer_to_function(name) if self._finalized else 0

    def _optimize_functions(self, module: Any) -> None:
        """Leave functions as Numba made them: they would be laid out for addresses of 64 bits."""

    def linked(self) -> Iterator[Any]:
        """Yield this library's module and those of all that it calls, each once."""
        found: list[Any] = [self]
        for library in found:
            if library._finalized:  # Numba's own, with all that it calls
                yield library._get_module_for_linking()
            else:
                yield library._final_module
                called = dict.fromkeys(library._linking_libraries)
                found += [each for each in called if each not in found]


def _linked(library: LateLibrary, entry: binding.ModuleRef) -> binding.ModuleRef:
    """Return one module of a kernel, its entry and all that it calls."""
    whole = LateLibrary(library.codegen, ENTRY)
    module = whole._final_module
    for each in library.linked():
        module.link_in(each, preserve=True)
    module.link_in(entry)
    own = (each for each in module.functions if not each.is_declaration and each.name != ENTRY)
    for number, function in enumerate(own):
        function.linkage = "internal"  # so that LLVM knows all of its callers
        function.name = f"f{number}"  # Numba's names count what was compiled before
    return module


def _object_file(assembly: str, target: CodeTarget) -> bytes:
    """Return the machine code of a module for a machine that need not be this one."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu,
        features=target.features,
        opt=3,
        reloc=RELOCATIONS.get(target.triple[:4], "default"),
        jit=True,  # its parts may lie anywhere in memory
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{target.triple}"\n'
    if target.tuned_for:
        assembly = DEFINITION.sub(rf'\1 "tune-cpu"="{target.tuned_for}" {{', assembly)
    module = binding.parse_assembly(head + HOST_LINES.sub("", assembly))
    _optimize(module, machine)
    if target.triple.startswith("wasm"):
        module = binding.parse_assembly(WIDE_MASK.sub(_mask_in_halves, str(module)))
    code: bytes = machine.emit_object(module)
    return code


def _mask_in_halves(found: re.Match[str]) -> str:
    """Return instructions that turn 32 lanes into a number, half of them at a time."""
    kind = "<32 x i1>"
    name, mask = found.groups()
    lines, halves = [], []
    for first in (0, 16):
        half = f"%mask.{found.start()}.{first}"
        lanes = ", ".join(f"i32 {lane}" for lane in range(first, first + 16))
        lines += [
            f"{half}.lanes = shufflevector {kind} {mask}, {kind} poison, <16 x i32> <{lanes}>",
            f"{half}.bits = bitcast <16 x i1> {half}.lanes to i16",
            f"{half} = zext i16 {half}.bits to i32",
        ]
        halves.append(half)
    low, high = halves
    lines += [f"{high}.up = shl i32 {high}, 16", f"{name} = or i32 {low}, {high}.up"]
    return "\n".join(f"  {line}" for line in lines)


def _optimize(module: binding.ModuleRef, machine: binding.TargetMachine) -> None:
    """Optimize a module as Numba does: loops are turned before the rest, which knows them then."""
    early, late = (
        binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(level))
        for level in (0, 3)
    )
    first = early.getModulePassManager()
    first.add_loop_rotate_pass()
    first.add_instruction_combine_pass()
    first.add_jump_threading_pass()
    first.run(module, early)
    late.getModulePassManager().run(module, late)


@contextlib.contextmanager
def _jit_enabled() -> Iterator[None]:
    """Let Numba compile even where the user has disabled it to debug code of their own."""
    settings: Any = config
    before, settings.DISABLE_JIT = settings.DISABLE_JIT, 0
    try:
        yield
    finally:
        settings.DISABLE_JIT = before


@contextlib.contextmanager
def no_index_from_the_end() -> Iterator[None]:
    """Let a negative index of an array not count from its end, which no kernel relies on.

    To see to that takes instructions at each index, a tenth to a third of a kernel's time. What
    others compile waits for the lock, and is compiled as ever.
    """
    module: Any = arrayobj
    with global_compiler_lock:
        before = getattr(module, "fix_integer_index", None)
        if before is None:  # a version that sees to it elsewhere: slower kernels, the same answers
            yield
            return
        module.fix_integer_index = _index_as_it_is
        try:
            yield
        finally:
            module.fix_integer_index = before


def _index_as_it_is(
    context: Target, builder: Builder, kind: Any, index: Value, _size: Value
) -> Value:
    """Return an index as a word, with the parameters of Numba's function of that name."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextlib.contextmanager
def optimized_late() -> Iterator[None]:
    """Let Numba leave LLVM's work to `_object_file`."""
    codegen: Any = cpu_target.target_context.codegen()
    codegen._library_class = LateLibrary
    codegen.set_env = lambda _name, _env: None  # of code that was not emitted
    try:
        yield
    finally:
        del codegen._library_class, codegen.set_env


@contextlib.contextmanager
def garbage_piles_up() -> Iterator[None]:
    """Look for garbage less often: most objects of a compiler live until it is done."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], N_OBJECTS) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextlib.contextmanager
def ctrl_c_is_heard() -> Iterator[None]:
    """Raise in the end the exception of Ctrl-C, if that was swallowed.

    Python runs the handler of a signal wherever it happens to be, and while Numba compiles, that
    may be a destructor or a callback of C, out of which no exception comes.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    raised: list[BaseException] = []

    def note(number: int, frame: FrameType | None) -> None:
        try:
            before(number, frame)
        except BaseException as error:
            raised.append(error)
            raise

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if raised:
        raise raised[0]


SETTINGS = _jit_enabled, no_index_from_the_end, optimized_late, garbage_piles_up, ctrl_c_is_heard
"""Settings that hold while a kernel is compiled; the second one holds Numba's lock."""
