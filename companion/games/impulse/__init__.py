"""Impulse: ships between cards, a shared row of actions, and hands that only their owners see."""
