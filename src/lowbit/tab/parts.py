"""Parts of the library that few questions need: each is fetched when it is first imported."""

from __future__ import annotations

import gzip
import importlib
import io
import sys
import tarfile
import warnings
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Final, SupportsBytes

from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path
    from types import ModuleType

PARTS: Final = {"fpdf": "printing.packed"}
"""The archive that holds a package which is imported first of all that are in it."""


class PartFinder(MetaPathFinder):
    """Finds packages in archives that it fetches.

    Parameters
    ----------
    fetch : callable
        Returns an archive by its name; raises an exception if it cannot.
    folder : Path
        The place to unpack to, from which modules are imported.
    """

    def __init__(self, fetch: Callable[[str], SupportsBytes], folder: Path) -> None:
        self._fetch, self._folder = fetch, folder
        self._missing = dict(PARTS)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return where a module is, once the archive that holds it is unpacked."""
        if fullname not in self._missing:
            return None
        self._unpack(self._missing[fullname])
        del self._missing[fullname]
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)

    def _unpack(self, name: str) -> None:
        try:
            content = gzip.decompress(bytes(self._fetch(name)))
            with tarfile.open(fileobj=io.BytesIO(content)) as archive:
                archive.extractall(self._folder, filter="data")
        except Exception as error:
            reason = f"{name} is needed for this, and cannot be fetched: is there a network?"
            raise InputError(reason) from error


def fetch_when_imported(fetch: Callable[[str], SupportsBytes], folder: Path) -> None:
    """Have parts fetched from now on, see `PartFinder`."""
    warnings.filterwarnings("ignore", "Pillow could not be imported")  # no picture here needs it
    sys.meta_path.append(PartFinder(fetch, folder))
