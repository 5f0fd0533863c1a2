"""What advice knows of forty-two beyond its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ....engine.games.forty_two.trump import PLAIN
from ....engine.games.forty_two.view import View
from ...knowledge import Knowledge

if TYPE_CHECKING:
    from ....engine.view import Option
    from ....engine.view import View as AnyView
    from ..._policy import Habits
    from ..._worlds import Masks
    from ...advice import Task, Weighing
    from ...knowledge import Floats


class FortyTwoKnowledge(Knowledge):
    """How hands call, declare and play; what calls lead to; what a score is worth."""

    # Numpy, which the modules below need, costs half of the time to import the package.

    def log_likelihood(self, view: AnyView[Any], worlds: Masks) -> Floats:
        """How likely the calls, the declaration and the plays of the others are."""
        assert isinstance(view, View)
        from .beliefs import log_likelihood

        return log_likelihood(view, worlds)

    def habits(self, view: AnyView[Any], worlds: Masks) -> Habits | None:
        """How the play has gone; None before a declaration, and in nello and sevens."""
        assert isinstance(view, View)
        from .beliefs import habits, hands_before

        if view.contract is None or view.contract.is_sweep:
            return None
        return habits(view, hands_before(view, worlds[:1])[0].tolist())

    def worths(self, view: AnyView[Any]) -> Sequence[float] | None:
        """The chance to win the match."""
        assert isinstance(view, View)
        from .equity import worths_of

        assert view.won is not None
        declarer, bid = view.won
        ours, theirs = view.score[view.side], view.score[1 - view.side]
        declaring = declarer.side == view.side
        worths = worths_of(view.rules, ours, theirs, bid, declaring=declaring, total=view.total)
        return worths if declaring else worths[::-1]

    def at_table(self, view: AnyView[Any]) -> Callable[[Option[Any], float, float], float] | None:
        """Of a declaration: that of a call which counts on it."""
        assert isinstance(view, View)
        if view.question != "trump":
            return None
        from .bidding import likelihood
        from .hands import strengths

        assert view.won is not None
        _, bid = view.won
        strong = dict(zip(PLAIN, map(float, strengths([view.hand.mask])[0]), strict=True))
        return lambda option, share, told: likelihood(share, told, strong.get(option.via), bid)

    def is_easy(self, view: AnyView[Any]) -> bool:
        """A play is judged by whether the bid is made, a call by all points of many trumps."""
        return view.question == "play"

    def weigh(self, task: Task[Any]) -> Weighing[Any]:
        """How good the options are: calls by how the auction may go on."""
        from .bidding import weigh_calls

        return weigh_calls(task) if task.view.question == "bid" else super().weigh(task)
