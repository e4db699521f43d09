"""The lane engine of the classic board.

::

    layout       the rows of a block of lanes
    sweep        one round of inference for all lanes, and the choice of a guess
    lane         one lane at a time: load it, save it, restore it, read its solution
    loop         the lanes between two sweeps: loading, guessing, going back
    search       the kernel that keeps every lane busy until all puzzles are done
    engine       a batch spread over threads and lanes
    best         the same loop, with a score for every solution
    making       minimal puzzles, random grids, swaps, symmetries
    canonical    canonical forms
    texts        bytes to puzzles and solutions to bytes
"""
