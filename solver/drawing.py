"""Pictures of advice in SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..engine.drawing import Bar, Drawing, bars
from .advice import Estimate, Suggestion

Label = tuple[str, ...]


def draw_odds(suggestion: Suggestion[Any]) -> Drawing:
    """How often the options succeed over the worlds solved, as bars.

    Where options stand in a table of columns and rows, such as trumps and bids, the best of each
    row is shown.

    Examples:
        >>> from fortytwo import View, suggest
        >>> view = View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 6-0 ; bid 42")
        >>> draw_odds(suggest(view, worlds=5)).title
        'trump: sixes'
    """
    lines = [
        Bar(
            " ".join(reversed(label)),
            estimate.p,
            estimate.error,
            f"{estimate} %",
            best=label[-1] == suggestion.text,
        )
        for label, estimate in _best(suggestion.estimates).items()
    ]
    return bars(lines, f"{suggestion.question}: {suggestion.text}")


def _best(estimates: Mapping[Label, Estimate]) -> dict[Label, Estimate]:
    """The likeliest option of each row."""
    found: dict[str, Label] = {}
    for label, estimate in estimates.items():
        if label[-1] not in found or estimates[found[label[-1]]].p < estimate.p:
            found[label[-1]] = label
    return {label: estimates[label] for label in found.values()}
