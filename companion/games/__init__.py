"""Each game is a folder here, found by itself: `game.py` in it holds `GAME`."""
