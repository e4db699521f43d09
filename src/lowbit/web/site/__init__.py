"""The page as a folder of static files: everything that answers it runs in the browser's tab.

::

    packages ──> fetching ──> archive ──┐
                                        ├──> folder: index.html, sw.js, tab/, python/
    the page's files ──> bundle ────────┘
"""
