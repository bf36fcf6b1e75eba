"""Compilers of the sources that a person draws: fonts, artwork and decks. Only the build needs them."""
