"""The game being played and all that is kept of games: sessions, records, statistics, recordings, exports."""
