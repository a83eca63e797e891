"""Mats and markers to print: drawn from a game's layout, true to scale, as PDF."""
