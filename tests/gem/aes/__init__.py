"""Tests of the AES."""
