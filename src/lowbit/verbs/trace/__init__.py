"""Traces: the steps to the solutions of many puzzles, recorded by kernels."""
