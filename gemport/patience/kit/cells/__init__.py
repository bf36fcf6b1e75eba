"""The table of the cell games."""
