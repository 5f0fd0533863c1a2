"""Matador."""
