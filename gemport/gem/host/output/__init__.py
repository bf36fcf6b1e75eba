"""Pictures and other files that are written."""
