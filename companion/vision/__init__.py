"""From frames to observations: boards, dice, and when the scene is at rest."""
