"""A player by rules of thumb: what a good book teaches beginners, without solving anything."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ....engine._random import Random
from ....engine.dominoes import Domino, Hand
from ....engine.games.forty_two.auction import Auction
from ....engine.games.forty_two.calls import Call
from ....engine.games.forty_two.trump import NO_TRUMP, SWEEPS, Trump, strength
from ....engine.games.forty_two.view import View
from ....engine.view import View as AnyView
from .appraisal import appraise, better, trumps_of

Move = Call | Trump | Domino


class Book:
    """The player; it sees nothing but the view, and luck has no part in it.

    Examples:
        >>> view = View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer N ; bid 30")
        >>> str(Book().move(view, Random(1)))
        'sixes'
    """

    name = "book"

    def move(self, view: AnyView[Any], random: Random) -> Any:
        """The call, declaration or play that the book recommends."""
        assert isinstance(view, View)
        if view.won is None:
            return call(view)
        return declaration(view) if view.trump is None else play(view)


# --- The auction --------------------------------------------------------------------------------

ENOUGH: Final = {bid: min(bid, 38) for bid in range(30, 43)} | {84: 40}
"""For each bid the estimate that is enough for it: of 38 most take all tricks."""
PARTNER: Final = 4
"""By how many points a hand must be better than what partner has bid."""


def estimate(hand: Hand, trump: Trump) -> float:
    """The points that a hand is good for with a trump.

    The weights are those that fit best what side the declarer's takes when all four seats play by
    this book.
    """
    has = appraise(hand, trump)
    if trump in NO_TRUMP:
        return 37 + 1.2 * has.walks - 1.05 * has.exposure - 0.2 * has.risk
    good = 4.5 * has.trumps + 1.4 * has.masters + 2 * has.walks
    return 12.5 + good - 0.4 * has.exposure - 0.1 * has.risk


def declaration(view: View) -> Trump:
    """The trump that the hand is good for most with."""
    return max(view.rules.trumps, key=partial(estimate, view.hand))


def call(view: View) -> Call:
    """The lowest bid that wins, or where marks are written down the highest that is sure.

    What is taken over the bid counts as well, so that a higher one would gain nothing. The book
    knows no plunge.
    """
    assert isinstance(view.auction, Auction)
    good = estimate(view.hand, declaration(view))
    standing = view.auction.standing
    if standing and standing[0].side == view.side:
        good -= PARTNER
    bids = [bid for bid in view.bids if bid in ENOUGH and ENOUGH[bid] <= good]
    lay_down = view.rules.scoring == "marks" and good >= ENOUGH[84]
    # What is legal first is a pass, or the lowest bid where one is forced.
    return (max if lay_down else min)(bids, default=view.calls[0])


# --- The play -----------------------------------------------------------------------------------


class Table:
    """What a player looks at before playing.

    Args:
        view: what the seat knows.
    """

    def __init__(self, view: View) -> None:
        contract = view.contract
        assert contract is not None
        rules = contract.table
        trick = view.seen.trick
        place = rules.winner(trick, called=view.seen.lead) if trick else 0
        left, _, right = view.unseen.allowed
        self.trump = contract.trump
        self.trumps = trumps_of(contract.trump)
        self.lead = view.seen.lead
        self.choices = list(Hand.of_mask(rules.legal(view.holding.mask, self.lead)))
        self.declaring = contract.declarer.side == view.side
        self.out = view.unseen.pieces
        self.opponents = left | right
        """What one of them may hold, as a mask."""
        self.to_come = (left | right, left, left, 0)[len(trick)]
        """What opponents who still play to this trick may hold, as a mask."""
        self.best = trick[place] if trick else None
        """The domino that wins the trick so far."""
        self.is_partners = bool(trick) and len(trick) - place == 2
        """Whether partner has played it."""

    def is_trump(self, domino: Domino) -> bool:
        """Whether a domino is a trump."""
        return bool(self.trumps >> domino.index & 1)

    def over(self, domino: Domino) -> int:
        """What beats a domino in this trick, or if it is led, as a mask."""
        return better(self.trump, domino if self.lead is None else self.lead, domino)

    def is_sure(self, domino: Domino) -> bool:
        """Whether no opponent who still plays to the trick can beat a domino."""
        return not self.over(domino) & self.to_come

    def holds(self, domino: Domino) -> bool:
        """Whether a domino wins unless an opponent trumps it."""
        trumps = 0 if self.is_trump(domino) else self.trumps
        return not self.over(domino) & self.to_come & ~trumps

    def is_master(self, domino: Domino) -> bool:
        """Whether nothing unseen beats a domino when it is led, but trumps on others."""
        trumps = 0 if self.is_trump(domino) else self.trumps
        return not better(self.trump, domino, domino) & self.out & ~trumps

    def beats(self, domino: Domino) -> bool:
        """Whether a domino beats the one that wins the trick so far."""
        assert self.best is not None
        return bool(self.over(self.best) >> domino.index & 1)

    def rank(self, domino: Domino) -> int:
        """How strong a domino is in this trick, or in the one that it leads to."""
        return strength(self.trump, domino if self.lead is None else self.lead, domino)

    def loss(self, domino: Domino) -> tuple[int, int]:
        """What is given away by playing a domino that does not win; the smaller, the better."""
        keeps = 4 * self.is_trump(domino) + 4 * self.is_master(domino)
        return domino.count + keeps, strength(self.trump, domino, domino)


Rule = Callable[[Table], list[Domino]]
"""The dominoes that a rule of thumb would play, best first; none if it has nothing to say."""


def play(view: View) -> Domino:
    """What the first rule that has something to say would play."""
    table = Table(view)
    rules = LEADING if table.lead is None else FOLLOWING
    if table.trump in SWEEPS:
        rules = SWEEPING
    return next(found[0] for rule in rules if (found := rule(table)))


def draw_trumps(table: Table) -> list[Domino]:
    """While opponents may hold trumps, lead those that they cannot beat."""
    if not (table.declaring and table.opponents & table.trumps):
        return []
    sure = [one for one in table.choices if table.is_trump(one) and table.is_master(one)]
    return sorted(sure, key=table.rank, reverse=True)


def lead_winners(table: Table) -> list[Domino]:
    """Lead what nothing can beat, trumps last."""
    sure = [one for one in table.choices if table.is_sure(one)]
    return sorted(sure, key=table.is_trump)


def force_trumps(table: Table) -> list[Domino]:
    """With many trumps, give up one without count to draw a higher one."""
    trumps = [one for one in table.choices if table.is_trump(one)]
    if not (table.declaring and len(trumps) >= 3 and table.opponents & table.trumps):
        return []
    return sorted((one for one in trumps if not one.count), key=table.rank)


def lead_walks(table: Table) -> list[Domino]:
    """Lead doubles, and others that only trumps can beat; those without count first."""
    walks = [one for one in table.choices if table.is_master(one)]
    return sorted(walks, key=lambda one: (table.is_trump(one), one.count))


def lead_off(table: Table) -> list[Domino]:
    """Get rid of a domino that costs little, and that little can beat."""

    def cost(domino: Domino) -> tuple[bool, int, int]:
        over = table.over(domino) & table.out & ~table.trumps
        return table.is_trump(domino), domino.count, over.bit_count()

    return sorted(table.choices, key=cost)


def give_count(table: Table) -> list[Domino]:
    """Give count to a trick that is partner's, but neither overtake nor trump it."""
    assert table.best is not None
    if not (table.is_partners and table.holds(table.best)):
        return []
    return sorted(table.choices, key=lambda one: (table.beats(one), -one.count, table.loss(one)))


def take_for_sure(table: Table) -> list[Domino]:
    """Take the trick with what brings count home, else with the weakest that is enough."""
    sure = [one for one in table.choices if table.beats(one) and table.is_sure(one)]
    return sorted(sure, key=lambda one: (-one.count, table.rank(one)))


def take_unless_trumped(table: Table) -> list[Domino]:
    """Take the trick with what only a trump can beat."""
    likely = [one for one in table.choices if table.beats(one) and table.holds(one)]
    return sorted(likely, key=lambda one: (one.count, table.rank(one)))


def give_little(table: Table) -> list[Domino]:
    """Keep count, trumps and masters off a trick that is lost."""
    return sorted(table.choices, key=table.loss)


def duck(table: Table) -> list[Domino]:
    """In nello nobody wants the trick, and in sevens nobody has much of a choice."""
    return sorted(table.choices, key=table.rank)


LEADING: Final[tuple[Rule, ...]] = (
    draw_trumps,
    lead_winners,
    force_trumps,
    lead_walks,
    lead_off,
)
FOLLOWING: Final[tuple[Rule, ...]] = (
    give_count,
    take_for_sure,
    take_unless_trumped,
    give_little,
)
"""The rules of thumb in the order in which they are asked."""
SWEEPING: Final[tuple[Rule, ...]] = (duck,)
"""Those for nello and sevens, which the book itself never declares."""
