"""The games' rules: packs, numbered deals, boards and their moves. No drawing, no input or output."""
