"""All that may be called, declared or played in forty-two, numbered once for all rules."""

from __future__ import annotations

from typing import Any, Final

from ....engine.dominoes import DOMINOES
from ....engine.games.forty_two.calls import MARK, PASS, Call
from ....engine.games.forty_two.choices import CHOICES
from ....engine.games.forty_two.plays import Play
from ....engine.games.forty_two.round import Legal
from ....engine.games.forty_two.rules import DOUBLES_NEEDED, POINT_BIDS, Rules
from ....engine.games.forty_two.seats import SEATS
from ....engine.games.forty_two.trump import Trump


def bids_of(rules: Rules) -> list[Call]:
    """All bids that an auction can end with, lowest first; a pass if all may pass."""
    # What may be called next depends on no more than the standing bid and the number of calls.
    reached: dict[Call, tuple[Call, ...]] = {PASS: ()}
    for _ in SEATS:
        longer = [
            (*calls, call)
            for calls in reached.values()
            for call in (*rules.legal_calls(calls), *rules.specials)
        ]
        reached = {rules.highest(calls)[1]: calls for calls in longer}
    return sorted(reached)


def _widest() -> Rules:
    """The rules with the highest bids."""
    options: dict[str, Any] = {
        name: CHOICES[name].values[-1] for name in ("opening_max_marks", "overcall_step")
    }
    return Rules.tournament(plunge=True, splash=True, **options)


CALLS: Final = (
    PASS,
    *POINT_BIDS,
    *(Call(MARK * marks) for marks in range(1, bids_of(_widest())[-1].marks + 1)),
    *DOUBLES_NEEDED,
)
MOVES: Final[tuple[Legal, ...]] = (
    *DOMINOES,
    *(Play(domino) for domino in DOMINOES if not domino.is_double),
    *CALLS,
    *Trump,
)
"""All that may be chosen under any rules: a domino has its own number, as when it is dealt."""
# A call is equal to a trump of the same number.
NUMBERS: Final = {(type(move), move): number for number, move in enumerate(MOVES)}
