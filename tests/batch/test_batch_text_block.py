"""Blocks of a text, which are used again for what comes later in it."""

from __future__ import annotations

from lowbit.batch.text_block import Block

LINES = b"." * 81 + b"\n" + b"1" * 81 + b"\n"


def test_the_answers_of_a_part_begin_blank_whatever_was_there_before() -> None:
    """Kernels count solutions and nodes up from there."""
    block = Block(len(LINES))
    block.append(LINES)
    for _ in range(2):
        part, end = block.scan(0)
        assert (part.lines.starts.size, end) == (2, len(LINES))
        answers = part.answers
        for field in (answers.status, answers.n_solutions, answers.nodes, answers.guesses):
            assert not field.any()
            field[:] = 7


def test_lines_that_find_no_room_are_found_by_the_next_look() -> None:
    """Lines that are no puzzle may be shorter than puzzles, so that there are more of them."""
    block = Block(10)
    block.append(b"1\n2\n3\n")
    at, found = 0, 0
    while at < block.size:
        part, at = block.scan(at)
        found += part.lines.starts.size
    assert found == 3
