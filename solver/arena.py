"""The arena: contests played by many processes, on record, and how they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from .contest import UNDECIDED, Contest, Pair, Time, Times, play_pair
from .contest_log import CONTEST
from .paired import Paired
from .players import Player
from .work import work_through


@dataclass
class Standing:
    """How a contest stands.

    Args:
        paired: how often side 0 succeeded, held by the first player and by the second.
        deals: how many deals were played in all.
        undecided: how many matches ended without a winner.
        times: how long each player thought.
    """

    paired: Paired = field(default_factory=Paired)
    deals: int = 0
    undecided: int = 0
    times: tuple[Times, Times] = field(default_factory=lambda: ({}, {}))

    def add(self, pair: Pair) -> None:
        """Count a pair in."""
        self.paired.add(*pair.results)
        self.deals += sum(pair.deals)
        self.undecided += pair.results.count(UNDECIDED)
        for totals, times in zip(self.times, pair.times, strict=True):
            for question, time in times.items():
                totals.setdefault(question, Time()).add(time)


def play(
    contest: Contest,
    make: Callable[[str], Player[Any]],
    pairs: int,
    standing: Standing,
    *,
    jobs: int | None = None,
    log: Path | None = None,
    note: Callable[[], str] | None = None,
) -> None:
    """Play pairs of a contest.

    Args:
        contest: what is played.
        make: makes a player from its name, in every process anew. A player that is a context
            manager is entered before the first pair and left after the last one.
        pairs: how many pairs are wanted, those of the log included.
        standing: where they are counted, one after the other: whoever stops this still has it.
        jobs: how many processes share the work, by default one a processor; what comes out does
            not depend on it.
        log: a file that keeps the pairs played. Those that it holds are not played again.
        note: what to say beside a bar on standard error; no bar without it.

    Raises:
        LogError: the log is none, or one of another contest.
        PlayerError: a player failed.
    """
    work_through(
        partial(_seated, contest, make),
        pairs,
        standing.add,
        CONTEST,
        contest.facts,
        jobs=jobs,
        log=log,
        note=note,
    )


@contextmanager
def _seated(
    contest: Contest, make: Callable[[str], Player[Any]]
) -> Iterator[Callable[[int], Pair]]:
    """The two players of a contest, ready to play a pair."""
    with ExitStack() as stack:
        players = [make(name) for name in contest.players]
        for player in players:
            if isinstance(player, AbstractContextManager):
                stack.enter_context(player)
        yield partial(play_pair, contest, players)
