"""Domino Bingo."""
