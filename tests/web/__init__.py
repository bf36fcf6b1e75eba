"""The page in a browser: tools/web/ and the files that it loads."""
