"""How a player of a game with a stock sees the table, in characters."""

from __future__ import annotations

from typing import Any

from .kind import NAMES
from .view import StockView


def picture(view: StockView[Any, Any]) -> str:
    """The stock, the points, the trick and the own hand, in lines of up to 79 characters."""
    core, kind = view.seen.core, view.kind
    pending = [f" and {points} pending" if points else "" for points in core.pending]
    points = ", ".join(
        f"{name} {taken}{more}"
        for name, taken, more in zip(NAMES, core.taken, pending, strict=True)
    )
    left = len(core.stock)
    stock = "the stock is drawn"
    if core.closer is not None:
        stock = f"{NAMES[core.closer]} has closed the stock of {left}"
    elif left:
        stock = f"the stock holds {left}"
    trump = "the trump is not known yet" if view.trump is None else f"trump {view.trump}"
    turned = kind.pieces.of_mask(view.seen.turned)
    lead = core.on_table
    return "\n".join(
        [
            f"Table: {trump}; {stock}{f', under it {turned}' if turned else ''}",
            f"Points: {points}",
            f"Trick: {'nothing has been led' if lead is None else kind.faces[lead]}",
            f"{NAMES[view.seat]} holds: {view.holding}",
        ]
    )
