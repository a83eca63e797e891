"""Rendered photographs of our mats with exact truth: how they are made and what is read in them.

For measuring only. Nothing is trained or tuned on them.
"""
