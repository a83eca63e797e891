"""Rolls of any game: who rolled what, the history and the histograms."""
