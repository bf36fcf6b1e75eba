"""The file selector."""
