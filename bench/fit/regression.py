"""Numbers of largest likelihood."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
STEPS: Final = 50
RIDGE: Final = 0.01
"""Keeps numbers finite of which the data says nothing."""


def linear(features: Array, values: Array, ridge: float) -> Array:
    """The weights of least squares."""
    normal = features.T @ features + ridge * np.eye(features.shape[1])
    weights: Array = np.linalg.solve(normal, features.T @ values)
    return weights


def logistic(features: Array, happened: Array) -> Array:
    """The weights by which the log-odds that something happens are the sum of features; by Newton.

    Args:
        features: of each case.
        happened: whether it did, 1 or 0.
    """
    weights = np.zeros(features.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(features @ weights, -50, 50)))
        slope = features.T @ (happened - chance) - RIDGE * weights
        spread = (features * (chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(spread + RIDGE * np.eye(len(weights)), slope)
    return weights


def sharpness(likings: Array, chosen: Array) -> float:
    """The number that likings must be multiplied by, so that their softmax tells the choices.

    Args:
        likings: of each option, by case.
        chosen: the option that was taken.
    """
    found = 0.0
    for _ in range(STEPS):
        chances = softmax(found * likings)
        mean = (chances * likings).sum(1)
        variance = (chances * likings**2).sum(1) - mean**2
        missing = likings[np.arange(len(chosen)), chosen] - mean
        found += float((missing.sum() - RIDGE * found) / (variance.sum() + RIDGE))
    return found


def softmax(likings: Array) -> Array:
    """Chances by row, from likings."""
    powers = np.exp(likings - likings.max(1, keepdims=True))
    chances: Array = powers / powers.sum(1, keepdims=True)
    return chances


ROUNDS: Final = 400
RATE: Final = 0.1
DECAY: Final = 1e-5
MEMORY: Final = 0.9, 0.99


def cell_weights(cells: Array, first: Array, shares: Array, size: int) -> Array:
    """The weights of cells, two of which add up to how much an option is liked; by Adam.

    Args:
        cells: the two cells of each option.
        first: where the options of each decision begin.
        shares: how likely each option should be.
        size: how many cells there are.
    """
    decision = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(cells))))
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for number in range(1, ROUNDS + 1):
        liking = weights[cells].sum(1)
        power = np.exp(liking - np.maximum.reduceat(liking, first)[decision])
        excess = power / np.add.reduceat(power, first)[decision] - shares
        slope = sum(np.bincount(column, excess, size) for column in cells.T) / len(first)
        slope = slope + DECAY * weights
        mean = MEMORY[0] * mean + (1 - MEMORY[0]) * slope
        square = MEMORY[1] * square + (1 - MEMORY[1]) * slope**2
        grown = np.sqrt(square / (1 - MEMORY[1] ** number)) + 1e-8
        weights -= RATE * mean / (1 - MEMORY[0] ** number) / grown
    return weights
