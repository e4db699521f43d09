"""Files of rows, read and written batch by batch."""
