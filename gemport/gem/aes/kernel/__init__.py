"""The AES's kernel: who runs when, events, messages, the screen's lock."""
