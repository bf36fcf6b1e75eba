"""The game being played and all saved game data: sessions, records, statistics, recordings, exports."""
