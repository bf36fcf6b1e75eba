"""Input as a file: read, and written down."""
