"""GEM programs: the three patiences."""
