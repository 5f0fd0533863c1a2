"""What happened in a match of rounds of moves, event by event, for interfaces to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from .match import Rounds
from .moves import moves_made


@dataclass(frozen=True)
class Event:
    """Something that happened; `str` says it in a sentence without what is hidden from a seat."""

    kind: ClassVar[str]

    def facts(self) -> dict[str, object]:
        """The event as an object of JSON: what kind it is, and its fields by name."""
        return {"event": self.kind, **asdict(self)}


@dataclass(frozen=True)
class Dealt(Event):
    """A round begins: which of the match, the deal, and who moves first."""

    kind = "dealt"
    number: int
    deal: str
    first: str

    def __str__(self) -> str:
        return f"Round {self.number}: {self.first} begins."


@dataclass(frozen=True)
class Moved(Event):
    """A seat has moved."""

    kind = "moved"
    seat: str
    move: str

    def __str__(self) -> str:
        return f"{self.seat}: {self.move}."


@dataclass(frozen=True)
class Scored(Event):
    """A round is over: what each side writes down, and the score then."""

    kind = "scored"
    recorded: dict[str, int]
    score: dict[str, int]

    def __str__(self) -> str:
        gained = ", ".join(f"{side} {points}" for side, points in self.recorded.items())
        score = ", ".join(f"{side} {points}" for side, points in self.score.items())
        return f"The round is over: {gained}. Score: {score}."


@dataclass(frozen=True)
class Won(Event):
    """A side has won the match, or shares it with another."""

    kind = "won"
    side: str

    def __str__(self) -> str:
        return f"{self.side} wins the match."


def events(match: Rounds[Any, Any], sides: Sequence[str], seats: Sequence[str]) -> list[Event]:
    """What has happened, in order; it depends on the steps of the match alone."""
    return list(_events(match, sides, seats))


def _events(match: Rounds[Any, Any], sides: Sequence[str], seats: Sequence[str]) -> Iterator[Event]:
    scores = iter(match.scores[1:])
    for number, round in enumerate(match.rounds, 1):
        moves = moves_made(round)
        past = round.copy()
        for _ in moves:
            past.pop()
        yield Dealt(number, str(round.deal), seats[past.mover])
        for move in moves:
            yield Moved(seats[past.mover], str(move))
            past.push(move)
        if round.recorded is not None:
            yield Scored(
                dict(zip(sides, round.recorded, strict=False)),
                dict(zip(sides, next(scores), strict=False)),
            )
    for winner in match.winners:
        yield Won(sides[winner])
