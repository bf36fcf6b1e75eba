"""VIERFREI as a GEM program."""
