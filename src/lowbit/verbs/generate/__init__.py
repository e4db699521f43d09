"""Random puzzles and full grids.

::

    request      the request for puzzles, and the requests that are impossible
    symmetries   which cells are given or blank together
    supply       where solutions come from
    walks        puzzles stripped from solutions, and changed until they fit
    patterns     digits for given cells, changed until there is one solution
    effort       how much may be tried
    engine       rounds of tries, until there are as many puzzles as requested

A source of puzzles (`walks`, `patterns`) is an iterator of rounds: what it found and how many
puzzles it tried. Each try has a number and draws from a stream of its own, so the result depends on
the seed alone.
"""
