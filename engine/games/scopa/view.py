"""What a player of Scopa knows, and what it may do at its turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import ClassVar, Final, Self

from ...cards import CARDS, Card, Cards
from ...errors import IllegalMoveError, ImpossiblePositionError, NotationError, counted
from ...parts import format_parts, read_parts
from ...view import Option, Risk, Unseen, Words
from .deal import (
    EVERYTHING,
    NAMES,
    NOTHING,
    NUMBERS,
    Deal,
    Pair,
    Taken,
    cards_of,
    format_cards,
    format_pairs,
    format_score,
    mask_of,
    read_cards,
    read_score,
    read_seat,
    read_taken,
)
from .moves import Answer, Move, Play, parse_move
from .round import Round
from .rules import SOURCE, Rules, Score

PARTS: Final = (
    "seat",
    "table",
    "piles",
    "sweeps",
    "first",
    "last",
    "moves",
    "rules",
    "score",
)
"""The parts of a view's text besides the hands."""
DEFAULTS: Final = {
    "piles": format_pairs([NOTHING.piles]),
    "sweeps": format_score(NOTHING.sweeps),
    "rules": SOURCE,
    "score": format_score((0, 0)),
}
"""Parts that are not written."""
STOCK: Final = "the stock"


@dataclass(frozen=True)
class View:
    """Exactly what one player knows.

    Args:
        seat: the player; only at its turn has it options.
        hands: its hands as dealt, one after the other; of an ending the first is what was left.
        table: the cards face up before the moves.
        first: who was to play then.
        taken: what the players had taken before.
        moves: all moves since.
        rules: the table's rules.
        score: the score of the match before this round, by player.

    Raises:
        ImpossiblePositionError: cards or sizes that do not fit together.
        IllegalMoveError: moves that the rules do not allow.

    Examples:
        >>> view = View.parse(
        ...     "A:5♦ 4♥ ; table A♠ A♥ 3♣ 2♣ ; first A ; last B ; piles "
        ...     "2♥ 3♥ 7♥ J♥ A♦ 2♦ 4♦ 6♦ 7♦ K♦ J♣ K♣ 3♠ 6♠ K♠ / "
        ...     "5♥ 6♥ Q♥ K♥ Q♦ A♣ 4♣ 5♣ 6♣ 7♣ Q♣ 2♠ 5♠ 7♠ J♠ Q♠ 3♦"
        ... )
        >>> [str(move) for move in view.legal]
        ['4♥:A♠+2♣+A♥', '5♦:A♠+3♣+A♥', '4♥:3♣+A♥', '4♥:A♠+3♣', '5♦:3♣+2♣']
    """

    seat: int
    hands: tuple[Cards, ...]
    table: Cards
    first: int = 0
    taken: Taken = NOTHING
    moves: tuple[Move, ...] = ()
    rules: Rules = SOURCE
    score: Score = (0, 0)
    game: ClassVar[str] = "scopa"
    question: ClassVar[str] = "play"
    claim: ClassVar[None] = None

    def __post_init__(self) -> None:
        for name, seat in (("seat", self.seat), ("first", self.first)):
            if seat not in (0, 1):
                raise ImpossiblePositionError(f"{name} {seat}: expected 0 or 1")
        if not self.hands:
            raise ImpossiblePositionError("no hands: expected those dealt so far")
        if min(self.score) < 0:
            raise ImpossiblePositionError(
                f"score {format_score(self.score)}: expected no points below 0"
            )
        self._check_sizes()
        self._check_hands(1 + self._now.core.dealt)

    def _check_sizes(self) -> None:
        """Refuse hands that cannot go with what else is seen."""
        size = self.rules.hand_size
        first, *later = map(len, self.hands)
        ahead = (first - self._other) * (1 if self.first == self.seat else -1)
        if self._other > size or ahead not in (0, 1):
            raise ImpossiblePositionError(
                f"a hand of {counted(first, 'card')} leaves {counted(self._hidden, 'card')} unseen:"
                f" expected as many as {NAMES[1 - self.seat]} then holds, and hands of {size}"
            )
        for some in later:
            if some != size:
                raise ImpossiblePositionError(
                    f"a later hand of {counted(some, 'card')}: expected {size}"
                )
        shown = len(_shown(self.moves, self.first))
        if shown > first + self._hidden:
            raise IllegalMoveError(
                f"{counted(shown, 'card')} played: there were {first + self._hidden}"
            )
        hands, over = divmod(shown - first - self._other, 2 * size)
        dealt = min(hands + 1, self._hidden // (2 * size)) + 1
        # The last card of a hand may only have been offered.
        if over or self.rules.capture != "on_demand" or len(self.hands) != dealt - 1:
            self._check_hands(dealt)

    def _check_hands(self, dealt: int) -> None:
        if len(self.hands) != dealt:
            raise ImpossiblePositionError(
                f"{counted(len(self.hands), 'hand')}: expected the {dealt} dealt so far"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `seat:hands` and named parts, as `A:5♦ 2♣ … ; table A♠ A♥ … ; first A`.

        Hands are separated by `/`. The parts are the fields of `from_fields`, each its name and its
        text.
        """
        return cls.from_fields(read_parts(text, PARTS))

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a view from texts by name.

        Args:
            fields: `hand`, one or more separated by `/`, and `table`; and where they apply `first`
                (by default who plays first in a match), `seat` (by default whose turn it is),
                `piles`, `sweeps`, `last`, `moves`, `rules` and `score`, as in the view's own
                arguments.
        """
        if "table" not in fields:
            raise NotationError("the table is missing: expected the cards that lay there at first")
        rules = Rules.parse(fields["rules"]) if "rules" in fields else SOURCE
        first = read_seat(fields["first"]) if "first" in fields else 1 - rules.first_dealer
        moves = tuple(map(parse_move, fields.get("moves", "").split()))
        turn = first + len(_shown(moves, first)) - (moves[-1:] == (Answer.DEMAND,))
        return cls(
            seat=read_seat(fields["seat"]) if "seat" in fields else turn % 2,
            hands=tuple(map(read_cards, fields["hand"].split("/"))),
            table=read_cards(fields["table"]),
            first=first,
            taken=read_taken(*(fields.get(name, "") for name in ("piles", "sweeps", "last"))),
            moves=moves,
            rules=rules,
            score=read_score(fields["score"]) if "score" in fields else (0, 0),
        )

    def __str__(self) -> str:
        """The text that `parse` reads."""
        taken = self.taken
        parts = {
            "table": format_cards(self.table),
            "first": NAMES[self.first],
            "piles": format_pairs([taken.piles]),
            "sweeps": format_score(taken.sweeps),
            "last": "" if taken.last is None else NAMES[taken.last],
            "moves": " ".join(map(str, self.moves)),
            "rules": self.rules,
            "score": format_score(self.score),
        }
        hands = " / ".join(map(format_cards, self.hands))
        return format_parts(NAMES[self.seat], hands, parts, DEFAULTS)

    @classmethod
    def of(cls, round: Round, score: Score = (0, 0)) -> Self:
        """What the player to move knows in a round."""
        if round.finished:
            raise IllegalMoveError("the round is over: it is nobody's turn")
        seat = round.mover
        first, taken = round.start
        hands = tuple(pair[seat] for pair in round.deal.hands[: 1 + round.core.dealt])
        return cls(seat, hands, round.deal.table, first, taken, round.moves, round.rules, score)

    @property
    def side(self) -> int:
        """The number of the own side."""
        return self.seat

    @property
    def _hidden(self) -> int:
        """How many cards the player did not see before the moves."""
        seen = (self.hands[0], self.table, *self.taken.piles)
        return len(EVERYTHING) - sum(map(len, seen))

    @property
    def _other(self) -> int:
        """How many cards the other held before the moves."""
        return self._hidden % (2 * self.rules.hand_size)

    @cached_property
    def _shown(self) -> list[Cards]:
        """What the other has played, or offered, of each of its hands so far."""
        size = 2 * self.rules.hand_size
        first = len(self.hands[0]) + self._other
        found: list[list[Card]] = [[] for _ in self.hands]
        for number, (seat, card) in enumerate(_shown(self.moves, self.first)):
            if seat != self.seat:
                found[0 if number < first else 1 + (number - first) // size].append(card)
        return list(map(Cards, found))

    @cached_property
    def unseen(self) -> Unseen:
        """What the other holds, and all later hands: those of A before those of B, in turn."""
        seen = (*self.hands, *self._shown, self.table, *self.taken.piles)
        pieces = EVERYTHING.mask & ~sum(cards.mask for cards in seen)
        size = self._other if len(self.hands) == 1 else self.rules.hand_size
        held = size - len(self._shown[-1])
        later = self._hidden // (2 * self.rules.hand_size) - len(self.hands) + 1
        sizes = (held, *[self.rules.hand_size] * (2 * later))
        return Unseen(
            pieces=pieces,
            sizes=sizes,
            allowed=(pieces,) * len(sizes),
            seats=(1 - self.seat, *[None] * (2 * later)),
        )

    @property
    def words(self) -> Words:
        """The same in words."""
        held, *later = self.unseen.sizes
        other = NAMES[1 - self.seat]
        return Words(
            pieces=list(map(str, CARDS)),
            places=[other, *[STOCK] * len(later)],
            voids=[()] * len(self.unseen.sizes),
            holds={other: held, **({STOCK: sum(later)} if later else {})},
        )

    def world(self, hidden: Sequence[int]) -> Round:
        """The round as it is now, if this is what is hidden.

        Args:
            hidden: masks of what the other holds and of the later hands, in the order of `unseen`.
        """
        held, *rest = hidden
        others = [*self._shown[:-1], Cards.of_mask(self._shown[-1].mask | held)]
        later = list(map(Cards.of_mask, rest))
        pairs = [self._pair(*pair) for pair in zip(self.hands, others, strict=True)]
        pairs += zip(later[::2], later[1::2], strict=True)
        round = Round(Deal(tuple(pairs), self.table), self.first, self.taken, self.rules)
        for number, move in enumerate(self.moves, 1):
            try:
                round.push(move)
            except IllegalMoveError:  # it would tell of cards that are only made up
                raise IllegalMoveError(f"move {number}: {move} is not allowed there") from None
        return round

    def _pair(self, own: Cards, other: Cards) -> Pair:
        return (other, own) if self.seat else (own, other)

    @cached_property
    def _now(self) -> Round:
        """The round as it is in some world: for all that is the same in every one."""
        cards = iter(Cards.of_mask(self.unseen.pieces))
        return self.world([Cards(islice(cards, size)).mask for size in self.unseen.sizes])

    @property
    def table_now(self) -> Cards:
        """The cards face up after the moves."""
        return self._now.table

    @property
    def taken_now(self) -> Taken:
        """What the players have taken by now."""
        return self._now.taken

    @property
    def holding(self) -> Cards:
        """What the player holds now."""
        return self._now.hands[self.seat]

    @property
    def offered(self) -> Play | None:
        """The play that waits for an answer, or that must become a capture; None if none does."""
        return self._now.offered

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves allowed, whatever the other holds: those that capture most first.

        Raises:
            IllegalMoveError: it is not the player's turn.
        """
        if self._now.mover != self.seat:
            turn = "nobody's turn" if self._now.finished else f"the turn of {NAMES[1 - self.seat]}"
            raise IllegalMoveError(f"it is {turn}, not that of {NAMES[self.seat]}")
        return tuple(sorted(self._now.legal, key=_rank))

    @property
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
                name=_named(move),
                success="wins the round",
                worth=float,
                risk=self._risk(move),
            )
            for move in self.legal
        ]

    def _risk(self, move: Move) -> Risk | None:
        """With what the other can capture something next, if the move stands."""
        other, places = 1 - self.seat, len(self.unseen.sizes)
        holds = self.unseen.sizes[0] > 0
        if isinstance(move, Answer) or not (holds or places > 1):
            return None
        takers = cards_of(self._now.core.takers(self._now.number_of(move))).mask
        return Risk(
            place=0 if holds else 1 + other,
            pieces=takers & self.unseen.pieces,
            averted=f"{NAMES[other]} can capture nothing",
        )


def _shown(moves: Iterable[Move], first: int) -> list[tuple[int, Card]]:
    """Who has played, or offered, which card, in order; who plays another way plays it once."""
    found: list[tuple[int, Card]] = []
    before: Move | None = None
    for move in moves:
        if isinstance(move, Play) and before is not Answer.DEMAND:
            found.append(((first + len(found)) % 2, move.card))
        before = move
    return found


def _rank(move: Move) -> tuple[int, ...]:
    if isinstance(move, Answer):
        return (list(Answer).index(move),)
    return (-len(move.taken), NUMBERS[move.card], mask_of(move.taken))


def _named(move: Move) -> str:
    """A move in words."""
    if isinstance(move, Answer):
        return f"to {move}"
    return f"{move.card} for {move.taken}" if move.taken else str(move.card)
