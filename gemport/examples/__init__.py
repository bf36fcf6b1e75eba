"""Small GEM programs to read and to run."""
