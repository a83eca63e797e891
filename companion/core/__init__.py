"""Words that everything shares: ids, pieces, boards, observations. Knows nobody else."""
