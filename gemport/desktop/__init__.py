"""The desktop, a GEM program, and the accessories in every Desk menu."""
