"""What advice may know of a game beyond its rules. Each game has its own; see `solver.games`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from ..engine.view import Option, View
    from ._policy import Habits
    from ._worlds import Masks
    from .advice import Task, Weighing

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

    def worths(self, view: View[Any]) -> Sequence[float] | None:
        """What it is worth to the own side to end with 0, 1, 2, … points.

        Args:
            view: what the seat knows.

        Returns:
            None if that is what the options say, or only success counts.
        """
        return None

    def at_table(self, view: View[Any]) -> Callable[[Option[Any], float, float], float] | None:
        """The chance that an option succeeds where nobody sees all hands.

        Args:
            view: what the seat knows.

        Returns:
            It, from an option, the share of worlds in which that succeeds with all hands open, and
            how many worlds, drawn with equal chances, tell so. None if no more is known.
        """
        return None

    def is_easy(self, view: View[Any]) -> bool:
        """Whether a world takes much less time to solve here than elsewhere.

        Args:
            view: what the seat knows.
        """
        return False

    def weigh(self, task: Task[Any]) -> Weighing[Any]:
        """How good the options are."""
        from .weighing import weigh  # with numpy, half of the time to import the package

        habits = self.habits(task.view, task.sample.worlds)
        return weigh(task, habits, self.worths(task.view), self.at_table(task.view))
