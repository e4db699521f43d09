"""Wings, almost locked sets, and other sets of cells that share out their digits."""
