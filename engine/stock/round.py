"""A deal of a game with a stock, with everything open."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Self, TypeVar

from .._trick_position import TrickPosition
from ..core_state import CoreState
from ..errors import ImpossiblePositionError, NotationError, shown
from ._play import StockCore
from .deal import StockDeal
from .kind import NAMES, NONE, Kind, StockRules, read_seat
from .moves import Move, face_of, number_of, parse_move
from .standing import Standing

R = TypeVar("R", bound=StockRules)
D = TypeVar("D", bound=StockDeal)
MOST: int = 16
"""More pieces than that lie in no stock."""


class StockRound(CoreState[Move, StockCore], Generic[R, D]):
    """A deal under way, played for what a player gets less what the other one does.

    Args:
        deal: the hands, and the stock; in a closed deal its order does not matter.
        turn: who is to lead.
        rules: the table's rules.
        trump: its name; by default what the turn-up makes.
        standing: how the deal stands.

    Raises:
        ImpossiblePositionError: what does not go together.
    """

    kind: ClassVar[Kind]
    deals: ClassVar[type[Any]]
    """The class of deals."""
    source: ClassVar[Any]
    """The rules if none are given."""

    def __init__(
        self,
        deal: D,
        turn: int = 0,
        rules: R | None = None,
        trump: str | None = None,
        standing: Standing = Standing(),  # noqa: B008  (immutable)
    ) -> None:
        found: R = self.source if rules is None else rules
        if turn not in (0, 1):
            raise ImpossiblePositionError(f"turn {turn}: expected 0 or 1")
        made = self.kind.trump_of(deal.stock[-1]) if deal.stock else trump
        if made is None or made not in self.kind.trumps:
            expected = ", ".join(self.kind.trumps)
            raise ImpossiblePositionError(f"trump {made}: expected one of {expected}")
        if trump not in (None, made):
            raise ImpossiblePositionError(f"trump {trump}: the turn-up makes it {made}")
        self.deal = deal
        self.turn = turn
        self.rules = found
        self.trump = made
        self.standing = standing
        _check(deal, standing)
        standing.check(found)
        super().__init__(
            StockCore(
                found.under(made),
                [hand.mask for hand in deal.hands],
                [piece.index for piece in deal.stock],
                turn,
                points=standing.points,
                pending=standing.pending,
                has_trick=standing.has_trick,
                declared=standing.declared,
                closer=standing.closer,
                early=standing.early,
                waiting=standing.waiting,
                prizes=standing.prizes,
                needs=standing.needs(found.target),
                extra=standing.extra,
            )
        )

    def move_of(self, number: int) -> Move:
        """The move with this number."""
        return face_of(self.kind, number)

    def number_of(self, move: Move) -> int:
        """The number of a move."""
        return number_of(move)

    @property
    def hands(self) -> tuple[Any, Any]:
        """What the two players hold now."""
        first, second = self.core.hands
        return self.kind.pieces.of_mask(first), self.kind.pieces.of_mask(second)

    @property
    def stock(self) -> tuple[Any, ...]:
        """What lies in the stock, in the order in which it is drawn; the last is the turn-up."""
        return tuple(self.kind.faces[index] for index in self.core.stock)

    @property
    def lead(self) -> Any | None:
        """The piece that has been led; None between tricks."""
        index = self.core.on_table
        return None if index is None else self.kind.faces[index]

    @property
    def taken(self) -> tuple[int, int]:
        """The points of the two players, as far as they count."""
        return self.core.taken

    @property
    def points(self) -> tuple[int, int]:
        """What each player gets for the deal, less what the other does; 0 until it is over."""
        if not self.finished:
            return 0, 0
        return self.bounds(0)[0], self.bounds(1)[0]

    @property
    def recorded(self) -> tuple[int, int] | None:
        """What each player writes down; None before the deal is over."""
        return self.core.result

    @property
    def tricks_left(self) -> TrickPosition[Any]:
        """The rest as a trick game for the points of pieces alone.

        Nothing is declared, and nobody stops before the last trick.

        Raises:
            ImpossiblePositionError: pieces are still drawn.
        """
        core = self.core
        if core.draws:
            raise ImpossiblePositionError("pieces are still drawn: the rest is no trick game")
        table = self.rules.under(self.trump).tricks[core.closer is not None]
        hands, lead, leader = list(core.hands), self.lead, max(0, core.mover)
        if lead is not None:
            leader = 1 - leader
            hands[leader] |= 1 << lead.index
        found: TrickPosition[Any] = TrickPosition(table, hands, leader, core.taken)
        if lead is not None:
            found.push(lead)
        return found

    @classmethod
    def parse(cls, text: str, rules: R | None = None) -> Self:
        """Read `hands ; stock ; trump ; turn ; points ; state ; moves`.

        All but the hands may be missing. Hands and all else are as before the moves. `-` stands for
        what there is nothing of, and for the trump that the turn-up makes.
        """
        hands, stock, trump, turn, points, state, moves, *more = (
            *map(str.strip, text.split(";")),
            *[""] * 6,
        )
        if any(more):
            expected = "hands ; stock ; trump ; turn ; points ; state ; moves"
            raise NotationError(f"{shown(text)}: expected {expected}")
        round = cls(
            cls.deals.parse(f"{hands};{stock}"),
            read_seat(turn) if turn else 0,
            rules,
            None if trump in ("", NONE) else cls.kind.read_trump(trump),
            Standing.parse(cls.kind, points, state),
        )
        for word in moves.split():
            round.push(parse_move(cls.kind, word))
        return round

    def __str__(self) -> str:
        """The text that `parse` reads, from where the deal was set up."""
        points, state = self.standing.written(self.kind)
        hands, _, stock = str(self.deal).partition(" ; ")
        moves = " ".join(map(str, self.moves))
        parts = [hands, stock, self.trump, NAMES[self.turn], points, state, moves]
        return " ; ".join(parts if moves else parts[: 5 + (state != NONE)])

    def __repr__(self) -> str:
        return f"Round.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self), self.rules)


def _check(deal: StockDeal, standing: Standing) -> None:
    """Refuse hands and a stock that cannot be so."""
    first, second = map(len, deal.hands)
    left = len(deal.stock)
    if first != second:
        raise ImpossiblePositionError(f"hands of {first} and {second}: expected equal sizes")
    if left % 2 or left > MOST:
        raise ImpossiblePositionError(
            f"a stock of {left}: expected an even number up to {MOST}, as both draw"
        )
    if (standing.waiting or standing.closer is not None) and not left:
        raise ImpossiblePositionError("nothing to draw: expected a stock to wait for, or to close")
    if not first and left and standing.closer is None and not standing.waiting:
        raise ImpossiblePositionError("no hands: expected pieces to lead with")
