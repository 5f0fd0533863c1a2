"""Why an option is advised, in sentences made from the numbers alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..engine.errors import counted
from .explanation import Change, Difference, Explanation, Instead, Rival, Safest, Split, with_error

if TYPE_CHECKING:
    from .advice import Weighed
    from .evidence import Evidence

UNIT: Final = "points of percent"


def reason(evidence: Evidence, explanation: Explanation) -> str:
    """A few sentences on the option advised.

    Args:
        evidence: what it was found on.
        explanation: what that shows.
    """
    return " ".join(_sentences(evidence, explanation))


def _sentences(evidence: Evidence, explanation: Explanation) -> Iterator[str]:
    best = evidence.best.option
    if not evidence.judged:
        yield f"Nothing but {best.name} is allowed."
        return
    top = evidence.top
    if top is evidence.best:
        yield f"{_claim(top, evidence)}."
    else:
        yield f"Nothing is expected to gain more than {best.name}: at best {_claim(top, evidence)}."
    if explanation.gain:
        yield _gain(explanation.gain)
    if not evidence.others:
        alone = len(evidence.judged) == 1
        yield "There is no other choice." if alone else "Nothing else comes near."
    if explanation.equals:
        yield f"No better and no worse: {', '.join(explanation.equals)}."
    if top is evidence.best:
        if explanation.rival:
            yield _rival(explanation.rival)
        if explanation.instead:
            yield _instead(explanation.instead)
        if explanation.split:
            yield _split(explanation.split)
        if explanation.change:
            yield _change(explanation.change)
    if explanation.safest:
        yield _safest(explanation.safest)
    if explanation.voids:
        yield f"{'; '.join(_void(*void) for void in explanation.voids.items())}."
    yield from _weights(evidence)


def _claim(one: Weighed[Any], evidence: Evidence) -> str:
    option, estimate = one.option, one.estimate
    if evidence.weighing.settled:
        whether = "Whatever is played" if estimate.p else "Nothing"
        more = "" if estimate.p else " any more"
        points = f"{estimate.points:.1f} points"
        return f"{whether} {option.success}{more}; {option.name} brings {points}"
    kind = "possible" if evidence.listed else "sampled"
    worlds = counted(evidence.weighing.worlds, f"{kind} world")
    if evidence.listed:
        worlds = f"all {worlds}" if evidence.weighing.worlds > 1 else "the one possible world"
    claim = f"{option.name} {option.success} in {estimate} % of {worlds}"
    if option.optimism:
        claim += f", {_at_the_table(estimate.chance)}"
    return claim


def _gain(gain: Difference) -> str:
    if not gain.clear:
        return "To call it or to pass: the sample shows no difference in the chance to win."
    than = "more than a pass" if gain.mean > 0 else "less than a pass"
    return f"It is worth {_percent(gain)} of the match {than}."


def _rival(rival: Rival) -> str:
    chance, points = rival.chance, rival.points
    if chance.clear:
        often = f"{_percent(chance)} {'less' if chance.mean > 0 else 'more'} often"
    else:
        often = "as often" if not chance.error else "with no difference that the sample could show"
        if points.clear:
            many = with_error(abs(points.mean), points.error)
            unit = "point" if many == "1" else "points"
            often += f", but {many} {unit} {'fewer' if points.mean > 0 else 'more'}"
    if rival.table is not None:
        often += f", {_at_the_table(rival.table)}"
    return f"Next best is {rival.name}, {often}."


def _instead(instead: Instead) -> str:
    loss = instead.loss
    less = f"{_percent(loss)} of the match {'less' if loss.mean > 0 else 'more'}"
    if not loss.clear:
        less = "as much, as far as the sample could show"
    return f"The next best call, {instead.name}, is worth {less}."


def _at_the_table(chance: float) -> str:
    return f"at the table in about {100 * chance:.0f} %"


def _split(split: Split) -> str:
    return (
        f"Much depends on {split.piece}: {split.held} % where {split.seat} holds it, "
        f"{split.otherwise} % where not."
    )


def _change(change: Change) -> str:
    return (
        f"Where {change.seat} holds {change.piece}, {change.name} would be better, "
        f"by {_percent(change.gain)}."
    )


def _safest(safest: Safest) -> str:
    *others, last = safest.names
    names = f"are {', '.join(others)} and {last}" if others else f"is {last}"
    return f"Safest {names}: {safest.averted} in {safest.share} % of worlds."


def _void(seat: str, kinds: Sequence[str]) -> str:
    return f"{seat} holds no {' and no '.join(kinds)}"


def _weights(evidence: Evidence) -> Iterator[str]:
    sample, worlds = evidence.sample, evidence.weighing.worlds
    equal = sample.effective * worlds / sample.size
    if equal > worlds - 0.5:
        return
    if evidence.listed:
        yield "Worlds that fit better with what the others did count more."
    else:
        yield (
            "As some worlds fit better with what the others did, the sample tells as much as "
            f"{counted(round(equal), 'equally likely world')}."
        )


def _percent(difference: Difference) -> str:
    return f"{with_error(100 * abs(difference.mean), 100 * difference.error)} {UNIT}"
