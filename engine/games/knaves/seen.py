"""What the moves of a round have shown to a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from ...cards import Card
from ...errors import IllegalMoveError
from .moves import Call, Move
from .names import NAMES
from .rules import Rules, Turned
from .tables import trick_table

if TYPE_CHECKING:
    from .view import View


@dataclass(frozen=True)
class Course:
    """What moves come to, whoever holds what."""

    turn: int | None
    """Whose turn it is; None once all cards have been played."""
    announcing: bool
    """Whether that seat is to say whether it announces capot."""
    steps: list[tuple[Card, int, Card | None]]
    """Every card, who played it, and the lead that it answered; None if it was led."""
    placed: int
    """How many of these lie on the table."""
    points: tuple[int, ...]
    """What each seat has gained by finished tricks."""

    @property
    def led(self) -> Card | None:
        """The card that was led to the trick on the table."""
        return self.steps[-self.placed][0] if self.placed else None


@dataclass(frozen=True)
class Seen:
    """What has been seen: derived from a view, never stored."""

    course: Course
    played: list[int]
    """What each seat has played, as masks."""
    excluded: list[int]
    """What each seat cannot hold, as masks."""


def course_of(rules: Rules, turned: Turned, leader: int, moves: Sequence[Move]) -> Course:
    """What moves come to.

    Raises:
        IllegalMoveError: capot is announced when it cannot be, or a card played when none can.
    """
    players = rules.players
    calls = list(takewhile(lambda move: isinstance(move, Call), moves))
    most = calls.index(Call.CAPOT) + 1 if Call.CAPOT in calls else players
    announcing = rules.capot and len(calls) < most
    plays = [move for move in moves[len(calls) :] if isinstance(move, Card)]
    if len(calls) > most * rules.capot or len(calls) + len(plays) < len(moves):
        raise IllegalMoveError(
            "capot is announced before the first lead, if at all, by the first who does"
        )
    if plays and announcing:
        raise IllegalMoveError(f"{plays[0]} cannot be played: not all have said if they try capot")
    steps, turn, trick, points = trick_table(rules, turned).replay(
        plays, leader, (0,) * players, range(players), tricks=rules.hand
    )
    if announcing:
        turn = (leader + len(calls)) % players
    answered = [
        (card, seat, lead if isinstance(lead, Card) else None)
        for card, (seat, lead) in zip(plays, steps, strict=True)
    ]
    is_over = len(plays) == players * rules.hand
    return Course(None if is_over else turn, announcing, answered, len(trick), points)


def seen_in(view: View) -> Seen:
    """What a view's moves have shown, each checked as far as its seat can.

    Raises:
        IllegalMoveError: a move that is not allowed, or that the seat knows to be impossible.
    """
    course = course_of(view.rules, view.turned, view.leader, view.moves)
    table = trick_table(view.rules, view.turned)
    played, excluded = [0] * view.rules.players, [0] * view.rules.players
    for number, (card, seat, lead) in enumerate(course.steps, 1):
        held = (view.hand.mask if seat == view.seat else view.pool.mask) & ~sum(played)
        bit = 1 << card.index
        cause = ""
        if not bit & held:
            cause = f"{NAMES[seat]} cannot hold it"
        elif bit & excluded[seat]:
            cause = f"{NAMES[seat]} has shown to hold none of that suit"
        elif seat == view.seat and not bit & table.legal(held, lead):
            cause = f"{NAMES[seat]} must follow to {lead}"
        if cause:
            raise IllegalMoveError(f"play {number}: {card} cannot be played, {cause}")
        excluded[seat] |= table.excluded(card, lead)
        played[seat] |= bit
    return Seen(course, played, excluded)
