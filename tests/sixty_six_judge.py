"""An independent referee for Sixty-Six, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A card is a text of its rank and suit, with T for the ten; seats are 0 and 1. Rule numbers are
those of sixty-six.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

SUITS = "♥♦♣♠"
RANKS = "ATKQJ9"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}

Move = str
"""A card; a card with `+` and the one shown with it; or `exchange`, `close`, `draw`."""

SOURCE: dict[str, Any] = {
    "first_dealer": 0,
    "next_dealer": "winner",
    "deal_packet": 1,
    "close_when": "any_lead",
    "close_timing": "after_draw",
    "strict_play": "follow_trump",
    "marriage_after_stock": "allowed",
    "last_trick": "always",
    "end_rule": "play_out",
    "three_rule": "zero_points",
    "closer_fails": "doubled",
    "tie_carry": "none",
    "target": 7,
}
PRESETS = {
    "source": SOURCE,
    "standard": SOURCE
    | {
        "next_dealer": "alternate",
        "deal_packet": 3,
        "strict_play": "head",
        "marriage_after_stock": "forbidden",
        "last_trick": "only_full",
        "end_rule": "claim",
        "three_rule": "no_trick",
        "closer_fails": "fixed",
        "tie_carry": "plus_one",
    },
}


class Foul(ValueError):  # noqa: N818
    """A move the rules forbid."""


@dataclass
class Table:
    """A deal under way.

    Args:
        rules: all options.
        hands: the cards of the two players.
        stock: the cards that may be drawn, the next one first, the turn-up last.
        trump: the suit of trumps.
        turn: whose turn it is.
        extra: game points that the winner gets besides (`tie_carry`).
        lead: the card led, while it lies on the table alone.
        points: of cards, counted marriages and the last trick.
        pending: of marriages that do not count yet.
        tricks: how many tricks each player has won.
        closer: who has closed.
        closed_on: how many tricks the other player had then.
        waiting: whether the winner of a trick has still to draw, or to close instead.
        over: whether the deal has ended.
    """

    rules: Mapping[str, Any]
    hands: list[list[str]]
    stock: list[str]
    trump: str
    turn: int
    extra: int = 0
    lead: str | None = None
    points: list[int] = field(default_factory=lambda: [0, 0])
    pending: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    closer: int | None = None
    closed_on: int = 0
    waiting: bool = False
    over: bool = False


def trump_of(turn_up: str) -> str:
    """Give the trump that a turn-up makes (rule 4)."""
    return turn_up[1]


def deal(rules: Mapping[str, Any], dealer: int, pack: Sequence[str], extra: int = 0) -> Table:
    """Deal an ordered pack (rules 4, 5)."""
    cards, hands = list(pack), [[], []]  # type: ignore[var-annotated]
    other = 1 - dealer
    while len(hands[dealer]) < 6:
        for seat in (other, dealer):
            for _ in range(rules["deal_packet"]):
                hands[seat].append(cards.pop(0))
    turn_up = cards.pop(0)
    return Table(rules, hands, [*cards, turn_up], trump_of(turn_up), other, extra)


def next_deal(
    rules: Mapping[str, Any], scores: Sequence[Sequence[int]], pack: Sequence[str]
) -> Table:
    """Deal after deals with these scores (rules 3, 19)."""
    dealer, extra = rules["first_dealer"], 0
    for points in scores:
        tied = not any(points)
        extra = 1 if tied and rules["tie_carry"] == "plus_one" else 0
        if rules["next_dealer"] == "alternate":
            dealer = 1 - dealer
        elif not tied:
            dealer = 0 if points[0] else 1
    return deal(rules, dealer, pack, extra)


def beats(card: str, lead: str, trump: str) -> bool:
    """Whether the follower wins with a card (rule 7)."""
    if card[1] == lead[1]:
        return RANKS.index(card[0]) < RANKS.index(lead[0])
    return card[1] == trump


def trick(table: Table, lead: str, card: str) -> tuple[bool, int]:
    """Tell whether the follower wins a trick, and the points of its cards (rules 1, 7)."""
    return beats(card, lead, table.trump), POINTS[lead[0]] + POINTS[card[0]]


def last_points(table: Table) -> int:
    """Give what the winner of the last trick gets (rule 16)."""
    return 10 if table.closer is None or table.rules["last_trick"] == "always" else 0


def may_follow(table: Table) -> list[str]:
    """List what the follower may play (rules 6, 11)."""
    assert table.lead is not None
    hand, lead, how = table.hands[table.turn], table.lead, table.rules["strict_play"]
    if table.stock and table.closer is None:
        return list(hand)
    suit = [card for card in hand if card[1] == lead[1]]
    if suit:
        higher = [card for card in suit if beats(card, lead, table.trump)]
        return higher if higher and how == "head" else suit
    trumps = [card for card in hand if card[1] == table.trump]
    return trumps if trumps and how != "follow_only" else list(hand)


def marriages(table: Table) -> list[Move]:
    """List the leads with a marriage (rules 12 to 15)."""
    if table.rules["marriage_after_stock"] == "forbidden" and not table.stock:
        return []
    hand = table.hands[table.turn]
    found = []
    for suit in SUITS:
        king, queen = "K" + suit, "Q" + suit
        if king in hand and queen in hand:
            found += [f"{king}+{queen}", f"{queen}+{king}"]
    return found


def can_exchange(table: Table) -> bool:
    """Whether the player on lead may take the turn-up for the nine of trumps (rule 9)."""
    return (
        table.lead is None
        and table.tricks[table.turn] > 0
        and "9" + table.trump in table.hands[table.turn]
        and table.closer is None
        and len(table.stock) > 0
    )


def can_close(table: Table) -> bool:
    """Whether the player on lead may close (rule 10)."""
    if table.lead is not None or table.closer is not None or len(table.stock) < 2:
        return False
    if not table.hands[table.turn]:
        return False  # nothing would be left to lead
    first = sum(table.tricks) == 0
    if table.rules["close_when"] == "first_lead":
        return first
    return first or table.waiting or table.rules["close_timing"] == "after_draw"


def legal(table: Table) -> list[Move]:
    """List what the player may do."""
    if table.over:
        return []
    if table.lead is not None:
        return may_follow(table)
    found = ["exchange"] if can_exchange(table) else []
    if can_close(table):
        found.append("close")
    if table.waiting:
        return [*found, "draw"]
    return [*found, *table.hands[table.turn], *marriages(table)]


def draw(table: Table) -> None:
    """Let the winner of the trick draw, then the other (rule 8)."""
    for seat in (table.turn, 1 - table.turn):
        table.hands[seat].append(table.stock.pop(0))


def claim(table: Table, seat: int) -> None:
    """End the deal if a player may claim to have won it (rule 17)."""
    if table.rules["end_rule"] == "claim" and table.points[seat] >= 66:
        table.over = True


def play(table: Table, move: Move) -> None:
    """Do what a player does."""
    if move not in legal(table):
        raise Foul(f"{move}: expected one of {legal(table)}")
    seat, other = table.turn, 1 - table.turn
    if move == "exchange":
        nine = "9" + table.trump
        table.hands[seat].remove(nine)
        table.hands[seat].append(table.stock[-1])
        table.stock[-1] = nine
    elif move == "close":
        table.closer, table.closed_on, table.waiting = seat, table.tricks[other], False
    elif move == "draw":
        draw(table)
        table.waiting = False
    elif table.lead is None:
        card, _, shown = move.partition("+")
        table.hands[seat].remove(card)
        table.lead, table.turn = card, other
        if shown:
            worth = 40 if card[1] == table.trump else 20
            counted = table.points if table.tricks[seat] else table.pending
            counted[seat] += worth
            claim(table, seat)
    else:
        table.hands[seat].remove(move)
        takes, points = trick(table, table.lead, move)
        finish_trick(table, seat if takes else other, points)


def finish_trick(table: Table, winner: int, value: int) -> None:
    """Give a trick to its winner, and let both draw or the deal end (rules 8, 10, 13, 16)."""
    table.tricks[winner] += 1
    table.points[winner] += value + table.pending[winner]
    table.pending[winner] = 0
    table.lead, table.turn = None, winner
    claim(table, winner)
    if table.over:
        return
    if table.stock and table.closer is None:
        table.waiting = True
        if table.rules["close_timing"] == "after_draw" or not can_close(table):
            table.waiting = False
            draw(table)
    elif not table.hands[0]:
        table.points[winner] += last_points(table)
        table.over = True


def after(table: Table, move: Move) -> Table:
    """Give the table after a move, and leave this one as it is."""
    other = replace(
        table,
        hands=[list(hand) for hand in table.hands],
        stock=list(table.stock),
        points=list(table.points),
        pending=list(table.pending),
        tricks=list(table.tricks),
    )
    play(other, move)
    return other


def award(table: Table, loser: int) -> int:
    """What a deal is worth by what the loser has (rule 18)."""
    if table.rules["three_rule"] == "zero_points":
        nothing = table.points[loser] == 0
    else:
        nothing = table.tricks[loser] == 0
    if nothing:
        return 3
    return 1 if table.points[loser] >= 33 else 2


def score(table: Table) -> list[int]:
    """Give the game points of both in a deal that is over (rules 18 to 20)."""
    reached = [points >= 66 for points in table.points]
    closer, scores = table.closer, [0, 0]
    if closer is not None and not reached[closer]:
        if table.rules["closer_fails"] == "doubled":
            scores[1 - closer] = 2 * award(table, closer)
        else:
            scores[1 - closer] = 2 if table.closed_on else 3
    elif reached[0] != reached[1]:
        winner = 0 if reached[0] else 1
        scores[winner] = award(table, 1 - winner)
    return [points + table.extra if points else 0 for points in scores]


def match_winner(rules: Mapping[str, Any], totals: Sequence[int]) -> int | None:
    """Tell who has won the match (rule 21); None if it goes on."""
    for seat, total in enumerate(totals):
        if total >= rules["target"]:
            return seat
    return None
