"""FreeCell as the Amiga guide describes it."""
