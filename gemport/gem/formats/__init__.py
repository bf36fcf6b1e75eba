"""File formats of the machine: bytes to objects and back."""
