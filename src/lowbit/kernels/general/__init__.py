"""The lane engine of all boards: a board's program, interpreted by one kernel.

::

    program    the work of a sweep on a board, as numbers of cells
    sweep      one round of inference for every lane
    search     nodes of one puzzle's tree in all lanes, or a puzzle in each
    engine     one puzzle or a batch, on one board
"""
