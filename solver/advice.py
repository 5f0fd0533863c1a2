"""What advice consists of."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from ..engine._random import Random
from ..engine.view import Option, View
from .explanation import Difference, Explanation, Instead, with_error

if TYPE_CHECKING:
    from .evidence import Evidence
    from .knowledge import Floats
    from .sample import Sample

M = TypeVar("M", bound=Hashable)
OPEN: Final = "Double-dummy odds: they take all players to see all hands; real chances differ."
LATER: Final = (
    "Odds: half of them with all hands open, half with hands opened only when four tricks are left."
)
AGAINST: Final = (
    "Odds: with all hands open, and all others in league against this side; real chances differ."
)
TRIED: Final = (
    "Odds: those of play tried out with all hands open, which players seldom are so good at."
)
EACH: Final = (
    "Odds: those of play tried out with all hands open, each side for itself; real chances differ."
)
PLAN: Final = (
    "Odds: those of one plan for all worlds, against opponents who see all hands; partner plays "
    "by habit what is good enough."
)


@dataclass(frozen=True)
class Task(Generic[M]):
    """What is to be decided, and by what means.

    Args:
        view: what the seat knows.
        options: what it may do.
        sample: the worlds to solve.
        deadline: when to stop, by the monotonic clock; some worlds are always solved.
        random: where everything that is drawn comes from.
        bar: what the numbers of worlds pass through, to show progress.
    """

    view: View[M]
    options: Sequence[Option[M]]
    sample: Sample
    deadline: float
    random: Random
    bar: Callable[[range], Iterable[int]] = iter


@dataclass(frozen=True)
class Estimate:
    """What an option brings, over the worlds solved.

    Args:
        p: the chance that it succeeds, all hands open.
        error: the standard error of `p`; 0 when all worlds were solved, and nothing was drawn.
        points: the mean of the points that the own side ends with.
        chance: of success at the table, where nobody sees all hands: what is known of the game
            may tell it from `p`.
        worlds: in how many worlds it was solved: few, if it could soon not be the best any more.
        safe: the share of all worlds in which its `risk` is averted; None if it has none.
    """

    p: float
    error: float
    points: float
    chance: float
    worlds: int
    safe: float | None = None

    def __str__(self) -> str:
        """The share in percent, with its error where there is one: `82±3`."""
        return with_error(100 * self.p, 100 * self.error)


@dataclass(frozen=True)
class Weighed(Generic[M]):
    """An option and how good it is.

    Args:
        option: the option.
        worth: how good it is; the better, the larger.
        estimate: what it brings.
        successes: by solved world how far it succeeded there, from 0 to 1.
        points: by world the points that the own side ends with; in fewer worlds, maybe.
        lure: how often it succeeds where all go on by habit, and err by habit; known of options
            that are else equal, and the best.
    """

    option: Option[M]
    worth: float
    estimate: Estimate
    successes: Floats = field(repr=False, compare=False)
    points: Floats = field(repr=False, compare=False)
    lure: float = 0.0

    @property
    def rank(self) -> tuple[float, float]:
        """The larger, the better: what it is worth, then points."""
        return self.worth, self.estimate.points


@dataclass(frozen=True)
class Weighing(Generic[M]):
    """Options that were weighed.

    Args:
        options: all of them, in their order.
        worlds: in how many worlds the best were solved.
        note: what these numbers do not say.
        gain: what the best option that was solved is worth more than to do nothing, where that
            can be told.
        instead: the best call besides the best of all and a pass, where that can be told.
        settled: whether success is certain, or out of reach, whatever is played.
    """

    options: list[Weighed[M]]
    worlds: int
    note: str = OPEN
    gain: Difference | None = None
    instead: Instead | None = None
    settled: bool = False


@dataclass(frozen=True)
class Suggestion(Generic[M]):
    """Advice.

    Args:
        question: what was asked, by the name of a `Question` of the game.
        move: the option to take.
        text: the move as this table writes it.
        via: what the move counts on: for a call the trump; None for a pass.
        estimates: every option that solving can judge, by its label.
        worlds: how many worlds were solved.
        effective: how many worlds, all equally likely, would tell as much: fewer, where what the
            others did makes some likelier than others.
        seed: which worlds they were.
        exhaustive: whether these are all worlds there are.
        complete: False if the time limit cut the sample short; such advice cannot be repeated.
        note: what these numbers do not say.
        evidence: what it was found on.
    """

    question: str
    move: M
    text: str
    via: Any
    estimates: dict[tuple[str, ...], Estimate]
    worlds: int
    effective: float
    seed: int
    exhaustive: bool
    complete: bool
    note: str
    evidence: Evidence = field(repr=False, compare=False)

    @cached_property
    def explanation(self) -> Explanation:
        """Why, in numbers; found when it is asked for."""
        from .evidence import explain  # with numpy, half of the time to import the package

        return explain(self.evidence)

    def _repr_svg_(self) -> str:
        from .drawing import draw_odds

        return str(draw_odds(self))

    @cached_property
    def reason(self) -> str:
        """Why, in a few sentences."""
        from .reasons import reason

        return reason(self.evidence, self.explanation)
