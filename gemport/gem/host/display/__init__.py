"""The window on the host's screen."""
