"""Mats and markers to print, lens profiles and board profiles."""
