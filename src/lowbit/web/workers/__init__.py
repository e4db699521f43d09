"""Processes that search, and how requests reach them."""
