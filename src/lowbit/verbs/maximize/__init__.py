"""The completions that score most."""
