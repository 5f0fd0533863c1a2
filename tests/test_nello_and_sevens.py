"""Nello and sevens: when they may be declared, how they end, what is seen, and what is advised."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

import fortytwo as ft
from fortytwo.engine.games.forty_two.account import account
from golden import sweeps

RULES = ft.Rules.tournament(nello=True, sevens=True)
# For N, who can be made to win no trick, and whose partner holds the sixes.
DEAL = ft.Deal.parse(
    "N:0-0 1-0 2-0 2-1 3-0 3-1 4-0 / 5-5 5-4 5-3 5-2 5-1 5-0 4-4 /"
    " 6-6 6-5 6-4 6-3 6-2 6-1 6-0 / 1-1 2-2 3-2 3-3 4-1 4-2 4-3"
)
BID = ft.Auction.parse("N:1M P P P", RULES)


def declared(trump: str, *, auction: ft.Auction = BID, deal: ft.Deal = DEAL) -> ft.Round:
    round = ft.Round(deal, auction)
    round.push(ft.Trump.parse(trump))
    return round


@pytest.mark.parametrize(
    ("rules", "calls", "more"),
    [
        ("tournament", "1M P P P", ""),
        ("tournament nello=true", "41 P P P", ""),
        ("tournament nello=true", "1M P P P", "nello"),
        ("tournament nello=true", "30 2M P P", "nello"),
        ("tournament nello=true nello_min_marks=2", "1M P P P", ""),
        ("tournament nello=true nello_min_marks=2", "2M P P P", "nello"),
        ("tournament nello=true nello_doubles=own_suit_inverted", "2M P P P", "nello-inverted"),
        ("tournament nello=true nello_doubles=high", "2M P P P", "nello-high"),
        ("tournament nello=true nello_doubles=low", "2M P P P", "nello-low"),
        ("tournament sevens=true", "41 P P P", ""),
        ("tournament sevens=true", "1M P P P", "sevens"),
        ("tournament sevens=true sevens_ties=declarer_side", "1M P P P", "sevens-declarer"),
        ("tournament nello=true sevens=true nello_min_marks=2", "1M P P P", "sevens"),
        ("source scoring=marks nello=true sevens=true", "42 P P P", "nello sevens"),
        ("source scoring=marks nello=true sevens=true", "41 P P P", ""),
        ("tournament nello=true sevens=true splash=true", "splash P P P", ""),
        ("tournament nello=true sevens=true splash=true", "splash 3M P P", "nello sevens"),
    ],
)
def test_what_may_be_declared_depends_on_the_bid(rules: str, calls: str, more: str) -> None:
    table = ft.Rules.parse(rules)
    auction = ft.Auction.parse(calls, table)
    expected = [*map(str, table.trumps), *more.split()]
    assert list(map(str, auction.declarable)) == expected
    deal = ft.Deal.random(seed=1, hands={ft.Seat.N: ft.Hand.parse("6-6 5-5 4-4")})
    round = ft.Round(deal, auction)
    assert list(map(str, round.legal)) == expected
    view = ft.View.of(round)
    assert [option.text for option in view.options] == expected
    assert {option.need for option in view.options} == {auction.won and auction.won[1].need}


def test_who_says_nello_means_the_one_that_the_table_plays() -> None:
    rules = replace(RULES, nello_doubles="low", sevens_ties="declarer_side")
    for said, meant in (("nello", "nello-low"), ("sevens", "sevens-declarer")):
        round = declared(said, auction=replace(BID, rules=rules))
        assert str(round.pop()) == meant
    with pytest.raises(ft.IllegalMoveError, match="'nello-high' is not allowed now"):
        declared("nello-high")


def test_a_made_nello() -> None:
    round = declared("nello")
    turns = []
    while not round.finished:
        turns.append(str(round.turn))
        assert (round.decided, round.recorded) == (False, None)
        round.push(round.legal[0])
        if round.position is not None:
            assert round.position.hands[ft.Seat.S] == DEAL[ft.Seat.S]
    assert (round.points, round.recorded, round.decided) == ((42, 0), (1, 0), True)
    assert len(round.plays) == 21
    assert turns[:6] == ["N", "E", "W", "E", "W", "N"]
    assert account(BID, round.contract, round.points) == (
        "N bids 1M in nello, makes it: NS +1 mark. Calls: N 1M, E P, S P, W P."
    )


def test_the_first_trick_that_fails_ends_the_deal() -> None:
    deal = ft.Deal((DEAL[2], DEAL[1], DEAL[0], DEAL[3]))
    round = declared("nello", deal=deal)
    before = round.copy()
    round.play([ft.Domino(6, 1), ft.Domino(5, 1)])
    assert not round.finished
    round.push(ft.Domino(1, 1))  # 1-1 is of the suit of doubles
    assert (round.finished, round.points, round.recorded) == (True, (0, 42), (0, 1))
    assert (round.turn, round.legal, round.phase) == (None, (), "over")
    with pytest.raises(ft.IllegalMoveError, match="the deal is over"):
        round.push(ft.Trump.ONES)
    with pytest.raises(ft.IllegalMoveError, match="all pieces have been played"):
        round.push(ft.Domino(6, 2))
    assert "goes set: EW +1 mark" in account(BID, round.contract, round.points)
    record = ft.Record.of(round)
    assert ft.Record.parse(str(record)).replay() == round
    with pytest.raises(ft.IllegalMoveError, match="line 6: plays: play 4"):
        ft.Record.parse(str(record).replace("\npoints", " 6-2\npoints"))
    for _ in range(3):
        round.pop()
    assert round == before


def test_sevens_is_played_by_all_four() -> None:
    deal = ft.Deal.parse(
        "N:4-3 5-2 6-1 6-2 5-3 6-0 5-1 / 6-6 6-5 6-4 5-5 5-4 1-1 1-0 /"
        " 0-0 2-0 2-1 3-0 2-2 3-1 4-0 / 6-3 4-4 4-2 3-3 4-1 5-0 3-2"
    )
    round = declared("sevens", deal=deal)
    assert " ".join(map(str, round.legal)) == "4-3 5-2 6-1"
    while not round.finished:
        round.push(round.legal[0])
    assert (len(round.plays), round.points, round.recorded) == (28, (42, 0), (1, 0))


def test_an_ending_needs_no_hand_for_the_partner() -> None:
    hands = "N:6-5 / 2-1 / 6-4 / {} ; nello by E ; N"
    position, other = (ft.Position.parse(hands.format(hand)) for hand in ("", "0-0"))
    assert position == other
    assert str(position) == str(other) == "N:6-5 / 2-1 / 6-4 /  ; nello by E ; N ; 0-0"
    assert ft.solve(position).points == (0, 6)
    view = ft.View.of_position(position, ft.Call(42))
    assert view.unseen.sizes == (1, 1, 0)
    assert view.options[0].need == 1
    assert ft.View.of_position(other, ft.Call(42)).unseen.sizes == (1, 1, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("N:6-5 / 2-1 / 6-4 / ; sixes", "hands of 1, 1, 1, 0: expected equal sizes"),
        ("N:6-5 / 2-1 / 6-4 / ; sevens", "hands of 1, 1, 1, 0: expected equal sizes"),
        ("N:6-5 / 2-1 / 6-4 / ; nello", "hands of 1, 1, 0: expected equal sizes"),
        ("N: / 2-1 / 6-4 / 3-3; nello by S ; N", "that seat sits out"),
        ("N:6-5 / 2-1 / / ; nello by N", "hands of 1, 1, 0, 0 dominoes"),
        ("N:6-5 / 2-1 / 6-4 / 3-3 ; nello by X", "'X' is no seat"),
        ("N:6-5 / 2-1 / 6-4 / 3-3 ; nello by", "'nello by' is no trump"),
        ("N:6-5 / 2-1 / 6-4 / 3-3 ; nello ; N ; 6-6", "points 6-6: nello by N has failed"),
        ("N:6-5 / 2-1 / 6-4 / 3-3 ; sevens ; N ; 37-0", "with 6 still out, expected at most 42"),
    ],
)
def test_positions_that_make_no_sense_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ft.Position.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("declarer N ; bid 41 ; trump nello", "bid 41: nello is played for a mark, 42, or more"),
        ("declarer N ; bid 42 ; trump nello ; leader S", "leader S: in nello it sits out"),
        ("declarer N ; bid 42 ; trump nello ; points 0-6", "points 0-6: with 42 still out"),
        ("declarer N ; bid 42 ; trump nello ; plays 6-6 6-5 6-4 5-4", "play 4: the game is over"),
        ("declarer N ; bid 42 ; trump sevens ; plays 4-0 2-2 4-4 3-3", "play 1: 4-0 cannot be"),
    ],
)
def test_views_that_make_no_sense_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ft.View.parse(f"N:6-6 5-4 4-3 4-0 3-0 2-0 1-0 ; {text}")


def test_in_sevens_a_seat_shows_that_it_holds_nothing_nearer() -> None:
    round = declared("sevens")
    round.push(ft.Domino(4, 0))
    round.push(ft.Domino(5, 2))
    round.push(ft.Domino(6, 1))
    view = ft.View.of(round)
    north = view.unseen.allowed[view.unseen.seats.index(ft.Seat.N)]
    nearer = ft.Hand.parse("4-3 5-2 6-1 4-2 5-1 6-0 3-3 4-4 5-3 6-2 3-2 4-1 5-0 6-3 5-4")
    assert not north & nearer.mask
    assert north == view.unseen.pieces & ~nearer.mask
    kinds = view.words.voids[view.words.places.index("N")]
    assert kinds == ["domino of 6 or 8 pips", "domino of 5 or 9 pips"]  # W has the last of 7


def test_the_partner_in_nello_has_a_hand_but_no_turn() -> None:
    round = declared("nello")
    round.play([ft.Domino(0, 0), ft.Domino(5, 5)])
    view = ft.View.of(round)
    assert (view.seat, view.unseen.seats) == (ft.Seat.W, (ft.Seat.N, ft.Seat.E, ft.Seat.S))
    assert view.unseen.sizes == (6, 6, 7)
    assert view.unseen.allowed[2] == view.unseen.pieces
    partner = ft.View.of(round, ft.Seat.S)
    assert partner.unseen.sizes == (7, 6, 6)
    with pytest.raises(ft.IllegalMoveError, match="it is the turn of W, not of S"):
        partner.options  # noqa: B018


@given(sweeps.filter(lambda round: not round.finished))
def test_advice_and_claims_are_legal(round: ft.Round) -> None:
    view = ft.View.of(round)
    found = ft.suggest_play(view, worlds=3)
    assert found.move in round.legal
    assert {label[0] for label in found.estimates} == {str(move) for move in round.legal}
    claimed = ft.claim(view, node_limit=50)
    assert claimed.move is None or claimed.move in round.legal


def test_a_made_and_a_set_nello_are_traced() -> None:
    round = declared("nello")
    while not round.finished:
        round.push(round.legal[0])
    trace = ft.trace(round)
    assert (trace.start, trace.end, trace.costs) == ((42, 0), (42, 0), (0, 0))
    assert [play.trick for play in trace.plays] == [1 + number // 3 for number in range(21)]


# --- Advice on what to bid and declare ------------------------------------------------------------

LOW = "N:1-0 2-0 2-1 3-0 3-1 4-1 0-0"
HIGH = "N:6-6 6-5 6-4 6-3 6-2 5-5 5-4"
NEAR = "N:4-3 5-2 6-1 6-2 5-3 6-0 5-1"


@pytest.mark.parametrize(("hand", "trump"), [(LOW, "nello"), (HIGH, "sixes"), (NEAR, "sevens")])
def test_nello_sevens_and_trumps_are_compared_in_one_list(hand: str, trump: str) -> None:
    found = ft.suggest_trump(ft.View.parse(f"{hand} ; bid 42 ; rules {RULES}"), worlds=60)
    assert str(found.move) == trump
    assert [label[0] for label in found.estimates] == [*map(str, ft.TRUMPS), "nello", "sevens"]
    bid = ft.suggest_bid(ft.View.parse(f"{hand} ; auction W:30 ; rules {RULES}"), worlds=60)
    assert str(bid.via) == trump
    assert trump == "sixes" or bid.text in ("1M", "2M")
    assert ("nello", "1M") in bid.estimates
    assert ("nello", "41") not in bid.estimates


def test_where_they_are_not_played_they_are_not_advised() -> None:
    for rules in ("source", "tournament"):
        found = ft.suggest_bid(ft.View.parse(f"{LOW} ; rules {rules}"), worlds=10)
        assert not {"nello", "sevens"} & {label[0] for label in found.estimates}


def test_of_a_nello_no_chance_at_the_table_is_claimed() -> None:
    """Nothing was fitted for it: the chance is the share of worlds, and no other is told."""
    found = ft.suggest_bid(ft.View.parse(f"{LOW} ; auction S:P P ; rules {RULES}"), worlds=200)
    assert str(found.via) == "nello"
    assert "at the table" not in found.reason.split("Next best")[0]
    one = found.estimates["nello", "1M"]
    assert one.chance == pytest.approx((one.p * 200 + 1) / 202, abs=0.01)
