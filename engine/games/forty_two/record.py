"""Records of a deal: text for people, JSON for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Self

from ...errors import FortyTwoError, NotationError, shown
from .auction import Auction
from .deal import Deal
from .dominoes import Domino, format_dominoes, parse_dominoes
from .position import parse_points
from .round import Round
from .rules import Rules
from .trump import Trump

FIELDS: Final = ("rules", "score", "deal", "auction", "trump", "plays", "points", "recorded")
NEEDED: Final = ("rules", "deal", "auction")


@dataclass(frozen=True)
class Record:
    """All that happened in one deal.

    Args:
        deal: the hands.
        auction: rules, first caller and calls.
        trump: the declaration, None before it.
        plays: the dominoes played, in order.
        score: the score (NS, EW) of the match before the deal.

    Example:
        >>> round = Round(Deal.random(seed=1))
        >>> round.push(Call(30))
        >>> record = Record.of(round)
        >>> Record.parse(str(record)) == record and record.replay() == round
        True
    """

    deal: Deal
    auction: Auction = Auction()  # noqa: RUF009  (immutable)
    trump: Trump | None = None
    plays: tuple[Domino, ...] = ()
    score: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plays", tuple(self.plays))

    @classmethod
    def of(cls, round: Round) -> Self:
        """The record of a round so far; its calls must be known."""
        if not isinstance(round.auction, Auction):
            raise TypeError("a round that began at the declaration has no calls to record")
        trump = round.contract.trump if round.contract else None
        return cls(round.deal, round.auction, trump, round.plays, round.score)

    def replay(self) -> Round:
        """The round that this records, each move checked."""
        round = Round(self.deal, self.auction, self.score)
        if self.trump is not None:
            round.push(self.trump)
        if self.plays:
            if round.position is None:
                raise NotationError("plays before a trump is declared")
            round.position.play(self.plays)
        return round

    def fields(self) -> dict[str, str]:
        """The record as texts by name; points and what is recorded once the deal is over."""
        round = self.replay()
        found = {
            "rules": str(self.auction.rules),
            "score": _pair(self.score),
            "deal": str(self.deal),
            "auction": str(self.auction),
        }
        if self.trump is not None:
            found["trump"] = str(self.trump)
        if self.plays:
            found["plays"] = format_dominoes(self.plays)
        if round.recorded is not None:
            found["points"] = _pair(round.points)
            found["recorded"] = _pair(round.recorded)
        return found

    @classmethod
    def from_fields(cls, fields: dict[str, str]) -> Self:
        """Read texts by name; a bad one is refused with its name."""
        for name in NEEDED:
            if name not in fields:
                raise NotationError(f"{name}: missing")
        reading = "rules"
        try:
            rules = Rules.parse(fields[reading])
            reading = "score"
            score = parse_points(fields.get(reading, "0-0"))
            reading = "deal"
            deal = Deal.parse(fields[reading])
            round = Round(deal, Auction(rules), score)
            reading = "auction"
            auction = Auction.parse(fields[reading], rules)
            record = cls(deal, auction, score=score)
            reading = "trump"
            if reading in fields:
                record = cls(deal, auction, Trump.parse(fields[reading]), score=score)
                record.replay()
            reading = "plays"
            if reading in fields:
                plays = tuple(parse_dominoes(fields[reading]))
                record = cls(deal, auction, record.trump, plays, score)
            round = record.replay()
            for reading, actual in (("points", round.points), ("recorded", round.recorded)):
                if reading in fields and parse_points(fields[reading]) != actual:
                    found = _pair(actual) if actual and round.finished else "an unfinished deal"
                    raise NotationError(f"{shown(fields[reading])} does not agree with {found}")
        except FortyTwoError as error:
            raise type(error)(f"{reading}: {error}") from None
        return record

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read lines of the form `name: text`, as `str` writes them."""
        fields: dict[str, str] = {}
        lines: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            name, colon, value = line.partition(":")
            name = name.strip()
            if not colon or name not in FIELDS or name in fields:
                cause = "comes twice" if name in fields else f"expected {', '.join(FIELDS)}"
                raise NotationError(f"line {number}: {shown(name)}: {cause}")
            fields[name] = value.strip()
            lines[name] = number
        try:
            return cls.from_fields(fields)
        except FortyTwoError as error:
            name = str(error).partition(":")[0]
            where = f"line {lines[name]}: " if name in lines else ""
            raise type(error)(f"{where}{error}") from None

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read an object of the same names, as `to_json` writes it."""
        try:
            fields: Any = json.loads(text, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"no JSON: {error}") from None
        if not isinstance(fields, dict):
            raise NotationError(f"JSON {shown(fields)}: expected an object")
        for name, value in fields.items():
            if name not in FIELDS or not isinstance(value, str):
                expected = "a text" if name in FIELDS else f"one of {', '.join(FIELDS)}"
                raise NotationError(f"{shown(name)}: expected {expected}")
        return cls.from_fields(fields)

    def to_json(self) -> str:
        """The record as one JSON object of texts."""
        return json.dumps(self.fields())

    def __str__(self) -> str:
        """Lines that `parse` reads."""
        return "".join(f"{name}: {text}\n" for name, text in self.fields().items())


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no name comes twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a name comes twice: {shown([name for name, _ in pairs])}")
    return found


def _pair(points: tuple[int, int]) -> str:
    return "{}-{}".format(*points)
