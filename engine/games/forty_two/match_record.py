"""Records of a whole match: text for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

from ...errors import NotationError, located, shown
from ...moves import moves_made
from ...view import Referee
from .auction import Auction
from .deal import Deal
from .match import Match
from .record import FIELDS, Record, format_pair, object_once
from .round import Round
from .rules import SOURCE, Rules
from .seats import Seat

HEAD: Final = ("rules", "first")
BODY: Final = (*(name for name in FIELDS if name not in ("rules", "score")), "total")
"""What is written of a deal. Its rules, and the score before it, follow from the match."""
NOW: Final = "now"
"""What comes next. It is written last, so that nothing can be cut off unnoticed."""


@dataclass(frozen=True)
class MatchRecord:
    """All that happened in a match, finished or not.

    A claim on record has been settled at the table; only a referee that is given to `parse`,
    `from_json` or `replay` looks at it again.

    Args:
        rules: the table's rules.
        first: who was to call first, if not whom the rules say.
        deals: what happened in each deal.

    Examples:
        >>> match = Match(Rules.tournament(target=3))
        >>> round = match.begin(Deal.random(seed=1))
        >>> match.push(Call(30))
        >>> record = MatchRecord.of(match)
        >>> MatchRecord.parse(str(record)) == record and record.replay() == match
        True
    """

    rules: Rules = SOURCE
    first: Seat | None = None
    deals: tuple[Record, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Self:
        """The record of a match so far."""
        return cls(match.rules, match.first, tuple(map(Record.of, match.rounds)))

    def replay(self, referee: Referee | None = None) -> Match:
        """The match that this records, each step checked.

        Args:
            referee: that of the match, who looks at the claims on record too.
        """
        match = Match(self.rules, self.first, referee)
        for number, record in enumerate(self.deals, 1):
            with located(f"deal {number}"):
                match.begin(record.deal)
                _replay(match, record, record.replay(referee))
        return match

    def fields(self) -> dict[str, Any]:
        """The record as texts by name; `deals` is a list of those of each deal."""
        match = self.replay()
        found: dict[str, Any] = {"rules": str(self.rules)}
        if self.first is not None:
            found["first"] = str(self.first)
        found["deals"] = [
            {name: text for name, text in record.fields().items() if name in BODY}
            for record in self.deals
        ]
        for fields, score in zip(found["deals"], match.scores[1:], strict=False):
            fields["total"] = format_pair(score)
        return found | {NOW: now(match)}

    @classmethod
    def parse(cls, text: str, referee: Referee | None = None) -> Self:
        """Read lines of the form `name: text`, as `str` writes them.

        Args:
            text: the lines.
            referee: who tells whether claims are proved.

        Raises:
            FortyTwoError: names the line and the name, and says what is wrong.
        """
        lines = text.splitlines()
        parts = [_Part("line 1", HEAD)]
        ended = False
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            name, colon, value = line.partition(":")
            name, place = name.strip() if colon else line, f"line {number}"
            if name not in (*HEAD, *BODY, NOW):
                expected = ", ".join((*HEAD, *BODY, NOW))
                raise NotationError(f"{place}: {shown(name)}: expected {expected}")
            if ended:
                raise NotationError(f"{place}: {shown(name)}: expected nothing after {NOW!r}")
            if name == "deal":
                parts.append(_Part(place, BODY))
            ended = name == NOW
            if ended:
                parts.append(_Part(place, (NOW,)))
            parts[-1].add(f"{place}: ", name, value.strip())
        if not ended:
            last = max(1, len(lines))
            raise NotationError(f"line {last}: the record is cut off: it must end with {NOW!r}")
        return cls._read(parts[0], parts[1:-1], parts[-1], referee)

    @classmethod
    def from_json(cls, text: str, referee: Referee | None = None) -> Self:
        """Read an object of the same names, as `to_json` writes it.

        Args:
            text: the JSON.
            referee: who tells whether claims are proved.

        Raises:
            FortyTwoError: names the deal and the name, and says what is wrong.
        """
        try:
            fields: Any = json.loads(text, object_pairs_hook=object_once)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"no JSON: {error}") from None
        if not isinstance(fields, dict) or not isinstance(fields.get("deals"), list):
            raise NotationError(f"JSON {shown(fields)}: expected an object with a list 'deals'")
        deals, end = fields.pop("deals"), {NOW: fields.pop(NOW, None)}
        return cls._read(
            _Part.of_json("", HEAD, fields),
            [_Part.of_json(f"deal {n}: ", BODY, one) for n, one in enumerate(deals, 1)],
            _Part.of_json("", (NOW,), end),
            referee,
        )

    @classmethod
    def _read(
        cls, head: _Part, deals: Sequence[_Part], end: _Part, referee: Referee | None
    ) -> Self:
        """The record that these parts tell of, played through."""
        head.need("rules")
        with located(head.places["rules"]):
            rules = Rules.parse(head.texts["rules"])
        first = None
        if "first" in head.texts:
            with located(head.places["first"]):
                first = Seat.parse(head.texts["first"])
        match = Match(rules, first)
        for part in deals:
            part.play(match, referee)
        with located(end.places[NOW]):
            if end.texts[NOW] != now(match):
                raise NotationError(f"{shown(end.texts[NOW])} does not agree with {now(match)!r}")
        return cls.of(match)

    def to_json(self) -> str:
        """The record as one JSON object."""
        return json.dumps(self.fields())

    def __str__(self) -> str:
        """Lines that `parse` reads."""
        head = self.fields()
        deals, end = head.pop("deals"), {NOW: head.pop(NOW)}
        return "\n".join(
            "".join(f"{name}: {text}\n" for name, text in part.items())
            for part in (head, *deals, end)
        )


def now(match: Match) -> str:
    """What comes next: `deal`, what a seat is to do such as `bid E`, or `NS has won`."""
    if match.finished:
        return f"{match.winner} has won"
    round = match.round
    return "deal" if round is None or round.finished else f"{round.phase} {round.turn}"


@dataclass
class _Part:
    """Texts by name that belong together, and where each of them stands."""

    place: str
    names: Sequence[str]
    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_json(cls, place: str, names: Sequence[str], fields: Any) -> Self:
        """A part from an object of JSON."""
        part = cls(place.rstrip(": ") or "the record", names)
        if not isinstance(fields, dict):
            raise NotationError(f"{place}{shown(fields)}: expected an object")
        for name, text in fields.items():
            if not isinstance(text, str):
                raise NotationError(f"{place}{shown(name)}: expected a text")
            part.add(place, name, text)
        return part

    def add(self, place: str, name: str, text: str) -> None:
        """Take in one more text."""
        if name not in self.names or name in self.texts:
            cause = "comes twice" if name in self.texts else f"expected {', '.join(self.names)}"
            raise NotationError(f"{place}{shown(name)}: {cause}")
        self.texts[name] = text
        self.places[name] = place + name

    def need(self, *names: str) -> None:
        """Refuse a part that lacks one of these."""
        for name in names:
            if name not in self.texts:
                raise NotationError(f"{self.place}: {name}: missing")

    def play(self, match: Match, referee: Referee | None) -> None:
        """Play the deal of this part in a match, and see that what is written of it agrees."""
        self.need("deal", "auction")
        with located(self.places["deal"]):
            score = match.score
            match.begin(Deal.parse(self.texts["deal"]))
        with located(self.places["auction"]):
            auction = Auction.parse(self.texts["auction"], match.rules)
            if auction.first != match.rounds[-1].turn:
                expected = match.rounds[-1].turn
                raise NotationError(f"{auction.first} calls first: expected {expected}")
        texts = {name: text for name, text in self.texts.items() if name != "total"}
        before = {"rules": str(match.rules), "score": format_pair(score)}
        record = Record.from_fields(before | texts, self.places, referee)
        _replay(match, record, record.replay())
        if "total" in self.texts:
            total = format_pair(match.score)
            with located(self.places["total"]):
                if match.rounds[-1].recorded is None or self.texts["total"] != total:
                    found = total if match.rounds[-1].finished else "an unfinished deal"
                    raise NotationError(f"{shown(self.texts['total'])} does not agree with {found}")


def _replay(match: Match, record: Record, round: Round) -> None:
    """Make the moves of a record in the deal that has just begun in a match."""
    begun = match.rounds[-1]
    found = record.auction.rules, record.auction.first, record.score
    if found != (begun.rules, begun.turn, begun.score):
        raise NotationError("not with the rules, the first caller and the score of the match")
    for move in moves_made(round):
        begun.push(move)
