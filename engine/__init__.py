"""The rules: what may be played and what it scores. Knows nothing of search."""
