"""Contests: two players meet in mirrored pairs of contracts or matches.

Each pair is played twice on the same deals: once the first player holds side 0 and the second
all others, once the other way round. Players are handed views, never states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile
from time import perf_counter
from typing import Any, Final

from ..engine._random import Random
from ..engine.errors import FortyTwoError, PlayerError
from ..engine.game import Game, Terms
from ..engine.state import State
from .players import Player, SamplingPlayer, success
from .work import chance_at

CONTRACTS: Final = "contracts"
"""Deals without an auction: side 0 must make the undertaking of the terms."""
MATCHES: Final = "matches"
"""Whole matches."""
OPENER: Final = SamplingPlayer("make:20", 20, success)
"""Who moves before the play of a contract, so that both players get the same one."""
IDLE_DEALS: Final = 100
"""After so many deals in a row in which no side gets beyond its best score so far, a match ends
without a winner: all pass, or both sink."""
UNDECIDED: Final = 0.5
"""What such a match counts as."""
SEATINGS: Final = ((0, 1), (1, 0))
"""Which player holds side 0, and which all others: in the one game of a pair, and in the other."""


@dataclass(frozen=True)
class Contest:
    """What is played, again and again.

    Args:
        game: the game.
        kind: `CONTRACTS` or `MATCHES`.
        terms: what is agreed.
        players: the names of the two players.
        seed: which deals, and what players do by chance.
    """

    game: Game
    kind: str
    terms: Terms
    players: tuple[str, str]
    seed: int = 0

    @property
    def facts(self) -> dict[str, object]:
        """All that makes it this contest, by name."""
        known = {field.name for field in self.game.terms}
        if self.kind == CONTRACTS and self.game.bidding is not None:
            known.add(self.game.bidding.undertaking.name)
        terms = {name: text for name, text in self.terms.texts.items() if name in known}
        return {
            "game": self.game.name,
            "kind": self.kind,
            "players": list(self.players),
            **terms,
            "seed": self.seed,
        }


@dataclass
class Time:
    """How long a player thought about questions of a kind.

    Args:
        moves: how often it was asked.
        seconds: how long it took in all.
        longest: how long it took at most.
    """

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: Time) -> None:
        """Count in what another one tells."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


Times = dict[str, Time]
"""The times of a player, by the name of the question."""


@dataclass(frozen=True)
class Pair:
    """What came of a mirrored pair.

    Args:
        number: which pair of the contest, from 0.
        results: whether side 0 succeeded, once held by the first player, once by the second: 1
            or 0, its share if several have won together, or `UNDECIDED`.
        deals: how many deals each of the two took.
        times: how long each player thought.
    """

    number: int
    results: tuple[float, float]
    deals: tuple[int, int]
    times: tuple[Times, Times]


def play_pair(contest: Contest, players: Sequence[Player[Any]], number: int) -> Pair:
    """Play a mirrored pair.

    Whatever happens by chance follows from the seed of the contest, the pair, the deal and the
    move, not from who sits where: pairs can be played in any order, and a player against itself
    does the same twice.

    Args:
        contest: what is played.
        players: the two players.
        number: which pair, from 0.

    Raises:
        PlayerError: a player failed, or made a move that is not allowed.
    """
    table = _Table(contest, players, number)
    play = {CONTRACTS: table.contract, MATCHES: table.match}[contest.kind]
    one, other = (play(seating) for seating in SEATINGS)
    return Pair(number, (one[0], other[0]), (one[1], other[1]), table.times)


class _Table:
    """Where a pair is played."""

    def __init__(self, contest: Contest, players: Sequence[Player[Any]], number: int) -> None:
        self.contest = contest
        self.players = players
        self.number = number
        self.times: tuple[Times, Times] = ({}, {})

    @cached_property
    def opened(self) -> State[Any]:
        """The contract of this pair, ready to be played."""
        bidding = self.contest.game.bidding
        assert bidding is not None  # else there are no contracts
        state = bidding.undertaken(self.contest.terms, self._chance("deal", 0))
        while self.contest.game.goal(state) is None:
            view = self.contest.game.view(state)
            state.push(OPENER.move(view, self._chance("opening", view.question)))
        return state

    def contract(self, seating: tuple[int, int]) -> tuple[float, int]:
        """Whether side 0 made the contract, played until that is known; and one deal."""
        state = self.opened.copy()
        goal = self.contest.game.goal(state)
        assert goal is not None

        def is_open(state: State[Any]) -> bool:
            low, high = state.bounds(goal.side)
            return low < goal.need <= high

        self._play(state, seating, 0, is_open)
        made = state.bounds(goal.side)[0] >= goal.need
        return float(made == (goal.side == 0)), 1

    def match(self, seating: tuple[int, int]) -> tuple[float, int]:
        """Whether side 0 won the match, and the number of deals."""
        match = self.contest.terms.match()
        while match.winner is None and match.idle < IDLE_DEALS:
            deals = len(match.rounds)
            state = match.deal(self._chance("deal", deals))
            self._play(state, seating, deals, lambda state: not state.finished)
        won = (0 in match.winners) / len(match.winners) if match.winners else UNDECIDED
        return won, len(match.rounds)

    def _play(
        self,
        state: State[Any],
        seating: tuple[int, int],
        deal: int,
        is_open: Callable[[State[Any]], bool],
    ) -> None:
        """Let the players move while something is open."""
        for ply in takewhile(lambda _: is_open(state), count()):
            view = self.contest.game.view(state)
            holder = seating[min(state.side, 1)]
            player = self.players[holder]
            start = perf_counter()
            move = player.move(view, self._chance("move", deal, ply))
            seconds = perf_counter() - start
            self.times[holder].setdefault(view.question, Time()).add(Time(1, seconds, seconds))
            try:
                state.push(move)
            except (FortyTwoError, TypeError) as error:
                raise PlayerError(f"player {player.name}: {error}") from None

    def _chance(self, *place: object) -> Random:
        """A generator of its own for a place in this pair, such as a move of a deal."""
        return chance_at(self.contest.seed, self.number, *place)
