"""Chains, loops and nets of implications."""
