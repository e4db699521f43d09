"""The tests of jobs: a package, since they have a `conftest.py` of their own."""
