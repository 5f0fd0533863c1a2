"""What a player of Matador knows at its turn, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final, Self

from ...dominoes import ALL, DOMINOES, Domino, Hand
from ...errors import IllegalMoveError, ImpossiblePositionError, counted
from ...parts import format_parts, read_numbers, read_parts
from ...pieces import format_pieces, parse_pieces
from ...view import Option, Unseen, Words, arranged
from .deal import Deal, opener
from .moves import Lay, Move, Turn, parse_move
from .round import NAMES, Round, core_of, face_of, read_seat
from .rules import SOURCE, Rules
from .seen import DEALT, Seen, bearing_of, higher_doubles, seen_in

PARTS: Final = ("seat", "first", "moves", "drawn", "rules", "score")
"""The parts of a view's text besides the hand."""
STOCK: Final = "the stock"
VERBS: Final = {Turn.DRAW: "to draw", Turn.PASS: "to pass"}


@dataclass(frozen=True)
class View:
    """Exactly what one player knows.

    Args:
        seat: the player; only at its turn has it options.
        hand: its hand as dealt.
        first: who began.
        moves: all moves so far.
        drawn: the dominoes that the player has drawn itself, in order.
        rules: the table's rules.
        score: the score of the match before this round, by player; all 0 if empty.

    Raises:
        ImpossiblePositionError: dominoes or sizes that do not fit together.
    """

    seat: int
    hand: Hand
    first: int = 0
    moves: tuple[Move, ...] = ()
    drawn: tuple[Domino, ...] = ()
    rules: Rules = SOURCE
    score: tuple[int, ...] = ()
    game: ClassVar[str] = "matador"
    question: ClassVar[str] = "play"
    claim: ClassVar[None] = None

    def __post_init__(self) -> None:
        players = self.rules.players
        for name, seat in (("seat", self.seat), ("first", self.first)):
            if not 0 <= seat < players:
                raise ImpossiblePositionError(f"{name} {seat}: expected 0 to {players - 1}")
        if len(self.hand) != self.rules.hand_size:
            raise ImpossiblePositionError(
                f"a hand of {counted(len(self.hand), 'domino', 'dominoes')}: expected the "
                f"{self.rules.hand_size} that were dealt"
            )
        Hand([*self.hand, *self.drawn])  # none comes twice
        draws = sum(who == self.seat for who, _ in self.seen.draws)
        if len(self.drawn) != draws:
            raise ImpossiblePositionError(
                f"{counted(len(self.drawn), 'domino', 'dominoes')} drawn: the moves tell of {draws}"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `seat:hand` and named parts, as `A:5-3 4-3 … ; moves 6-6 1-1/6 ; drawn 2-2`.

        The parts are the fields of `from_fields`, each its name and its text.
        """
        return cls.from_fields(read_parts(text, PARTS))

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a view from texts by name.

        Args:
            fields: `hand`; and where they apply `seat` (whose turn it is, if not given), `first`,
                `moves`, `drawn`, `rules` and `score`, as in the view's own arguments.
        """
        rules = Rules.parse(fields["rules"]) if "rules" in fields else SOURCE
        first = read_seat(fields["first"]) if "first" in fields else rules.first_player
        view = cls(
            seat=first,
            hand=Hand.parse(fields["hand"]),
            first=first,
            rules=rules,
            score=tuple(read_numbers(fields.get("score", ""))),
        )
        moves = tuple(map(parse_move, fields.get("moves", "").split()))
        seat = read_seat(fields["seat"]) if "seat" in fields else seen_in(view, moves).turn
        drawn = tuple(parse_pieces(Domino, fields.get("drawn", "")))
        return replace(view, seat=seat, moves=moves, drawn=drawn)

    def __str__(self) -> str:
        """The text that `parse` reads."""
        parts = {
            "first": NAMES[self.first],
            "moves": " ".join(map(str, self.moves)),
            "drawn": format_pieces(self.drawn),
            "rules": str(self.rules),
            "score": " ".join(map(str, self.score)),
        }
        return format_parts(NAMES[self.seat], self.hand, parts)

    @classmethod
    def of(cls, round: Round, score: tuple[int, ...] = ()) -> Self:
        """What the player to move knows in a round."""
        if round.finished:
            raise IllegalMoveError("the round is over: it is nobody's turn")
        seat = round.mover
        start, _ = round.start
        view = cls(seat, round.deal.hands[seat], start, (), (), round.rules, score)
        moves = round.moves
        draws = seen_in(view, moves).draws
        stock = zip(draws, round.deal.stock, strict=False)
        drawn = tuple(domino for (who, _), domino in stock if who == seat)
        return cls(seat, view.hand, start, moves, drawn, round.rules, score)

    @property
    def side(self) -> int:
        """The number of the own side."""
        return self.seat

    @cached_property
    def seen(self) -> Seen:
        """What the moves have shown."""
        return seen_in(self, self.moves)

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """Where hidden dominoes were: in a seat's hand since the deal, or drawn by it later."""
        players = self.rules.players
        others = [(self.seat + step) % players for step in range(1, players)]
        dealt = [(seat, DEALT) for seat in others]
        return dealt + [(who, when) for who, when in self.seen.draws if who != self.seat]

    @cached_property
    def pool(self) -> int:
        """All dominoes that the player has not had, as a mask."""
        return ALL.mask & ~self.hand.mask & ~Hand(self.drawn).mask

    @cached_property
    def unseen(self) -> Unseen:
        """Where the dominoes that the player has not had were at the start.

        Those played since are among them: it may not be known whether they had been drawn.
        """
        sizes = [self.rules.hand_size if when == DEALT else 1 for _, when in self.places]
        allowed = [
            self.seen.allowed(self.pool, seat, when) & ~self._barred(when == DEALT)
            for seat, when in self.places
        ]
        laid = sum(1 << index for index in self.seen.laid)
        left = self.pool.bit_count() - sum(sizes)
        return Unseen(
            pieces=self.pool,
            sizes=(*sizes, left),
            allowed=(*allowed, self.pool & ~laid),
            seats=(*(seat for seat, _ in self.places), None),
            ordered=len(sizes),
        )

    def _barred(self, dealt: bool) -> int:
        """What cannot have been dealt, or drawn, as whoever has the highest double begins with it.

        Nobody was dealt a higher one, and that one was not drawn.
        """
        if self.rules.opening != "highest_double":
            return 0
        return higher_doubles(self._begun) if dealt else 1 << self._begun.index

    @property
    def _begun(self) -> Domino:
        """The domino laid first, or to be laid first."""
        laid = (move.tile for move in self.moves if isinstance(move, Lay))
        begun = next(laid, opener([self.hand]))
        if begun is None:
            raise ImpossiblePositionError("no double to begin with")
        return begun

    @cached_property
    def words(self) -> Words:
        """What is unseen, in words."""
        names = [NAMES[seat] for seat, _ in self.places]
        return Words(
            pieces=list(map(str, DOMINOES)),
            places=[*names, STOCK],
            voids=[*(self._voids(seat) for seat, _ in self.places), ()],
            gone=self.pool & sum(1 << index for index in self.seen.laid),
            holds={**self.sizes, STOCK: self.left},
        )

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many dominoes the others hold now, by name, in the order of their turns."""
        rules, seen = self.rules, self.seen
        others = [(self.seat + step) % rules.players for step in range(1, rules.players)]
        drawn = [who for who, _ in seen.draws]
        laid = [who for who, _ in seen.laid.values()]
        return {
            NAMES[seat]: rules.hand_size + drawn.count(seat) - laid.count(seat) for seat in others
        }

    def _voids(self, seat: int) -> Sequence[str]:
        """The numbers that a player does not hold."""
        out = self.pool & ~sum(1 << index for index in self.seen.laid)
        may = 0
        for (who, _), allowed in zip(self.places, self.unseen.allowed, strict=False):
            may |= allowed if who == seat else 0
        return [
            f"{number}s"
            for number in range(7)
            if (bearing := out & bearing_of(number)) and not bearing & may
        ]

    def world(self, hidden: Sequence[int]) -> Round:
        """The round as it is now, if this is where dominoes were at the start."""
        *masks, stock, order = hidden
        hands = [self.hand] * self.rules.players
        for (seat, when), mask in zip(self.places, masks, strict=True):
            if when == DEALT:
                hands[seat] = Hand.of_mask(mask)
        later = iter(masks[self.rules.players - 1 :])
        own = iter(self.drawn)
        drawn = [
            next(own) if who == self.seat else DOMINOES[next(later).bit_length() - 1]
            for who, _ in self.seen.draws
        ]
        rest = (DOMINOES[index] for index in arranged(stock, order))
        round = Round(Deal(tuple(hands), (*drawn, *rest)), self.first, rules=self.rules)
        for move in self.moves:
            round.push(move)
        return round

    @cached_property
    def holding(self) -> Hand:
        """What the player holds now."""
        had = self.hand.mask | Hand(self.drawn).mask
        laid = [index for index, (who, _) in self.seen.laid.items() if who == self.seat]
        return Hand.of_mask(had & ~sum(1 << index for index in laid))

    @cached_property
    def left(self) -> int:
        """How many dominoes lie in the stock."""
        return len(ALL) - self.rules.players * self.rules.hand_size - len(self.seen.draws)

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The moves allowed, whatever the others hold.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        seen, rules = self.seen, self.rules
        if seen.turn != self.seat:
            raise IllegalMoveError(
                f"it is the turn of {NAMES[seen.turn]}, not of {NAMES[self.seat]}"
            )
        must = rules.opening == "highest_double" and not seen.laid
        hands = [1] * rules.players  # nobody else's hand matters
        hands[self.seat] = self.holding.mask
        first = self._begun if must else None
        core = core_of(rules, hands, [0] * self.left, self.seat, seen.ends, first, seen.drew)
        return tuple(map(face_of, core.legal))

    @cached_property
    def options(self) -> Sequence[Option[Move]]:
        """The moves allowed, each judged by whether the player then wins the round, and by points.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        return [
            Option(
                move=move,
                text=str(move),
                via=move,
                label=(str(move),),
                need=1,
                name=VERBS[move] if isinstance(move, Turn) else str(move),
                success="wins the round",
                worth=float,
            )
            for move in self.legal
        ]
