"""The code common to all card games: the table, the features and boxes, and the event loop."""
