"""The games as GEM programs: what they share, and each of them in a package of its own that holds its ``GAME``."""
