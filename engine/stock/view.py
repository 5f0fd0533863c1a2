"""What a player of a game with a stock knows, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from ..errors import IllegalMoveError, ImpossiblePositionError, NotationError, shown
from ..parts import format_parts, read_numbers, read_parts
from ..view import Option, Unseen, Words
from ._play import StockCore
from ._table import StockTable
from .kind import NAMES, Kind, StockRules, read_seat
from .moves import Move, Turn, face_of, number_of, parse_move
from .past import Hidden
from .round import StockRound
from .seen import Seen, begun, table_of
from .standing import Pair, Standing, read_pair

R = TypeVar("R", bound=StockRules)
S = TypeVar("S", bound=StockRound[Any, Any])

PARTS: Final = ("seat", "turned", "first", "moves", "drawn", "rules", "score", "extra")
"""The parts of a view's text besides the hand."""
STOCK: Final = "the stock"
VERBS: Final = {
    Turn.EXCHANGE: "to take the turn-up",
    Turn.CLOSE: "to close",
    Turn.DRAW: "to draw",
}


@dataclass(frozen=True)
class StockView(Generic[R, S]):
    """Exactly what one player knows.

    Args:
        seat: the player; only at its turn has it options.
        hand: its hand as dealt.
        turned: the piece that was turned up; None while it is not seen.
        first: who led first.
        moves: all moves so far.
        drawn: what the player has drawn itself, in order, but for the turn-up.
        rules: the table's rules; by default those of the source text.
        score: the score of the match before this deal, by player.
        extra: what the winner of the deal gets besides.

    Raises:
        IllegalMoveError: a move that cannot have been made.
        ImpossiblePositionError: pieces or sizes that do not fit together.
    """

    seat: int
    hand: Any
    turned: Any = None
    first: int = 0
    moves: tuple[Move, ...] = ()
    drawn: tuple[Any, ...] = ()
    rules: R = None  # type: ignore[assignment]  # those of the source text
    score: Pair = (0, 0)
    extra: int = 0
    rounds: ClassVar[type[Any]]
    """The class of the game's deals under way."""
    kind: ClassVar[Kind]
    question: ClassVar[str] = "play"
    claim: ClassVar[None] = None

    def __post_init__(self) -> None:
        if self.rules is None:
            object.__setattr__(self, "rules", self.rounds.source)
        for name, seat in (("seat", self.seat), ("first", self.first)):
            if seat not in (0, 1):
                raise ImpossiblePositionError(f"{name} {seat}: expected 0 or 1")
        if len(self.hand) != self.kind.hand_size:
            raise ImpossiblePositionError(
                f"a hand of {self.kind.counted(len(self.hand))}: expected the "
                f"{self.kind.hand_size} that were dealt"
            )
        turned = [] if self.turned is None else [self.turned]
        self.kind.set_of([*self.hand, *turned, *self.drawn])
        is_seen = self.rules.tells_trump or len(self.moves) > 0
        if is_seen != (self.turned is not None):
            found, expected = ("no turn-up", "the one seen") if is_seen else (self.turned, "none")
            raise ImpossiblePositionError(f"{found} turned up: expected {expected} by now")
        self.standing.check(self.rules)
        self.seen  # noqa: B018  (checks the moves)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `seat:hand` and named parts: `A:9♥ … ; turned 9♠ ; moves A♥ 10♥ ; drawn K♠`.

        The parts are the fields of `from_fields`, each its name and its text.
        """
        return cls.from_fields(read_parts(text, PARTS))

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a view from texts by name.

        Args:
            fields: `hand`; and where they apply `seat` (whose turn it is, if not given), `turned`,
                `first`, `moves`, `drawn`, `rules`, `score` and `extra`, as in the view's own
                arguments.
        """
        if strange := fields.keys() - {"hand", *PARTS}:
            raise NotationError(f"{shown(min(strange))}: expected one of {', '.join(PARTS)}")
        if "hand" not in fields:
            raise NotationError("the hand is missing")
        kind, source = cls.kind, cls.rounds.source
        rules = type(source).parse(fields["rules"]) if "rules" in fields else source
        turned = kind.read_piece(fields["turned"]) if "turned" in fields else None
        first = read_seat(fields["first"]) if "first" in fields else rules.leads_first
        moves = tuple(parse_move(kind, word) for word in fields.get("moves", "").split())
        if "seat" in fields:
            seat = read_seat(fields["seat"])
        else:
            core = begun(kind, rules, turned, first, Standing())
            for move in moves:
                core.follow(number_of(move))
            seat = max(0, core.mover)
        return cls(
            seat=seat,
            hand=kind.set_of(kind.read(fields["hand"])),
            turned=turned,
            first=first,
            moves=moves,
            drawn=tuple(kind.read(fields.get("drawn", ""))),
            rules=rules,
            score=read_pair("score", fields["score"]) if "score" in fields else (0, 0),
            extra=sum(read_numbers(fields.get("extra", ""))),
        )

    def __str__(self) -> str:
        """The text that `parse` reads."""
        parts = {
            "turned": "" if self.turned is None else str(self.turned),
            "first": NAMES[self.first],
            "moves": " ".join(map(str, self.moves)),
            "drawn": " ".join(map(str, self.drawn)),
            "rules": str(self.rules),
            "score": "{}-{}".format(*self.score) if any(self.score) else "",
            "extra": str(self.extra or ""),
        }
        return format_parts(NAMES[self.seat], self.kind.written(self.hand), parts)

    @classmethod
    def of(cls, round: S) -> Self:
        """What the player to move knows in a deal that was set up as it was dealt.

        Raises:
            IllegalMoveError: the deal is over.
            ImpossiblePositionError: it was set up later.
        """
        if round.finished:
            raise IllegalMoveError("the deal is over: it is nobody's turn")
        standing = round.standing
        round.deal.check()
        if standing != Standing(score=standing.score, extra=standing.extra):
            raise ImpossiblePositionError("set up after it was dealt: its past is not known")
        seat, moves, hidden = round.mover, round.moves, round.deal.stock[:-1]
        return cls(
            seat=seat,
            hand=round.deal.hands[seat],
            turned=round.deal.stock[-1] if round.rules.tells_trump or moves else None,
            first=round.turn,
            moves=moves,
            drawn=tuple(
                piece for piece, who in zip(hidden, round.core.takers, strict=False) if who == seat
            ),
            rules=round.rules,
            score=standing.score,
            extra=standing.extra,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.kind.game

    @property
    def side(self) -> int:
        """The number of the own side."""
        return self.seat

    @property
    def standing(self) -> Standing:
        """How the deal stood when it began."""
        return Standing(score=self.score, extra=self.extra)

    @property
    def trump(self) -> str | None:
        """The name of the trump; None while it is not known."""
        return None if self.turned is None else self.kind.trump_of(self.turned)

    @cached_property
    def table(self) -> StockTable:
        """The rules as data."""
        return table_of(self.kind, self.rules, self.turned)

    @cached_property
    def seen(self) -> Seen:
        """What the moves have shown."""
        return Seen(self)

    @property
    def holding(self) -> Any:
        """What the player holds now."""
        return self.kind.pieces.of_mask(self.seen.held)

    @cached_property
    def hidden(self) -> Hidden:
        """Where what the player has not seen may be."""
        return Hidden(self.kind, self.seen)

    @cached_property
    def unseen(self) -> Unseen:
        """What the other holds, in one place or in several, and the stock."""
        return self.hidden.unseen(1 - self.seat)

    @cached_property
    def words(self) -> Words:
        """What is unseen, in words."""
        hidden, other = self.hidden, NAMES[1 - self.seat]
        drawn, left = len(hidden.since), hidden.left
        return Words(
            pieces=list(map(str, self.kind.faces)),
            places=[other] * (1 + drawn) + [STOCK] * (left > 0),
            voids=[self._voids] * (1 + drawn) + [()] * (left > 0),
            gone=hidden.fresh,
            holds={other: self.seen.sizes[-1], STOCK: left} if drawn else {},
        )

    @property
    def _voids(self) -> Sequence[str]:
        """What the other holds none of."""
        pool, may = self.hidden.pool, self.hidden.may | self.seen.known
        kinds = {} if self.trump is None else self.kind.voids(self.trump)
        return [name for name, kind in kinds.items() if kind & pool and not kind & may]

    def world(self, hidden: Sequence[int]) -> S:
        """The deal as it is now, if this is what is hidden."""
        dealt, drawn = self.hidden.origins(hidden)
        hands = [self.hand, self.hand]
        hands[1 - self.seat] = self.kind.pieces.of_mask(dealt)
        own, others = iter(self.drawn), iter(drawn)
        stock = [
            next(own) if who == self.seat else self.kind.faces[next(others)]
            for who in self.seen.core.takers[: self.kind.stock_size - 1]
        ]
        stock += [self.kind.faces[index] for index in self.hidden.stock(hidden)]
        if self.turned is not None:
            stock.append(self.turned)
        deal = self.rounds.deals(tuple(hands), tuple(stock))
        round: S = self.rounds(deal, self.first, self.rules, standing=self.standing)
        for move in self.moves:
            round.push(move)
        return round

    def present(self, hidden: Sequence[int]) -> StockCore:
        """The same in compiled code and without its past, known sooner."""
        hands = [self.seen.held] * 2
        hands[1 - self.seat] = self.hidden.holding(hidden)
        stock = self.hidden.stock(hidden)
        if self.seen.turned:
            stock.append(self.seen.turned.bit_length() - 1)
        return self.seen.core.dealt(hands, stock)

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The moves allowed, whatever the other holds: declarations come first.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        core, held = self.seen.core, self.seen.held
        if core.finished:
            raise IllegalMoveError("the deal is over: it is nobody's turn")
        if core.mover != self.seat:
            raise IllegalMoveError(
                f"it is the turn of {NAMES[core.mover]}, not of {NAMES[self.seat]}"
            )
        # In an order of their own: that of a core depends on what the other holds.
        moves = [face_of(self.kind, number) for number in sorted(core.dealt((held, held)).legal)]
        return tuple(sorted(moves, key=lambda move: not getattr(move, "shown", ())))

    @cached_property
    def options(self) -> Sequence[Option[Move]]:
        """The moves allowed, each judged by whether the player then wins the deal.

        What a win or a loss is worth ends where it ends the match.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        needs = self.standing.needs(self.rules.target)
        mine, others = needs[self.seat], needs[1 - self.seat]
        return [
            Option(
                move=move,
                text=str(move),
                via=move,
                label=(str(move),),
                need=1,
                name=VERBS[move] if isinstance(move, Turn) else str(move),
                success="wins the deal",
                worth=partial(worth, mine, others),
            )
            for move in self.legal
        ]


def worth(mine: int, others: int, points: int) -> float:
    """What net points are worth, if the players need so many to win the match."""
    return float(max(-others, min(mine, points)))
