"""Dice reading: the models, their settings, and how they were made and measured."""
