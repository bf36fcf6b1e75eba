"""Großfamilien as a GEM program."""
