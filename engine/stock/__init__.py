"""Trick games of two with a stock: all that they share. A game adds data, and its deals."""
