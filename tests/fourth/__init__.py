"""A fourth game that lives in the tests: its files, as they would stand in the checkout, and what is done with them."""
