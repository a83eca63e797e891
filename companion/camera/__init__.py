"""Cameras: the Pi's, USB, files and scripted ones, behind one protocol."""
