"""The search in plain Python, for readers to learn from.

::

    budget    how many nodes and how long a search may take
    search    the solutions of a puzzle, one after another
    score     the best of them

Every other engine is tested against this one. It takes any board and imports nothing.
"""
