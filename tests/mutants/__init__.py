"""Mutation testing of a game: `python -m tests.mutants GAME` breaks its rules, one place a time.

mutmut and cosmic-ray do not serve: neither draws a sample by seed that an edit elsewhere leaves
alone, nor changes values in TOML, nor runs the cheapest test first in a process already warm.
"""
