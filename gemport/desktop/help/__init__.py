"""The accessory *Help*: the manual in a window."""
