"""An independent referee for forty-two, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A domino is a tuple (high, low), seats are 0..3, side = seat % 2 (0 = NS, 1 = EW).
Rule numbers are those of forty-two.md; presets `source` and `tournament` only.
"""

from collections.abc import Iterable, Sequence

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
    if trump == "follow-me":
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
        best = max([d for d in trick if suit in d], key=lambda domino: rank(domino, suit))
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


def legal_calls(calls: Sequence[int], preset: str) -> list[int]:
    """List the calls legal after these legal calls (rules 5-8): 0 = pass, k marks = 42*k."""
    standing = max(calls, default=0)
    if preset == "source":
        bids = [bid for bid in [*range(30, 43), 84, 168] if bid > standing]
    elif preset == "tournament" and standing < 42:
        bids = [bid for bid in [*range(30, 42), 42, 84] if bid > standing]
    elif preset == "tournament":
        bids = [standing + 42]
    else:
        raise ValueError(f"unknown preset {preset!r}")
    return [] if len(calls) >= 4 else [0, *bids]


def record(preset: str, declarer: int, bid: int, taken: Sequence[int]) -> tuple[int, int]:
    """Give what NS and EW write down after a deal (rules 19-21); `taken` = points (NS, EW)."""
    side = declarer % 2
    other = 1 - side
    made = taken[side] >= min(bid, 42)
    written = [0, 0]
    if preset == "source" and made:
        written = [taken[0], taken[1]]
    elif preset == "source":
        written[other] = taken[other] + bid
    elif preset == "tournament":
        written[side if made else other] = 1 if bid < 42 else bid // 42
    else:
        raise ValueError(f"unknown preset {preset!r}")
    return written[0], written[1]
