"""Card pictures: the original's file, and the sources of the project's own."""
