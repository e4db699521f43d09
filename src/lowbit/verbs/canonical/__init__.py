"""Canonical forms, isomorphisms and automorphisms."""
