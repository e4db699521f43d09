"""Programs: the operations of a puzzle, encoded, sharpened and laid out."""
