"""A companion for a real table: it reads the pieces, knows the rules and keeps the score."""

__version__ = "0.1.0"
