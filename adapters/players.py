"""All players that can be asked for by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..solver.games.players import PLAYERS
from ..solver.players import KINDS, Kind, Player, read_player
from .external import ExternalPlayer


def kinds_of(game: str) -> Mapping[str, Kind]:
    """The kinds of players of a game: those of every game, its own, and programs."""
    program = Kind(
        "exec:COMMAND", "a program, see docs/players.md", partial(ExternalPlayer, game=game)
    )
    return {**KINDS, **PLAYERS.get(game, {}), "exec": program}


def player_of(game: str, name: str) -> Player[Any]:
    """The player of a game with this name."""
    return read_player(name, kinds_of(game))
