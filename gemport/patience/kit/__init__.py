"""What the patiences share on the screen."""
