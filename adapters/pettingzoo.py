"""Deals as environments of PettingZoo, in which agents act one after the other.

Needs the extra `pettingzoo`.

Examples:
    >>> table = env("fortytwo", rules="tournament forced_bid=30")
    >>> table.reset(seed=1)
    >>> act = policy(table, "book")
    >>> while not any(table.terminations.values()):
    ...     table.step(act())
    >>> table.rewards
    {'player_0': 1.0, 'player_1': -1.0, 'player_2': 1.0, 'player_3': -1.0}
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..engine._random import Random
from ..engine.errors import OptionError, shown
from .episodes import Encoding, Episode, Policy, Tensor
from .games import ENCODINGS
from .players import player_of

Observation = dict[str, NDArray[Any]]
RENDER_MODES: Final = ["ansi"]


def env(game: str, rules: str = "source", render_mode: str | None = None) -> Any:
    """An environment in which a deal is an episode; what is called in the wrong order is refused.

    Args:
        game: the game, such as `fortytwo`.
        rules: its rules as text.
        render_mode: `ansi` for `render` to give a text; None if it is not called.

    Raises:
        OptionError: a game, rules or a mode that do not exist.
    """
    if game not in ENCODINGS:
        raise OptionError(f"game {shown(game)}: expected one of {', '.join(ENCODINGS)}")
    return OrderEnforcingWrapper(DealEnv(ENCODINGS[game](rules), render_mode))


def policy(env: Any, name: str = "advisor", seed: int = 0) -> Callable[[], int]:
    """A player of the engine, which tells what the next agent of an environment is to do.

    It looks at what that agent knows and at nothing else, and does the same where that is the same.

    Args:
        env: the environment.
        name: the player, as in matches: `advisor`, `advisor:LEVEL`, `book`, `ev:N`, …
        seed: what all that it does by chance comes from.

    Raises:
        OptionError: there is no such player.
    """
    table: DealEnv = env.unwrapped
    player = Policy(player_of(table.episode.encoding.game.name, name), seed)
    return lambda: player.choose(table.episode)


class DealEnv(AECEnv):
    """A deal, dealt by `reset`; the agents are the seats, `player_0` the first.

    An observation is a dict: `observation` is the tensor of all that the agent knows, `action_mask`
    tells which actions it may take now. Rewards come when the deal is over. An action that is not
    allowed is refused with an error, and changes nothing.

    Args:
        encoding: the game, and its numbers.
        render_mode: as in `env`.
    """

    def __init__(self, encoding: Encoding, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise OptionError(f"render_mode {shown(render_mode)}: expected ansi or None")
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{encoding.game.name}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.episode = Episode(encoding)
        """The deal under way, all open."""
        self.possible_agents = [f"player_{seat}" for seat in range(len(encoding.game.seats))]
        self.agents: list[str] = []
        self._tensor: Final = Tensor(encoding.features)
        self._random: Random | None = None
        size = len(encoding.moves)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, self._tensor.flat.shape, np.float32),
                    "action_mask": Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What its observations may be."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all moves that any rules allow."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew.

        Args:
            seed: which deals from now on, 0 to 2**64 - 1; without one the deals go on, and begin
                at random.
            options: not used.
        """
        if seed is not None or self._random is None:
            self._random = Random(secrets.randbits(64) if seed is None else seed)
        self.episode = Episode.random(self.episode.encoding, self._random)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do now."""
        self._tensor.fill(self.episode, self.possible_agents.index(agent))
        mask = np.zeros(len(self.episode.encoding.moves), np.int8)
        if agent == self.agent_selection:
            mask[self.episode.legal] = 1
        return {"observation": self._tensor.flat.copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Let the agent whose turn it is act; once the deal is over, let it leave by None.

        Raises:
            IllegalMoveError: the action is not allowed.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.episode.push(action)
        self.rewards = dict(zip(self.agents, map(float, self.episode.payoffs), strict=True))
        self._accumulate_rewards()
        if self.episode.finished:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._select()

    def _select(self) -> None:
        """Turn to the agent that is to act."""
        assert self.episode.state is not None
        self.agent_selection = self.possible_agents[self.episode.state.mover]

    def render(self) -> str | None:
        """The table as the agent whose turn it is sees it; in the end, all hands and the score."""
        state, game = self.episode.state, self.episode.encoding.game
        if self.render_mode is None or state is None:
            return None
        if not state.finished:
            return game.picture(game.view(state))
        lines = list(game.hands(state))
        if game.bidding is not None:
            lines.append(game.bidding.account(state, state.points))
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is open."""
