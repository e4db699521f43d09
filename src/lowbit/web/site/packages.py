"""The packages of the static page, each with the bytes that were tried.

They are fetched when the page is built: Python for browsers from the registry of npm, and wheels
from the index of PyPI.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class PinnedPackage(NamedTuple):
    """A package at the version that was tried.

    Attributes
    ----------
    name : str
    version : str
    file : str
        The name of its file in its index.
    sha256 : str
    """

    name: str
    version: str
    file: str
    sha256: str


PYODIDE: Final = PinnedPackage(
    "pyodide",
    "314.0.7",
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)
"""CPython for browsers, from npm."""

QUESTIONS: Final = (
    PinnedPackage(
        "annotated-types",
        "0.8.0",
        "annotated_types-0.8.0-py3-none-any.whl",
        "f072f4d804ea359e4eaf198b1af7a8b0943881a87f31bb764f8bf219bb9419e0",
    ),
    PinnedPackage(
        "pydantic",
        "2.14.4",
        "pydantic-2.14.4-py3-none-any.whl",
        "653a2ad9f6d8858529c77c72717d0ea991d6c6837fe683246b2f4b2bbfc3fadc",
    ),
    PinnedPackage(
        "pydantic-core",
        "2.50.5",
        "pydantic_core-2.50.5-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
        "b2910ec0fa5aeb9bef70156f2b79f4783978fdcfaa7b2f1b5d1814458d2e79a1",
    ),
    PinnedPackage(
        "typing-extensions",
        "4.16.0",
        "typing_extensions-4.16.0-py3-none-any.whl",
        "481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8",
    ),
    PinnedPackage(
        "typing-inspection",
        "0.4.5",
        "typing_inspection-0.4.5-py3-none-any.whl",
        "bc210535442b39e1bf2805e0c7a17dfd6a4ace760c84c7f7d16245d23a6b1c39",
    ),
)
"""Wheels that read the page's questions, and write its answers."""

PRINTING: Final = (
    PinnedPackage(
        "defusedxml",
        "0.7.1",
        "defusedxml-0.7.1-py2.py3-none-any.whl",
        "a352e7e428770286cc899e2542b6cdaedb2b4953ff269a210103ec58f6198a61",
    ),
    PinnedPackage(
        "fonttools",
        "4.68.0",
        "fonttools-4.68.0-py3-none-any.whl",
        "d76f8fdcb6936f5e1045a0c9dd721a4bf11112e60d1e243bfa1d39f06a8b3104",
    ),
    PinnedPackage(
        "fpdf2",
        "2.8.9",
        "fpdf2-2.8.9-py3-none-any.whl",
        "6e1d94af6d6311950a23dec7fb5fc84b000203eb59aee8e76c1e701b12a14976",
    ),
)
"""Wheels that write PDF, without Pillow: no page of lowbit's has photographs."""
