"""Model files of our own, with the recipes that made them and the figures they reach."""
