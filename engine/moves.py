"""The moves of any state: those made, those that are equal, and how many sequences there are."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from .state import State

M = TypeVar("M", bound=Hashable)


def moves_made(state: State[M]) -> list[M]:
    """The moves that led to a state, in order, as far as it can take them back."""
    past, moves = state.copy(), list[M]()
    with suppress(IndexError):
        while True:
            moves.append(past.pop())
    return moves[::-1]


def groups(state: State[M]) -> Sequence[Sequence[M]]:
    """The legal moves in groups of equal ones: any of a group does as well as another.

    A trick game tells which of its plays are equal. Elsewhere each move is a group of its own.
    """
    if state.tricks is not None:
        return state.tricks.groups
    return [(move,) for move in state.legal]


def perft(state: State[Any], depth: int) -> int:
    """How many sequences of `depth` moves there are from a state (fewer moves if it ends).

    Args:
        state: the state; it is the same afterwards.
        depth: how many moves, 0 or more.
    """
    if state.tricks is not None:
        return state.tricks.perft(depth)
    if depth == 0 or state.finished:
        return 1
    total = 0
    for move in state.legal:
        state.push(move)
        total += perft(state, depth - 1)
        state.pop()
    return total
