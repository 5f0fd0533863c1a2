"""What a player of Knaves or Polignac knows at its turn, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Self

from ...cards import CARDS, SUITS, Card, Cards
from ...errors import IllegalMoveError, ImpossiblePositionError, counted
from ...parts import format_parts, read_numbers, read_parts
from ...view import Option, Unseen, Words
from .deal import NONE, Deal, read_turned
from .moves import CALLS, Call, Move, parse_move
from .names import NAMES, read_seat
from .round import Round
from .rules import SOURCE, Rules, Turned
from .seen import Seen, course_of, seen_in
from .tables import trick_table

PARTS: Final = ("seat", "turned", "leader", "moves", "rules", "score")
"""The parts of a view's text besides the hand."""
ASIDE: Final = "out of play"
SUIT_NAMES: Final = dict(zip(SUITS, ("hearts", "diamonds", "clubs", "spades"), strict=True))
CALL_NAMES: Final = {Call.PASS: "to pass", Call.CAPOT: "to announce capot"}


@dataclass(frozen=True)
class View:
    """Exactly what one player knows.

    Args:
        seat: the player; only at its turn has it options.
        hand: its hand as dealt.
        turned: the card turned up; None in Polignac.
        leader: who led to the first trick.
        moves: all moves so far.
        rules: the table's rules.
        score: the score of the match before this round, by player; all 0 if empty.

    Raises:
        ImpossiblePositionError: cards or sizes that do not fit together.
        IllegalMoveError: moves that the rules do not allow, as far as the player can tell.
    """

    seat: int
    hand: Cards
    turned: Turned = None
    leader: int = 0
    moves: tuple[Move, ...] = ()
    rules: Rules = SOURCE
    score: tuple[int, ...] = ()
    game: ClassVar[str] = "knaves"
    claim: ClassVar[None] = None

    def __post_init__(self) -> None:
        players = self.rules.players
        for name, seat in (("seat", self.seat), ("leader", self.leader)):
            if not 0 <= seat < players:
                raise ImpossiblePositionError(f"{name} {seat}: expected 0 to {players - 1}")
        if len(self.hand) != self.rules.hand:
            raise ImpossiblePositionError(
                f"a hand of {counted(len(self.hand), 'card')}: expected the {self.rules.hand} that "
                "were dealt"
            )
        if not self.rules.is_polignac and not isinstance(self.turned, Card):
            raise ImpossiblePositionError("the card turned up is missing")
        Deal((self.hand,), self.turned).check_cards(self.rules)
        self.seen  # noqa: B018  (checks the moves)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `seat:hand` and named parts, as `B:A♥ 10♦ … ; turned K♣ ; leader A ; moves 9♥`.

        The parts are the fields of `from_fields`, each its name and its text.
        """
        return cls.from_fields(read_parts(text, PARTS))

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a view from texts by name.

        Args:
            fields: `hand`; and where they apply `seat` (whose turn it is, if not given), `turned`,
                `leader` (who leads in the first round, if not given), `moves`, `rules` and
                `score`, as in the view's own arguments.
        """
        rules = Rules.parse(fields["rules"]) if "rules" in fields else SOURCE
        leader = (rules.first_dealer + 1) % rules.players
        leader = read_seat(fields["leader"]) if "leader" in fields else leader
        turned = read_turned(fields.get("turned", NONE))
        moves = tuple(map(parse_move, fields.get("moves", "").split()))
        turn = course_of(rules, turned, leader, moves).turn
        return cls(
            seat=read_seat(fields["seat"]) if "seat" in fields else turn or 0,
            hand=Cards.parse(fields["hand"]),
            turned=turned,
            leader=leader,
            moves=moves,
            rules=rules,
            score=tuple(read_numbers(fields.get("score", ""))),
        )

    def __str__(self) -> str:
        """The text that `parse` reads."""
        parts = {
            "turned": "" if self.turned is None else str(self.turned),
            "leader": NAMES[self.leader],
            "moves": " ".join(map(str, self.moves)),
            "rules": str(self.rules),
            "score": " ".join(map(str, self.score)),
        }
        return format_parts(NAMES[self.seat], self.hand, parts)

    @classmethod
    def of(cls, round: Round, score: tuple[int, ...] = ()) -> Self:
        """What the player to move knows in a round."""
        if round.finished:
            raise IllegalMoveError("the round is over: it is nobody's turn")
        return cls(
            seat=round.mover,
            hand=round.deal.hands[round.mover],
            turned=round.deal.turned,
            leader=round.start[0],
            moves=round.moves,
            rules=round.rules,
            score=score,
        )

    @property
    def side(self) -> int:
        """The number of the own side."""
        return self.seat

    @property
    def question(self) -> str:
        """What there is to decide: `call` or `play`."""
        return "call" if self.seen.course.announcing else "play"

    @cached_property
    def seen(self) -> Seen:
        """What the moves have shown."""
        return seen_in(self)

    @cached_property
    def pool(self) -> Cards:
        """All cards that the player has not seen before the first trick."""
        turned = 1 << self.turned.index if isinstance(self.turned, Card) else 0
        return Cards.of_mask(self.rules.pack.mask & ~self.hand.mask & ~turned)

    @property
    def holding(self) -> Cards:
        """What the player holds now."""
        return Cards.of_mask(self.hand.mask & ~self.seen.played[self.seat])

    @property
    def _others(self) -> list[int]:
        players = self.rules.players
        return [(self.seat + step) % players for step in range(1, players)]

    @cached_property
    def unseen(self) -> Unseen:
        """What the others hold, in the order of their turns after this one, and what is aside."""
        played, excluded = self.seen.played, self.seen.excluded
        pieces = self.pool.mask & ~sum(played)
        sizes = [self.rules.hand - played[seat].bit_count() for seat in self._others]
        allowed = [pieces & ~excluded[seat] for seat in self._others]
        aside = pieces.bit_count() - sum(sizes)
        return Unseen(
            pieces=pieces,
            sizes=(*sizes, aside) if aside else tuple(sizes),
            allowed=(*allowed, pieces) if aside else tuple(allowed),
            seats=(*self._others, None) if aside else tuple(self._others),
        )

    @cached_property
    def words(self) -> Words:
        """The same in words; the kinds are the suits."""
        unseen = self.unseen
        suits = {
            name: sum(1 << card.index for card in CARDS if card.suit == suit)
            for suit, name in SUIT_NAMES.items()
        }
        return Words(
            pieces=list(map(str, CARDS)),
            places=[ASIDE if seat is None else NAMES[seat] for seat in unseen.seats],
            voids=[
                [name for name, suit in suits.items() if suit & unseen.pieces and not suit & may]
                for may in unseen.allowed
            ],
        )

    def world(self, hidden: Sequence[int]) -> Round:
        """The round as it is now, if this is what the others hold."""
        masks = list(self.seen.played)
        masks[self.seat] = self.hand.mask
        for seat, mask in zip(self._others, hidden, strict=False):  # what is aside does not matter
            masks[seat] |= mask
        deal = Deal(tuple(map(Cards.of_mask, masks)), self.turned)
        round = Round(deal, self.leader, rules=self.rules)
        for move in self.moves:
            round.push(move)
        return round

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The moves allowed, whatever the others hold.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        course = self.seen.course
        if course.turn != self.seat:
            whose = "nobody's" if course.turn is None else f"that of {NAMES[course.turn]}"
            raise IllegalMoveError(f"the turn is {whose}, not that of {NAMES[self.seat]}")
        if course.announcing:
            return CALLS
        table = trick_table(self.rules, self.turned)
        legal = table.legal(self.holding.mask, course.led)
        return tuple(card for card in CARDS if legal >> card.index & 1)

    @cached_property
    def options(self) -> Sequence[Option[Move]]:
        """The moves allowed, each judged by points, and by whether it gains any or costs none.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        need, success = (0, "costs nothing") if self.rules.is_polignac else (1, "gains points")
        return [
            Option(
                move=move,
                text=str(move),
                via=move,
                label=(str(move),),
                need=need,
                name=CALL_NAMES[move] if isinstance(move, Call) else str(move),
                success=success,
                worth=float,
            )
            for move in self.legal
        ]
