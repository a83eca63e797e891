"""Measures how fast the stages are: `companion bench`."""
