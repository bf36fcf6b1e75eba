"""Object trees: their links, how they are drawn, and input in their fields."""
