"""Scores: how hard puzzles are, as HoDoKu 2.2 scores them, step for step.

::

    tables        the houses of the board in HoDoKu's order
    state         a puzzle on its way to the solution
    steps, apply  what a step is, and what it changes
    singles, sets locked candidates and subsets beside them
    templates     what patterns of one digit can strike at all
    fish, franken, digit_patterns, colours, x_chains
    wings, rectangles, sue_de_coq
    choice        which of several chains is taken
    pairs         chains of cells with two candidates
    implications  the graph of what follows from each candidate
    nice_loops    loops and chains in it, with groups and without
    almost_locked_sets, als, als_chains
    forcing       forcing chains
    beyond        the order behind XY-chains
    way           the order in which all of these are tried
    engine        a batch spread over threads, and what is left to plain finders

The plain twin are the finders of `lowbit.techniques`, in the order of its rule book ``hodoku``.
"""
