"""Thinking about the game on the table: hints, solutions, the way back before a mistake, the oracle."""
