"""Records of a deal: text for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Self

from ...errors import IllegalMoveError, NotationError, located, shown
from ...view import Referee
from .auction import Auction
from .claims import confirm
from .deal import Deal
from .plays import CLAIM, Placed, format_plays, parse_plays
from .position import parse_points
from .round import Round
from .rules import Rules
from .seats import Seat
from .trump import Trump

FIELDS: Final = (
    "rules",
    "score",
    "deal",
    "auction",
    "trump",
    "plays",
    "claim",
    "points",
    "recorded",
)
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
        claim: the seat whose claim has ended the deal, if one has.

    A claim on record has been settled at the table; only a referee that is given to `parse`,
    `from_json` or `replay` looks at it again.

    Examples:
        >>> round = Round(Deal.random(seed=1))
        >>> round.push(Call(30))
        >>> record = Record.of(round)
        >>> Record.parse(str(record)) == record and record.replay() == round
        True
    """

    deal: Deal
    auction: Auction = Auction()  # noqa: RUF009  (immutable)
    trump: Trump | None = None
    plays: tuple[Placed, ...] = ()
    score: tuple[int, int] = (0, 0)
    claim: Seat | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "plays", tuple(self.plays))

    @classmethod
    def of(cls, round: Round) -> Self:
        """The record of a round so far; its calls must be known."""
        if not isinstance(round.auction, Auction):
            raise TypeError("a round that began at the declaration has no calls to record")
        trump = round.contract.trump if round.contract else None
        return cls(round.deal, round.auction, trump, round.plays, round.score, round.claimant)

    def replay(self, referee: Referee | None = None) -> Round:
        """The round that this records, each move checked."""
        round = Round(self.deal, self.auction, self.score)
        if self.trump is not None:
            round.push(self.trump)
        if self.plays:
            round.play(self.plays)
        if self.claim is not None:
            _claim(round, self.claim, referee)
        return round

    def fields(self) -> dict[str, str]:
        """The record as texts by name; points and what is recorded once the deal is over."""
        round = self.replay()
        found = {
            "rules": str(self.auction.rules),
            "score": format_pair(self.score),
            "deal": str(self.deal),
            "auction": str(self.auction),
        }
        if self.trump is not None:
            found["trump"] = str(self.trump)
        if self.plays:
            found["plays"] = format_plays(self.plays)
        if self.claim is not None:
            found["claim"] = str(self.claim)
        if round.recorded is not None:
            found["points"] = format_pair(round.points)
            found["recorded"] = format_pair(round.recorded)
        return found

    @classmethod
    def from_fields(
        cls,
        fields: Mapping[str, str],
        places: Mapping[str, str] | None = None,
        referee: Referee | None = None,
    ) -> Self:
        """Read texts by name, replaying the deal; a bad one is refused with its place.

        Args:
            fields: the texts; `rules`, `deal` and `auction` are needed.
            places: where each of them stands, for messages; by default its name.
            referee: who tells whether a claim is proved.
        """

        @contextmanager
        def reading(name: str) -> Iterator[str]:
            with located((places or {}).get(name, name)):
                yield fields[name]

        for name in NEEDED:
            if name not in fields:
                raise NotationError(f"{name}: missing")
        score = (0, 0)
        with reading("rules") as text:
            rules = Rules.parse(text)
        if "score" in fields:
            with reading("score") as text:
                score = parse_points(text)
                rules.check_score(score)
        with reading("deal") as text:
            deal = Deal.parse(text)
            Round(deal, Auction(rules), score)
        with reading("auction") as text:
            round = Round(deal, Auction.parse(text, rules), score)
        if "trump" in fields:
            with reading("trump") as text:
                round.push(Trump.parse(text))
        if "plays" in fields:
            with reading("plays") as text:
                round.play(parse_plays(text))
        if "claim" in fields:
            with reading("claim") as text:
                _claim(round, Seat.parse(text), referee)
        for name, actual in (("points", round.points), ("recorded", round.recorded)):
            if name in fields:
                with reading(name) as text:
                    if not round.finished or parse_points(text) != actual:
                        found = (
                            format_pair(actual)
                            if actual and round.finished
                            else "an unfinished deal"
                        )
                        raise NotationError(f"{shown(text)} does not agree with {found}")
        return cls.of(round)

    @classmethod
    def parse(cls, text: str, referee: Referee | None = None) -> Self:
        """Read lines of the form `name: text`, as `str` writes them."""
        fields: dict[str, str] = {}
        places: dict[str, str] = {}
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            name, colon, value = line.partition(":")
            name = name.strip()
            if not colon or name not in FIELDS or name in fields:
                cause = "comes twice" if name in fields else f"expected {', '.join(FIELDS)}"
                raise NotationError(f"line {number}: {shown(name)}: {cause}")
            fields[name] = value.strip()
            places[name] = f"line {number}: {name}"
        return cls.from_fields(fields, places, referee)

    @classmethod
    def from_json(cls, text: str, referee: Referee | None = None) -> Self:
        """Read an object of the same names, as `to_json` writes it."""
        try:
            fields: Any = json.loads(text, object_pairs_hook=object_once)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"no JSON: {error}") from None
        if not isinstance(fields, dict):
            raise NotationError(f"JSON {shown(fields)}: expected an object")
        for name, value in fields.items():
            if name not in FIELDS or not isinstance(value, str):
                expected = "a text" if name in FIELDS else f"one of {', '.join(FIELDS)}"
                raise NotationError(f"{shown(name)}: expected {expected}")
        return cls.from_fields(fields, referee=referee)

    def to_json(self) -> str:
        """The record as one JSON object of texts."""
        return json.dumps(self.fields())

    def __str__(self) -> str:
        """Lines that `parse` reads."""
        return "".join(f"{name}: {text}\n" for name, text in self.fields().items())


def _claim(round: Round, seat: Seat, referee: Referee | None) -> None:
    """Let a seat claim, as it has; a referee looks at it again."""
    round.check_claim()
    if seat != round.turn:
        raise IllegalMoveError(f"{seat} claims: expected {round.turn}")
    if referee is not None:
        confirm(round, referee)
    round.push(CLAIM)


def object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no name comes twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a name comes twice: {shown([name for name, _ in pairs])}")
    return found


def format_pair(points: tuple[int, ...]) -> str:
    """Points or a score, NS first."""
    return "{}-{}".format(*points)
