"""Großfamilien: 104 cards, sixteen piles, four great families."""
