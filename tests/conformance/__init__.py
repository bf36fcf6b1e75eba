"""Comparison with pictures and results of a real GEM and of the original program."""
