"""An independent referee for Scopa, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A card is a text such as "7♥", a seat 0 or 1. A move is a pair of the card played and the set
captured, empty where the card is added; or "demand" or "accept". Rule numbers are those of
scopa.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

SUITS = "♥♦♣♠"
RANKS = "A234567JQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
CATEGORIES = ("cards", "hearts", "seven", "primiera", "sweeps")

Taken = frozenset[str]
Move = tuple[str, Taken] | str

# What a table agrees on, from section 2 of scopa.md.
SOURCE: dict[str, Any] = {
    "hand_size": 6,
    "capture": "obligatory",
    "primiera_faces": "k10_q9_j8",
    "redeal_three_kings": False,
    "target": 16,
    "count_order": False,
    "double_below": 8,
    "first_dealer": 0,
}
STANDARD = SOURCE | {
    "hand_size": 3,
    "primiera_faces": "all_10",
    "redeal_three_kings": True,
    "target": 11,
    "double_below": 0,
}
PRESETS = {"source": SOURCE, "standard": STANDARD}


class Foul(ValueError):  # noqa: N818
    """Something that the rules forbid."""


def value(card: str) -> int:
    """What a card captures (rule 1)."""
    return RANKS.index(card[0]) + 1


def sets(total: int, cards: Sequence[str]) -> Iterator[Taken]:
    """The sets of cards whose values add up to a total."""
    if total == 0:
        yield frozenset()
    for place, card in enumerate(cards):
        if value(card) <= total:
            for others in sets(total - value(card), cards[place + 1 :]):
                yield others | {card}


def sums(card: str, table: Iterable[str]) -> list[Taken]:
    """The sets of two or more cards that add up to a card (rule 6b)."""
    return list(sets(value(card), [other for other in table if value(other) < value(card)]))


def captures(card: str, table: Iterable[str]) -> list[Taken]:
    """What a card that must capture can capture; nothing if it cannot (rules 6a, 6b)."""
    equal = [frozenset([other]) for other in table if value(other) == value(card)]
    return equal or sums(card, table)


def plays(card: str, table: Iterable[str], capture: str) -> list[Taken]:
    """What may be captured with a card, at first, whatever the opponent says then (rules 6, 11)."""
    must = captures(card, table)
    if capture == "obligatory":
        return must or [frozenset()]
    equal = [some for some in must if len(some) == 1]
    return [*equal, *sums(card, table), frozenset()]


def is_dealt_again(table: Iterable[str], options: Mapping[str, Any]) -> bool:
    """Whether the table has too many kings (rule 4)."""
    return bool(options["redeal_three_kings"]) and sum(card[0] == "K" for card in table) >= 3


class Round:
    """A round from any moment on.

    `hands` are those being played, `stock` those to come, as pairs of hands by seat.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        hands: Sequence[Iterable[str]],
        stock: Iterable[Sequence[Iterable[str]]],
        table: Iterable[str],
        turn: int,
        piles: Sequence[Iterable[str]] = ((), ()),
        sweeps: Sequence[int] = (0, 0),
        last: int | None = None,
    ) -> None:
        """Lay all out; no card may be missing or come twice."""
        self.options = options
        self.hands = [set(hand) for hand in hands]
        self.stock = [[set(hand) for hand in pair] for pair in stock]
        self.table = set(table)
        self.turn = turn
        self.piles = [set(pile) for pile in piles]
        self.sweeps = list(sweeps)
        self.last = last
        self.offered: tuple[str, Taken] | None = None
        self.demanded: str | None = None
        every = [*self.hands, *(hand for pair in self.stock for hand in pair), *self.piles]
        dealt = [card for part in [*every, self.table] for card in part]
        if sorted(dealt) != sorted(PACK):
            raise Foul("the cards are not those of the pack")

    def copy(self) -> Round:
        """An independent copy."""
        other = Round.__new__(Round)
        other.__dict__.update(self.__dict__)
        other.hands, other.piles = [set(hand) for hand in self.hands], [*map(set, self.piles)]
        other.stock, other.table, other.sweeps = list(self.stock), set(self.table), [*self.sweeps]
        return other

    @property
    def left(self) -> int:
        """How many cards are still to be played."""
        return sum(map(len, self.hands)) + sum(len(hand) for pair in self.stock for hand in pair)

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.left

    @property
    def mover(self) -> int:
        """Who is to act: while a play waits for an answer, the other one."""
        return self.turn if self.offered is None else 1 - self.turn

    def legal(self) -> list[Move]:
        """All moves allowed."""
        if self.over:
            return []
        if self.offered is not None:
            return ["demand", "accept"]
        if self.demanded is not None:
            return [(self.demanded, some) for some in captures(self.demanded, self.table)]
        return [
            (card, some)
            for card in self.hands[self.turn]
            for some in plays(card, self.table, self.options["capture"])
        ]

    def play(self, move: Move) -> None:
        """Make a move (rules 6 to 11)."""
        if move not in self.legal():
            raise Foul(f"{move} is not allowed")
        if isinstance(move, str):
            assert self.offered is not None
            if move == "demand":
                self.demanded, self.offered = self.offered[0], None
                return
            card, some = self.offered
        else:
            card, some = move
            must = captures(card, self.table)
            forbidden = bool(must) and some not in must
            if self.options["capture"] == "on_demand" and forbidden:
                self.offered = (card, some)
                return
        self.offered = self.demanded = None
        self.lay(card, some)

    def lay(self, card: str, some: Taken) -> None:
        """Play a card for good."""
        seat = self.turn
        self.hands[seat].remove(card)
        if some:
            self.table -= some
            self.piles[seat] |= {card, *some}
            self.last = seat
            if not self.table and not self.over:
                self.sweeps[seat] += 1
        else:
            self.table.add(card)
        self.turn = 1 - seat
        if not any(self.hands) and self.stock:
            self.hands = [set(hand) for hand in self.stock.pop(0)]
        if self.over and self.last is not None:  # rule 10
            self.piles[self.last] |= self.table
            self.table = set()

    def points(self) -> dict[str, tuple[int, int]]:
        """What both score in each category once the round is over (rules 12 to 16)."""
        return score(self.piles, self.sweeps, self.options["primiera_faces"])

    def net(self) -> int:
        """The points of seat 0 less those of seat 1."""
        return sum(ours - theirs for ours, theirs in self.points().values())


def more(ours: int, theirs: int) -> tuple[int, int]:
    """A point for who has more."""
    return int(ours > theirs), int(theirs > ours)


def primiera(pile: Iterable[str], faces: str) -> int | None:
    """The best four cards of a pile, one a suit; None without a suit (rule 15)."""
    worth = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}
    worth |= {"K": 10, "Q": 9, "J": 8} if faces == "k10_q9_j8" else {"K": 10, "Q": 10, "J": 10}
    total = 0
    for suit in SUITS:
        found = [worth[card[0]] for card in pile if card[1] == suit]
        if not found:
            return None
        total += max(found)
    return total


def score(
    piles: Sequence[Iterable[str]], sweeps: Sequence[int], faces: str
) -> dict[str, tuple[int, int]]:
    """What two piles score, by category."""
    cards = [len(set(pile)) for pile in piles]
    hearts = [sum(card[1] == "♥" for card in pile) for pile in piles]
    best = [primiera(pile, faces) for pile in piles]
    return {
        "cards": (int(cards[0] > 20), int(cards[1] > 20)),
        "hearts": (int(hearts[0] > 5), int(hearts[1] > 5)),
        "seven": (int("7♥" in piles[0]), int("7♥" in piles[1])),
        "primiera": more(*(-1 if total is None else total for total in best)),
        "sweeps": (sweeps[0], sweeps[1]),
    }


def minimax(round: Round, known: dict[Any, int] | None = None) -> int:
    """The points of seat 0 less those of seat 1 with best play, by trying everything."""
    known = {} if known is None else known
    if round.over:
        return round.net()
    state = (
        *map(frozenset, (*round.hands, *round.piles, round.table)),
        tuple(round.sweeps),
        round.turn,
        round.last,
        round.offered,
        round.demanded,
    )
    if state not in known:
        known[state] = (max if round.mover == 0 else min)(
            minimax(after, known) for after in followers(round)
        )
    return known[state]


def followers(round: Round) -> Iterator[Round]:
    """The rounds after each legal move."""
    for move in round.legal():
        after = round.copy()
        after.play(move)
        yield after


class Match:
    """The score of a match (rules 2, 17, 18)."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        """Begin with nothing."""
        self.options = options
        self.total = [0, 0]
        self.rounds = 0
        self.winner: int | None = None

    @property
    def first(self) -> int:
        """Who plays first in the next round: not the dealer."""
        dealer: int = (self.options["first_dealer"] + self.rounds) % 2
        return 1 - dealer

    def add(self, points: Mapping[str, tuple[int, int]]) -> None:
        """Count a round."""
        assert self.winner is None
        self.rounds += 1
        steps = list(CATEGORIES) if self.options["count_order"] else [None]
        for step in steps:
            for seat in (0, 1):
                names = CATEGORIES if step is None else [step]
                self.total[seat] += sum(points[name][seat] for name in names)
            if max(self.total) >= self.options["target"] and self.total[0] != self.total[1]:
                self.winner = self.total.index(max(self.total))
                return

    def stake(self, stake: int) -> int:
        """What the winner wins."""
        assert self.winner is not None
        low = self.total[1 - self.winner] < self.options["double_below"]
        return stake * (2 if low else 1)
