"""What advice may know of a game beyond its rules. Each game has its own; see `solver.games`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from ..engine._random import Random
    from ..engine.game import Option, View
    from ._policy import Habits
    from ._worlds import Masks
    from .advice import Weighing
    from .sample import Sample

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


class Knowledge:
    """Knows nothing: all worlds are alike, and options are judged by their success.

    Games inherit from this and say what they know better.
    """

    def log_likelihood(self, view: View[Any], worlds: Masks) -> Floats | None:
        """How likely what the others have done is in each world.

        Args:
            view: what the seat knows.
            worlds: by world and place of `view.unseen` what it holds.

        Returns:
            Logarithms, up to a constant; None if nothing is known.
        """
        return None

    def habits(self, view: View[Any], worlds: Masks) -> Habits | None:
        """How the play has gone, and how it would go on by habit.

        Args:
            view: what the seat knows.
            worlds: one or more worlds that agree with it.

        Returns:
            None if that is not known.
        """
        return None

    def weigh(
        self,
        view: View[Any],
        options: Sequence[Option[Any]],
        sample: Sample,
        *,
        deadline: float,
        random: Random,
        bar: Callable[[range], Iterable[int]] = iter,
    ) -> Weighing[Any]:
        """How good options are.

        Args:
            view: what the seat knows.
            options: what it may do.
            sample: the worlds to solve.
            deadline: when to stop, by the monotonic clock; some worlds are always solved.
            random: where everything that is drawn comes from.
            bar: what the numbers of worlds pass through, to show progress.
        """
        from .weighing import weigh  # with numpy, half of the time to import the package

        habits = self.habits(view, sample.worlds)
        return weigh(
            view, options, sample, habits=habits, deadline=deadline, random=random, bar=bar
        )
