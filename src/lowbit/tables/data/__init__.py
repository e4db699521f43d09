"""Data in memory: frames, Arrow, Polars, DuckDB, data sets."""
