"""Dialogs and alerts."""
