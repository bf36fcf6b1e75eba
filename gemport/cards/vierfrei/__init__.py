"""VIERFREI: the rules of the original, exactly."""
