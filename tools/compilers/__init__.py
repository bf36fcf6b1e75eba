"""Compilers for hand-drawn sources: fonts, artwork and decks. Only the build needs them."""
