"""What the patiences share behind the screen: the game in progress, records, recordings, the store."""
