"""Knaves, and real Polignac: every trick is a plus, every jack a minus."""
