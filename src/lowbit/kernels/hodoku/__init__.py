"""Scores of puzzles as HoDoKu 2.2 gives them, step for step.

::

    tables            the houses of the board in HoDoKu's order
    state             a puzzle on its solve path
    steps, apply      a step, and the changes that it makes
    patterns          techniques without chains
    choice            the choice among several chains
    chains            chains of cells, nice loops, almost locked sets, forcing chains
    implications      the graph of implications between candidates
    solve_path        the order in which techniques are tried
    late_techniques   the order of those that come after XY-chains
    engine            a batch spread over threads, and the steps left to the Python finders

The Python twin is the finders of `lowbit.techniques`, in the order of its rule book ``hodoku``.
"""
