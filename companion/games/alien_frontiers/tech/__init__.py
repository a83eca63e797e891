"""Tech cards and field generators: what an action breaks, and what a legal one leads to."""
