"""Proven optima on the classic board, for any values of digits in cells.

::

    one              one puzzle: the searches that are tried, one after the other
    many             many puzzles at once
    bounded_search   a search in all lanes for completions that reach a target
    tree             branch and bound with linear programs above that search
    ties             the smallest grids among those of equal score
    pricing          the bound: exact in integers, whatever the prices are
    relaxation       the best prices, from HiGHS

The *values* of a puzzle are what each digit adds to the score in each cell, int64[729]. Larger is
better; to minimise a score, negate the values.
"""
