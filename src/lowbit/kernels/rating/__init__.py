"""Ratings: how hard puzzles are, as Sudoku Explainer 1.2.1 rates them, bit for bit.

::

    tables        the houses of the board in Sudoku Explainer's orders
    state         a puzzle that is being rated
    steps, apply  what a step is, and what it changes
    stages        what a puzzle waits for
    lanes, states as many puzzles as a register has lanes, and states written from them
    load, sweeps  puzzles begun, and their singles
    easy, ladder, eliminates, lane_wings
                  steps up to XYZ-wings in lanes
    basic         the steps up to aligned pair exclusion one by one, found in ...
    singles       singles, and patterns that leave one
    closed_sets   as many rows as they have bits together
    sets          locked candidates, naked and hidden sets, fish
    wings, loops, graves, exclusion
    rank          how chains are ranked
    cycles, reach bidirectional cycles and forcing chains
    trees, propagation, advances
                  what follows from a candidate being on, or off
    starts        what the trees of several starts have in common
    trails        what a node follows from, and the nested chains on the way
    linear        all cycles and forcing chains of what a tree has left
    nested        what nested chains eliminate
    static_trees  trees in which each node follows from one other
    nishio        forcing chains through the houses of one digit
    multiple      forcing chains from several starts
    cell_chains   what cell forcing chains eliminate, all at once
    closure       whether chains up to a rating solve what is left
    left_open     what singles leave open
    queue         what is done next
    engine        a batch spread over threads

The plain twin is `lowbit.techniques.explainer`.
"""
