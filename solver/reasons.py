"""Why an option is advised, in words made from the numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from ..engine.errors import counted
from .advice import Weighed


def reason(
    best: Weighed[Any],
    weighed: Sequence[Weighed[Any]],
    worlds: int,
    exact: bool,
) -> str:
    """A sentence or two on the best option.

    Args:
        best: the option advised.
        weighed: all options.
        worlds: how many worlds were solved.
        exact: whether these are all there are.
    """
    judged = [one for one in weighed if one.option.via is not None]
    if not judged:
        return f"Nothing but {best.option.name} is allowed."
    sample = counted(worlds, f"{'possible' if exact else 'sampled'} world")
    sample = f"all {sample}" if exact else sample
    top = best if best.option.via is not None else max(judged, key=lambda one: one.worth)
    reason = f"{_claim(top)} of {sample}"
    if top.option.optimism:
        reason += f", at the table in about {100 * top.estimate.chance:.0f} %"
    if top is not best:
        return f"Nothing is expected to gain more than {best.option.name}: at best {reason}."
    others = [one for one in judged if one.option.via != best.option.via]
    # A call is best compared with the same call in another trump.
    others = [one for one in others if one.option.move == best.option.move] or others
    others = [one for one in others if one.worth > -inf]
    if not others:
        rest = "there is no other choice" if len(judged) == 1 else "nothing else comes near"
        return f"{reason}; {rest}."
    equal = [one for one in others if one.rank == best.rank]
    if equal:
        return f"{reason}; {', '.join(one.option.name for one in equal)} would do as well."
    second = max(others, key=lambda one: one.rank)
    reason += f"; next best, {_claim(second)}"
    if second.worth == best.worth:
        reason += f" with {second.estimate.points:.1f} points against {best.estimate.points:.1f}"
    return f"{reason}."


def _claim(one: Weighed[Any]) -> str:
    return f"{one.option.name} {one.option.success} in {one.estimate} %"
