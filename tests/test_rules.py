"""The tests T42-… that the rules ask for, and the worked examples of tricks and scores."""

from itertools import combinations, pairwise

import pytest

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.trump import NELLO, is_trump, trick_table
from fortytwo.engine.moves import perft
from golden import (
    EXAMPLES,
    Example,
    deal_of,
    dominoes,
    options_of,
    random_deal,
    to_pair,
    to_pairs,
)

LEGAL = [
    ("T42-1", "blanks", "52", "53 42", "53"),
    ("T42-1", "ones", "52", "53 42", "53"),
    ("T42-1", "sixes", "52", "53 42", "53"),
    ("T42-2", "blanks", "53", "51 43", "51"),
    ("T42-2", "twos", "53", "51 43", "51"),
    ("T42-2", "sixes", "53", "51 43", "51"),
    ("T42-3b", "fives", "43", "64 20", "64"),
    ("T42-14", "blanks", "60", "61 20", "20"),
    ("T42-15", "fours", "21", "42 31", "42 31"),
    ("T42-19", "doubles", "66", "60 65 44", "44"),
]
TRICKS = [
    ("T42-3", "fives", "43 32 41 64", 4, 21),
    ("T42-16", "fours", "21 42 20 22", 2, 1),
    ("T42-17", "fives", "64 65 54 00", 2, 11),
    ("T42-18", "blanks", "30 33 20 00", 4, 1),
    ("T42-19", "doubles", "66 60 65 55", 1, 11),
    ("T42-20", "doubles", "65 66 64 60", 2, 11),
    ("T42-21", "follow-me", "54 44 55 50", 3, 16),
    ("T42-21-low", "follow-me-low", "54 44 55 50", 1, 16),
    ("T42-21-lowest", "follow-me-low", "55 50 44 66", 2, 16),
    ("T42-21-alone", "follow-me-low", "55 66 44 00", 1, 11),
]
TRICKS += [
    (ex["id"], ex["trump"], " ".join(ex["trick"]), ex["winner"] + 1, ex["points"])
    for ex in EXAMPLES["tricks"]
]
SOURCE, TOURNAMENT = ft.Rules.source(), ft.Rules.tournament()
BY_POINTS = ft.Rules.tournament(scoring="points")
BY_BID = ft.Rules.source(made_big_bid="bid")
SHORTFALL, BID_ONLY, MINUS_BID = (
    ft.Rules.source(set_penalty=penalty) for penalty in ("shortfall", "bid_only", "minus_bid")
)
SINKING = ft.Rules.source(set_penalty="minus_bid", made_big_bid="bid")
RECORDS = [
    ("T42-6", SOURCE, 30, 35, (35, 7)),
    ("T42-7", SOURCE, 30, 29, (0, 43)),
    ("T42-7-shortfall", SHORTFALL, 30, 29, (0, 14)),
    ("T42-7-bid-only", BID_ONLY, 30, 29, (0, 30)),
    ("T42-7-minus-bid", MINUS_BID, 30, 29, (-30, 13)),
    ("T42-8", SOURCE, 42, 42, (42, 0)),
    ("T42-8", SOURCE, 84, 42, (42, 0)),
    ("T42-8", SOURCE, 168, 42, (42, 0)),
    ("T42-8-bid", BY_BID, 41, 42, (42, 0)),
    ("T42-8-bid", BY_BID, 42, 42, (42, 0)),
    ("T42-8-bid", BY_BID, 84, 42, (84, 0)),
    ("T42-8-bid", BY_BID, 168, 42, (168, 0)),
    ("T42-8-minus-bid", SINKING, 84, 42, (84, 0)),
    ("T42-9", SOURCE, 42, 41, (0, 43)),
    ("T42-9", SOURCE, 84, 41, (0, 85)),
    ("T42-9", SOURCE, 168, 41, (0, 169)),
    ("T42-9-shortfall", SHORTFALL, 84, 41, (0, 44)),
    ("T42-9-bid-only", BID_ONLY, 168, 41, (0, 168)),
    ("T42-9-minus-bid", MINUS_BID, 168, 41, (-168, 1)),
    ("T42-9-minus-bid", SINKING, 84, 0, (-84, 42)),
    ("T42-25", TOURNAMENT, 30, 30, (1, 0)),
    ("T42-25", TOURNAMENT, 84, 41, (0, 2)),
    ("T42-25-source", ft.Rules.source(scoring="marks"), 168, 42, (4, 0)),
    ("T42-26", BY_POINTS, 31, 28, (0, 45)),
    ("T42-26-marks", BY_POINTS, 126, 41, (0, 127)),
]
BAD_DEALS = {
    "duplicate": "66 65 64 63 62 61 66",
    "6-7": "66 65 64 63 62 61 67",
    "six": "66 65 64 63 62 61",
    "eight": "66 65 64 63 62 61 60 55",
}
REST = "55 54 53 52 51 50 44 / 43 42 41 40 33 32 31 / 30 22 21 20 11 10 00"


@pytest.mark.parametrize(
    ("trump", "lead", "hand", "expected"), [case[1:] for case in LEGAL], ids=[c[0] for c in LEGAL]
)
def test_what_follows_a_lead(trump: str, lead: str, hand: str, expected: str) -> None:
    size = len(hand.split())
    rest = [d for d in ft.DOMINOES if d not in dominoes(lead, hand)]
    leader = dominoes(lead) + rest[: size - 1]
    others = rest[size - 1 : 2 * size - 1], rest[2 * size - 1 : 3 * size - 1]
    hands = [leader, dominoes(hand), *others]
    deal = deal_of([map(str, hand) for hand in hands])
    position = ft.Position(deal, trump=ft.Trump.parse(trump))
    position.play(dominoes(lead))
    assert set(position.legal) == set(dominoes(expected))


@pytest.mark.parametrize(
    ("trump", "trick", "winner", "points"), [c[1:] for c in TRICKS], ids=[c[0] for c in TRICKS]
)
@pytest.mark.parametrize("leader", ft.SEATS, ids=str)
def test_who_wins_a_trick(
    trump: str, trick: str, winner: int, points: int, leader: ft.Seat
) -> None:
    played = dominoes(trick)
    hands = [[str(played[(seat - leader) % 4])] for seat in ft.SEATS]
    position = ft.Position(deal_of(hands), trump=ft.Trump.parse(trump), leader=leader)
    position.play(played)
    seat = ft.SEATS[(leader + winner - 1) % 4]
    assert position.leader is seat
    assert position.points == ((points, 0) if seat.side is ft.Side.NS else (0, points))


@pytest.mark.parametrize("trump", ft.Trump, ids="T42-32-{}".format)
def test_the_judge_agrees_on_all_tricks(trump: ft.Trump) -> None:
    """In nello of three; the second place belongs to the declarer's side."""
    table, name, tricks = trick_table(trump, ft.Side.EW), str(trump), 0
    pairs = {domino: to_pair(domino) for domino in ft.DOMINOES}
    size, ours = (2, (1,)) if trump in NELLO else (3, (1, 3))
    for lead in ft.DOMINOES:
        for others in combinations([domino for domino in ft.DOMINOES if domino is not lead], size):
            trick = (lead, *others)
            assert table.winner(trick) == judge.winner([pairs[d] for d in trick], name, ours), trick
            tricks += 1
    assert tricks == (28 * 27 * 26 // 2 if trump in NELLO else 737_100 // len(ft.TRUMPS))


@pytest.mark.parametrize("trump", ft.Trump, ids=str)
def test_the_judge_agrees_on_what_may_be_played(trump: ft.Trump) -> None:
    table, random = trick_table(trump), ft.Random(1)
    for lead in (None, *ft.DOMINOES):
        for _ in range(20):
            hand = [one for one in random_deal(random, 1 + random.below(7))[0] if one is not lead]
            trick = [] if lead is None else [to_pair(lead)]
            allowed = ft.Hand.of_mask(table.legal(ft.Hand(hand).mask, lead))
            assert sorted(to_pairs(allowed)) == sorted(
                judge.legal(to_pairs(hand), trick, str(trump))
            )


def test_t42_4_five_count_dominoes_make_35_of_42_points() -> None:
    counts = [domino for domino in ft.DOMINOES if domino.count]
    assert counts == sorted(dominoes("55 64 50 41 32"))
    assert sum(domino.count for domino in counts) == 35
    assert ft.Deal.random(seed=4).points == 42


@pytest.mark.parametrize("trump", ft.Trump, ids=lambda trump: f"T42-5-{trump}")
def test_trump_dominoes(trump: ft.Trump) -> None:
    trumps = [domino for domino in ft.DOMINOES if is_trump(trump, domino)]
    assert len(trumps) == (7 if trump < ft.Trump.FOLLOW_ME else 0)
    judged = [pair for pair in judge.ALL_DOMINOES if judge.is_trump(pair, str(trump))]
    assert to_pairs(trumps) == judged


@pytest.mark.parametrize("side", ft.Side, ids=str)
@pytest.mark.parametrize(
    ("rules", "bid", "taken", "expected"), [c[1:] for c in RECORDS], ids=[c[0] for c in RECORDS]
)
def test_what_is_written_down(
    rules: ft.Rules, bid: int, taken: int, expected: tuple[int, int], side: ft.Side
) -> None:
    points = (taken, 42 - taken) if side is ft.Side.NS else (42 - taken, taken)
    written = rules.record(side, ft.Call(bid), points)
    assert (written[side], written[side.other]) == expected


@pytest.mark.parametrize("example", EXAMPLES["scoring"], ids=lambda example: str(example["id"]))
def test_worked_scores(example: Example) -> None:
    rules = {"points": SOURCE, "marks": TOURNAMENT}[example["scoring"]]
    call, side = ft.Call(example["bid"]), ft.SEATS[example["bidder"]].side
    taken = (example["taken"]["NS"], example["taken"]["EW"])
    assert (taken[side] >= call.need) is example["made"]
    assert call.marks == example.get("bid_marks", 1)
    assert rules.target == example["target"]
    written = (example["record"]["NS"], example["record"]["EW"])
    assert rules.record(side, call, taken) == written


@pytest.mark.parametrize("rules", [SOURCE, BY_BID, SHORTFALL, BID_ONLY, MINUS_BID, TOURNAMENT])
@pytest.mark.parametrize("bid", [30, 41, 42, 84, 168])
def test_more_points_are_never_worse(rules: ft.Rules, bid: int) -> None:
    records = [rules.record(0, ft.Call(bid), (taken, 42 - taken)) for taken in range(43)]
    for (ours, theirs), (ours_after, theirs_after) in pairwise(records):
        assert ours <= ours_after
        assert ours - theirs <= ours_after - theirs_after


BY_TWO = ft.Rules.tournament(win_by_two=True)


@pytest.mark.parametrize(
    ("rules", "score", "winner"),
    [
        pytest.param(SOURCE, (275, 256), ft.Side.NS, id="T42-10"),
        pytest.param(SOURCE, (256, 275), ft.Side.EW, id="T42-10-turned"),
        pytest.param(SOURCE, (250, 249), ft.Side.NS, id="T42-11"),
        pytest.param(SOURCE, (249, 249), None, id="T42-11-not-yet"),
        pytest.param(SOURCE, (250, 250), None, id="T42-12"),
        pytest.param(MINUS_BID, (-300, 249), None, id="below-0"),
        pytest.param(MINUS_BID, (-300, 250), ft.Side.EW, id="below-0-won"),
        pytest.param(TOURNAMENT, (7, 6), ft.Side.NS, id="T42-27-not-by-two"),
        pytest.param(BY_TWO, (7, 6), None, id="T42-27"),
        pytest.param(BY_TWO, (8, 6), ft.Side.NS, id="T42-27-over"),
        pytest.param(BY_TWO, (7, 5), ft.Side.NS, id="T42-27-at-once"),
        pytest.param(BY_TWO, (9, 10), None, id="T42-27-beyond"),
    ],
)
def test_who_has_won_the_match(
    rules: ft.Rules, score: tuple[int, int], winner: ft.Side | None
) -> None:
    assert rules.winner(score) == winner
    assert judge.match_winner(options_of(rules), score) == winner
    if winner is None:
        rules.check_score(score)
        return
    with pytest.raises(ft.ImpossiblePositionError, match="expected one of a match under way"):
        rules.check_score(score)


def test_a_score_is_below_0_only_where_points_can_be_lost() -> None:
    MINUS_BID.check_score((-1, 0))
    for rules in (SOURCE, SHORTFALL, BID_ONLY, TOURNAMENT):
        with pytest.raises(ft.ImpossiblePositionError, match="score -1-0"):
            rules.check_score((-1, 0))


@pytest.mark.parametrize("bid", [29, 43, 83, 85, 126, 169, 30, 31], ids="T42-13-{}".format)
def test_a_call_that_is_no_bid_or_not_higher_is_refused(bid: int) -> None:
    calls = (ft.Call(31),) if bid in (30, 31) else ()
    with pytest.raises(ft.IllegalMoveError, match=str(bid)):
        ft.Auction(calls=calls).after(ft.Call(bid))


def test_t42_13_no_seat_calls_twice() -> None:
    auction = ft.Auction.parse("W:P 30 P P")
    assert auction.turn is None
    assert auction.legal == ()
    with pytest.raises(ft.IllegalMoveError, match="call 5"):
        auction.after(ft.Call(31))


def complete(auction: ft.Auction, cap: int) -> int:
    if auction.finished:
        return 1
    calls = [call for call in auction.legal if call <= cap]
    return sum(complete(auction.after(call), cap) for call in calls)


AUCTIONS = {
    "T42-22": ("source", 3876),
    "T42-22-strict": ("source strict_ladder=true", 2516),
    "T42-22-30": ("source forced_bid=30", 3875),
    "T42-22-31": ("source forced_bid=31", 3874),
    "T42-23": ("tournament", 3214),
    "T42-23-30": ("tournament forced_bid=30", 3213),
    "T42-23-31": ("tournament forced_bid=31", 3212),
    "T42-23-1-1": ("tournament opening_max_marks=1", 2517),
    "T42-23-2-2": ("tournament overcall_step=2", 3564),
    "T42-23-lechner": ("lechner_hall", 3564),
}


@pytest.mark.parametrize(
    ("rules", "cap", "expected"),
    [
        *(
            pytest.param(ft.Rules.parse(text), 10_000, count, id=name)
            for name, (text, count) in AUCTIONS.items()
        ),
        *(
            pytest.param(TOURNAMENT, 42 * marks, count, id=f"T42-24-{marks}")
            for marks, count in enumerate((2380, 3060, 3196, 3213, 3214, 3214, 3214), 1)
        ),
    ],
)
def test_complete_auctions(rules: ft.Rules, cap: int, expected: int) -> None:
    assert complete(ft.Auction(rules), cap) == expected
    if cap == 10_000:
        assert perft(ft.Round(ft.Deal.random(seed=22), ft.Auction(rules)), 4) == expected


@pytest.mark.parametrize("hand", BAD_DEALS.values(), ids=[f"T42-34-{name}" for name in BAD_DEALS])
def test_what_is_no_deal_is_refused(hand: str) -> None:
    with pytest.raises(ft.FortyTwoError):
        ft.Deal.parse(f"N:{hand} / {REST}")
    with pytest.raises(ft.FortyTwoError):
        deal_of([hand.split(), *(other.split() for other in REST.split("/"))])


def test_t42_34_the_right_28_dominoes_are_a_deal() -> None:
    deal = ft.Deal.parse(f"N:66 65 64 63 62 61 60 / {REST}")
    assert sorted(map(to_pair, deal.dominoes)) == judge.ALL_DOMINOES
