"""The numbers: what they are before anything is known, in use, and as a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from fortytwo.solver._policy import Policy
from fortytwo.solver.games.forty_two import beliefs, equity, hands

Numbers = Mapping[str, Any]
EVEN: Final = [[30, 42, 1], [30, 29, 1]]
"""Deals of which every other one makes 30."""
NEUTRAL: Final[Numbers] = {
    "policy": [0.0] * Policy.size,
    "choice": 0.0,
    "make": {"start": 0.0, "strength": 0.0, "point": 0.0, "mark": 0.0},
    "table": {"start": 0.0, "open": 1.0, "hand": 0.0, "point": 0.0},
    "outcomes": {"points": EVEN, "marks": EVEN},
}
"""No play or declaration tells anything, bids are made as often as with all hands open, and
contracts are as good as even. What must be known besides before a deal is played is fitted before
one is."""


@contextmanager
def in_use(numbers: Numbers) -> Iterator[None]:
    """Let the advisor go by these numbers."""
    before = dict(hands.FITTED)
    _take_up(numbers)
    try:
        yield
    finally:
        _take_up(before)


def _take_up(numbers: Numbers) -> None:
    new = dict(numbers)  # they may be those in use
    hands.FITTED.clear()
    hands.FITTED.update(new)
    for made_of_them in (
        hands._declarations,
        beliefs._policy,
        equity._equities,
        equity._race,
        equity.worths_of,
    ):
        made_of_them.cache_clear()


def write(numbers: Numbers, path: Path) -> None:
    """Write the file, a section a line."""
    sections = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in numbers.items()]
    path.write_text("{\n" + ",\n".join(sections) + "\n}\n", encoding="ascii")


def rounded(value: Any, digits: int = 3) -> Any:
    """Plain numbers of so many digits, also in lists and under names."""
    if isinstance(value, Mapping):
        return {name: rounded(one, digits) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one, digits) for one in value]
    return round(float(value), digits) + 0.0  # no -0.0
