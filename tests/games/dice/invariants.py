"""What is said of this game beside what holds of every game."""

ENDLESS = True
"""A log of rolls ends when people stop rolling."""
