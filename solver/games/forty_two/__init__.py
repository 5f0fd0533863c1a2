"""Forty-two: what its players ask."""
