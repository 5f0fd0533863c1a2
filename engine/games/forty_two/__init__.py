"""Forty-two: dominoes, deals, auction, play, score, and what a seat knows."""
