"""Games made up for the tests, found as the real ones are."""
