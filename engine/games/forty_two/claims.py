"""Claims: who may make one is up to the round, whether it is proved to a referee."""

from __future__ import annotations

from ...errors import IllegalMoveError
from ...view import Referee
from .round import Round
from .view import View


def confirm(round: Round, referee: Referee | None) -> None:
    """Ask a referee whether the seat on lead may claim. It is told what that seat sees, no more.

    Raises:
        IllegalMoveError: nobody may claim now, nobody is there to be asked, or it is not proved.
    """
    round.check_claim()
    if referee is None:
        raise IllegalMoveError(
            "a claim needs a referee, as in Match(rules, referee=fortytwo.is_proven)"
        )
    view = View.of(round)
    if not referee(view):
        raise IllegalMoveError(f"the claim of {view.seat} is not proved: the play goes on")
