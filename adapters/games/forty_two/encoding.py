"""A deal of forty-two in numbers: its moves, what a seat knows, and how much it can bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

from ....engine.dominoes import DOMINOES, Hand
from ....engine.errors import PlayerError, shown
from ....engine.game import Game
from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import MARK, Call
from ....engine.games.forty_two.deal import Deal
from ....engine.games.forty_two.game import FORTY_TWO
from ....engine.games.forty_two.plays import call_of, format_plays
from ....engine.games.forty_two.round import Legal, Round
from ....engine.games.forty_two.rules import SOURCE, Rules
from ....engine.games.forty_two.seats import SEATS
from ...episodes import Feature
from .features import FEATURES, held, played
from .moves import MOVES, NUMBERS, bids_of


class FortyTwoEncoding:
    """A deal of forty-two, from the first domino dealt to the score.

    Args:
        rules: what is agreed. Nobody claims.
    """

    game: Game = FORTY_TWO
    pieces: Sequence[object] = DOMINOES
    moves: Sequence[Any] = MOVES
    features: Sequence[Feature] = FEATURES
    longest = len(SEATS) + 1 + len(DOMINOES)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._agreed = [] if rules == SOURCE else [f"rules {rules}"]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The deal under the rules of this text, as `Rules.parse` reads it."""
        return cls(Rules.parse(text))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).parse, (str(self.rules),)

    @cached_property
    def limit(self) -> int:
        """The most by which one side can do better than the other in a deal."""
        return max(
            abs(ours - theirs)
            for bid in bids_of(self.rules)
            if bid.is_bid
            for taken in range(MARK + 1)
            for ours, theirs in [self.rules.record(0, bid, (taken, MARK - taken))]
        )

    def holder(self, place: int) -> int:
        """Dominoes are dealt to N E S W in turn."""
        return place % len(SEATS)

    def begin(self, dealt: Sequence[int]) -> Round:
        """The round before the first call, who makes it as in the first deal of a match."""
        masks = [0] * len(SEATS)
        for place, index in enumerate(dealt):
            masks[self.holder(place)] |= 1 << index
        deal = Deal.of_masks(masks)
        return Round(deal, Auction(self.rules, self.rules.first_of(deal)))

    def number(self, move: Legal) -> int:
        """The number of a call, declaration or play."""
        number = NUMBERS.get((type(move), move))
        if number is None:
            raise PlayerError(f"{shown(move)} is no call, declaration or play")
        return number

    def text(self, move: Legal) -> str:
        """A call by its name at this table, or what is declared or played."""
        return self.rules.format_call(move) if isinstance(move, Call) else str(move)

    def known(self, round: Round, seat: int) -> tuple[str, str]:
        """The text of the seat's view, but that it goes on when all have passed."""
        return f"{SEATS[seat]}:{round.deal[seat]}", self._common(round)

    def _common(self, round: Round) -> str:
        """What has happened, and the rules."""
        parts = [f"auction {round.auction}"]
        if round.contract is not None:
            parts.append(f"trump {round.contract.trump}")
        if round.plays:
            parts.append(f"plays {format_plays(round.plays)}")
        return " ; ".join(parts + self._agreed)

    def seen(self, round: Round, seat: int) -> tuple[str, str]:
        """What a seat holds; the calls, trump, what all have played, the trick and the points."""
        parts = [f"auction {round.auction}"]
        if round.position is not None:
            called = call_of(round.plays)
            parts += [
                f"trump {round.position.trump}" + ("" if called is None else f" called {called}"),
                "played " + " / ".join(str(Hand.of_mask(mask)) for mask in played(round)),
                f"trick {round.position.leader}:{' '.join(map(str, round.position.trick))}",
                "points {}-{}".format(*round.points),
            ]
        return f"{SEATS[seat]}:{Hand.of_mask(held(round, seat))}", " ; ".join(parts)

    def opened(self, round: Round) -> str:
        """The deal, and what all know."""
        return f"{round.deal} ; {self._common(round)}"
