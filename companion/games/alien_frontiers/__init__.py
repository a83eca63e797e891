"""Alien Frontiers: dice are ships, docked round a planet to settle it."""
