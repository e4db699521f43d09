"""Bytes of files, archives and pipes as lines of text, and back."""
