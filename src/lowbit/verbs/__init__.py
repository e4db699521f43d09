"""The verbs: a package for each thing that can be done with a puzzle, or with many.

::

    solve      solve, any_solution, smallest_solution, solutions, count_solutions, is_unique, check
    minimize   minimize, is_minimal, redundant_givens, true_candidates
    maximize   maximize
    canonical  canonical, is_isomorphic, isomorphism, automorphisms
    generate   generate, random_grids
    transform  shuffle_many, transform_many
    explain    steps, all_steps, hint, explain, needs, solves_with

A verb takes whatever `lowbit.Grid` takes, or many of them, reads it, asks an engine, and returns a
value or raises. `one` holds the verbs on one puzzle and loads neither NumPy nor Numba before a
search gets long; `many` holds those on a batch.
"""
