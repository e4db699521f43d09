"""Techniques without chains, on one puzzle at a time."""
