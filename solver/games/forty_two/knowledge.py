"""What advice knows of forty-two beyond its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ....engine._random import Random
from ....engine.games.forty_two.view import View
from ...knowledge import Knowledge

if TYPE_CHECKING:
    from ....engine import game as general
    from ....engine.game import Option
    from ..._policy import Habits
    from ..._worlds import Masks
    from ...advice import Weighing
    from ...knowledge import Floats
    from ...sample import Sample


class FortyTwoKnowledge(Knowledge):
    """How hands call, declare and play; what calls lead to; what a score is worth."""

    # Numpy, which the modules below need, costs half of the time to import the package.

    def log_likelihood(self, view: general.View[Any], worlds: Masks) -> Floats:
        """How likely the calls, the declaration and the plays of the others are."""
        assert isinstance(view, View)
        from .beliefs import log_likelihood

        return log_likelihood(view, worlds)

    def habits(self, view: general.View[Any], worlds: Masks) -> Habits | None:
        """How the play has gone, once a trump is declared."""
        assert isinstance(view, View)
        from .beliefs import habits, hands_before

        if view.trump is None:
            return None
        return habits(view, hands_before(view, worlds[:1])[0].tolist())

    def weigh(
        self,
        view: general.View[Any],
        options: Sequence[Option[Any]],
        sample: Sample,
        *,
        deadline: float,
        random: Random,
        bar: Callable[[range], Iterable[int]] = iter,
    ) -> Weighing[Any]:
        """How good the options are: calls by the match, all else by success."""
        from .bidding import weigh_calls

        if view.question == "bid":
            assert isinstance(view, View)
            return weigh_calls(view, options, sample, deadline=deadline, random=random, bar=bar)
        return super().weigh(view, options, sample, deadline=deadline, random=random, bar=bar)
