"""What is done with the puzzles of one shard."""
