"""The AES: screen, windows, menus, dialogs and events."""
