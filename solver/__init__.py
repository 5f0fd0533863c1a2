"""The search: exact values, sampled worlds, advice. Reads positions, never owns the rules."""
