"""What players of forty-two ask by name, in terms of the general solver and advisor."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Unpack

from ....engine._random import Random
from ....engine.dominoes import Domino, Hand
from ....engine.errors import IllegalMoveError, shown
from ....engine.games.forty_two.account import account
from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import Call
from ....engine.games.forty_two.contract import Contract
from ....engine.games.forty_two.deal import Deal
from ....engine.games.forty_two.position import Position
from ....engine.games.forty_two.record import Record
from ....engine.games.forty_two.round import Round
from ....engine.games.forty_two.rules import SOURCE, Rules
from ....engine.games.forty_two.seats import SEATS, Seat
from ....engine.games.forty_two.trump import TRUMPS, Trump
from ....engine.games.forty_two.view import View
from ....engine.state import State
from ..._solver import Solver
from ...advice import Suggestion
from ...advisor import Limits, suggest
from ...batch import checked, solve_each
from ...par import best_course
from ...sampling import meeting
from ...trace import Trace, trace_plays

if TYPE_CHECKING:
    import numpy as np

TABLE: Final = len(TRUMPS) * len(SEATS)
"""How many positions a table has."""

Condition = Callable[[Deal], object]
"""What a deal is to satisfy."""


def table(
    deal: Deal, solver: Solver | None = None
) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """What every seat's side takes when that seat declares each trump and leads.

    Args:
        deal: the hands, seven dominoes each or an ending.
        solver: whose table of positions to use; by default a new one.

    Returns:
        Points of the leader's side, an array of 9 trumps × 4 leaders.

    Examples:
        >>> int(table(Deal.random(seed=1))[Trump.SIXES, Seat.E])
        0
    """
    import numpy as np  # costs half of the time to import the package

    solver = solver or Solver()
    finals = [solver.final(position) for position in _positions(deal)]
    table: np.ndarray[tuple[int, int], np.dtype[np.int16]] = _tables(np.array(finals, np.int16))[0]
    return table


def table_many(
    deals: Iterable[Deal], *, threads: int | None = None, progress: bool = False
) -> np.ndarray[tuple[int, int, int], np.dtype[np.int16]]:
    """The tables of many deals.

    Args:
        deals: the deals, full or endings; they are read as they come.
        threads: how many positions to solve at a time; see `solve_many`.
        progress: whether to show a bar on standard error.

    Returns:
        Points of the leader's side, an array of deals × 9 trumps × 4 leaders.

    Raises:
        BatchError: there was something that is no deal; its `failed` tells where, its
            `results` has all other tables, and `NO_POINTS` for these.
        OptionError: a number of threads that is not allowed.

    Examples:
        >>> tables = table_many(Deal.random(seed) for seed in range(5))
        >>> tables.shape, bool((tables[1] == table(Deal.random(seed=1))).all())
        ((5, 9, 4), True)
    """
    finals, failed = solve_each(deals, _positions, TABLE, threads=threads, progress=progress)
    return checked(_tables(finals), failed)


def _positions(deal: Deal) -> list[Position]:
    """What a table holds, row by row."""
    if not isinstance(deal, Deal):
        raise TypeError(f"{shown(deal)} is no deal")
    return [Position(deal, trump=trump, leader=seat) for trump in TRUMPS for seat in SEATS]


def _tables(
    finals: np.ndarray[Any, Any],
) -> np.ndarray[tuple[int, int, int], np.dtype[np.int16]]:
    """Tables from the final points of their positions: those of the leader's side."""
    by_place = finals.reshape(-1, len(TRUMPS), len(SEATS), 2)
    tables: np.ndarray[Any, Any] = by_place[:, :, SEATS, [seat.side for seat in SEATS]]
    return tables


def trace(game: Record | Round | Position, solver: Solver | None = None) -> Trace[Domino]:
    """What each play of a deal cost, with all hands open.

    Args:
        game: a record, a round or a position, finished or not, with the plays made in it.
        solver: whose table of positions to use; by default a new one.

    Raises:
        ImpossiblePositionError: no trump has been declared yet.

    Examples:
        >>> position = Position.parse("N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N")
        >>> position.play(map(Domino.parse, "6-4 5-4 4-4 3-3".split()))
        >>> found = trace(position)
        >>> found.start, found.end, found.costs
        ((27, 0), (27, 0), (0, 0))
    """
    state: State[Any] = game.replay() if isinstance(game, Record) else game
    return trace_plays(state, solver)


def deals(
    where: Condition | Iterable[Condition] = (),
    *,
    given: Mapping[Seat, Iterable[Domino]] | None = None,
    count: int = 1,
    seed: int | None = None,
    tries: int = 100_000,
    progress: bool = False,
) -> Iterator[Deal]:
    """Random full deals that meet conditions, for study.

    They are the deals that `Deal.draw` gives one after the other, without those that do not
    meet the conditions: each as likely as any other that does.

    Args:
        where: a condition, or several that are tried in order: cheap ones first.
        given: dominoes that a seat is to hold, seven or fewer.
        count: how many deals.
        seed: 0 to 2**64 - 1; the same seed gives the same deals. Without one, each call gives
            others.
        tries: after how many deals in a row that do not meet the conditions to give up.
        progress: show on standard error how many deals were drawn and accepted, once that has
            taken a second.

    Raises:
        OptionError: a count, tries or a seed out of range.
        ImpossiblePositionError: more than seven dominoes for a seat, or one for two seats.
        NotFoundError: from the iterator, when it gives up; it says how many deals each
            condition refused.

    Examples:
        >>> sixes = Hand.parse("6-6 6-5 6-4 6-3 6-2 6-1 6-0")
        >>> def long(deal):
        ...     return Domino(6, 6) in deal[Seat.N] and len(deal[Seat.N] & sixes) >= 4
        >>> def makes_42(deal):
        ...     return can_make(Position(deal, trump=Trump.SIXES, leader=Seat.N), Side.NS, 42)
        >>> [str(deal[Seat.N]) for deal in deals([long, makes_42], count=2, seed=1)]
        ['6-6 6-5 6-3 6-0 5-3 4-4 3-2', '6-6 6-4 6-3 6-1 6-0 5-5 3-1']
    """
    random = Random(secrets.randbits(64) if seed is None else seed)
    hands = {Seat(seat): Hand(dominoes) for seat, dominoes in (given or {}).items()}
    Deal.draw(Random(0), hands=hands)  # what cannot be dealt is refused now, not at the first deal
    return meeting(
        (where,) if callable(where) else tuple(where),
        lambda: Deal.draw(random, hands=hands),
        count=count,
        tries=tries,
        progress=progress,
        unit="deal",
    )


@dataclass(frozen=True)
class Par:
    """What a deal comes to if all see all hands, and call, declare and play their best.

    Args:
        auction: the calls.
        contract: what is played; None if all pass.
        points: the points (NS, EW) taken.
        recorded: what the sides (NS, EW) write down, in points or marks as the rules score.
    """

    auction: Auction
    contract: Contract | None
    points: tuple[int, int]
    recorded: tuple[int, int]

    def __str__(self) -> str:
        """What comes of it in words, and the calls."""
        return account(self.auction, self.contract, self.points)


def par(
    deal: Deal, rules: Rules = SOURCE, first: Seat | None = None, solver: Solver | None = None
) -> Par:
    """The best result for both sides, each wanting its lead in what is written down.

    A seat passes if no bid does better, else it makes the lowest of the best bids; of trumps that
    record the same it declares the one that takes most points, then the first in their order.

    Args:
        deal: the hands, seven dominoes each.
        rules: the table's rules.
        first: who calls first, if not whom the rules say.
        solver: whose table of positions to use; by default a new one.

    Raises:
        ImpossiblePositionError: the deal is not full.

    Examples:
        >>> best = par(Deal.random(seed=5), Rules.tournament())
        >>> str(best.auction), str(best.contract.trump), best.points, best.recorded
        ('N:P 2M P 3M', 'blanks', (0, 42), (0, 3))
        >>> print(best)
        W bids 3M in blanks, makes 42: EW +3 marks. Calls: N P, E 2M, S P, W 3M.
    """
    first = rules.first_of(deal) if first is None else first
    round = Round(deal, Auction(rules, first))
    course = best_course(round, solver)
    for move in course.moves:
        round.push(move)
    assert isinstance(round.auction, Auction)
    return Par(round.auction, round.contract, course.points, course.recorded)


def suggest_bid(view: View, **limits: Unpack[Limits]) -> Suggestion[Call]:
    """What to call. Takes the limits of `suggest`; see there."""
    return _suggest("bid", view, limits)


def suggest_trump(view: View, **limits: Unpack[Limits]) -> Suggestion[Trump]:
    """What to declare after winning the auction. Takes the limits of `suggest`; see there."""
    return _suggest("trump", view, limits)


def suggest_play(view: View, **limits: Unpack[Limits]) -> Suggestion[Domino]:
    """What to play. Takes the limits of `suggest`; see there."""
    return _suggest("play", view, limits)


def _suggest(question: str, view: View, limits: Limits) -> Suggestion[Any]:
    if view.question != question:
        raise IllegalMoveError(f"the seat is to {view.question}, not to {question}")
    return suggest(view, **limits)
