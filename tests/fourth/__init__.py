"""A fourth game in the tests: its files as in a checkout, and tests of the program with them."""
