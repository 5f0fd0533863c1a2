"""What is agreed before anything is dealt, and what is played on these terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from ..._random import Random
from .auction import Outcome
from .calls import Call
from .deal import Deal
from .match import Match
from .round import Round
from .rules import SOURCE, Rules
from .seats import Seat


@dataclass(frozen=True)
class Terms:
    """The table's rules, and the bid where there is no auction.

    Args:
        rules: the table's rules.
        bid: what N must make in a contract that is set for it.

    Raises:
        ImpossiblePositionError: a bid that no table knows.

    Examples:
        >>> Terms.from_fields({"rules": "tournament", "bid": "84"}).texts
        {'rules': 'tournament', 'bid': '2M'}
    """

    rules: Rules = SOURCE
    bid: Call = Call(30)  # noqa: RUF009  (immutable)

    def __post_init__(self) -> None:
        Outcome(Seat.N, self.bid, self.rules)

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read terms from texts by name: `rules` and `bid`, both of which may be missing."""
        return cls(
            Rules.parse(fields["rules"]) if "rules" in fields else SOURCE,
            Call.parse(fields.get("bid", "30")),
        )

    @property
    def texts(self) -> dict[str, str]:
        """Each term by its name."""
        return {"rules": str(self.rules), "bid": self.rules.format_call(self.bid)}

    def match(self) -> Match:
        """A new match, in which the seat that the rules say calls first."""
        return Match(self.rules)

    def undertaken(self, random: Random) -> Round:
        """A random deal that N is to declare."""
        return Round(Deal.draw(random), Outcome(Seat.N, self.bid, self.rules))
