"""Stages of the work on one shard."""
