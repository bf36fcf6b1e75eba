"""gemport: a thin, faithful GEM, and on it VIERFREI, the FreeCell of 1993."""

__version__ = "1.0.0"
