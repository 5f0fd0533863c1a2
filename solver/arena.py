"""The arena: contests played by many processes, on record, and how they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from .batch import processors
from .contest import UNDECIDED, Contest, Pair, Time, Times, play_pair
from .contest_log import open_log
from .paired import Paired
from .players import Player
from .progress import with_progress


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
    from .processes import crew  # brings in multiprocessing: slow to import

    with ExitStack() as stack:
        book = stack.enter_context(open_log(log, contest.facts)) if log else None
        known = book.pairs if book else {}
        for number, pair in known.items():
            if number < pairs:
                standing.add(pair)
        missing = [number for number in range(pairs) if number not in known]
        workers = max(1, min(jobs or processors(), len(missing)))
        work = stack.enter_context(crew(partial(_seated, contest, make), workers))
        played: Iterable[Pair] = work(missing)
        for pair in with_progress(played, len(missing), "pair", note) if note else played:
            if book:
                book.add(pair)
            standing.add(pair)


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
