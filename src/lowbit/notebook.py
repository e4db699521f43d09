"""The pictures and sentences by which values show themselves in notebooks.

What draws and describes lies above most values, and takes longer to load than they do: it is
found by its name, when a value is shown.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lowbit.geometry import Geometry


def picture(value: object, step: object = None) -> str:
    """Return a puzzle or position as SVG, in the colours of the notebook's theme."""
    svg: str = import_module("lowbit.pictures").render(value, step=step, theme="auto")
    return svg


def sentence(step: object, board: Geometry) -> str:
    """Return a step in words."""
    words: str = import_module("lowbit.techniques.wording.description").sentence(step, board)
    return words
