"""Tests, a folder a package."""
