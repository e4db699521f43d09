"""The beginning of a text: its board, its format, its kind of table."""
