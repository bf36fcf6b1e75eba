"""Aces Up: four piles; of two open cards of a suit the lower one goes; the aces are to be left."""
