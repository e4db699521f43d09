"""The lane engine of the classic board.

::

    layout        the rows of a block of lanes, and which mean what
    sweep         one round of inference for all lanes, and the choice of a guess
    lane          one lane at a time: load it, save it, restore it, read its solution
    search        the loop that keeps every lane busy until all puzzles are done
    engine        a batch spread over threads and lanes
    rank          the same loop, with a score for every solution
    bounded_search   the best completions of one puzzle, in all lanes
    best, losses  what both keep, and what they cut off by
    minimal       chains of searches that take givens away
    minlex, minlex_state, minlex_choices, minlex_leaf, first_rows   canonical forms
    chutes        how digits can lie in bands and stacks
    grids         random full grids
    perturb       more givens or other digits, at random
    transform     puzzles under random symmetries
    text          bytes to puzzles and solutions to bytes
"""
