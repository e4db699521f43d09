"""The server of the page and of the JSON API.

::

    request ──> guard ──> app ──> requests ──> pool ──> worker process: one verb ──┐
    response <── guard <── app <── responses <── what the verb returns <───────────┘

`guard` limits, checks and counts requests, `app` knows the paths, `pool` assigns workers and ends
them in time. Nothing of a request is kept. This needs the extra ``lowbit[web]``.
"""
