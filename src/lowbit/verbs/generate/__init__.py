"""Random puzzles and full grids.

::

    request      what is asked for, and which requests nobody can meet
    symmetries   which cells are givens or blank together
    supply       where solutions come from
    walks        puzzles that are stripped from solutions, and changed until they fit
    patterns     digits for given cells, changed until there is one solution
    effort       how much may be tried
    engine       rounds of tries, until there are as many puzzles as were asked for

A source of puzzles (`walks`, `patterns`) is an iterator of rounds: what it found and how many
puzzles it tried. Each try has a number and draws from a stream of its own, so that what is
found depends on the seed alone.
"""
