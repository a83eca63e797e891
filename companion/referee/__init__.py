"""Compares what the camera claims with what the rules hold, and rules on it."""
