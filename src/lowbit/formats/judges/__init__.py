"""The formats of contests and judges."""
