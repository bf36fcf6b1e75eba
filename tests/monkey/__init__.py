"""Random play over everything at once: the desktop, its accessories and all games on one machine."""
