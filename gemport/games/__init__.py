"""The games as GEM programs: one package per game, which defines its ``GAME``."""
