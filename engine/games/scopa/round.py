"""A round of Scopa, with everything open."""

from __future__ import annotations

from typing import Any, Final, Self

from ...cards import Cards
from ...core_state import CoreState
from ...errors import ImpossiblePositionError, NotationError, shown
from ._play import OTHERS, ScopaCore, decoded, encoded
from .deal import (
    NAMES,
    NONE,
    NOTHING,
    NUMBERS,
    PACK,
    Deal,
    Pair,
    Taken,
    cards_of,
    check_pack,
    format_cards,
    format_pairs,
    format_score,
    mask_of,
    masks_of,
    read_cards,
    read_hands,
    read_seat,
    read_taken,
)
from .moves import Answer, Move, Play, parse_move
from .rules import CATEGORIES, SOURCE, Account, Rules, Score

ANSWERS: Final = {OTHERS[answer.value]: answer for answer in Answer}
PARTS: Final = 8


class Round(CoreState[Move, ScopaCore]):
    """A round under way, played for the points of a player less those of the other.

    Args:
        deal: the hands being played, the hands to come, and the table.
        turn: who is to play.
        taken: what the players have taken before.
        rules: the table's rules.

    Raises:
        ImpossiblePositionError: these are not the 40 cards, or not hands of which one is played
            card by card in turn.

    Examples:
        >>> round = Round.parse(
        ...     "5♦ 2♣ 4♥ / 4♠ 3♦ J♦ ; A♠ A♥ 3♣ ; "
        ...     "2♥ 3♥ 7♥ J♥ A♦ 2♦ 4♦ 6♦ 7♦ K♦ J♣ K♣ 3♠ 6♠ K♠ / "
        ...     "5♥ 6♥ Q♥ K♥ Q♦ A♣ 4♣ 5♣ 6♣ 7♣ Q♣ 2♠ 5♠ 7♠ J♠ Q♠ ; 1 1 ; A ; B"
        ... )
        >>> [str(move) for move in round.legal]
        ['5♦:A♠+3♣+A♥', '4♥:3♣+A♥', '4♥:A♠+3♣', '2♣:A♠+A♥']
        >>> round.push(Play.parse("5♦:3♣+A♥+A♠"))
        >>> round.taken.sweeps, round.table
        ((2, 1), Cards.parse(''))
    """

    def __init__(
        self, deal: Deal, turn: int = 0, taken: Taken = NOTHING, rules: Rules = SOURCE
    ) -> None:
        if turn not in (0, 1):
            raise ImpossiblePositionError(f"turn {turn}: expected 0 or 1")
        check_pack([deal.table, *taken.piles, *(hand for pair in deal.hands for hand in pair)])
        _check_sizes(deal, turn, rules)
        self.deal = deal
        self.start = (turn, taken)
        self.rules = rules
        hands, *stock = map(masks_of, deal.hands)
        super().__init__(
            ScopaCore(
                hands,
                stock,
                table=mask_of(deal.table),
                piles=masks_of(taken.piles),
                sweeps=taken.sweeps,
                turn=turn,
                last=taken.last,
                capture=rules.capture,
                primiera=rules.primiera,
            )
        )

    def move_of(self, number: int) -> Move:
        """The move with this number."""
        if number in ANSWERS:
            return ANSWERS[number]
        card, taken = decoded(number)
        return Play(PACK[card], cards_of(taken))

    def number_of(self, move: Move) -> int:
        """The number of a move."""
        if isinstance(move, Answer):
            return OTHERS[move.value]
        if not isinstance(move, Play):
            raise TypeError(f"{shown(move)} is no move of Scopa")
        if move.card not in NUMBERS or not move.taken <= set(PACK):
            return -1
        return encoded(NUMBERS[move.card], mask_of(move.taken))

    @property
    def hands(self) -> Pair:
        """What each player holds now."""
        ours, theirs = map(cards_of, self.core.hands)
        return ours, theirs

    @property
    def stock(self) -> tuple[Pair, ...]:
        """The hands to come."""
        return self.deal.hands[1 + self.core.dealt :]

    @property
    def table(self) -> Cards:
        """The cards face up."""
        return cards_of(self.core.table)

    @property
    def taken(self) -> Taken:
        """What the players have taken."""
        ours, theirs = map(cards_of, self.core.piles)
        return Taken((ours, theirs), self.core.sweeps, self.core.last)

    @property
    def offered(self) -> Play | None:
        """The play that waits for an answer, or that must become a capture; None if none does."""
        move = None if self.core.offered is None else self.move_of(self.core.offered)
        assert not isinstance(move, Answer)
        return move

    @property
    def points(self) -> Score:
        """The points of each player less those of the other; of sweeps until the round is over."""
        ours, theirs = self.core.sweeps
        net = self.bounds(0)[0] if self.finished else ours - theirs
        return net, -net

    @property
    def account(self) -> Account | None:
        """What each player scores in each category; None before the round is over."""
        if not self.finished:
            return None
        nets = [low for low, _ in self.core.categories]
        points = [(int(net > 0), int(net < 0)) for net in nets]
        return dict(zip(CATEGORIES, [*points, self.core.sweeps], strict=True))

    @property
    def recorded(self) -> Score | None:
        """What each player scores; None before the round is over."""
        if self.account is None:
            return None
        ours, theirs = map(sum, zip(*self.account.values(), strict=True))
        return ours, theirs

    @classmethod
    def parse(cls, text: str, rules: Rules = SOURCE) -> Self:
        """Read `hands ; table ; piles ; sweeps ; turn ; last ; stock ; moves`.

        All but the hands may be missing. Hands and all else are those before the moves; the stock
        is later hands in pairs. `-` stands for what there is nothing of; `last` is who captured
        last.
        """
        hands, table, piles, sweeps, turn, last, stock, moves, *more = (
            *(part.strip() for part in text.split(";")),
            *[""] * PARTS,
        )
        if any(more):
            raise NotationError(
                f"{shown(text)}: expected hands ; table ; piles ; sweeps ; turn ; last ; stock ; "
                "moves"
            )
        round = cls(
            Deal(read_hands(hands, stock), read_cards(table)),
            read_seat(turn) if turn else 0,
            read_taken(piles, sweeps, last),
            rules,
        )
        for word in moves.split():
            round.push(parse_move(word))
        return round

    def __str__(self) -> str:
        """The text that `parse` reads, from where the round was set up."""
        turn, taken = self.start
        parts = [
            format_pairs(self.deal.hands[:1]),
            format_cards(self.deal.table),
            format_pairs([taken.piles]),
            format_score(taken.sweeps),
            NAMES[turn],
            NONE if taken.last is None else NAMES[taken.last],
            format_pairs(self.deal.hands[1:]),
            " ".join(map(str, self.moves)),
        ]
        return " ; ".join(parts if parts[-1] else parts[:-1])

    def __repr__(self) -> str:
        return f"Round.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self), self.rules)


def _check_sizes(deal: Deal, turn: int, rules: Rules) -> None:
    """Refuse hands of sizes that do not come about.

    Raises:
        ImpossiblePositionError: names the sizes.
    """
    sizes = [[len(hand) for hand in pair] for pair in deal.hands]
    first, *later = sizes
    if not (
        max(first) <= rules.hand_size
        and first[turn] - first[1 - turn] in (0, 1)
        and (any(first) or not later)
        and all(pair == [rules.hand_size] * 2 for pair in later)
    ):
        told = ", ".join(f"{ours} and {theirs}" for ours, theirs in sizes)
        raise ImpossiblePositionError(
            f"hands of {told} cards: expected up to {rules.hand_size}, as many or one more for "
            f"{NAMES[turn]}, who is to play, and later hands of {rules.hand_size}"
        )
