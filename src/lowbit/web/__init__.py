"""The server of the page and of the JSON API.

::

    request ──> guard ──> app ──> requests ──> pool ──> worker process: one verb ──┐
    response <── guard <── app <── responses <── what the verb returns <───────────┘

`guard` bounds, names and counts what comes in, `app` knows the paths, `pool` who works and for how
long. Nothing of a request is kept. Needs the extra ``lowbit[web]``.
"""
