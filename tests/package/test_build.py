"""The build: which machine code goes into a wheel, and what goes into the sdist."""

from __future__ import annotations

import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from lowbit.errors import InputError
from lowbit.kernels import emit
from lowbit.kernels.core import shipped, targets
from lowbit.kernels.core.targets import every_target

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]


def test_targets_are_named_by_level_by_system_alone_or_all() -> None:
    def named(text: str) -> list[str]:
        return [target.name for target in emit.targets_named(text)]

    every = [*every_target()]
    assert named("all") == sorted({target.name for target in every} - emit.LEFT_OUT)
    assert named("x86-64-v2") == sorted(each.name for each in every if each.level == "x86-64-v2")
    assert named("linux") == sorted(each.name for each in every if each.system == "linux")
    assert named("emscripten") == named("wasm32") == ["wasm32-emscripten"]
    assert named("x86-64-v3-win32, aarch64-linux") == ["aarch64-linux", "x86-64-v3-win32"]
    with pytest.raises(InputError, match=r"there is no target 'x86-64-v9' for kernels: all, x86-"):
        emit.targets_named("linux x86-64-v9")


@pytest.fixture
def of_two_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have two kernels compiled, each to the name of its target."""

    def compiled(
        _task: object, tasks: Iterable[tuple[list[Any], int]], *_: object
    ) -> Iterator[tuple[str, list[bytes]]]:
        for chosen, number in tasks:
            yield f"kernel{number}-0123", [target.name.encode() for target in chosen]

    monkeypatch.setattr(emit, "calls", lambda: [None, None])
    monkeypatch.setattr(emit, "as_they_come", compiled)
    monkeypatch.setattr(emit, "linked", lambda code, _target: code)


@pytest.mark.usefixtures("of_two_kernels")
def test_each_target_has_a_library_of_all_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    chosen = emit.targets_named("all")
    files = [*emit.emit(chosen, tmp_path, lambda *said: told.append(said))]
    assert {file.name for file in files} == {f"{target.name}.kernels" for target in chosen}
    alike = ("aarch64, wasm32, x86-64-v2", "x86-64-v3", "x86-64-v4")
    assert told == [(levels, number, 2) for levels in alike for number in (1, 2)]
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(shipped, "SOURCE", files[0])
    for target in chosen:
        monkeypatch.setattr(targets, "runnable", lambda target=target: [target])
        shipped.library.cache_clear()
        library = shipped.library()
        assert library is not None
        for number in range(2):
            assert library.find(f"kernel{number}-0123") == target.name.encode()
    shipped.library.cache_clear()


@pytest.fixture
def new_hook(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Return a function that makes the hook for a kind of package; hatchling is not needed."""
    interface = ModuleType("interface")

    class BuildHookInterface(dict[Any, Any]):
        pass

    interface.BuildHookInterface = BuildHookInterface  # type: ignore[attr-defined]
    parts = ["hatchling", "builders", "hooks", "plugin", "interface"]
    for end in range(1, len(parts) + 1):
        monkeypatch.setitem(sys.modules, ".".join(parts[:end]), interface)
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)

    def new(kind: str) -> Any:  # noqa: ANN401 - of a module that is loaded here
        hook = module.KernelsHook()
        hook.root, hook.target_name = str(ROOT), kind
        hook.metadata = SimpleNamespace(
            core=SimpleNamespace(
                dependencies=PROJECT["dependencies"],
                optional_dependencies=PROJECT["optional-dependencies"],
            )
        )
        return hook

    return new


def test_a_build_without_targets_takes_nothing_and_ships_nothing(
    new_hook: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LOWBIT_TARGETS", raising=False)
    hook = new_hook("wheel")
    data: dict[str, Any] = {"force_include": {}}
    assert hook.dependencies() == []
    hook.initialize("standard", data)
    hook.finalize("standard", data, "")
    assert data == {"force_include": {}}


@pytest.mark.usefixtures("of_two_kernels")
def test_a_wheel_ships_the_targets_that_are_named(
    new_hook: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LOWBIT_TARGETS", "aarch64-linux aarch64-win32")
    monkeypatch.setattr(sys, "path", [*sys.path])
    hook = new_hook("wheel")
    data: dict[str, Any] = {"force_include": {}}
    assert "numba" in " ".join(hook.dependencies())
    hook.initialize("standard", data)
    places = {f"lowbit/kernels/shipped/aarch64-{name}.kernels" for name in ("linux", "win32")}
    assert {*data["force_include"].values()} == places
    assert all(Path(file).read_bytes() for file in data["force_include"])
    assert "lowbit: aarch64: kernel 2 of 2, " in capsys.readouterr().err
    hook.finalize("standard", data, "")
    assert not any(Path(file).exists() for file in data["force_include"])


def test_a_checkout_and_an_sdist_ship_nothing(
    new_hook: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOWBIT_TARGETS", "all")
    data: dict[str, Any] = {"force_include": {}}
    new_hook("wheel").initialize("editable", data)
    assert data == {"force_include": {}}
    assert new_hook("sdist").dependencies() == []


def test_the_sdist_has_what_builds_and_tests_it() -> None:
    included = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    folders = {"/src", "/tests", "/docs", "/examples", "/benchmarks", "/packaging"}
    assert folders | {"/hatch_build.py"} <= set(included)


def test_numba_is_asked_for_by_an_extra_alone() -> None:
    assert not [wish for wish in PROJECT["dependencies"] if wish.startswith("numba")]
    extras = PROJECT["optional-dependencies"]
    assert [name for name, wishes in extras.items() if "numba" in " ".join(wishes)] == ["compile"]
    (every,) = extras["all"]
    assert every == f"lowbit[{','.join(name for name in sorted(extras) if name != 'all')}]"
