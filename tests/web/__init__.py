"""The page in a browser: tools/web/ and what it loads."""
