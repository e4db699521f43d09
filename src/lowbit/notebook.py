"""The pictures and sentences by which values show themselves in notebooks.

What draws and describes lies above most values, and takes longer to load than they do: it is
found by its name, when a value is shown.
"""

from __future__ import annotations

from importlib import import_module


def picture(value: object, step: object = None) -> str:
    """Return a puzzle or position as SVG, in the colours of the notebook's theme."""
    svg: str = import_module("lowbit.pictures").render(value, step=step, theme="auto")
    return svg


def sentences(step: object, position: object) -> str:
    """Return a step in words."""
    module = import_module("lowbit.techniques.wording.reasons.reason")
    words: str = module.sentences(step, position)
    return words
