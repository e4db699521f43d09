"""Bidirectional cycles and forcing chains: each node follows from the one before."""
