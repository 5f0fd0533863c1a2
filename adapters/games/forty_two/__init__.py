"""Forty-two for adapters."""
