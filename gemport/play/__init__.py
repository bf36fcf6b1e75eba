"""The player of card games: the play on its table, its features and boxes, and the loop that runs them."""
