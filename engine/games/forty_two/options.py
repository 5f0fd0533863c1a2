"""What a seat may do, and how good its outcomes are: what advice is judged by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from ...dominoes import Domino, Hand
from ...errors import IllegalMoveError
from ...view import Option
from .calls import MARK, PASS, Call
from .plays import CLAIM, Placed, Play
from .trump import SWEEPS, Trump, is_trump

if TYPE_CHECKING:
    from .round import Move
    from .view import View

OPTIMISM: Final = 1.4
"""By how much the log-odds of making a bid are better in solved worlds than at the table.

Measured in 500 deals each for bids of 30 and 42 with the advisor of the time. The reference players
of the arena bid by it; the advisor has its own figures. Of nello and sevens nothing was measured.
"""


def options(view: View) -> Iterator[Option[Move]]:
    """The calls, declarations or dominoes that the rules allow.

    A call is judged by the score that it leads to, a declaration or a play by whether the
    contract is made, or set.

    Raises:
        IllegalMoveError: it is not the seat's turn.
    """
    turn = view.seen.turn
    if turn != view.seat:
        whose = "nobody's turn" if turn is None else f"the turn of {turn}"
        raise IllegalMoveError(f"it is {whose}, not of {view.seat}")
    if view.won is None:
        return _calls(view)
    return _trumps(view) if view.trump is None else _plays(view)


def _calls(view: View) -> Iterator[Option[Move]]:
    if PASS in view.calls:
        yield Option(PASS, str(PASS), None, (), 0, "a pass", "", partial(worth, view, PASS))
    for bid in view.bids:
        text = view.rules.format_call(bid)
        if bid in view.rules.specials:
            yield _special(view, bid, text)
            continue
        for trump in view.rules.declarable(bid):
            yield Option(
                move=bid,
                text=text,
                via=trump,
                label=(str(trump), text),
                need=bid.need,
                name=f"{text} in {trump}",
                success="is made",
                worth=partial(worth, view, bid),
                optimism=0.0 if trump in SWEEPS else OPTIMISM,
            )


def _special(view: View, call: Call, text: str) -> Option[Move]:
    """A plunge or splash: no declaration of the seat's own can judge it."""
    bid = view.rules.worth(call, view.standing)
    success, outcome = "is made", partial(worth, view, bid)
    return Option(call, text, None, (text,), bid.need, f"a {text}", success, outcome)


def _trumps(view: View) -> Iterator[Option[Move]]:
    assert view.won is not None
    _, bid = view.won
    text = view.rules.format_call(bid)
    for trump in view.auction.declarable:
        yield Option(
            move=trump,
            text=str(trump),
            via=trump,
            label=(str(trump), text),
            need=bid.need,
            name=f"{text} in {trump}",
            success="is made",
            optimism=0.0 if trump in SWEEPS else OPTIMISM,
        )


def claim(view: View) -> Option[Move] | None:
    """The claim that a view allows; see `View.claim`."""
    seen = view.seen
    if not view.rules.claims or view.trump is None or seen.turn != view.seat or seen.trick:
        return None
    need, success = _goal(view)
    if view.rules.scoring == "points":
        need = max(need, view.total - seen.points[1 - view.side])
    return Option(CLAIM, str(CLAIM), None, (str(CLAIM),), need, "a claim", success)


def _goal(view: View) -> tuple[int, str]:
    """The points that make the contract, or set it, and that in words."""
    assert view.contract is not None
    assert view.contract.bid is not None
    declarer, bid = view.contract.declarer, view.contract.bid
    need, verb = view.contract.need(view.total), "makes"
    if declarer.side != view.side:
        need, verb = view.total + 1 - need, "sets"
    return need, f"{verb} {view.rules.format_call(bid)}"


def _plays(view: View) -> Iterator[Option[Move]]:
    assert view.contract is not None
    need, success = _goal(view)
    legal = Hand.of_mask(view.contract.table.legal(view.holding.mask, view.seen.lead))
    plays: list[Placed] = [*legal]
    if not view.plays:
        plays += view.contract.calls(view.holding)
    cheapest = sorted(legal, key=partial(_cost, view.contract.trump))
    follows = view.seen.lead is not None
    for play in plays:
        called = f"{play.domino} called {Trump(play.suit)}" if isinstance(play, Play) else ""
        yield Option(
            move=play,
            text=str(play),
            via=play,
            label=(str(play),),
            need=need,
            name=called or str(play),
            success=success,
            cost=cheapest.index(play) if isinstance(play, Domino) and follows else 0,
        )


def _cost(trump: Trump, domino: Domino) -> tuple[bool, int, bool, int]:
    """The larger, the sooner a player would keep it: trumps, count, what wins tricks."""
    count = Hand([domino]).count
    return is_trump(trump, domino), count, domino.is_double, domino.index


def worth(view: View, bid: Call, points: int) -> float:
    """How good a deal that the seat has bid and finished is for its side, from −1 to 1.

    A match won is 1, a match lost −1; in between it is the lead as a share of the target. A
    pass leaves the score as it is.

    Args:
        view: what the seat knew.
        bid: what it bid.
        points: what its side took.
    """
    ours, theirs = view.score[view.side], view.score[1 - view.side]
    if bid != PASS:
        # As if the seat's side were NS: what is written down does not depend on it.
        gained = view.rules.record(0, bid, (points, MARK - points))
        ours, theirs = ours + gained[0], theirs + gained[1]
    winner = view.rules.winner((ours, theirs))
    if winner is not None:
        return 1.0 if winner == 0 else -1.0
    return max(-1.0, min(1.0, (ours - theirs) / view.rules.target))
