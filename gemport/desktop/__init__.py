"""The desktop: a GEM program, and the accessories that stand in every Desk menu."""
