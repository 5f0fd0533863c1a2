"""What the plays of a deal have shown to a seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ...dominoes import Domino
from ...errors import IllegalMoveError
from .contract import Contract
from .plays import Play, call_of, domino_of
from .seats import SEATS, Seat

if TYPE_CHECKING:
    from .view import View


@dataclass(frozen=True)
class Seen:
    """What the plays have shown: derived from a view, never stored."""

    turn: Seat | None
    trick: tuple[Domino, ...]
    lead: Domino | int | None
    """What the trick on the table answers: the domino led, or the suit that it was called."""
    points: tuple[int, int]
    played: list[int]
    """What each seat has played, as masks."""
    excluded: list[int]
    """What each seat cannot hold, as masks."""


def seen_in(view: View) -> Seen:
    """What a view's plays have shown, each checked as far as its seat can.

    Raises:
        IllegalMoveError: a play that is not allowed, or that the seat knows to be impossible.
    """
    contract = view.contract
    if contract is None:
        to_call = view.won[0] if view.won else view.auction.turn
        return Seen(to_call, (), None, view.points, [0] * 4, [0] * 4)
    assert view.leader is not None
    rules, sides = contract.table, contract.sides
    plays, call = [domino_of(play) for play in view.plays], call_of(view.plays)
    for number, play in enumerate(view.plays, 1):
        if isinstance(play, Play) and (number > 1 or play not in contract.calls(plays)):
            raise IllegalMoveError(f"play {number}: {play} cannot be called so")
    replay = partial(
        rules.replay,
        leader=view.leader,
        points=view.points,
        sides=sides,
        called=call,
        tricks=view.tricks,
        rest=view.left,
    )
    steps, turn, trick, points = replay(plays)
    size = 4 - sides.count(None)
    played, excluded = [0] * 4, [0] * 4
    for number, (domino, (seat, lead)) in enumerate(zip(plays, steps, strict=True), 1):
        held = view.hand.mask if seat == view.seat else view.pool.mask
        held &= ~sum(played)
        bit = 1 << domino.index
        cause = ""
        if not bit & held:
            cause = f"{SEATS[seat]} cannot hold it"
        elif bit & excluded[seat]:
            cause = f"{SEATS[seat]} has shown to hold none of that suit"
        elif seat == view.seat and not bit & rules.legal(held, lead):
            cause = f"{SEATS[seat]} must follow to {view.plays[(number - 1) // size * size]}"
        if cause:
            raise IllegalMoveError(f"play {number}: {domino} cannot be played, {cause}")
        excluded[seat] |= rules.excluded(domino, lead)
        played[seat] |= bit
    over = len(view.plays) == size * view.tricks or stopped(view, contract, points)
    before = max(0, (len(view.plays) - 1) // size * size)
    *_, earlier = replay(plays[:before])
    if before and stopped(view, contract, earlier):
        raise IllegalMoveError(f"play {before + 1}: the bid is made or set, the deal is over")
    lead = (trick[0] if call is None or len(plays) > size else call) if trick else None
    return Seen(None if over else SEATS[turn], trick, lead, points, played, excluded)


def stopped(view: View, contract: Contract, points: tuple[int, int]) -> bool:
    """Whether the deal has ended with these points."""
    stops = view.rules.stop_when_decided or contract.is_sweep
    return stops and contract.decided(points, view.total)
