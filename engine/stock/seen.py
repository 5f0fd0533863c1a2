"""What the moves of a deal have shown to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..errors import IllegalMoveError, ImpossiblePositionError, located
from ._play import StockCore
from ._table import UNKNOWN, StockTable
from .kind import NAMES, Kind, StockRules
from .moves import Move, Play, Turn, face_of, number_of, shown_in
from .standing import Standing

if TYPE_CHECKING:
    from .view import StockView

DEALT: Final = -1
"""When the pieces came that were dealt; moves count from 0."""


class Seen:
    """What has been seen: derived from a view, never stored.

    What a player gets by a move it can play from the next one on.

    Args:
        view: what the player knows.

    Raises:
        IllegalMoveError: a move that cannot have been made.
        ImpossiblePositionError: pieces drawn that do not fit the moves.
    """

    core: StockCore
    """All that both players see, as it is now; what its hands hold means nothing."""
    held: int
    """What the player holds, as a mask."""
    own: int
    """All that it has ever held."""
    turned: int
    """What lies turned up under the stock, as a mask; 0 if nothing does, or it is not seen yet."""
    shown: dict[int, int]
    """When the other was first seen to have a piece, by its index."""
    parted: dict[int, int]
    """When it parted with a piece, by its index."""
    gone: int
    """All that has been played, as a mask."""
    given: int
    """What the other has got from under the stock, and never had before, as a mask."""
    known: int
    """What it is known to hold now."""
    lacks: int
    """What it cannot hold, as it did not follow with it."""
    barred: list[tuple[int, int]]
    """When the other showed that it held none of some pieces, which it may have drawn since."""
    draws: list[int]
    """When the other drew something unseen."""
    sizes: list[int]
    """How many pieces the other held before each move, and holds now."""

    def __init__(self, view: StockView[Any, Any]) -> None:
        self._view = view
        self._drawn = [1 << piece.index for piece in view.drawn]
        self.held = self.own = view.hand.mask
        self.turned = 0 if view.turned is None else 1 << view.turned.index
        self.core = begun(view.kind, view.rules, view.turned, view.first, view.standing)
        self.shown, self.parted, self.barred, self.draws = {}, {}, [], []
        self.gone = self.given = self.known = self.lacks = 0
        self.sizes = [view.kind.hand_size]
        for time, move in enumerate(view.moves):
            with located(f"move {time + 1}"):
                self._check(move)
                self._follow(time, move)
        if self._drawn:
            raise ImpossiblePositionError(
                f"{view.kind.counted(len(self._drawn))} drawn more than the moves tell of"
            )

    def _check(self, move: Move) -> None:
        """Refuse a move that the player would know to be wrong."""
        kind = self._view.kind
        if self.core.mover == self._view.seat:
            legal = self.core.dealt((self.held, self.held)).legal
            if number_of(move) not in legal:
                expected = ", ".join(str(face_of(kind, number)) for number in legal)
                raise IllegalMoveError(f"{move}: expected one of {expected}")
            return
        if isinstance(move, Play):
            needed = 1 << move.piece.index | shown_in(move)
        else:
            needed = self._nine if move is Turn.EXCHANGE else 0
        elsewhere = self.own | self.turned | self.gone | self.lacks
        for shown, barred in self.barred:
            if not any(draw > shown for draw in self.draws):
                elsewhere |= barred
        if strange := needed & ~self.known & elsewhere:
            raise IllegalMoveError(f"{self._face(strange)} is not with {self._other}")

    def _follow(self, time: int, move: Move) -> None:
        """Let a move happen."""
        core, view = self.core, self._view
        mine = core.mover == view.seat
        lead, draws, drawn = core.on_table, core.draws, len(core.takers)
        try:
            core.follow(number_of(move))
        except IllegalMoveError:
            raise IllegalMoveError(f"{move} is not allowed to {self._other}") from None
        if isinstance(move, Play):
            self._play(time, move, mine)
            if lead is not None and not mine and not draws:
                self.lacks |= view.table.tricks[0].excluded(move.piece, view.kind.faces[lead])
                if held := self.lacks & self.known:
                    raise IllegalMoveError(
                        f"{move} is not allowed to {self._other}, who holds {self._face(held)}"
                    )
        elif move is Turn.EXCHANGE:
            self._exchange(time, mine)
        for place, seat in enumerate(core.takers[drawn:], drawn):
            self._draw(time, place, mine=seat == view.seat)
        led = core.on_table is not None and core.mover == view.seat
        self.sizes.append(core.left - led)

    def _play(self, time: int, move: Play, mine: bool) -> None:
        played, shown = 1 << move.piece.index, shown_in(move)
        self.gone |= played
        if mine:
            self.held &= ~played
            return
        self.parted[move.piece.index] = time
        for piece in (move.piece, *move.shown):
            self.shown.setdefault(piece.index, time)
        self.known = (self.known | shown) & ~played
        for group in self._view.table.groups if shown else ():
            rest = group & ~sum(1 << index for index in self.shown)
            if group & shown and rest:
                self.barred.append((time, rest))

    def _exchange(self, time: int, mine: bool) -> None:
        if mine:
            self.own |= self.turned
            self.held = self.held & ~self._nine | self.turned
        else:
            self.shown.setdefault(self._nine.bit_length() - 1, time)
            self.parted[self._nine.bit_length() - 1] = time
            self.given |= self.turned
            self.known |= self.turned
        self.turned = self._nine

    def _draw(self, time: int, place: int, mine: bool) -> None:
        if place + 1 < self._view.kind.stock_size:
            if mine:
                self._draw_own()
            else:
                self.draws.append(time)
            return
        if mine:
            self.held |= self.turned
            self.own |= self.turned
        else:
            if self.turned.bit_length() - 1 not in self.shown:
                self.given |= self.turned
            self.known |= self.turned
        self.turned = 0

    def _draw_own(self) -> None:
        if not self._drawn:
            drawn = self._view.kind.counted(len(self._view.drawn))
            raise ImpossiblePositionError(f"{drawn} drawn: the moves tell of more")
        piece = self._drawn.pop(0)
        if piece & (self.turned | self.gone | self.known):
            raise ImpossiblePositionError(f"{self._face(piece)} drawn: it was not in the stock")
        self.held |= piece
        self.own |= piece

    @property
    def _other(self) -> str:
        return NAMES[1 - self._view.seat]

    @property
    def _nine(self) -> int:
        """What is exchanged for the turn-up, as a mask."""
        index = self._view.table.exchanged
        return 0 if index is None else 1 << index

    def _face(self, mask: int) -> Any:
        """The highest piece of a mask."""
        return self._view.kind.faces[mask.bit_length() - 1]


def table_of(kind: Kind, rules: StockRules, turned: Any) -> StockTable:
    """The rules as data under the trump of a turn-up; while it is not seen, any trump will do."""
    return rules.under(next(iter(kind.trumps)) if turned is None else kind.trump_of(turned))


def begun(kind: Kind, rules: StockRules, turned: Any, first: int, standing: Standing) -> StockCore:
    """A deal as everybody sees it at first; what its hands hold means nothing.

    Args:
        kind: the pieces.
        rules: the table's rules.
        turned: the turn-up; None while it is not seen.
        first: who leads.
        standing: how the match stands.
    """
    unknown = (1 << kind.hand_size) - 1
    last = UNKNOWN if turned is None else turned.index
    return StockCore(
        table_of(kind, rules, turned),
        (unknown, unknown),
        [UNKNOWN] * (kind.stock_size - 1) + [last],
        first,
        needs=standing.needs(rules.target),
        extra=standing.extra,
    )
