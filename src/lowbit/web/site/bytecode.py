"""Bytecode of all that a tab imports, compiled when the page is built.

Python in a tab would take seconds to compile what it imports, on each first visit. Only the very
Python that a tab has can compile for it, and Node can run that.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from lowbit.atomic import whole_file
from lowbit.errors import SourceError
from lowbit.web.site.archive import archived, contents_of
from lowbit.web.site.fetching import folder

if TYPE_CHECKING:
    from collections.abc import Mapping

NODE: Final = "node"
PREFIX: Final = "bytecode-"


def compiled(modules: Mapping[str, bytes], pyodide: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Return files with bytecode in the place of modules; None where Node is not installed.

    They are kept until others are compiled.

    Parameters
    ----------
    modules : mapping of str to bytes
        Files by their paths.
    pyodide : mapping of str to bytes
        The files of Pyodide by their names.

    Raises
    ------
    SourceError
        If Node fails.
    """
    given = archived(modules)
    kept = folder() / f"{PREFIX}{_digest(given, pyodide)}"
    if not kept.exists():
        node = shutil.which(NODE)
        if node is None:
            return None
        made = _compiled(node, given, pyodide)
        _keep(kept, made)
    return contents_of(kept.read_bytes())


def _digest(given: bytes, pyodide: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256(given)
    for name in sorted(pyodide):
        digest.update(pyodide[name])
    return digest.hexdigest()[:32]


def _compiled(node: str, given: bytes, pyodide: Mapping[str, bytes]) -> bytes:
    with TemporaryDirectory(prefix="lowbit-") as name, as_file(files(__package__)) as here:
        place = Path(name)
        for path, content in {**pyodide, "given": given}.items():
            (place / path).write_bytes(content)
        paths = (
            here / "compile.mjs",
            place,
            here / "compiling.py",
            place / "given",
            place / "made",
        )
        command = [node, *map(str, paths)]
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - ours
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise SourceError(f"it cannot compile modules: {' '.join(said)}", node)
        return archived(contents_of((place / "made").read_bytes()))


def _keep(kept: Path, made: bytes) -> None:
    """Keep bytecode in the place of what was kept before."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    for old in kept.parent.glob(f"{PREFIX}*"):
        old.unlink(missing_ok=True)
    with whole_file(kept) as beside:
        Path(beside).write_bytes(made)
