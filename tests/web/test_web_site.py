"""The page as a folder of static files: whole, known by hashes, of nothing but what was tried."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import tarfile
from runpy import run_path
from typing import TYPE_CHECKING

import pytest

from lowbit.cli.main import main
from lowbit.errors import MissingPackageError, SourceError
from lowbit.kernels.core import cache, shipped
from lowbit.kernels.core.targets import BROWSER, target_of
from lowbit.web.site import build, fetching
from lowbit.web.site.archive import archived, contents_of, unzipped, zipped
from lowbit.web.site.build import site_files, write_site
from lowbit.web.site.bytecode import compiled
from lowbit.web.site.compiling import compile_archive
from lowbit.web.site.fetching import Indexes, fetched
from lowbit.web.site.kernels import LIBRARY, found_kernels, library_of, search_of
from lowbit.web.site.packages import PRINTING, PYODIDE, QUESTIONS, PinnedPackage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

OFFLINE = Indexes("http://npm.invalid", "http://pypi.invalid", is_offline=True)
WASM = b"\0asm"


def a_tarball() -> bytes:
    """Return a package of npm with the names of Pyodide's files."""
    names = (*build.OF_PYODIDE, build.STANDARD, build.WASM, build.LOCK)
    special = {
        build.LOCK: b'{"packages": {"a": {}}}',
        build.STANDARD: zipped({"os.py": b"", "os.txt": b""}),
    }
    return archived({f"package/{name}": special.get(name, WASM) for name in names})


def a_wheel(name: str) -> bytes:
    return zipped({f"{name}/__init__.py": name.encode(), f"{name}/__init__.pyi": b""})


def as_compiled(modules: Mapping[str, bytes], _pyodide: object) -> dict[str, bytes]:
    """Name modules as if they were compiled."""
    return {re.sub(r"\.py$", ".pyc", path): content for path, content in modules.items()}


def names_in(archive: bytes) -> set[str]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        return set(opened.getnames())


@pytest.fixture(autouse=True)
def a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have one kernel, which is not compiled."""
    monkeypatch.setattr(build, "found_kernels", lambda *_: {"a-0123": b"its code"})


@pytest.fixture
def contents(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return the files of a site whose packages are not the real ones, but as they are laid out."""

    def have(package: PinnedPackage, *_: object) -> bytes:
        return a_tarball() if package is PYODIDE else a_wheel(package.name.replace("-", "_"))

    monkeypatch.setattr(build, "fetched", have)
    monkeypatch.setattr(build, "compiled", as_compiled)
    return site_files(OFFLINE, print)


def test_the_page_says_that_the_tab_answers_and_allows_nothing_else(
    contents: dict[str, bytes],
) -> None:
    page = contents["index.html"].decode()
    assert page.count('data-transport="tab"') == 1
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert page.index("http-equiv") < page.index("<style>")
    assert "'wasm-unsafe-eval'" in policy[1]
    assert "frame-ancestors" not in policy[1]
    assert not re.search(r"\bhttps?:|\*", policy[1])
    script = re.search(r'<script type="module">(.*)</script>', page, re.DOTALL)
    assert script
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"'sha256-{digest}'" in policy[1]


def test_the_quick_worker_is_one_script(contents: dict[str, bytes]) -> None:
    script = contents[build.QUICK].decode()
    assert {path for path in contents if path.startswith("quick/")} == {build.QUICK}
    assert 'modules["quick/answers.js"]' in script
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)


def test_no_address_of_the_page_begins_at_the_root(contents: dict[str, bytes]) -> None:
    page = contents["index.html"].decode().partition("<style>")[0]
    assert re.findall(r'(?:href|src)="([^"#]+)"', page) == ["icon.svg", "app.webmanifest"]
    manifest = json.loads(contents["app.webmanifest"])
    assert [manifest["start_url"], manifest["icons"][0]["src"]] == [".", "icon.svg"]


def test_the_service_worker_knows_every_file_by_its_hash(contents: dict[str, bytes]) -> None:
    found = re.search(r"const FILES = (\{.*?\});", contents["sw.js"].decode(), re.DOTALL)
    assert found
    known = json.loads(found[1])
    known["index.html"] = known.pop("")
    assert known.keys() | {"sw.js", build.SIGNED} == contents.keys()
    for path, integrity in known.items():
        digest = base64.b64encode(hashlib.sha256(contents[path]).digest()).decode()
        assert integrity == f"sha256-{digest}"


def test_the_archives_hold_what_a_tab_imports(contents: dict[str, bytes]) -> None:
    names = names_in(contents["pyodide/library.packed"])
    assert {"lowbit/__init__.pyc", "lowbit/tab/answers.pyc", "pydantic/__init__.pyc"} <= names
    assert not [name for name in names if re.search(r"pycache|/cli/|/http/|/static/|\.pyi$", name)]
    assert {LIBRARY, "lowbit/kernels/core/source.digest"} <= names
    assert "fpdf2/__init__.pyc" in names_in(contents["pyodide/printing.packed"])
    assert gzip.decompress(contents["pyodide/pyodide.asm.wasm.packed"]) == WASM
    assert unzipped(contents["pyodide/python_stdlib.zip"]).keys() == {"os.pyc", "os.txt"}
    assert json.loads(contents["pyodide/pyodide-lock.json"])["packages"] == {}


def test_a_library_of_kernels_is_known_by_bytecode_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path, content in library_of({"a-0123": b"its code"}).items():
        place = tmp_path / path.removeprefix("lowbit/kernels/")
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(content)
    target = target_of(*BROWSER)
    digest = cache.digest_of_package("classic")
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "shipped")
    monkeypatch.setattr(shipped, "SOURCE", tmp_path / "core/source.digest")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "core/cache.pyc"))
    cache.digest_of_package.cache_clear()
    try:
        assert cache.digest_of_package("classic") == digest
        library = shipped.read(target)
    finally:
        cache.digest_of_package.cache_clear()
    assert library is not None
    assert library.find("a-0123") == b"its code"


def test_without_a_compiler_the_page_has_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> dict[str, bytes]:
        raise MissingPackageError("to compile it needs Numba", "compile")

    monkeypatch.setattr("lowbit.web.site.kernels.kernels_for_browsers", missing)
    told: list[str] = []
    assert found_kernels(told.append) == {}
    assert "to compile it needs Numba: pip install 'lowbit[compile]'" in told[0]
    assert search_of({}) == {}


def test_the_same_files_are_the_same_bytes(contents: dict[str, bytes]) -> None:
    assert site_files(OFFLINE, print) == contents


def test_a_folder_is_replaced_if_it_holds_nothing_else(
    contents: dict[str, bytes], tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "page"
    for given in (contents, {**contents, "icon.svg": b"<svg/>"}):
        write_site(folder, given)
        written = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        assert written == given
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(SourceError, match=r"page: it holds other files"):
        write_site(folder, contents)
    assert (folder / "notes.txt").read_text() == "mine"
    assert [path.name for path in folder.parent.iterdir()] == ["page"]


def test_a_folder_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    with pytest.raises(TypeError):
        write_site(folder, {"a": b"", "b": "no bytes"})  # type: ignore[dict-item]
    assert list(tmp_path.iterdir()) == []


PACKAGE = PinnedPackage("some", "1", "some-1.whl", hashlib.sha256(b"content").hexdigest())
INDEX = Indexes("", "http://pypi.example/simple")
PAGE = "http://pypi.example/simple/some/"
LINKS = b'<a class="w" href="../../files/some-1.whl#sha256=0">some-1.whl</a>'


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Let an index have a package of some bytes, and keep packages in a folder of the test."""
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path / "cache"))

    def have(content: bytes) -> None:
        lies = {PAGE: LINKS, "http://pypi.example/files/some-1.whl": content}
        read = {address.partition("#")[0]: lies[address] for address in lies}
        monkeypatch.setattr(fetching, "_read", lambda address: read[address.partition("#")[0]])

    return have


def test_a_package_is_fetched_once(index: Callable[[bytes], None]) -> None:
    told: list[str] = []
    index(b"content")
    assert fetched(PACKAGE, INDEX, told.append) == b"content"
    assert fetched(PACKAGE, INDEX._replace(is_offline=True), told.append) == b"content"
    assert told == ["fetching some-1.whl"]


def test_a_package_of_other_bytes_is_refused(index: Callable[[bytes], None]) -> None:
    index(b"other")
    with pytest.raises(SourceError, match=r"some-1\.whl: .*is not the file that was tried"):
        fetched(PACKAGE, INDEX, print)
    with pytest.raises(SourceError, match=r"does not list it; .*put it into "):
        fetched(PACKAGE._replace(file="some-2.whl"), INDEX, print)


def test_what_is_missing_is_named_with_its_place_where_nothing_may_be_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path / "cache"))
    assert main(["page", "build", "--offline", str(tmp_path / "page")]) == 1
    said = capsys.readouterr().err
    assert f"{PYODIDE.file}: it is not in {tmp_path / 'cache' / 'packages'}" in said
    assert "https://registry.npmjs.org/pyodide" in said
    assert not (tmp_path / "page").exists()


def test_a_folder_of_other_files_is_refused_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "mine.txt").touch()
    assert main(["page", "build", "--offline", str(tmp_path)]) == 1
    assert f"{tmp_path}: it holds other files" in capsys.readouterr().err


def test_indexes_are_those_of_npm_and_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_registry", "http://npm.example/")
    monkeypatch.setenv("PIP_INDEX_URL", "http://pypi.example/simple")
    found = Indexes.of(None, None, is_offline=False)
    assert found.address_of(PYODIDE) == f"http://npm.example/pyodide/-/{PYODIDE.file}"
    assert found.pypi == "http://pypi.example/simple"
    assert Indexes.of("a", "b", is_offline=False)[:2] == ("a", "b")


def test_modules_are_compiled_and_all_else_stays(tmp_path: Path) -> None:
    given, made = tmp_path / "given", tmp_path / "made"
    files = {"a/one.py": b'"""Said."""\nN = 1\n', "a/two.txt": b"2"}
    given.write_bytes(archived(files))
    compile_archive(str(given), str(made))
    found = contents_of(made.read_bytes())
    assert found.keys() == {"a/one.pyc", "a/two.txt"}
    (tmp_path / "one.pyc").write_bytes(found["a/one.pyc"])
    names = run_path(str(tmp_path / "one.pyc"))
    assert (names["N"], names["__doc__"]) == (1, None)


def test_without_node_modules_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compiled({"a.py": b""}, {}) is None
    (tmp_path / "node").write_text("#!/bin/sh\necho no such thing >&2\nexit 1\n")
    (tmp_path / "node").chmod(0o700)
    with pytest.raises(SourceError, match=r"node: it cannot compile modules: no such thing"):
        compiled({"a.py": b""}, {})


def test_every_package_is_pinned_by_its_version() -> None:
    for package in (PYODIDE, *QUESTIONS, *PRINTING):
        assert f"-{package.version}" in package.file
        assert re.fullmatch("[0-9a-f]{64}", package.sha256)
