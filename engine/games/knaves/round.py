"""A round of Knaves or Polignac, with everything open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from ..._trick_position import TrickPosition
from ...cards import CARDS, Card, Cards
from ...core_state import CoreState
from ...errors import IllegalMoveError, ImpossiblePositionError, NotationError, counted, shown
from ...parts import read_numbers
from ._play import OTHERS, KnavesCore
from .deal import NONE, Deal
from .moves import CALLS, Call, Move, parse_move
from .names import NAMES, read_seat
from .rules import ALL_PENALTIES, JACK, SOURCE, Rules
from .tables import jack_table, trick_table

PARTS: Final = ("hands", "turned", "leader", "points", "moves")
CALL_OF: Final = {OTHERS[call.value]: call for call in CALLS}


class Round(CoreState[Move, KnavesCore]):
    """A round under way, in which every seat plays for itself.

    Where capot may be announced the seats say first whether they do, the leader before the others,
    until one does. While its success is open the rest is no trick game.

    Args:
        deal: the hands, and what was turned up.
        leader: who leads to the first trick.
        points: what each seat has gained before; nothing by default. Penalties are below 0.
        rules: the table's rules.

    Raises:
        ImpossiblePositionError: the seats are not those of the rules, or hands cannot be.

    Examples:
        >>> round = Round.parse("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A")
        >>> for text in ("9♥", "J♥", "6♥"):
        ...     round.push(parse_move(text))
        >>> NAMES[round.mover], round.points
        ('B', (0, -3, 0))
    """

    def __init__(
        self,
        deal: Deal,
        leader: int = 0,
        points: Sequence[int] = (),
        rules: Rules = SOURCE,
    ) -> None:
        if len(deal.hands) != rules.players:
            raise ImpossiblePositionError(
                f"{counted(len(deal.hands), 'hand')}: expected {rules.players}, one a player"
            )
        deal.check_cards(rules)
        self.deal = deal
        self.rules = rules
        self.start = (leader, tuple(points) or (0,) * rules.players)
        position = TrickPosition(
            trick_table(rules, deal.turned),
            [hand.mask for hand in deal.hands],
            *self.start,
            sides=range(rules.players),
        )
        may_announce = rules.capot and len(deal.hands[0]) == rules.hand
        super().__init__(KnavesCore(position, ALL_PENALTIES if may_announce else 0))

    def move_of(self, number: int) -> Move:
        """The move with this number."""
        return CALL_OF[number] if number in CALL_OF else CARDS[number]

    def number_of(self, move: Move) -> int:
        """The number of a move."""
        if isinstance(move, Call):
            return OTHERS[move.value]
        if not isinstance(move, Card):
            raise TypeError(f"{shown(move)} is no move of Knaves")
        return move.index

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What each player holds now."""
        return tuple(map(Cards.of_mask, self.core.position.masks))

    @property
    def points(self) -> tuple[int, ...]:
        """For each seat what it has gained by finished tricks, and by a capot that is settled."""
        return self.core.points

    @property
    def recorded(self) -> tuple[int, ...] | None:
        """What each player writes down, penalties above 0; None before the round is over."""
        if not self.finished:
            return None
        return tuple(-taken for taken in self.points) if self.rules.is_polignac else self.points

    @property
    def tricks(self) -> TrickPosition[Card, Card] | None:
        """The trick game that the rest is; None while a capot may be announced or succeed."""
        return None if self.core.announcing or self.core.is_capot else self.core.position

    def only(self, jack: Card) -> TrickPosition[Card, Card]:
        """The play as it would be if only this jack counted: -1 for whoever takes it.

        Whoever cannot be sure of 0 in it can be forced to take the jack.

        Examples:
            >>> round = Round.parse("9♥ A♦ / 6♣ J♥ / 6♥ K♣ ; ♠ ; A")
            >>> round.only(Card("J", "♥")).bounds(0)
            (-1, 0)
        """
        if jack.rank != JACK:
            raise ImpossiblePositionError(f"{jack} is no jack")
        position = TrickPosition(
            jack_table(self.rules, self.deal.turned, jack.suit),
            [hand.mask for hand in self.deal.hands],
            self.start[0],
            sides=range(self.rules.players),
        )
        for move in self.moves:
            if isinstance(move, Card):
                position.push(move)
        return position

    def __eq__(self, other: object) -> bool:
        """Whether the rest and the points so far are the same."""
        if not isinstance(other, Round):
            return NotImplemented
        return (self.key, self.points) == (other.key, other.points)

    __hash__ = None  # rounds change

    # --- Text ---

    @classmethod
    def parse(cls, text: str, rules: Rules = SOURCE) -> Self:
        """Read `hands ; turned ; leader ; points ; moves`, of which only the hands are needed.

        What was turned up is a card, the sign of its suit, or `-`; the points are those before the
        moves. A leads if it is not told otherwise.
        """
        parts = [part.strip() for part in text.split(";")]
        if len(parts) > len(PARTS):
            raise NotationError(f"{counted(len(parts), 'part')}: expected {' ; '.join(PARTS)}")
        hands, turned, leader, points, moves = (*parts, *[""] * (len(PARTS) - len(parts)))
        round = cls(
            Deal.parse(f"{hands};{turned}"),
            read_seat(leader) if leader else 0,
            tuple(read_numbers(points)),
            rules,
        )
        for number, word in enumerate(moves.split(), 1):
            try:
                round.push(parse_move(word))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        return round

    def __str__(self) -> str:
        """The text that `parse` reads."""
        leader, points = self.start
        hands = " / ".join(map(str, self.deal.hands))
        parts = [
            hands,
            NONE if self.deal.turned is None else str(self.deal.turned),
            NAMES[leader],
            " ".join(map(str, points)),
            " ".join(map(str, self.moves)),
        ]
        return " ; ".join(parts if parts[-1] else parts[:-1])

    def __repr__(self) -> str:
        return f"Round.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self), self.rules)
