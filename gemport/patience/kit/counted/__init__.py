"""Games whose outcomes count."""
