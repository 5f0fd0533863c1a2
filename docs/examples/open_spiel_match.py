"""Deals of forty-two in OpenSpiel: a player of the engine against chance, each side in turn."""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

from fortytwo.adapters.open_spiel import PlayerBot

deals, name = int(sys.argv[1]), sys.argv[2]
game = pyspiel.load_game("fortytwo(rules=tournament)")
rng = np.random.RandomState(0)
gains = []
for deal in range(deals):
    side = deal % 2
    bots = [
        PlayerBot(game, seat, name) if seat % 2 == side else UniformRandomBot(seat, rng)
        for seat in range(4)
    ]
    gains.append(evaluate_bots(game.new_initial_state(), bots, rng)[side])
gains = np.array(gains)
print(
    f"{name} won {np.mean(gains > 0):.0%}, chance {np.mean(gains < 0):.0%} of {deals} deals, "
    f"{np.mean(gains):+.2f} marks each."
)
