"""FreeCell as a GEM program."""
