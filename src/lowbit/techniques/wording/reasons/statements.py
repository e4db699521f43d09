"""The statements of chains in words: a digit in a cell or a group, a set that lacks a digit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members

if TYPE_CHECKING:
    from lowbit.techniques.step import ChainNode
    from lowbit.techniques.wording.reasons.speech import Speech


def stated(speech: Speech, node: ChainNode) -> str:
    """Return a node as a statement: ``r1c1 is 5``, ``neither r1c1 nor r1c2 is 5``."""
    cells = [speech.cell(cell) for cell in members(node.cells)]
    parts = {
        "cells": speech.joined(cells),
        "digit": speech.digit(node.digit),
        "digits": speech.digits(node.digits & ~(1 << node.digit - 1)),
    }
    if node.digits and not node.on:
        return speech.say(
            "{cells} hold no {digit} and so all of {digits}",
            "{cells} 不含 {digit}，占满 {digits}",
            **parts,
        )
    if len(cells) == 1:
        return (
            speech.say("{cells} is {digit}", "{cells} 是 {digit}", **parts)
            if node.on
            else speech.say("{cells} is not {digit}", "{cells} 不是 {digit}", **parts)
        )
    if node.on:
        return speech.say("one of {cells} is {digit}", "{cells} 之一是 {digit}", **parts)
    if len(cells) == 2:
        return speech.say(
            "neither {one} nor {two} is {digit}",
            "{one} 和 {two} 都不是 {digit}",
            **parts,
            one=cells[0],
            two=cells[1],
        )
    return speech.say("none of {cells} is {digit}", "{cells} 都不是 {digit}", **parts)
