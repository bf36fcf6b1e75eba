"""What connects a GEM to the world: a window on the host's screen, or no screen at all."""
