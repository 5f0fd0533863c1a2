"""Claims at the table: who may make one, who is asked, and how the deal ends."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from typing import Final

import pytest

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.plays import format_plays, parse_plays
from fortytwo.engine.games.forty_two.typed import read_move
from fortytwo.engine.view import Referee
from golden import conceded, options_of, to_pairs

MARKS: Final = ft.Rules.tournament(claims=True, nello=True, sevens=True)
POINTS: Final = ft.Rules.source(claims=True)
DEAL: Final = ft.Deal.parse(
    "N:66 65 64 63 62 61 60 / 55 54 53 52 51 50 44 / 43 42 41 40 33 32 31 / 30 22 21 20 11 10 00"
)
"""N takes all with sixes, E with fives."""
BUT_ONE: Final = ft.Deal.parse(
    "N:55 65 54 50 66 64 10 / 63 62 61 60 53 52 51 / 44 43 42 41 40 33 32 / 31 30 22 21 20 11 00"
)
"""N takes with fives all but perhaps the last trick."""
T42_33: Final = ft.Deal.parse(
    "N:66 65 63 62 33 20 11 / 61 54 52 32 30 22 21 / 60 51 41 40 31 10 00 / 64 55 53 50 44 43 42"
)
FIVE_TRICKS: Final = "62 32 31 42 20 52 51 43 30 60 53 63 33 54 40 55 11 61 41 50"
W_LEADS: Final = "60 50 40 00"
"""With blanks: W has taken 6 points, and can take 5 more in any case."""
E_LEADS: Final = "30 63 44 33 43 00 64 50"
"""With fives, by W: a trick is lost, the rest is that of E."""


def played(
    rules: ft.Rules,
    calls: str,
    trump: str,
    plays: str = "",
    deal: ft.Deal = DEAL,
    referee: Referee | None = ft.is_proven,
) -> ft.Match:
    """A match in the middle of its first deal, in which N calls first."""
    match = ft.Match(rules, referee=referee)
    moves = [*map(ft.Call.parse, calls.split()), ft.Trump.parse(trump), *parse_plays(plays)]
    for step in (deal, *moves):
        match.push(step)
    return match


def the_round(match: ft.Match) -> ft.Round:
    assert match.round is not None
    return match.round


def refused(match: ft.Match, cause: str) -> None:
    """A claim is refused for a cause, and changes nothing."""
    before = deepcopy(match)
    with pytest.raises(ft.IllegalMoveError, match=cause):
        match.push(ft.CLAIM)
    assert match == before
    assert str(ft.MatchRecord.of(match)) == str(ft.MatchRecord.of(before))


@pytest.mark.parametrize("rules", [MARKS, POINTS], ids=str)
def test_t42_33_is_refused_and_the_play_goes_on(rules: ft.Rules) -> None:
    """N has 6-6 and 6-5, E the last two trumps."""
    match = played(rules, "31 P P P", "twos", FIVE_TRICKS, T42_33)
    round = the_round(match)
    assert (round.points, round.turn) == ((29, 1), ft.Seat.N)
    pairs = tuple(to_pairs(map(ft.Domino.parse, FIVE_TRICKS.split())))
    public = judge.Play(options_of(rules), 0, [31, 0, 0, 0], "twos", 0, 0, 31, None, pairs)
    assert not judge.is_proved(public, 0, to_pairs(T42_33[ft.Seat.N]))
    refused(match, "^the claim of N is not proved: the play goes on$")
    for play in parse_plays("66 22 00 64 21 10 44 65"):
        match.push(play)
    assert (round.finished, round.points) == (True, (29, 13))


def test_a_claim_that_is_proved_ends_the_deal_and_can_be_taken_back() -> None:
    match = played(MARKS, "30 P P P", "sixes", "66 44 31 30")
    round, before, key = the_round(match), deepcopy(match), the_round(match).key
    assert ft.CLAIM not in round.legal
    match.push(ft.CLAIM)
    assert (round.phase, round.turn, round.mover, round.side) == ("over", None, -1, -1)
    assert (round.finished, round.decided, round.claimant) == (True, True, ft.Seat.N)
    assert (round.points, round.recorded, match.score) == ((42, 0), (1, 0), (1, 0))
    assert [round.bounds(side) for side in ft.Side] == [(42, 42), (0, 0)]
    assert (round.legal, round.key == key) == ((), False)
    assert round == round.copy() != the_round(before)
    assert pickle.loads(pickle.dumps(match)) == match
    for move in (ft.Domino(6, 5), ft.PASS, ft.Trump.SIXES, ft.CLAIM):
        with pytest.raises(ft.IllegalMoveError, match="the deal is over"):
            round.push(move)
    with pytest.raises(ft.IllegalMoveError, match="the deal is over"):
        ft.View.of(round, ft.Seat.N)
    assert match.begin(DEAL).score == (1, 0)
    assert (match.pop(), match.pop()) == (DEAL, ft.CLAIM)
    assert match == before
    assert (round.key, round.turn, round.points) == (key, ft.Seat.N, (1, 0))


@pytest.mark.parametrize(
    ("rules", "calls", "trump", "plays", "deal", "points", "recorded"),
    [
        (MARKS, "30 P P P", "sixes", "", DEAL, (42, 0), (1, 0)),
        (MARKS, "P 2M P P", "fives", "55 43 30 65", DEAL, (0, 42), (0, 2)),
        # The contract is enough, and there is no need for it to be decided before.
        (MARKS, "31 P P P", "fives", "", BUT_ONE, (42, 0), (1, 0)),
        (MARKS, "32 P P P", "blanks", W_LEADS, DEAL, (0, 42), (0, 1)),
        (MARKS, "2M P P P", "blanks", W_LEADS, DEAL, (0, 42), (0, 2)),
        (POINTS, "30 P P P", "sixes", "", DEAL, (42, 0), (42, 0)),
        (POINTS, "31 P P P", "fives", "65 55 43 30", DEAL, (0, 42), (0, 73)),
        (POINTS, "P P P 31", "fives", E_LEADS, DEAL, (1, 41), (1, 41)),
    ],
)
def test_what_a_claim_records(
    rules: ft.Rules, calls: str, trump: str, plays: str, deal: ft.Deal,
    points: tuple[int, int], recorded: tuple[int, int],
) -> None:  # fmt: skip
    match = played(rules, calls, trump, plays, deal)
    match.push(ft.CLAIM)
    assert (the_round(match).points, match.score) == (points, recorded)
    declarer, bid = the_round(match).won or (ft.Seat.N, ft.PASS)
    assert judge.record(options_of(rules), declarer, bid, points) == recorded


@pytest.mark.parametrize(
    ("rules", "calls", "trump", "plays", "deal"),
    [
        (MARKS, "42 P P P", "fives", "", BUT_ONE),
        (MARKS, "31 P P P", "blanks", W_LEADS, DEAL),
        # Where points are written down the contract is not enough, nor is the rest without it.
        (POINTS, "31 P P P", "fives", "", BUT_ONE),
        (POINTS, "32 P P P", "blanks", W_LEADS, DEAL),
        (POINTS, "P P P 42", "fives", E_LEADS, DEAL),
        (MARKS, "P P P 42", "fives", E_LEADS, DEAL),
    ],
)
def test_what_is_not_proved_is_refused(
    rules: ft.Rules, calls: str, trump: str, plays: str, deal: ft.Deal
) -> None:
    refused(played(rules, calls, trump, plays, deal), "is not proved: the play goes on")


def test_only_a_seat_on_lead_may_claim_and_only_where_that_is_played() -> None:
    begun = ft.Match(MARKS, referee=conceded)
    refused(begun, "no deal is under way")
    begun.begin(DEAL)
    refused(begun, "a claim is not allowed now: expected a seat on lead, with no domino on the")
    for call in (42, 0, 0, 0):
        begun.push(ft.Call(call))
    refused(begun, "expected a seat on lead")
    refused(played(MARKS, "30 P P P", "sixes", "66", referee=conceded), "expected a seat on lead")
    for rules in (ft.Rules.source(), ft.Rules.tournament(), ft.Rules.lechner_hall()):
        match = played(rules, "30 P P P", "sixes", referee=conceded)
        refused(match, "^a claim is not allowed now: the rules say claims=false$")
        assert ft.View.of(the_round(match)).claim is None
    over = played(MARKS, "30 P P P", "sixes")
    while not the_round(over).finished:
        over.push(the_round(over).legal[0])
    refused(over, "no deal is under way")
    with pytest.raises(ft.IllegalMoveError, match="a claim is not allowed now: the deal is over"):
        the_round(over).push(ft.CLAIM)


def test_without_a_referee_a_claim_is_refused_and_how_to_get_one_is_told() -> None:
    match = played(MARKS, "30 P P P", "sixes", referee=None)
    refused(match, r"Match\(rules, referee=fortytwo\.is_proven\)")
    match.referee = ft.is_proven
    match.push(ft.CLAIM)
    assert match.score == (1, 0)


def test_the_referee_is_asked_about_what_the_seat_on_lead_sees() -> None:
    asked: list[ft.View] = []

    def referee(view: ft.View) -> bool:
        asked.append(view)
        return len(asked) > 1

    match = played(MARKS, "31 P P P", "twos", FIVE_TRICKS, T42_33, referee)
    expected = ft.View.of(the_round(match))
    refused(match, "is not proved")
    match.push(ft.CLAIM)
    assert asked == [expected, expected]


def test_a_view_tells_what_its_claim_needs() -> None:
    for rules, need in ((MARKS, 11), (POINTS, 42)):
        view = ft.View.of(the_round(played(rules, "32 P P P", "blanks", W_LEADS)))
        assert view.claim is not None
        assert (view.claim.need, view.claim.success) == (need, "sets 32")
        assert read_move(view, " Claim ") is view.claim.move is ft.CLAIM
        assert ft.CLAIM not in [option.move for option in view.options]
    for plays, seat in (("66", ft.Seat.E), ("66 44 31 30", ft.Seat.E)):
        assert ft.View.of(the_round(played(MARKS, "30 P P P", "sixes", plays)), seat).claim is None
    with pytest.raises(ft.NotationError, match="'claim' is no domino of yours"):
        read_move(ft.View.of(the_round(played(MARKS, "30 P P P", "sixes", "66"))), "claim")


def test_where_a_limit_is_reached_or_a_lead_may_be_called_otherwise_nothing_is_proved() -> None:
    view = ft.View.parse(
        "E:55 54 52 51 42 30 21 ; declarer E ; bid 35 ; trump fives ; rules tournament claims=true "
        "; plays 55 50 65 53 54 60 64 31 52 63 40 43 51 66 20 44"
    )
    assert [ft.is_proven(view, node_limit=limit) for limit in (100, 1000)] == [False, True]
    small_end = ft.Rules.tournament(claims=True, small_end_opening=True)
    refused(played(small_end, "30 P P P", "fives", "", BUT_ONE), "is not proved")
    match = played(small_end, "30 P P P", "fives", "55 53 44 31", BUT_ONE)
    match.push(ft.CLAIM)
    assert match.score == (1, 0)


def test_in_sevens_a_claim_is_that_all_tricks_are_won() -> None:
    random, proved, doubted = ft.Random(7), 0, 0
    while proved < 10:
        match = played(MARKS, "42 P P P", "sevens", "", ft.Deal.draw(random))
        round = the_round(match)
        while not round.finished:
            view = ft.View.of(round)
            if len(view.holding) < 4 and ft.is_proven(view):
                match.push(ft.CLAIM)
                assert (round.points, match.score) == ((42, 0), (1, 0))
                proved += 1
            else:
                doubted += view.claim is not None
                match.push(random.choice(round.legal))
    assert doubted > 10


def test_in_nello_a_claim_is_that_the_declarer_must_win_a_trick() -> None:
    """It is seldom proved, as the seven of the declarer's partner stay unseen."""
    plays = "63 62 65 22 00 32 40 30 53 41 50 60"
    view = ft.View.parse(
        "W:65 41 40 22 21 20 11 ; declarer N ; bid 42 ; trump nello ; rules tournament nello=true "
        f"; plays {plays}"
    )
    world = view.world(ft.Worlds(view.unseen).draw(ft.Random(1)))
    assert isinstance(world, ft.Position)
    match = played(MARKS, "42 P P P", "nello", plays, world.deal)
    match.push(ft.CLAIM)
    assert (the_round(match).points, match.score) == ((24, 18), (0, 1))
    refused(played(MARKS, "42 P P P", "nello"), "is not proved")


PROVED: Final = f"""\
rules: tournament claims=true

deal: {DEAL}
auction: N:30 P P P
trump: sixes
claim: N
points: 42-0
recorded: 1-0
total: 1-0

now: deal
"""
SETTLED: Final = f"""\
rules: tournament claims=true

deal: {T42_33}
auction: N:31 P P P
trump: twos
plays: {format_plays(parse_plays(FIVE_TRICKS))}
claim: N
points: 41-1
recorded: 1-0
total: 1-0

now: deal
"""
"""Others have given in to what is not proved."""


def test_a_claim_is_on_record() -> None:
    record = ft.MatchRecord.parse(PROVED, ft.is_proven)
    assert str(record) == PROVED
    assert ft.MatchRecord.from_json(record.to_json(), ft.is_proven) == record
    assert json.loads(record.to_json())["deals"][0]["claim"] == "N"
    match = record.replay(ft.is_proven)
    assert (match.score, match.referee) == ((1, 0), ft.is_proven)
    deal = record.deals[0]
    assert deal.claim is ft.Seat.N
    assert ft.Record.parse(str(deal), ft.is_proven) == deal
    assert ft.Record.from_json(deal.to_json(), ft.is_proven) == deal
    listed = "rules: tournament claims=true\n" + "\n".join(
        f"{seat} {hand}" for seat, hand in zip("NESW", DEAL, strict=True)
    )
    assert ft.read_list(f"{listed}\nN 30, N sixes, N claim") == deal


def test_a_claim_on_record_is_looked_at_again_only_by_a_referee() -> None:
    match = ft.MatchRecord.parse(SETTLED)
    assert str(match) == SETTLED
    assert match.replay().score == (1, 0)
    deal = ft.Record.parse(str(match.deals[0]))
    assert deal == match.deals[0]
    assert deal.replay().recorded == (1, 0)
    doubt = "the claim of N is not proved"
    for read in (
        lambda: ft.MatchRecord.parse(SETTLED, ft.is_proven),
        lambda: ft.Record.parse(str(deal), ft.is_proven),
    ):
        with pytest.raises(ft.IllegalMoveError, match=f"^line 7: claim: {doubt}"):
            read()
    with pytest.raises(ft.IllegalMoveError, match=f"^deal 1: claim: {doubt}"):
        ft.MatchRecord.from_json(match.to_json(), ft.is_proven)
    with pytest.raises(ft.IllegalMoveError, match=f"^claim: {doubt}"):
        ft.Record.from_json(deal.to_json(), ft.is_proven)
    for record in (match, deal):
        with pytest.raises(ft.IllegalMoveError, match=doubt):
            record.replay(ft.is_proven)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("claim: N", "claim: E", "line 6: claim: E claims: expected N"),
        ("claim: N", "claim: X", "line 6: claim: 'X' is no seat"),
        ("claims=true", "", "line 6: claim: a claim is not allowed now: the rules say claims=fal"),
        ("claim: N", "plays: 6-6\nclaim: E", "line 7: claim: a claim is not allowed now: expected"),
        ("trump: sixes\n", "", "line 5: claim: a claim is not allowed now: expected a seat on"),
        ("claim: N\n", "", "line 6: points: '42-0' does not agree with an unfinished deal"),
        ("claim: N\n", "claim: N\nclaim: N\n", "line 7: 'claim': comes twice"),
    ],
)
def test_a_claim_that_nobody_can_have_made_is_refused_at_its_line(
    old: str, new: str, message: str
) -> None:
    assert PROVED.count(old) == 1
    with pytest.raises(ft.FortyTwoError) as caught:
        ft.MatchRecord.parse(PROVED.replace(old, new))
    assert str(caught.value).startswith(message)


def test_a_claim_is_told_of() -> None:
    match = ft.MatchRecord.parse(PROVED).replay()
    claimed, scored = ft.events(match)[-2:]
    assert claimed.facts() == {"event": "claimed", "seat": "N"}
    assert [str(claimed), str(scored)] == [
        "N claims the rest.",
        "N bids 30 in sixes, makes it: NS +1 mark. Score: NS 1, EW 0.",
    ]
