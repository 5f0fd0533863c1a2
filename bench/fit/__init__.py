"""Fits the numbers that the advisor of forty-two goes by: `python -m bench.fit --help`."""
