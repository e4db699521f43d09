"""Work that Numba does for each function, and that no kernel needs, left out while one is compiled.

The machine code is the same, byte for byte. Each of these knows parts of Numba that no document
promises; where a version has no such part, it does as it always did.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final

from llvmlite import ir
from numba.core import errors
from numba.core.compiler import Compiler
from numba.core.types.functions import BaseFunction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SPARED: Final = frozenset(
    {
        "AnnotateTypes",  # a report for people
        "DumpParforDiagnostics",
        "FindLiterallyCalls",
        "InlineClosureLikes",  # a kernel has no functions inside
        "InlineInlinables",
        "InlineOverloads",
        "LiteralPropagationSubPipelinePass",
        "LiteralUnroll",
        "MakeFunctionToJitFunction",
        "NoPythonSupportedFeatureValidation",
        "NopythonRewrites",  # of expressions that make arrays
        "RewriteDynamicRaises",
        "WithLifting",
    }
)
"""Passes that look for what is in no kernel; after most Numba analyses the function anew."""


@contextmanager
def savings() -> Iterator[None]:
    """Spare Numba what no kernel needs. Its lock is held meanwhile."""
    with ExitStack() as spared:
        for owner, name, new in (
            (Compiler, "define_pipelines", _with_fewer_passes),
            (BaseFunction, "get_call_type", _typed_once),
            (getattr(errors, "HighlightColorScheme", None), "_markup", _without_colours),
            (ir.Type, "get_abi_size", _sized_once),
        ):
            spared.enter_context(_replaced(owner, name, new))
        yield


@contextmanager
def _replaced(
    owner: Any, name: str, new: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> Iterator[None]:
    """Replace a function by one that is made of it, if it is there."""
    before, own = getattr(owner, name, None), getattr(owner, "__dict__", {}).get(name)
    if before is None:
        yield
        return
    setattr(owner, name, new(before))
    try:
        yield
    finally:
        if own is None:
            delattr(owner, name)
        else:
            setattr(owner, name, own)


def _with_fewer_passes(define: Callable[..., Any]) -> Callable[..., Any]:
    """Leave out `SPARED`."""

    def define_fewer(compiler: Any) -> Any:
        pipelines = define(compiler)
        for each in pipelines:
            each.passes[:] = [step for step in each.passes if step[0].__name__ not in SPARED]
            each.finalize()
        return pipelines

    return define_fewer


def _typed_once(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Keep the type of what a built-in operation returns, which many templates are tried for."""

    def resolve_once(function: Any, context: Any, args: Any, kws: Any) -> Any:
        known = function.__dict__.setdefault("_lowbit_signatures", {})
        if not kws and args in known:
            return known[args]
        signature = resolve(function, context, args, kws)
        if not kws and function._impl_keys.get(signature.args) is function.typing_key:
            known[args] = signature  # else its code depends on who calls it
        return signature

    return resolve_once


def _without_colours(_markup: Callable[..., Any]) -> Callable[..., Any]:
    """Leave messages without colours: most are of what was only tried."""
    return lambda _scheme, message, *_args, **_options: message


def _sized_once(measure: Callable[..., int]) -> Callable[..., int]:
    """Keep the sizes of types, for each of which LLVM parses a module."""
    sizes: dict[str, int] = {}

    def measure_once(kind: ir.Type, *args: Any, **options: Any) -> int:
        name = str(kind)
        if "%" in name:  # it has a name, and may mean another type elsewhere
            return measure(kind, *args, **options)
        if name not in sizes:
            sizes[name] = measure(kind, *args, **options)
        return sizes[name]

    return measure_once
