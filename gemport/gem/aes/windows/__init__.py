"""Windows: their places, their parts, and what can be seen of them."""
