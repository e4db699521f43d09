"""Scores: how hard puzzles are, as HoDoKu 2.2 scores them, step for step.

::

    tables        the houses of the board in HoDoKu's order
    state         a puzzle on its way to the solution
    steps, apply  a step, and the changes that it makes
    singles, sets singles; locked candidates and subsets
    templates     the candidates that patterns of one digit can eliminate at all
    fish, franken, patterns, colouring, x_chains
    wings, uniqueness, sue_de_coq
    choice        the choice among several chains
    xy_chains     chains of cells with two candidates
    implications  the graph of what follows from each candidate
    nice_loops    loops and chains in it, with groups and without
    almost_locked_sets, als, als_chains
    forcing       forcing chains
    after_xy_chains  the order of the techniques that come after XY-chains
    way           the order in which all of these are tried
    engine        a batch spread over threads, and the steps left to the Python finders

The Python twin is the finders of `lowbit.techniques`, in the order of its rule book ``hodoku``.
"""
