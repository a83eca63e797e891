"""What an action breaks, and what it leads to."""
