"""What the cell games share: eight columns, four free places, four final places."""
