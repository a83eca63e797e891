"""Plays random games and draws what a camera above the table would see of them."""
