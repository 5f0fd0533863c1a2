"""How a player of Matador sees the table, drawn in characters."""

from __future__ import annotations

from .moves import ENDS, NOTHING
from .round import NAMES
from .view import View


def picture(view: View) -> str:
    """The ends, what the others hold, and the own hand, in lines of up to 79 characters."""
    seen = view.seen
    others = ", ".join(f"{name} {size}" for name, size in view.sizes.items())
    one, other = (shown(end) for end in seen.ends)
    table = "the table is empty" if seen.ends[0] == NOTHING else f"ends {one} and {other}"
    return (
        f"Table: {table}; the stock holds {view.left}, {others}\n"
        f"{NAMES[view.seat]} holds: {view.holding}"
    )


def shown(end: int) -> str:
    """What an end shows, in words: `4`, or `5 or 2` for a pair."""
    return "" if end == NOTHING else " or ".join(ENDS[end])
