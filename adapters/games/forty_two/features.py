"""What a seat observes of a deal of forty-two, as arrays."""

from __future__ import annotations

from typing import Final

import numpy as np

from ....engine.dominoes import DOMINOES
from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import MARK
from ....engine.games.forty_two.plays import call_of, domino_of
from ....engine.games.forty_two.round import Round
from ....engine.games.forty_two.seats import SEATS, Side
from ....engine.games.forty_two.trump import Trump
from ...episodes import HAND, Array, Feature
from .moves import CALLS

BITS: Final = np.arange(len(DOMINOES))


def played(round: Round) -> list[int]:
    """What each seat has played, as masks."""
    gone = sum(1 << domino_of(play).index for play in round.plays)
    return [hand.mask & gone for hand in round.deal]


def held(round: Round, seat: int) -> int:
    """What a seat still holds, as a mask."""
    return round.deal[seat].mask & ~played(round)[seat]


def auction_of(round: Round) -> Auction:
    """The auction, all of whose calls are known here."""
    assert isinstance(round.auction, Auction)
    return round.auction


def fill_seat(part: Array, round: Round, seat: int) -> None:
    """Who observes."""
    part[seat] = 1


def fill_turn(part: Array, round: Round, seat: int) -> None:
    """Whose turn it is."""
    if round.turn is not None:
        part[round.turn] = 1


def fill_hand(part: Array, round: Round, seat: int) -> None:
    """What the seat still holds."""
    part[:] = held(round, seat) >> BITS & 1


def fill_first(part: Array, round: Round, seat: int) -> None:
    """Who calls first."""
    part[auction_of(round).first] = 1


def fill_calls(part: Array, round: Round, seat: int) -> None:
    """What each seat has called."""
    for one in SEATS:
        call = auction_of(round).call_of(one)
        if call is not None:
            part[one, CALLS.index(call)] = 1


def fill_declarer(part: Array, round: Round, seat: int) -> None:
    """Who declares, as far as the calls go."""
    if standing := auction_of(round).standing:
        part[standing[0]] = 1


def fill_bid(part: Array, round: Round, seat: int) -> None:
    """For what, which a plunge or splash does not tell by itself."""
    if standing := auction_of(round).standing:
        part[CALLS.index(standing[1])] = 1


def fill_trump(part: Array, round: Round, seat: int) -> None:
    """What is declared."""
    if round.contract is not None:
        part[round.contract.trump] = 1


def fill_called(part: Array, round: Round, seat: int) -> None:
    """The suit that the first lead was called, if not its own."""
    called = call_of(round.plays)
    if called is not None:
        part[called] = 1


def fill_trick(part: Array, round: Round, seat: int) -> None:
    """What each seat has played to the trick on the table."""
    trick = round.position.trick if round.position else ()
    for domino in trick:
        part[:, domino.index] = [domino in hand for hand in round.deal]


def fill_played(part: Array, round: Round, seat: int) -> None:
    """What each seat has played, the trick on the table included."""
    for row, mask in zip(part, played(round), strict=True):
        row[:] = mask >> BITS & 1


def fill_points(part: Array, round: Round, seat: int) -> None:
    """What each side has taken, as a share of all points."""
    part[:] = [points / MARK for points in round.points]


def fill_plays(part: Array, round: Round, seat: int) -> None:
    """Which domino was played first, second, and so on."""
    for row, play in zip(part, round.plays, strict=False):
        row[domino_of(play).index] = 1


BY_SEAT: Final = (len(SEATS),)
DOMINO: Final = (len(DOMINOES),)
CALL: Final = (len(CALLS),)
FEATURES: Final = (
    Feature("seat", BY_SEAT, fill_seat, private=True),
    Feature("turn", BY_SEAT, fill_turn),
    Feature(HAND, DOMINO, fill_hand, private=True),
    Feature("first", BY_SEAT, fill_first),
    Feature("calls", BY_SEAT + CALL, fill_calls),
    Feature("declarer", BY_SEAT, fill_declarer),
    Feature("bid", CALL, fill_bid),
    Feature("trump", (len(Trump),), fill_trump),
    Feature("called", (7,), fill_called),
    Feature("trick", BY_SEAT + DOMINO, fill_trick),
    Feature("played", BY_SEAT + DOMINO, fill_played),
    Feature("points", (len(Side),), fill_points),
    Feature("plays", DOMINO + DOMINO, fill_plays, past=True),
)
