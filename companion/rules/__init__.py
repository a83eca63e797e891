"""What a game is, and all that works for every game: rulings, ledger, scenarios, perft."""
