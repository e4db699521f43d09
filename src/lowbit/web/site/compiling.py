"""Bytecode of an archive's modules, by the Python that runs this: the one that a tab will have.

`bytecode` has it run in Node; nothing of lowbit is imported here.
"""

import io
import marshal
import tarfile
from importlib.util import MAGIC_NUMBER, source_hash

UNCHECKED = (1).to_bytes(4, "little")
"""The flags of bytecode that is never compared with its source, which is not there."""

WITHOUT_DOCSTRINGS = 2
SOURCE, BYTECODE = ".py", ".pyc"


def compile_archive(given: str, made: str) -> None:
    """Write an archive with bytecode in the place of modules, and all else as it is.

    Parameters
    ----------
    given, made : str
        The paths of the archives.
    """
    with tarfile.open(given) as old, tarfile.open(made, "w", format=tarfile.USTAR_FORMAT) as new:
        for entry in old:
            file = old.extractfile(entry)
            content = file.read() if file else b""
            path = entry.name
            if path.endswith(SOURCE):
                content = bytecode_of(content, path)
                path = path.removesuffix(SOURCE) + BYTECODE
            written = tarfile.TarInfo(path)
            written.size = len(content)
            new.addfile(written, io.BytesIO(content))


def bytecode_of(source: bytes, path: str) -> bytes:
    """Return the content of a file of bytecode."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=WITHOUT_DOCSTRINGS)
    return MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
