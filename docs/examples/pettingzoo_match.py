"""Deals of forty-two in PettingZoo: a player of the engine against chance, each side in turn."""

import sys

import numpy as np

from fortytwo.adapters.pettingzoo import env, policy

deals, name = int(sys.argv[1]), sys.argv[2]
table = env("fortytwo", rules="tournament")
for seat, agent in enumerate(table.possible_agents):
    table.action_space(agent).seed(seat)
act = policy(table, name)
gains = []
for deal in range(deals):
    table.reset(seed=deal)
    ours = table.possible_agents[deal % 2 :: 2]
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        if terminated:
            action = None
        elif agent in ours:
            action = act()
        else:
            action = table.action_space(agent).sample(observation["action_mask"])
        if agent == ours[0]:
            gain = reward
        table.step(action)
    gains.append(gain)
gains = np.array(gains)
print(
    f"{name} won {np.mean(gains > 0):.0%}, chance {np.mean(gains < 0):.0%} of {deals} deals, "
    f"{np.mean(gains):+.2f} marks each."
)
