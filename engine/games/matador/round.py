"""A round of Matador, with everything open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from ...core_state import CoreState
from ...dominoes import DOMINOES, Domino, Hand
from ...errors import ImpossiblePositionError, NotationError, counted, shown
from ._play import OTHERS, MatadorCore, decoded, encoded
from .deal import NONE, Deal, opener
from .moves import ENDS, NOTHING, Lay, Move, Turn, parse_move, read_end
from .rules import SOURCE, Rules

NAMES: Final = ("A", "B", "C", "D")
"""What the seats are called, in the order of their turns."""
TURNS: Final = {OTHERS[turn.value]: turn for turn in Turn}
NO_ENDS: Final = (NOTHING, NOTHING)


class Round(CoreState[Move, MatadorCore]):
    """A round under way, played for what a player scores less what another one does.

    Args:
        deal: the hands and the stock.
        turn: who is to play.
        ends: what the two ends of the chain show, as places in `ENDS`; none before the first
            domino.
        rules: the table's rules.

    Raises:
        ImpossiblePositionError: the players are not those of the rules, there are no such ends,
            two hands are empty, or whoever must begin is not `turn`.

    Examples:
        >>> round = Round.parse("5-3 4-3 3-3 / 6-2 5-0 3-0 ; 4 2 ; A")
        >>> [str(move) for move in round.legal]
        ['3-3/4', '4-3/4', '5-3/4', '4-3x4', '5-3/2', '4-3x2']
        >>> round.push(Lay.parse("5-3/2"))
        >>> str(round)
        '5-3 4-3 3-3 / 6-2 5-0 3-0 ; 4 2 ; A ; - ; 5-3/2'
    """

    def __init__(
        self,
        deal: Deal,
        turn: int = 0,
        ends: tuple[int, int] = NO_ENDS,
        rules: Rules = SOURCE,
    ) -> None:
        hands = deal.hands
        if len(hands) != rules.players:
            raise ImpossiblePositionError(
                f"{counted(len(hands), 'hand')}: expected {rules.players}, one a player"
            )
        if not 0 <= turn < rules.players:
            raise ImpossiblePositionError(f"turn {turn}: expected 0 to {rules.players - 1}")
        if ends != NO_ENDS and not all(0 <= end < NOTHING for end in ends):
            raise ImpossiblePositionError(f"ends {shown(ends)}: expected 0 to {NOTHING - 1} each")
        if sum(not hand for hand in hands) > 1:
            raise ImpossiblePositionError("two hands are empty: the first of them ended the round")
        opening = opener(hands) if rules.opening == "highest_double" and ends == NO_ENDS else None
        if opening is not None and opening not in hands[turn]:
            raise ImpossiblePositionError(f"{NAMES[turn]} cannot begin: {opening} is to be laid")
        self.deal = deal
        self.start = (turn, ends)
        self.rules = rules
        masks = [hand.mask for hand in hands]
        stock = [domino.index for domino in deal.stock]
        super().__init__(core_of(rules, masks, stock, turn, ends, opening))

    def move_of(self, number: int) -> Move:
        """The move with this number."""
        return face_of(number)

    def number_of(self, move: Move) -> int:
        """The number of a move."""
        if isinstance(move, Turn):
            return OTHERS[move.value]
        if not isinstance(move, Lay):
            raise TypeError(f"{shown(move)} is no move of Matador")
        return encoded(move.tile.index, move.on, move.new)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """What each player holds now."""
        return tuple(map(Hand.of_mask, self.core.hands))

    @property
    def stock(self) -> tuple[Domino, ...]:
        """The dominoes face down, in the order in which they are drawn."""
        return tuple(DOMINOES[index] for index in self.core.stock)

    @property
    def ends(self) -> tuple[int, int]:
        """What the two ends show, as places in `ENDS`; `NOTHING` before the first domino."""
        return self.core.ends

    @property
    def points(self) -> tuple[int, ...]:
        """For each player what it has scored, less what another has; 0 until the round is over."""
        if not self.finished:
            return (0,) * self.rules.players
        return tuple(self.bounds(side)[0] for side in range(self.rules.players))

    @property
    def recorded(self) -> tuple[int, ...] | None:
        """What each player writes down; None before the round is over."""
        if self.core.result is None:
            return None
        winner, score = self.core.result
        return tuple(score if seat == winner else 0 for seat in range(self.rules.players))

    @classmethod
    def parse(cls, text: str, rules: Rules = SOURCE) -> Self:
        """Read `hands ; ends ; turn ; stock ; moves`; all but the hands may be missing.

        Hands are those before the moves. `-` stands for what there is nothing of.
        """
        hands, ends, turn, stock, moves, *more = (*map(str.strip, text.split(";")), *[""] * 4)
        if any(more):
            raise NotationError(f"{shown(text)}: expected hands ; ends ; turn ; stock ; moves")
        shows = ends.replace(NONE, "").split()
        if len(shows) not in (0, 2):
            raise NotationError(f"ends {shown(ends)}: expected two, as 4 52, or - for none")
        first, second = map(read_end, shows) if shows else NO_ENDS
        round = cls(
            Deal.parse(f"{hands};{stock}"),
            read_seat(turn) if turn else 0,
            (first, second),
            rules,
        )
        for word in moves.split():
            round.push(parse_move(word))
        return round

    def __str__(self) -> str:
        """The text that `parse` reads, from where the round was set up."""
        turn, ends = self.start
        hands, _, stock = str(self.deal).partition(" ; ")
        shows = NONE if ends == NO_ENDS else " ".join(ENDS[end] for end in ends)
        parts = [hands, shows, NAMES[turn], stock, " ".join(map(str, self.moves))]
        return " ; ".join(parts if parts[-1] else parts[:-1])

    def __repr__(self) -> str:
        return f"Round.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self), self.rules)


def read_seat(text: str) -> int:
    """The number of a seat by its name."""
    name = text.strip().upper()
    if name not in NAMES:
        raise NotationError(f"{shown(text)} is no seat: expected one of {', '.join(NAMES)}")
    return NAMES.index(name)


def core_of(
    rules: Rules,
    hands: Sequence[int],
    stock: Sequence[int],
    turn: int,
    ends: tuple[int, int],
    opening: Domino | None,
    drew: int = 0,
) -> MatadorCore:
    """A round in compiled code under the rules of a table.

    Args:
        rules: the table's rules.
        hands: the dominoes of each player, as masks.
        stock: those face down by their indices, in the order in which they are drawn.
        turn: who is to play.
        ends: what the two ends show, as places in `ENDS`.
        opening: the domino that must be laid first.
        drew: how many dominoes have been drawn in this turn.
    """
    return MatadorCore(
        hands,
        stock,
        reserve=rules.stock_reserve,
        turn=turn,
        ends=ends,
        opening=None if opening is None else opening.index,
        drew=drew,
        draws_many=rules.draw_rule == "until_playable",
        draws_freely=rules.optional_draw,
        ends_with_stock=rules.end_rule == "stock_empty",
        excess_only=rules.excess_only,
        double_blank=rules.double_blank_value,
    )


def face_of(number: int) -> Move:
    """The move with this number."""
    if number in TURNS:
        return TURNS[number]
    tile, on, new = decoded(number)
    return Lay(DOMINOES[tile], on, new)
