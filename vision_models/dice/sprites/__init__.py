"""Rendered dice for training: pictures of single dice with their shadow, made with Blender."""
