"""A saved game for elsewhere: BG Stats, JSON, CSV, a plot, and its steps in words."""
