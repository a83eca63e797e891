"""Photographs of real tables beside what lies on them: see `docs/golden-pictures.md`."""
