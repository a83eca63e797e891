"""Tries the whole program on simulated games and says how well it did."""
