"""The rules of each facility and moment: what an action breaks, and what a legal one leads to."""
