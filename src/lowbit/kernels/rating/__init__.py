"""Ratings of puzzles as Sudoku Explainer 1.2.1 gives them, bit for bit.

::

    position   the state of a puzzle, its steps and stages, and tables of the houses
    lanes      steps up to XYZ-wings, as many puzzles side by side as a register has lanes
    patterns   steps without chains, one by one
    chains     bidirectional cycles and forcing chains
    trees      the trees of dynamic chains: growth, trails, cases and ranks
    bounds     fixed points that bound the eliminations of trees
    dynamic    forcing chains from several cases, with patterns and with nested chains
    queue      the choice of the stage that runs next
    engine     a batch spread over threads
    bounded    ratings up to a bound

The plain twin is `lowbit.techniques.explainer`.
"""
