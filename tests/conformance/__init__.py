"""The port held against pictures and results of a real GEM and of the original program."""
