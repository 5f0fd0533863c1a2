"""An independent referee for Knaves and Polignac, written from the rules alone, and plainly.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A card is a tuple (rank, suit), seats are 0, 1, … clockwise. Rule numbers are those of knaves.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Card = tuple[str, str]
Trick = list[tuple[int, Card]]
"""Who has played what, in order."""
Move = str | Card
"""`pass` or `capot` before the first lead, or a card."""

SUITS = ["♥", "♦", "♣", "♠"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
POLIGNAC_RANKS = ["7", "8", "9", "10", "A", "J", "Q", "K"]

SOURCE: dict[str, Any] = {
    "variant": "knaves",
    "players": 3,
    "hand_size": 17,
    "jack_values": "h4_d3_c2_s1",
    "turned_jack": "nobody",
    "target": 20,
    "penalty_target": 10,
    "capot": False,
    "first_dealer": 0,
}
PRESETS = {
    "source": SOURCE,
    "standard": SOURCE,
    "polignac32": SOURCE | {"variant": "polignac"},
}
JACK_VALUES = {
    "h4_d3_c2_s1": {"♥": 4, "♦": 3, "♣": 2, "♠": 1},
    "h4_d3_s2_c1": {"♥": 4, "♦": 3, "♠": 2, "♣": 1},
}


class Foul(ValueError):  # noqa: N818
    """A move the rules forbid."""


@dataclass
class Table:
    """A deal under way.

    Args:
        rules: all options.
        hands: the cards of each player.
        trump: the trump suit; empty if there is none.
        turned: the card turned up, if it is known.
        turn: whose turn it is.
        announcing: whether the first lead is still to come, and capot may be announced.
        passed: how many have not announced it.
        announcer: who has announced capot.
        trick: the cards on the table.
        tricks: who has won each finished trick, and the cards in it.
    """

    rules: Mapping[str, Any]
    hands: list[list[Card]]
    trump: str
    turned: Card | None
    turn: int
    announcing: bool = False
    passed: int = 0
    announcer: int | None = None
    trick: Trick = field(default_factory=list)
    tricks: list[tuple[int, list[Card]]] = field(default_factory=list)


def is_polignac(rules: Mapping[str, Any]) -> bool:
    """Tell which of the two games is played."""
    return bool(rules["variant"] == "polignac")


def pack(rules: Mapping[str, Any]) -> list[Card]:
    """List all cards (rule 1; section 3: no black sevens unless four play)."""
    ranks = POLIGNAC_RANKS if is_polignac(rules) else RANKS
    cards = [(rank, suit) for suit in SUITS for rank in ranks]
    if is_polignac(rules) and rules["players"] != 4:
        cards = [card for card in cards if card not in [("7", "♣"), ("7", "♠")]]
    return cards


def hand_size(rules: Mapping[str, Any]) -> int:
    """Tell how many cards each player is dealt (rule 3; section 3)."""
    if is_polignac(rules):
        return {3: 10, 4: 8, 5: 6, 6: 5}[rules["players"]]
    size: int = rules["hand_size"]
    return size


def first_leader(rules: Mapping[str, Any], deal_number: int) -> int:
    """Tell who leads to the first trick of a deal, counted from 0 (rules 4, 5)."""
    dealer = (rules["first_dealer"] + deal_number) % rules["players"]
    leader: int = (dealer + 1) % rules["players"]
    return leader


def deal(rules: Mapping[str, Any], deal_number: int, cards: Sequence[Card]) -> Table:
    """Deal shuffled cards, all of the pack (rules 3, 9)."""
    size, players = hand_size(rules), rules["players"]
    hands = [list(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
    turned = None if is_polignac(rules) else cards[players * size]
    return Table(
        rules,
        hands,
        trump_of(rules, turned),
        turned,
        first_leader(rules, deal_number),
        announcing=is_polignac(rules) and rules["capot"],
    )


def trump_of(rules: Mapping[str, Any], turned: Card | None) -> str:
    """Tell the trump suit, empty if there is none (rules 3, 9; section 3)."""
    if turned is None or (turned[0] == "J" and rules["turned_jack"] == "no_trump"):
        return ""
    return turned[1]


def strength(table: Table, card: Card) -> int:
    """Tell how high a card stands in its suit."""
    ranks = POLIGNAC_RANKS if is_polignac(table.rules) else RANKS
    return ranks.index(card[0])


def legal(table: Table) -> list[Move]:
    """List what the player may do (rules 5, 6; section 3: capot)."""
    if finished(table):
        return []
    if table.announcing:
        return ["pass", "capot"]
    hand = table.hands[table.turn]
    if table.trick:
        led = table.trick[0][1][1]
        following = [card for card in hand if card[1] == led]
        if following:
            return list(following)
    return list(hand)


def finished(table: Table) -> bool:
    """Tell whether all tricks have been played."""
    return not table.trick and not any(table.hands)


def trick_winner(table: Table) -> int:
    """Tell who wins the trick on the table (rule 7)."""
    trumps = [(strength(table, card), seat) for seat, card in table.trick if card[1] == table.trump]
    led = table.trick[0][1][1]
    following = [(strength(table, card), seat) for seat, card in table.trick if card[1] == led]
    return max(trumps or following)[1]


def play(table: Table, move: Move) -> None:
    """Do what a player does.

    Seats say in turn, the leader first, whether they announce capot; one of them may.
    """
    if move not in legal(table):
        raise Foul(f"{move}: expected one of {legal(table)}")
    players = len(table.hands)
    if isinstance(move, str):
        table.passed += move == "pass"
        if move == "capot":
            table.announcer = table.turn
        table.turn = (table.turn + 1) % players
        if move == "capot" or table.passed == players:
            table.announcing = False
            # The first leader has the lead, whoever has announced.
            table.turn = (table.turn - table.passed - (move == "capot")) % players
        return
    table.hands[table.turn].remove(move)
    table.trick.append((table.turn, move))
    table.turn = (table.turn + 1) % players
    if len(table.trick) == players:
        winner = trick_winner(table)
        table.tricks.append((winner, [card for _, card in table.trick]))
        table.trick = []
        table.turn = winner


def after(table: Table, move: Move) -> Table:
    """Give the table after a move, and leave this one as it is."""
    hands = [list(hand) for hand in table.hands]
    other = replace(table, hands=hands, trick=list(table.trick), tricks=list(table.tricks))
    play(other, move)
    return other


def cost(table: Table, card: Card) -> int:
    """Tell what a card costs the winner of its trick (rule 8; section 3)."""
    if card[0] != "J":
        return 0
    if is_polignac(table.rules):
        return 2 if card[1] == "♠" else 1
    return JACK_VALUES[table.rules["jack_values"]][card[1]]


def net(table: Table) -> list[int]:
    """Give what each seat has gained by the finished tricks, penalties below 0 (rules 8, 9).

    A capot counts as soon as it has failed, or when it has succeeded.
    """
    totals = [0] * len(table.hands)
    for winner, cards in table.tricks:
        totals[winner] += 0 if is_polignac(table.rules) else 1
        totals[winner] -= sum(cost(table, card) for card in cards)
    if table.announcer is not None and any(w != table.announcer for w, _ in table.tricks):
        totals[table.announcer] -= 5
    elif table.announcer is not None and finished(table):
        totals = [0 if seat == table.announcer else -5 for seat in range(len(totals))]
    turned = table.turned
    if turned is not None and finished(table) and table.rules["turned_jack"] == "last_trick":
        totals[table.tricks[-1][0]] -= cost(table, turned)
    return totals


def score(table: Table) -> list[int]:
    """Give what each seat writes down for a deal that is over (rule 10; section 3)."""
    return [-total for total in net(table)] if is_polignac(table.rules) else net(table)


def match_winners(rules: Mapping[str, Any], totals: Sequence[int]) -> list[int]:
    """Tell who has won the match, several if they share it; nobody if it goes on (rule 11)."""
    if is_polignac(rules):
        if max(totals) < rules["penalty_target"]:
            return []
        return [seat for seat, total in enumerate(totals) if total == min(totals)]
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return best if max(totals) >= rules["target"] and len(best) == 1 else []
