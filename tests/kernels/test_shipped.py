"""Machine code that travels with the package: libraries, targets, and what is not loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from llvmlite import binding

from command_line import PATIENCE
from lowbit.errors import InputError
from lowbit.kernels import emit
from lowbit.kernels.calls import calls
from lowbit.kernels.core import cache, shipped, targets
from lowbit.kernels.core.machine_code import MachineCode, ObjectCode
from lowbit.kernels.core.targets import LEVELS, every_target, target_named
from lowbit.kernels.side_modules import linker
from object_files import faults_of, imports_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.compile import Call

BEST = targets.runnable()[0]
KERNELS = {"one-0123": b"the code of one", "two-4567": b"the code of the other" * 100}

ELF = b"\x7fELF\x02\x01\x01"
MACH_O = b"\xcf\xfa\xed\xfe"
WASM = b"\0asm"
MAGIC = {"darwin": MACH_O, "emscripten": WASM}
MACHINE_OF_ELF = {"x86_64": 62, "aarch64": 183}
ALL = [target.name for target in every_target()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of the libraries, empty."""
    folder = tmp_path / "shipped"
    folder.mkdir()
    monkeypatch.setattr(shipped, "FOLDER", folder)
    for name in ("LOWBIT_TARGET", "NUMBA_CPU_NAME", *cache.CODE_SETTINGS):
        monkeypatch.delenv(name, raising=False)
    shipped.library.cache_clear()
    yield folder
    shipped.library.cache_clear()


def small() -> Call:
    """Return the call of a small kernel."""
    return next(call for call in calls("rating") if call.key.startswith("list_next-"))


def test_a_library_has_what_was_written(folder: Path) -> None:
    assert shipped.library() is None
    shipped.library.cache_clear()
    file = shipped.write(BEST, KERNELS, folder)
    assert file.name == f"{BEST.name}.kernels"
    library = shipped.library()
    assert library is not None
    assert (library.target, shipped.running()) == (BEST, BEST)
    assert {key: library.find(key) for key in KERNELS} == KERNELS
    assert library.find("three-89ab") is None
    assert [shipped.has(name) for name in ("one", "two", "on", "three")] == [1, 1, 0, 0]


def test_a_library_is_the_same_in_whatever_order_it_was_made(folder: Path) -> None:
    first = shipped.write(BEST, KERNELS, folder).read_bytes()
    other = dict(reversed(KERNELS.items()))
    assert shipped.write(BEST, other, folder).read_bytes() == first


def test_of_a_library_that_is_altered_or_cut_off_nothing_altered_is_found(folder: Path) -> None:
    file = shipped.write(BEST, KERNELS, folder)
    whole = file.read_bytes()
    for at in range(len(whole)):
        for altered in (whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at]):
            file.write_bytes(altered)
            shipped.library.cache_clear()
            library = shipped.library()
            found = [library and library.find(key) for key in KERNELS]
            assert None in found
            assert set(found) <= {*KERNELS.values(), None}


def test_a_library_of_another_version_is_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(cache, "digest_of_package", lambda _name: "another")
        shipped.write(BEST, KERNELS, folder)
    assert shipped.library() is None


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the source beside the libraries, in a folder of its own."""
    source = tmp_path / "core" / "shipped.py"
    source.parent.mkdir()
    source.touch()
    monkeypatch.setattr(shipped, "SOURCE", source)
    return source


MODES = {
    "umask 022": (0o755, 0o644),
    "umask 002": (0o775, 0o664),
    "umask 000": (0o777, 0o666),
    "umask 077": (0o700, 0o600),
    "read only": (0o555, 0o444),
}
"""The modes of folders and files as installed."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other means")
@pytest.mark.parametrize("modes", MODES.values(), ids=MODES)
def test_a_library_that_only_writers_of_the_source_can_write_is_loaded(
    modes: tuple[int, int], folder: Path, source: Path
) -> None:
    file = shipped.write(BEST, KERNELS, folder)
    for path, mode in zip((source.parent, source, folder, file), modes * 2, strict=True):
        path.chmod(mode)
    try:
        assert shipped.library() is not None
    finally:
        folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other means")
@pytest.mark.parametrize("which", ["file", "folder"])
@pytest.mark.parametrize("others", [0o020, 0o002], ids=["group", "all"])
def test_a_library_that_others_may_have_written_is_none(
    which: str, others: int, folder: Path, source: Path
) -> None:
    file = shipped.write(BEST, KERNELS, folder)
    modes = zip((source.parent, source, folder, file), MODES["umask 022"] * 2, strict=True)
    for path, mode in modes:
        path.chmod(mode)
    open_path = file if which == "file" else folder
    open_path.chmod(open_path.stat().st_mode | others)
    assert shipped.library() is None
    who = "all" if others == 0o002 else f"group {open_path.stat().st_gid}"
    assert shipped.why_unsafe(file) == f"{open_path} can be written by {who}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other means")
def test_a_library_of_another_user_is_loaded_where_the_source_is_his(
    folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = shipped.write(BEST, KERNELS, folder)
    stat = Path.stat
    owned: list[Path] = []

    def as_another(self: Path) -> os.stat_result:
        state = stat(self)
        user = os.getuid() + 1 if self in owned else os.getuid()
        return os.stat_result((*state[:4], user, *state[5:]))

    monkeypatch.setattr(Path, "stat", as_another)
    assert not shipped.why_unsafe(file)
    owned += file.parent, file
    assert shipped.why_unsafe(file).endswith(f"by user {os.getuid() + 1}")
    owned += source.parent, source
    assert not shipped.why_unsafe(file)


@pytest.mark.parametrize("name", ["NUMBA_CPU_NAME", "NUMBA_OPT", "NUMBA_BOUNDSCHECK"])
def test_none_is_used_where_code_for_the_very_cpu_is_wanted(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped.write(BEST, KERNELS, folder)
    monkeypatch.setenv(name, "0")
    assert shipped.library() is None
    shipped.library.cache_clear()
    monkeypatch.delenv(name)
    monkeypatch.setenv("LOWBIT_TARGET", "native")
    assert shipped.library() is None
    assert shipped.running() == targets.native()


def test_a_level_can_be_chosen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for target in targets.runnable():
        shipped.write(target, KERNELS, folder)
    for target in targets.runnable():
        monkeypatch.setenv("LOWBIT_TARGET", target.level)
        shipped.library.cache_clear()
        library = shipped.library()
        assert library is not None
        assert (library.target, shipped.running()) == (target, target)


def test_a_level_that_the_machine_does_not_run_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "aarch64" if BEST.level.startswith("x86") else "x86-64-v3"
    for level in (other, "x86-64-v9"):
        monkeypatch.setenv("LOWBIT_TARGET", level)
        with pytest.raises(InputError, match=f"LOWBIT_TARGET names '{level}'; this machine runs"):
            shipped.library()


def test_the_best_level_of_a_cpu_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "get_process_triple", lambda: "x86_64-pc-windows-msvc")
    monkeypatch.setattr("platform.machine", lambda: "ARM64")  # which runs such processes, too
    try:
        for level, (_, features) in LEVELS.items():
            if level.startswith("x86"):
                present = dict.fromkeys((each[1:] for each in features.split(",")), True)
                monkeypatch.setattr(binding, "get_host_cpu_features", present.copy)
                targets.runnable.cache_clear()
                assert targets.runnable()[0].level == level
    finally:
        targets.runnable.cache_clear()


@pytest.mark.parametrize("name", ALL)
def test_a_kernel_is_emitted_for_each_target(name: str) -> None:
    target = target_named(name)
    assert target.name == name
    if sys.platform == "win32" and target.system == "darwin":
        pytest.skip("llvmlite on Windows emits no other format than ELF")
    ((code,),) = [emitted.objects for emitted in small().emit([target])]
    assert code.startswith(MAGIC.get(target.system, ELF))
    if target.system not in MAGIC:
        machine = target.triple.partition("-")[0]
        assert int.from_bytes(code[18:20], "little") == MACHINE_OF_ELF[machine]
    assert not faults_of(code, target)


CALLER = """
@number = external global i64
declare void @puts(ptr)
define i32 @entry(ptr %words) {
    call void @puts(ptr %words)
    %found = load i64, ptr @number
    store i64 %found, ptr %words
    ret i32 0
}
"""


@pytest.mark.parametrize("name", ALL)
def test_code_that_asks_for_more_than_there_is_has_faults(name: str) -> None:
    target = target_named(name)
    if sys.platform == "win32" and target.system == "darwin":
        pytest.skip("llvmlite on Windows emits no other format than ELF")
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(target.triple).create_target_machine(
        codemodel="small", reloc="pic"
    )
    faults = faults_of(machine.emit_object(binding.parse_assembly(CALLER)), target)
    assert faults >= {"symbol puts", "symbol number"}
    is_any = any(each.startswith("relocation") for each in faults)
    assert is_any == (name not in {"aarch64-darwin", "wasm32-emscripten"})


@pytest.mark.parametrize("name", ALL)
def test_every_kernel_of_a_library_beside_the_package_links_on_its_system(name: str) -> None:
    library = shipped.read(target_named(name))
    if library is None:
        pytest.skip("there is none: emit writes it")
    for key in library.places:
        (code,) = ObjectCode.from_bytes(library.find(key) or b"").objects
        assert (key, faults_of(code, library.target)) == (key, set())


def test_a_level_may_be_tuned_for_a_cpu_and_run_on_others() -> None:
    target = target_named("x86-64-v3-linux")
    (call,) = [each for each in calls("classic") if each.key.startswith("count_lines-")]
    tuned, average = call.emit([target, target._replace(tuned_for="")])
    assert target.tuned_for
    assert tuned != average


def test_code_that_is_kept_is_the_code_that_was_emitted() -> None:
    (emitted,) = small().emit([BEST])
    assert ObjectCode.from_bytes(emitted.to_bytes()) == emitted
    MachineCode(emitted)


EMIT = """
import sys
from lowbit.kernels.core.targets import target_named
from lowbit.kernels.calls import calls

def emitted(name):
    (call,) = [call for call in calls() if call.key.startswith(name)]
    return call.emit([target_named("x86-64-v3-linux")])[0].to_bytes()

if sys.argv[1] == "late":
    emitted("tabulate-")
sys.stdout.buffer.write(emitted("list_next-"))
"""


def test_the_same_source_is_the_same_code_whatever_was_compiled_before() -> None:
    early, late = (
        subprocess.run(
            [sys.executable, "-c", EMIT, when],
            stdout=subprocess.PIPE,
            check=True,
            timeout=PATIENCE,
        ).stdout
        for when in ("early", "late")
    )
    assert len(early) > 1000
    assert early == late


WITHOUT_NUMBA = """
import os, sys
from pathlib import Path
sys.modules["numba"] = None  # whose import fails then
from lowbit.kernels.core import shipped
shipped.FOLDER = Path(os.environ["SHIPPED"])
"""
"""The beginning of a program that has a folder of libraries, and no Numba."""

LOAD = """
from lowbit.kernels.calls import calls
(call,) = [call for call in calls("rating") if call.key.startswith("list_next-")]
print(call.load().is_new, call.is_at_hand)
"""

COMMAND = "from lowbit.__main__ import process; sys.exit(process())"


def without_numba(folder: Path, program: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a program that has the libraries in a folder, and neither Numba nor kept kernels."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA + program, *args],
        env=os.environ | {"SHIPPED": str(folder), "LOWBIT_CACHE": str(folder / "none")},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_shipped_code_runs_without_numba(folder: Path) -> None:
    (emitted,) = small().emit([BEST])
    shipped.write(BEST, {small().key: emitted.to_bytes()}, folder)
    done = without_numba(folder, LOAD)
    assert (done.stdout, done.stderr) == ("False True\n", "")


def test_what_has_to_be_compiled_without_numba_names_the_extra(folder: Path) -> None:
    done = without_numba(folder, LOAD)
    said = done.stderr.splitlines()[-1]
    cpu = targets.native().cpu
    assert said.startswith("lowbit.errors.MissingPackageError: there is no compiled engine for ")
    assert said.endswith(f" ({cpu}), and to compile it needs Numba: pip install 'lowbit[compile]'")


def test_the_command_answers_without_numba_what_needs_no_kernel(folder: Path) -> None:
    puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    for command in ("solve", "rate"):
        done = without_numba(folder, COMMAND, command, "-q", puzzle)
        assert (done.returncode, done.stderr) == (0, "")
    done = without_numba(folder, COMMAND, "generate", "2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("lowbit: error: there is no compiled engine for ")
    assert done.stderr.count("\n") == 1


def test_a_kernel_for_browsers_asks_for_memory_and_gives_its_entry() -> None:
    target = target_named("wasm32-emscripten")
    try:
        linker()
    except InputError as error:
        pytest.skip(str(error))
    (code,) = small().emit([target])
    (module,) = ObjectCode.from_bytes(emit.linked(code.to_bytes(), target)).objects
    assert imports_of(module) == {"memory", "__memory_base", "__table_base"}
    assert b"\x05entry" in module


def test_results_of_64_bits_are_so_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emit, "side_module", lambda code, _entry: code)
    code = ObjectCode([b"code"], "l?Lb", is_tuple=True)
    found = ObjectCode.from_bytes(
        emit.linked(code.to_bytes(), targets.target_of("wasm32", "emscripten"))
    )
    assert found == code._replace(results="q?Qb")
    native = targets.target_of("aarch64", "linux")
    assert emit.linked(code.to_bytes(), native) == code.to_bytes()
