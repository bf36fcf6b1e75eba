"""Hosts: who shows a machine and gives it input and time. A window (desktop), a page (browser), a script (headless)."""
