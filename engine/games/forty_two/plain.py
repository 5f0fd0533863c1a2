"""Deals as people and other programs list them: who held, called, declared and played what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ...dominoes import Hand
from ...errors import IllegalMoveError, NotationError, located, shown
from .auction import Auction
from .calls import PASS, Call
from .deal import Deal
from .plays import CLAIM, Play
from .position import parse_points
from .record import Record
from .round import Move, Round
from .rules import SOURCE, Rules
from .seats import SEATS, Seat
from .trump import Trump

NAMES: Final = ("rules", "score", "first")
SEAT: Final = re.compile(r"([NESW]):?", re.IGNORECASE | re.ASCII)
LISTED: Final = re.compile(r"^\s*[NESW]\b", re.IGNORECASE | re.ASCII | re.MULTILINE)


@dataclass
class Item:
    """What is said of one seat, and on which line."""

    line: int
    seat: Seat
    words: list[str]

    @property
    def word(self) -> str:
        """The only word."""
        if len(self.words) != 1:
            raise NotationError(
                f"{shown(' '.join(self.words))}: expected one call, trump or domino after the seat"
            )
        return self.words[0]


def is_list(text: str) -> bool:
    """Whether some line of a text begins with a seat, as it does in a list but in no record."""
    return LISTED.search(text) is not None


def read_list(text: str) -> Record:
    """Read a deal from a plain list of who held, called, declared and played what.

    Every item is a seat and what belongs to it, in the order in which it happened: the four hands,
    the calls, the trump, the plays, a claim. Items follow each other on a line or on several.
    Seats that are left out of the auction have passed. `rules`, `score` and `first` (who called
    first, if not the seat whose call comes first) may stand on lines of their own before; what
    follows `#` on a line is a remark.

    Raises:
        FortyTwoError: names the line.

    Examples:
        >>> record = read_list('''
        ...     rules: tournament
        ...     N: 66 65 64 62 55 41 32    # a hand
        ...     E: 61 53 44 43 22 20 00
        ...     S: 63 60 54 50 33 21 11
        ...     W: 52 51 42 40 31 30 10
        ...     N 31, S 32                 # E and W passed
        ...     S sixes
        ...     S 63, W 10, N 66, E 61
        ... ''')
        >>> str(record.auction), str(record.trump), len(record.plays), record.replay().points
        ('N:31 P 32 P', 'sixes', 4, (1, 0))
    """
    names: dict[str, tuple[str, str]] = {}
    items = list(_items(text, names))
    rules, score, first = SOURCE, (0, 0), None
    if "rules" in names:
        with located(names["rules"][0]):
            rules = Rules.parse(names["rules"][1])
    if "score" in names:
        with located(names["score"][0]):
            score = parse_points(names["score"][1])
            rules.check_score(score)
    if "first" in names:
        with located(names["first"][0]):
            first = Seat.parse(names["first"][1])
    if len(items) < 4:
        last = max(1, len(text.splitlines()))
        raise NotationError(
            f"line {last}: expected the hands of N, E, S and W before the list ends"
        )
    deal = _deal(items[:4])
    moves = items[4:]
    if first is None:
        first = moves[0].seat if moves else SEATS[0]
    round = Round(deal, Auction(rules, first), score)
    for item in moves:
        with located(f"line {item.line}: {item.seat}"):
            _push(round, item)
    return Record.of(round)


def _items(text: str, names: dict[str, tuple[str, str]]) -> Iterator[Item]:
    """What is said of seats; lines with a name are put into `names`, each with its place."""
    item: Item | None = None
    for number, line in enumerate(text.splitlines(), 1):
        said, _, _ = line.partition("#")
        name, colon, value = (part.strip() for part in said.partition(":"))
        if colon and name in NAMES:
            if item is not None or name in names:
                cause = "comes twice" if name in names else "expected before the hands"
                raise NotationError(f"line {number}: {name}: {cause}")
            names[name] = f"line {number}: {name}", value
            continue
        for word in said.replace(",", " ").split():
            if found := SEAT.fullmatch(word):
                if item is not None:
                    yield item
                item = Item(number, Seat.parse(found[1]), [])
            elif item is None:
                expected = f"a seat, N E S W, or {', '.join(NAMES)}"
                raise NotationError(f"line {number}: {shown(word)}: expected {expected}")
            else:
                item.words.append(word)
    if item is not None:
        yield item


def _deal(items: Iterable[Item]) -> Deal:
    """The deal of four hands."""
    hands: dict[Seat, Hand] = {}
    for item in items:
        with located(f"line {item.line}: {item.seat}"):
            if item.seat in hands:
                raise NotationError("its hand comes twice")
            hands[item.seat] = Hand.parse(" ".join(item.words))
            if len(item.words) != 7:
                raise NotationError(f"a hand of {len(item.words)}: expected 7 dominoes")
            for seat, other in hands.items():
                if seat != item.seat and other & hands[item.seat]:
                    raise NotationError(f"{next(iter(other & hands[item.seat]))} is held by {seat}")
    return Deal((hands[SEATS[0]], hands[SEATS[1]], hands[SEATS[2]], hands[SEATS[3]]))


def _push(round: Round, item: Item) -> None:
    """Make the move of an item; who has not called by then has passed."""
    move = _move(round, item.word)
    if isinstance(round.auction, Auction) and round.phase == "bid" and isinstance(move, Call):
        earlier = round.auction.call_of(item.seat)
        if earlier is not None:
            raise IllegalMoveError(f"{item.word}: it has called {earlier} already")
    while round.phase == "bid" and (isinstance(move, Trump) or round.turn != item.seat):
        round.push(PASS)
    if round.turn != item.seat:
        whose = "the deal is over" if round.turn is None else f"it is the turn of {round.turn}"
        raise IllegalMoveError(f"{item.word}: {whose}")
    round.push(move)


def _move(round: Round, word: str) -> Move:
    """What a word means now; in the auction it may also be the trump."""
    if round.finished:
        raise IllegalMoveError(f"{word}: the deal is over")
    if round.phase == "play":
        return CLAIM if word.lower() == str(CLAIM) else Play.parse(word)
    if round.phase == "bid":
        try:
            return Call.parse(word)
        except NotationError:
            if word.lower() not in map(str, Trump):
                raise
    return Trump.parse(word)
