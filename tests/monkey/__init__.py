"""Random play over the desktop, its accessories and all games on one machine."""
