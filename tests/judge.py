"""An independent referee for forty-two, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A domino is a tuple (high, low), seats are 0..3, side = seat % 2 (0 = NS, 1 = EW).
Rule numbers are those of forty-two.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Domino = tuple[int, int]

PIP_TRUMPS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"]
ALL_DOMINOES = [(high, low) for high in range(7) for low in range(high + 1)]


class Foul(ValueError):  # noqa: N818
    """A play the rules forbid; `ply` is its index in the list of plays, from 0."""

    def __init__(self, ply: int, reason: str) -> None:
        """Keep the ply and the reason, and make the message of both."""
        super().__init__(f"ply {ply}: {reason}")
        self.ply = ply
        self.reason = reason


def is_trump(domino: Domino, trump: str) -> bool:
    """Tell whether the domino is a trump (rule 11)."""
    if trump in ("follow-me", "follow-me-low"):
        return False
    if trump == "doubles":
        return domino[0] == domino[1]
    return PIP_TRUMPS.index(trump) in domino  # an unknown trump is a ValueError


def legal(hand: Iterable[Domino], trick: Sequence[Domino], trump: str) -> list[Domino]:
    """List the dominoes of the hand that may be played to the trick (rules 13-15)."""
    held = list(hand)
    if not trick:
        return held
    led = trick[0]
    if is_trump(led, trump):
        following = [domino for domino in held if is_trump(domino, trump)]
    else:
        suit = led[0]
        following = [d for d in held if suit in d and not is_trump(d, trump)]
    return following or held


def rank(domino: Domino, suit: int) -> int:
    """Rank a domino within a pip suit: the double is highest, then the other half (rule 16)."""
    high, low = domino
    if high == low:
        return 7
    return low if high == suit else high


def winner(trick: Sequence[Domino], trump: str) -> int:
    """Give the place (0..3) in the trick of the winning domino (rules 16, 17)."""
    trumps = [domino for domino in trick if is_trump(domino, trump)]
    if trumps and trump == "doubles":
        best = max(trumps)
    elif trumps:
        best = max(trumps, key=lambda domino: rank(domino, PIP_TRUMPS.index(trump)))
    else:
        suit = trick[0][0]
        following = [d for d in trick if suit in d]
        if trump == "follow-me-low":  # a double is lowest
            plain = [d for d in following if d[0] != d[1]]
            following = plain or following
        best = max(following, key=lambda domino: rank(domino, suit))
    return list(trick).index(best)


def points(trick: Sequence[Domino]) -> int:
    """Give the points of a finished trick: 1, and the pips of each count tile (rule 18)."""
    return 1 + sum(high + low for high, low in trick if high + low in (5, 10))


def referee(
    hands: Sequence[Iterable[Domino]], trump: str, leader: int, plays: Iterable[Domino]
) -> tuple[int, int]:
    """Replay a whole or partial deal; return the points (NS, EW) of the finished tricks.

    `hands` are the four hands before the first play, `leader` plays first. A wrong play raises
    Foul; hands that no deal can hold raise a plain ValueError.
    """
    held = [list(hand) for hand in hands]
    dealt = [domino for hand in held for domino in hand]
    if len(held) != 4 or len({len(hand) for hand in held}) != 1:
        raise ValueError("not four hands of one size")
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(ALL_DOMINOES):
        raise ValueError("a domino dealt twice, or not a domino (high, low)")
    taken = [0, 0]
    trick: list[Domino] = []
    for ply, domino in enumerate(plays):
        seat = (leader + len(trick)) % 4
        if domino not in held[seat]:
            raise Foul(ply, f"seat {seat} does not hold {domino}")
        if domino not in legal(held[seat], trick, trump):
            raise Foul(ply, f"seat {seat} may not play {domino} to {trick}, {trump} trump")
        held[seat].remove(domino)
        trick.append(domino)
        if len(trick) == 4:
            leader = (leader + winner(trick, trump)) % 4
            taken[leader % 2] += points(trick)
            trick = []
    return taken[0], taken[1]


# What a table agrees on, from section 2 of forty-two.md.
SOURCE: dict[str, Any] = {
    "bid_ladder": "source",
    "strict_ladder": False,
    "opening_max_marks": 2,
    "overcall_step": 1,
    "forced_bid": None,
    "first_bidder": 0,
    "declarations": "pips",
    "follow_me_doubles": "high",
    "scoring": "points",
    "target": 250,
    "set_penalty": "full_bid",
    "made_big_bid": "taken",
    "win_by_two": False,
    "stop_when_decided": False,
    "plunge": False,
    "plunge_marks": 4,
    "plunge_leader": "partner",
    "splash": False,
    "splash_marks": 2,
}
TOURNAMENT = SOURCE | {
    "bid_ladder": "marks",
    "declarations": "all",
    "scoring": "marks",
    "target": 7,
}
PRESETS = {
    "source": SOURCE,
    "tournament": TOURNAMENT,
    "lechner_hall": TOURNAMENT | {"overcall_step": 2, "follow_me_doubles": "low"},
}


def marks(bid: int) -> int:
    """Tell what a bid is worth in marks (rule 21): k marks are 42*k."""
    if bid == 0:
        return 0
    return 1 if bid < 42 else bid // 42


def bids(calls: Sequence[int | str], rules: Mapping[str, Any]) -> list[int]:
    """Give the bid value of each call, 0 for a pass (rules 6, 7, 26, 27)."""
    values: list[int] = []
    for call in calls:
        if isinstance(call, str):
            raised = marks(max(values, default=0)) + 1
            values.append(42 * max(raised, rules[call + "_marks"]))
        else:
            values.append(call)
    return values


def legal_calls(
    calls: Sequence[int | str], rules: Mapping[str, Any], doubles: int = 0
) -> list[int | str]:
    """List the calls legal after these legal calls (rules 5-8, 26, 27): 0 = pass, k marks = 42*k.

    `doubles` is how many the caller holds: a plunge takes 4, a splash 3.
    """
    if len(calls) == 4:
        return []
    high = max(bids(calls, rules), default=0)
    ladder: list[int]
    if rules["bid_ladder"] == "source":
        ladder = [*range(30, 43), 84, 168]
        if rules["strict_ladder"] and high != 42:
            ladder.remove(84)
        if rules["strict_ladder"] and high != 84:
            ladder.remove(168)
    elif high < 42:
        ladder = [*range(30, 42), *(42 * k for k in range(1, rules["opening_max_marks"] + 1))]
    else:
        ladder = [high + 42 * step for step in range(1, rules["overcall_step"] + 1)]
    found: list[int | str] = [bid for bid in ladder if bid > high]
    if rules["forced_bid"] and list(calls) == [0, 0, 0]:
        found = [bid for bid in ladder if bid >= rules["forced_bid"]]
    else:
        found.append(0)
    for call, needed in (("plunge", 4), ("splash", 3)):
        if rules[call] and doubles >= needed:
            found.append(call)
    return found


def contract(
    calls: Sequence[int | str], first: int, rules: Mapping[str, Any]
) -> tuple[int, int, int] | None:
    """Tell who declares, who leads, and the bid (rules 9, 13, 26, 27); None if all passed."""
    values = bids(calls, rules)
    if max(values) == 0:
        return None
    place = values.index(max(values))
    caller = (first + place) % 4
    if not isinstance(calls[place], str):
        return caller, caller, values[place]
    partner = (caller + 2) % 4
    return partner, caller if rules["plunge_leader"] == "caller" else partner, values[place]


def declarations(rules: Mapping[str, Any]) -> list[str]:
    """List what may be declared (rule 10)."""
    if rules["declarations"] == "pips":
        return PIP_TRUMPS
    if rules["declarations"] == "pips_doubles":
        return [*PIP_TRUMPS, "doubles"]
    low = rules["follow_me_doubles"] == "low"
    return [*PIP_TRUMPS, "doubles", "follow-me-low" if low else "follow-me"]


def decided(declarer: int, bid: int, taken: Sequence[int]) -> bool:
    """Tell whether made or set can no longer change (rule 22)."""
    side = declarer % 2
    return taken[side] >= min(bid, 42) or 42 - taken[1 - side] < min(bid, 42)


def record(
    rules: Mapping[str, Any], declarer: int, bid: int, taken: Sequence[int]
) -> tuple[int, int]:
    """Give what NS and EW write down after a deal (rules 19-21); `taken` = points (NS, EW)."""
    side = declarer % 2
    other = 1 - side
    got = taken[side]
    made = got >= min(bid, 42)
    written = [0, 0]
    if rules["scoring"] == "marks":
        written[side if made else other] = marks(bid)
    elif made:
        written = [taken[0], taken[1]]
        if bid in (84, 168) or bid > 42:
            written[side] = bid if rules["made_big_bid"] == "bid" else 42
    elif rules["set_penalty"] == "full_bid":
        written[other] = 42 - got + bid
    elif rules["set_penalty"] == "shortfall":
        written[other] = 42 - got + bid - got
    elif rules["set_penalty"] == "bid_only":
        written[other] = bid
    else:
        written[side] = -bid
        written[other] = 42 - got
    return written[0], written[1]


def match_winner(rules: Mapping[str, Any], score: Sequence[int]) -> int | None:
    """Tell which side has won the match (rules 23, 24); None if it goes on."""
    for side in (0, 1):
        lead = score[side] - score[1 - side]
        if score[side] >= rules["target"] and lead >= (2 if rules["win_by_two"] else 1):
            return side
    return None
