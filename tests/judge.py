"""An independent referee for forty-two, written from the rules alone and as plainly as possible.

The engine's fast code is compared with this module, so nothing here comes from the engine.
A domino is a tuple (high, low), seats are 0..3, side = seat % 2 (0 = NS, 1 = EW).
Rule numbers are those of forty-two.md.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

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
    if trump.startswith(("follow-me", "nello", "sevens")):
        return False
    if trump == "doubles":
        return domino[0] == domino[1]
    return PIP_TRUMPS.index(trump) in domino  # an unknown trump is a ValueError


def distance(domino: Domino) -> int:
    """Tell how far a domino is from seven pips (rule 28)."""
    return abs(sum(domino) - 7)


def suit_of(domino: Domino, trump: str) -> object:
    """Name the suit that a domino calls for when it is led (rules 14, 25)."""
    if is_trump(domino, trump):
        return "trumps"
    if trump in ("nello", "nello-inverted") and domino[0] == domino[1]:
        return "doubles"
    return domino[0]


def belongs(domino: Domino, suit: object, trump: str) -> bool:
    """Tell whether a domino belongs to a suit (rules 12, 15, 25)."""
    own = suit_of(domino, trump)
    if isinstance(own, str) or isinstance(suit, str):
        return own == suit
    return suit in domino


def openings(hand: Iterable[Domino], trump: str) -> list[Domino]:
    """List what may be called by its low half when it is led first in a deal (rule 14)."""
    if trump.startswith("sevens"):
        return []
    return [(high, low) for high, low in hand if high != low and not is_trump((high, low), trump)]


def legal(
    hand: Iterable[Domino], trick: Sequence[Domino], trump: str, called: int | None = None
) -> list[Domino]:
    """List the dominoes of the hand that may be played to the trick (rules 13-15, 25, 28).

    `called` is the suit that the lead is called, if it is called by its low half.
    """
    held = list(hand)
    if trump.startswith("sevens"):
        nearest = min(map(distance, held), default=0)
        return [domino for domino in held if distance(domino) == nearest]
    if not trick:
        return held
    suit = suit_of(trick[0], trump) if called is None else called
    return [domino for domino in held if belongs(domino, suit, trump)] or held


def rank(domino: Domino, suit: int) -> int:
    """Rank a domino within a pip suit: the double is highest, then the other half (rule 16)."""
    high, low = domino
    if high == low:
        return 7
    return low if high == suit else high


def winner(
    trick: Sequence[Domino], trump: str, ours: Iterable[int] = (), called: int | None = None
) -> int:
    """Give the place in the trick of the winning domino (rules 16, 17, 25, 28).

    `ours` are the places of the declarer's side, which matter in sevens-declarer; `called` is as
    in `legal`.
    """
    if trump.startswith("sevens"):
        nearest = min(map(distance, trick))
        best = [place for place, domino in enumerate(trick) if distance(domino) == nearest]
        if trump == "sevens-declarer":
            best = [place for place in best if place in ours] or best
        return best[0]
    trumps = [domino for domino in trick if is_trump(domino, trump)]
    if trumps:
        if trump == "doubles":
            return list(trick).index(max(trumps))
        best_trump = max(trumps, key=lambda domino: rank(domino, PIP_TRUMPS.index(trump)))
        return list(trick).index(best_trump)
    suit = suit_of(trick[0], trump) if called is None else called
    following = [domino for domino in trick if belongs(domino, suit, trump)]
    if suit == "doubles":
        highest = min(following) if trump == "nello-inverted" else max(following)
        return list(trick).index(highest)
    if trump in ("follow-me-low", "nello-low"):  # a double is lowest
        following = [d for d in following if d[0] != d[1]] or following
    assert isinstance(suit, int)
    return list(trick).index(max(following, key=lambda domino: rank(domino, suit)))


def points(trick: Sequence[Domino]) -> int:
    """Give the points of a finished trick: 1, and the pips of each count tile (rule 18)."""
    return 1 + sum(high + low for high, low in trick if high + low in (5, 10))


def is_sweep(trump: str) -> bool:
    """Tell whether the first trick that the declarer's side does not get ends the deal."""
    return trump.startswith(("nello", "sevens"))


def next_seat(seat: int, trump: str, declarer: int) -> int:
    """Tell who plays next: in nello the declarer's partner does not (rule 25)."""
    seat = (seat + 1) % 4
    if trump.startswith("nello") and seat == (declarer + 2) % 4:
        seat = (seat + 1) % 4
    return seat


def close(
    trick: Sequence[tuple[int, Domino]],
    trump: str,
    declarer: int,
    left: int,
    called: int | None = None,
) -> tuple[int, int, int]:
    """Give the winner of a finished trick of (seat, domino), who gets points, and how many.

    In nello and sevens a trick is 6 points for the side that wants it. If that is not the
    declarer's, it gets those of the `left` other tricks too.
    """
    ours = [place for place, (seat, _) in enumerate(trick) if seat % 2 == declarer % 2]
    dominoes = [domino for _, domino in trick]
    seat = trick[winner(dominoes, trump, ours, called)][0]
    if not is_sweep(trump):
        return seat, seat % 2, points(dominoes)
    side = 1 - seat % 2 if trump.startswith("nello") else seat % 2
    return seat, side, 6 if side == declarer % 2 else 6 + 6 * left


def referee(
    hands: Sequence[Iterable[Domino]],
    trump: str,
    leader: int,
    plays: Iterable[Domino],
    declarer: int | None = None,
    called: int | None = None,
) -> tuple[int, int]:
    """Replay a whole or partial deal; return the points (NS, EW) of the finished tricks.

    `hands` are the four hands before the first play, `leader` plays first; so does the declarer
    unless it is said otherwise. `called` is the suit of the first lead if it is called by its low
    half. A wrong play raises Foul; hands that no deal can hold raise a plain ValueError.
    """
    held = [list(hand) for hand in hands]
    dealt = [domino for hand in held for domino in hand]
    if len(held) != 4 or len({len(hand) for hand in held}) != 1:
        raise ValueError("not four hands of one size")
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(ALL_DOMINOES):
        raise ValueError("a domino dealt twice, or not a domino (high, low)")
    declarer = leader if declarer is None else declarer
    taken = [0, 0]
    trick: list[tuple[int, Domino]] = []
    seat, over = leader, False
    for ply, domino in enumerate(plays):
        if over:
            raise Foul(ply, "the deal is over")
        if domino not in held[seat]:
            raise Foul(ply, f"seat {seat} does not hold {domino}")
        on_table = [played for _, played in trick]
        suit = called if ply <= len(trick) else None
        if ply == 0 and called is not None and domino not in openings([domino], trump):
            raise Foul(ply, f"{domino} cannot be called {called}")
        if domino not in legal(held[seat], on_table, trump, suit):
            raise Foul(ply, f"seat {seat} may not play {domino} to {on_table}, {trump} trump")
        held[seat].remove(domino)
        trick.append((seat, domino))
        seat = next_seat(seat, trump, declarer)
        if seat == trick[0][0]:
            left = len(held[seat])
            seat, side, gained = close(trick, trump, declarer, left, suit)
            taken[side] += gained
            over = is_sweep(trump) and side != declarer % 2
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
    "small_end_opening": False,
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
    "nello": False,
    "nello_doubles": "own_suit",
    "nello_min_marks": 1,
    "sevens": False,
    "sevens_ties": "earliest",
    "claims": False,
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


def declarations(rules: Mapping[str, Any], bid: int = 0, *, plunged: bool = False) -> list[str]:
    """List what may be declared (rules 10, 25, 26, 28)."""
    found = list(PIP_TRUMPS)
    if rules["declarations"] != "pips":
        found.append("doubles")
    if rules["declarations"] == "all":
        found.append("follow-me-low" if rules["follow_me_doubles"] == "low" else "follow-me")
    if plunged or bid < 42:
        return found
    if rules["nello"] and marks(bid) >= rules["nello_min_marks"]:
        suffix = {"own_suit": "", "own_suit_inverted": "-inverted", "high": "-high", "low": "-low"}
        found.append("nello" + suffix[rules["nello_doubles"]])
    if rules["sevens"]:
        found.append("sevens-declarer" if rules["sevens_ties"] != "earliest" else "sevens")
    return found


def decided(declarer: int, bid: int, taken: Sequence[int]) -> bool:
    """Tell whether made or set can no longer change (rule 22); all deals are worth 42."""
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


class Play(NamedTuple):
    """A deal that is played: what everybody at the table knows of it, and what it is played for."""

    rules: Mapping[str, Any]
    first: int
    calls: Sequence[int | str]
    trump: str
    declarer: int
    leader: int
    bid: int
    called: int | None
    plays: tuple[Domino, ...]


def follow(play: Play) -> tuple[list[int], list[Domino], tuple[int, int], int]:
    """Tell who played each domino, the trick on the table, the points taken, and who is next.

    If the deal is over that is -1.
    """
    seats: list[int] = []
    trick: list[tuple[int, Domino]] = []
    taken, seat = [0, 0], play.leader
    tricks = 0
    for domino in play.plays:
        seats.append(seat)
        trick.append((seat, domino))
        seat = next_seat(seat, play.trump, play.declarer)
        if seat == trick[0][0]:
            tricks += 1
            suit = play.called if tricks == 1 else None
            seat, side, gained = close(trick, play.trump, play.declarer, 7 - tricks, suit)
            taken[side] += gained
            trick = []
    return (
        seats,
        [domino for _, domino in trick],
        (taken[0], taken[1]),
        seat if sum(taken) < 42 else -1,
    )


Hands = tuple[tuple[Domino, ...], ...]


def worlds(play: Play, seat: int, hand: Sequence[Domino]) -> Iterator[Hands]:
    """List the deals that a seat with this hand cannot tell apart (rule 29)."""
    seats, *_ = follow(play)
    played = [[d for d, who in zip(play.plays, seats, strict=True) if who == n] for n in range(4)]
    unseen = [d for d in ALL_DOMINOES if d not in hand and d not in play.plays]
    one, two, three = others = [other for other in range(4) if other != seat]
    for first in combinations(unseen, 7 - len(played[one])):
        left = [domino for domino in unseen if domino not in first]
        for second in combinations(left, 7 - len(played[two])):
            third = [domino for domino in left if domino not in second]
            held = {seat: list(hand)}
            for other, rest in zip(others, (first, second, third), strict=True):
                held[other] = [*played[other], *rest]
            hands = tuple(tuple(held[n]) for n in range(4))
            if len(held[three]) == 7 and could_be(play, hands):
                yield hands


def could_be(play: Play, hands: Hands) -> bool:
    """Tell whether these hands allow all that was called and played."""
    for number, call in enumerate(play.calls):
        doubles = sum(high == low for high, low in hands[(play.first + number) % 4])
        if call not in legal_calls(play.calls[:number], play.rules, doubles):
            return False
    try:
        referee(hands, play.trump, play.leader, play.plays, play.declarer, play.called)
    except Foul:
        return False
    return True


def is_proved(play: Play, seat: int, hand: Sequence[Domino]) -> bool:
    """Tell whether the seat on lead may claim, with this hand dealt to it (rule 29).

    It needs a way to make the contract, or set it, in all worlds and whatever the others play;
    where points are recorded, one to take all the rest besides.
    """
    *_, before, turn = follow(play)
    assert turn == seat
    theirs, need = 1 - seat % 2, min(play.bid, 42)

    def wanted(taken: Sequence[int]) -> bool:
        made = taken[play.declarer % 2] >= need
        if made != (play.declarer % 2 == seat % 2):
            return False
        return play.rules["scoring"] == "marks" or taken[theirs] == before[theirs]

    return is_sure(play, seat, list(worlds(play, seat, hand)), wanted)


def is_sure(
    play: Play, seat: int, deals: Sequence[Hands], wanted: Callable[[Sequence[int]], bool]
) -> bool:
    """Tell whether a seat that cannot tell these deals apart gets what it wants by one plan."""
    _, trick, taken, turn = follow(play)
    if turn < 0:
        return wanted(taken)
    suit = play.called if len(play.plays) == len(trick) else None
    branches: dict[Domino, list[Hands]] = {}
    for hands in deals:
        held = [domino for domino in hands[turn] if domino not in play.plays]
        for domino in legal(held, trick, play.trump, suit):
            branches.setdefault(domino, []).append(hands)
    ways = (
        is_sure(play._replace(plays=(*play.plays, domino)), seat, left, wanted)
        for domino, left in branches.items()
    )
    return any(ways) if turn == seat else all(ways)


def claimed(taken: Sequence[int], seat: int) -> tuple[int, int]:
    """Give the points (NS, EW) after a correct claim: the rest is the claimant's (rule 29)."""
    return (42 - taken[1], taken[1]) if seat % 2 == 0 else (taken[0], 42 - taken[0])
