"""Rounds and matches: phases, moves taken back, who calls first, and deals refereed in full."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, settings

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.choices import CHOICES, PRESETS
from fortytwo.engine.games.forty_two.plays import call_of, domino_of
from fortytwo.engine.games.forty_two.round import Move
from fortytwo.engine.options import written
from fortytwo.engine.state import State
from golden import (
    RULES,
    needed,
    options_of,
    random_move,
    random_round,
    random_rules,
    rounds,
    said,
    seeds,
    tables,
    to_pair,
    to_pairs,
)

REFEREED: Final = int(os.environ.get("FORTYTWO_REFEREED", "300"))
DEAL: Final = ft.Deal.parse(
    "N:66 65 64 63 62 61 60 / 55 54 53 52 51 50 44 / 43 42 41 40 33 32 31 / 30 22 21 20 11 10 00"
)
TOURNAMENT: Final = ft.Rules.tournament()
LECHNER: Final = ft.Rules.lechner_hall()
OTHERS: Final[tuple[Move, ...]] = (*map(ft.Call, range(-5, 217)), *ft.Trump, *ft.DOMINOES)


def push_all(round: ft.Round, moves: Iterable[Move]) -> ft.Round:
    for move in moves:
        round.push(move)
    return round


def same(moves: Iterable[Move], others: Iterable[Move]) -> bool:
    """Whether they are the same moves of the same kinds: Call(7) is not Trump.DOUBLES."""
    return [(type(move), move) for move in moves] == [(type(move), move) for move in others]


@given(seeds, tables)
@settings(max_examples=50)
def test_a_round_is_taken_back_move_by_move(seed: int, rules: ft.Rules) -> None:
    random, round = ft.Random(seed), random_round(seed, rules, 0)
    made: list[Move] = []
    earlier: list[ft.Round] = []
    while not round.finished:
        earlier.append(round.copy())
        made.append(random_move(round, random))
        round.push(made[-1])
        assert round != earlier[-1]
    while made:
        assert same([round.pop()], [made.pop()])
        before = earlier.pop()
        assert round == before
        assert same(round.legal, before.legal)
        assert (round.phase, round.turn, round.key) == (before.phase, before.turn, before.key)
    with pytest.raises(IndexError):
        round.pop()


def test_auctions_whose_rest_is_the_same_have_one_key() -> None:
    def key(calls: str) -> object:
        return ft.Round(ft.Deal.random(seed=1), ft.Auction.parse(calls)).key

    assert key("N:P 31") == key("N:30 31")
    assert key("N:P 31 P P") == key("E:31 P P P")
    for other in ("31 P", "P 32", "P P", "P 31 P", "E:P 31", "E:31"):
        assert key(other) != key("N:P 31")


@given(rounds)
@settings(max_examples=50)
def test_all_that_is_not_legal_is_refused_and_changes_nothing(round: ft.Round) -> None:
    before, facts = round.copy(), (round.phase, round.turn, round.points, round.recorded)
    for move in OTHERS:
        meant = round.rules.declared(move) if isinstance(move, ft.Trump) else move
        if not any(type(meant) is type(legal) and meant == legal for legal in round.legal):
            with pytest.raises(ft.IllegalMoveError):
                round.push(move)
    assert round == before
    assert (round.phase, round.turn, round.points, round.recorded) == facts


@given(rounds)
def test_copies_are_independent(round: ft.Round) -> None:
    twin = round.copy()
    assert twin == round
    while not twin.finished:
        twin.push(twin.legal[-1])
        assert twin != round
    assert round.copy() == round


@given(rounds)
def test_phase_says_what_there_is_to_do(round: ft.Round) -> None:
    kinds = {"bid": (ft.Call,), "trump": (ft.Trump,), "play": (ft.Domino, ft.Play)}
    assert round.finished == (round.turn is None) == (not round.legal) == (round.phase == "over")
    assert round.mover == (-1 if round.turn is None else round.turn)
    assert all(type(move) in kinds[round.phase] for move in round.legal)
    assert (round.contract is None) == (round.position is None)
    calls = [move for move in round.legal if isinstance(move, ft.Play)]
    assert (round.tricks is None) == (round.position is None or bool(calls))
    assert (round.recorded is not None) == round.finished


@given(rounds)
def test_bounds_close_in_on_the_points(round: ft.Round) -> None:
    state: State[Move] = round
    assert (state.side == -1) == state.finished
    before = [(0, 42), (0, 42)]
    for _ in range(40):
        for side in ft.Side:
            low, high = state.bounds(side)
            assert before[side][0] <= low <= high <= before[side][1]
            before[side] = low, high
        if state.finished:
            break
        state.push(state.legal[0])
    assert before == [(points, points) for points in round.points]


@given(seeds, tables)
def test_what_is_decided_can_no_longer_change(seed: int, rules: ft.Rules) -> None:
    random, round = ft.Random(seed), random_round(seed, rules, 5)
    while not round.finished and not round.decided:
        round.push(random_move(round, random))
    results = set()
    for _ in range(3):
        rest = round.copy()
        while not rest.finished:
            rest.push(random_move(rest, random))
            assert rest.decided
        if rest.won:
            declarer, bid = rest.won
            results.add(rest.points[declarer.side] >= bid.need)
    assert len(results) == (0 if round.passed_out else 1)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_when_all_pass_nothing_is_recorded(rules: ft.Rules) -> None:
    round = push_all(ft.Round(DEAL, ft.Auction(rules)), [ft.PASS] * 4)
    assert (round.phase, round.passed_out, round.decided) == ("over", True, True)
    assert (round.recorded, round.won, round.contract) == ((0, 0), None, None)


def test_who_says_follow_me_means_the_one_that_the_table_plays() -> None:
    round = push_all(ft.Round(DEAL, ft.Auction.parse("30 P P P", LECHNER)), [ft.Trump.FOLLOW_ME])
    assert round.contract is not None
    assert round.contract.trump is round.pop() is ft.Trump.FOLLOW_ME_LOW
    with pytest.raises(ft.IllegalMoveError, match="'follow-me-low' is not allowed now"):
        ft.Round(DEAL, ft.Auction.parse("30 P P P", TOURNAMENT)).push(ft.Trump.FOLLOW_ME_LOW)


def test_a_deal_stops_when_it_is_decided_and_not_before() -> None:
    rules = ft.Rules.tournament(stop_when_decided=True)
    round = push_all(ft.Round(DEAL, ft.Auction.parse("30 P P P", rules)), [ft.Trump.SIXES])
    bounds = []
    while not round.finished:
        assert not round.decided
        round.push(max(round.legal))
        bounds.append(round.bounds(ft.Side.NS))
    assert len(round.plays) == 20  # 6-6 to 6-2 bring 11 + 1 + 1 + 11 + 6
    assert (round.points, round.recorded) == ((30, 0), (1, 0))
    assert (bounds[-1], round.legal, round.turn) == ((30, 30), (), None)
    with pytest.raises(ft.IllegalMoveError, match="nothing: the deal is over"):
        round.push(ft.Domino(6, 1))
    with pytest.raises(ft.IllegalMoveError, match="play 21"):
        round.play([ft.Domino(6, 1)])
    record = ft.Record.of(round)
    assert ft.Record.parse(str(record)).replay() == round
    with pytest.raises(ft.IllegalMoveError, match="play 21"):
        ft.Record.parse(str(record).replace("\npoints", " 6-1\npoints"))
    view = ft.View(ft.Seat.N, DEAL[0], round.auction, ft.Trump.SIXES, round.plays)
    assert view.seen.turn is None
    with pytest.raises(ft.IllegalMoveError, match="play 21: the bid is made or set"):
        ft.View(ft.Seat.N, DEAL[0], round.auction, ft.Trump.SIXES, (*round.plays, ft.Domino(6, 1)))
    round.pop()
    assert not round.finished


@pytest.mark.parametrize("first", [0, 1, 2, 3, "holder_of_1_0"])
def test_who_calls_first_in_a_match(first: int | str) -> None:
    match = ft.Match(ft.Rules.source(first_bidder=first))
    expected = 2 if first == "holder_of_1_0" else first
    for number in range(6):
        deal = deal_with_1_0(ft.SEATS[2 if number == 0 else 1], number)
        round = match.begin(deal)
        assert round.turn == (int(expected) + number) % 4
        push_all(round, [ft.PASS] * 4)
    assert ft.Match(ft.Rules.source(first_bidder=first), ft.Seat.W).begin(DEAL).turn is ft.Seat.W


def deal_with_1_0(seat: ft.Seat, seed: int) -> ft.Deal:
    return ft.Deal.random(seed=seed, hands={seat: [ft.Domino(1, 0)]})


def test_a_forced_bid_is_the_last_seats_after_three_passes_only() -> None:
    rules = ft.Rules.tournament(forced_bid=31)
    for calls in ("", "P", "P P", "30 P P"):
        assert ft.PASS in ft.Auction.parse(calls, rules).legal
    last = ft.Auction.parse("P P P", rules)
    assert [str(call) for call in (last.legal[0], last.legal[-1])] == ["31", "84"]
    with pytest.raises(ft.IllegalMoveError, match="call 4: P is not allowed, expected 31 32"):
        last.after(ft.PASS)


def test_a_round_may_begin_with_the_outcome_of_an_auction() -> None:
    round = ft.Round(DEAL, ft.Outcome(ft.Seat.S, ft.Call(31)))
    assert (round.phase, round.turn, round.passed_out) == ("trump", ft.Seat.S, False)
    assert round.legal == ft.TRUMPS[:7]
    round.push(ft.Trump.FOURS)
    assert round.contract == ft.Contract(ft.Trump.FOURS, ft.Seat.S, ft.Call(31))
    assert round.pop() is ft.Trump.FOURS
    with pytest.raises(IndexError):
        round.pop()


def played(rules: ft.Rules, calls: str, trump: ft.Trump) -> ft.Round:
    """A deal in which N, who holds all sixes, leads them: NS take all if they are trumps."""
    auction = ft.Auction.parse(calls, rules)
    round = push_all(ft.Round(DEAL, auction), [trump])
    while not round.finished:
        round.push(max(round.legal))
    return round


@pytest.mark.parametrize(
    ("rules", "calls", "trump", "expected"),
    [
        ("source", "N:42 P P P", ft.Trump.SIXES, (42, 0)),
        ("source", "N:P 84 P P", ft.Trump.FIVES, (84, 42)),
        ("tournament", "N:30 P P P", ft.Trump.SIXES, (1, 0)),
        ("tournament", "N:P P 2M 3M", ft.Trump.BLANKS, (3, 0)),
    ],
)
def test_what_a_played_deal_records(
    rules: str, calls: str, trump: ft.Trump, expected: tuple[int, int]
) -> None:
    round = played(ft.Rules.parse(rules), calls, trump)
    assert round.won is not None
    declarer, bid = round.won
    assert round.recorded == judge.record(judge.PRESETS[rules], declarer, bid, round.points)
    if rules == "tournament" or trump is ft.Trump.SIXES:
        assert round.recorded == expected


def test_the_next_seat_calls_first_in_each_deal_also_after_one_passed_out() -> None:
    match = ft.Match(first=ft.Seat.S)
    firsts = []
    for number in range(5):
        round = match.begin(ft.Deal.random(seed=number))
        firsts.append(str(round.turn))
        assert isinstance(round.auction, ft.Auction)
        push_all(round, [ft.PASS] * 4 if number % 2 else [ft.Call(30), *[ft.PASS] * 3])
        while not round.finished:
            match.push(round.legal[0])
    assert firsts == ["S", "W", "N", "E", "S"]


def test_a_deal_begins_only_when_the_last_is_over_and_moves_only_in_a_deal() -> None:
    match = ft.Match()
    with pytest.raises(ft.IllegalMoveError, match="no deal"):
        match.push(ft.PASS)
    with pytest.raises(ft.ImpossiblePositionError):
        match.begin(ft.Deal.parse("N:66 / 55 / 64 / 33"))
    assert match.round is None
    match.begin(DEAL)
    with pytest.raises(ft.IllegalMoveError, match="not over"):
        match.begin(DEAL)
    assert len(match.rounds) == 1


@pytest.mark.parametrize("target", [42, 43])
def test_a_match_ends_when_the_target_is_reached(target: int) -> None:
    match = ft.Match(ft.Rules.source(target=target))
    push_all(match.begin(DEAL), [ft.Call(42), *[ft.PASS] * 3, ft.Trump.SIXES])
    while match.round and not match.round.finished:
        assert match.score == (0, 0)
        match.push(max(match.round.legal))
    assert match.score == (42, 0)
    assert match.winner is (ft.Side.NS if target == 42 else None)
    if match.finished:
        with pytest.raises(ft.IllegalMoveError, match="the match is over"):
            match.begin(DEAL)
    else:
        assert match.begin(DEAL).score == (42, 0)


def refereed_claim(
    match: ft.Match, public: judge.Play, seat: int, hand: Sequence[judge.Domino]
) -> bool:
    """Let the seat on lead claim; returns whether it has, which is as the judge says."""
    assert match.round is not None
    before = match.round.copy()
    proved = public.rules["claims"] and judge.is_proved(public, seat, hand)
    try:
        match.push(ft.CLAIM)
    except ft.IllegalMoveError:
        # What only a plunge makes impossible is taken for possible.
        assert not proved or any(isinstance(call, str) for call in public.calls)
        assert match.round == before
        return False
    assert proved
    return True


def refereed(match: ft.Match, random: ft.Random, options: dict[str, Any]) -> tuple[int, int]:
    """Play the next deal at random and return what the judge says is written down."""
    round = match.begin(ft.Deal.draw(random))
    assert isinstance(round.auction, ft.Auction)
    hands, first = [to_pairs(hand) for hand in round.deal], round.auction.first
    calls: list[int | str] = []
    while round.phase == "bid":
        assert round.turn == (first + len(calls)) % 4
        doubles = sum(high == low for high, low in hands[round.turn])
        expected = judge.legal_calls(calls, options, doubles)
        assert sorted(map(said, round.legal), key=str) == sorted(expected, key=str)
        call = random_move(round, random)
        assert isinstance(call, ft.Call)
        match.push(call)
        calls.append(said(call))
    assert judge.legal_calls(calls, options) == []
    contract = judge.contract(calls, first, options)
    if contract is None:
        assert round.finished
        return 0, 0
    declarer, turn, bid = contract
    assert (round.turn, round.won) == (declarer, (declarer, bid))
    plunged = any(isinstance(call, str) for call in calls) and isinstance(
        calls[judge.bids(calls, options).index(bid)], str
    )
    assert list(map(str, round.legal)) == judge.declarations(options, bid, plunged=plunged)
    match.push(random_move(round, random))
    assert round.position is not None
    trump, plays = str(round.position.trump), list[judge.Domino]()
    trick = list[tuple[int, judge.Domino]]()
    leader, taken, called, opened = turn, (0, 0), None, None
    stops = options["stop_when_decided"] or judge.is_sweep(trump)
    while sum(taken) < 42 and not (stops and judge.decided(declarer, bid, taken)):
        held = [pair for pair in hands[turn] if pair not in plays]
        assert round.turn == turn
        allowed = [to_pair(move) for move in round.legal if isinstance(move, ft.Domino)]
        expected_plays = judge.legal(held, [one for _, one in trick], trump, called)
        assert sorted(allowed) == sorted(expected_plays)
        by_small_end = [to_pair(move.domino) for move in round.legal if isinstance(move, ft.Play)]
        first_lead = options["small_end_opening"] and not plays
        assert sorted(by_small_end) == sorted(judge.openings(held, trump) if first_lead else [])
        few = 1 if trump.startswith("nello") else 2  # the judge looks at every world
        if not trick and len(held) <= few and random.below(2):
            public = judge.Play(
                options, first, calls, trump, declarer, leader, bid, opened, tuple(plays)
            )
            if refereed_claim(match, public, turn, hands[turn]):
                return judge.record(options, declarer, bid, judge.claimed(taken, turn))
        match.push(random.choice(round.legal))
        plays = to_pairs(map(domino_of, round.plays))
        if len(plays) == 1:
            opened = called = call_of(round.plays)
        trick.append((turn, plays[-1]))
        turn = judge.next_seat(turn, trump, declarer)
        if turn == trick[0][0]:
            turn, _, _ = judge.close(trick, trump, declarer, 0, called)
            trick, called = [], None
        taken = judge.referee(hands, trump, leader, plays, declarer, opened)
        assert round.points == taken
        assert round.decided == judge.decided(declarer, bid, taken)
    assert round.finished
    return judge.record(options, declarer, bid, taken)


def referee_matches(
    random: ft.Random, rules: ft.Rules, deals: int, options: dict[str, Any] | None = None
) -> None:
    """Matches at random for so many deals; every call, play, score and winner is judged.

    Args:
        random: who plays.
        rules: what is played by.
        deals: how many.
        options: what the judge goes by, if not by these rules.
    """
    options = options or options_of(rules)
    match, score = ft.Match(rules, referee=ft.is_proven), (0, 0)
    first: Any = None
    for _ in range(deals):
        written = refereed(match, random, options)
        assert match.round is not None
        assert isinstance(match.round.auction, ft.Auction)
        if first is None:
            holders = [seat for seat in ft.SEATS if ft.Domino(1, 0) in match.round.deal[seat]]
            first = options["first_bidder"]
            first = holders[0] if first == "holder_of_1_0" else first
        assert match.round.auction.first == first
        first = (first + 1) % 4
        assert match.round.recorded == written
        score = (score[0] + written[0], score[1] + written[1])
        assert match.score == score
        assert match.winner == judge.match_winner(options, score)
        if match.finished:
            match, score, first = ft.Match(rules, referee=ft.is_proven), (0, 0), None


@pytest.mark.parametrize("preset", PRESETS)
def test_refereed_self_play(preset: str) -> None:
    rules = ft.Rules.preset(preset)
    assert options_of(rules) == judge.PRESETS[preset]
    referee_matches(ft.Random(42), rules, REFEREED)


@pytest.mark.parametrize("preset", PRESETS)
def test_refereed_self_play_under_any_rules(preset: str) -> None:
    """A few deals for each of many tables."""
    random = ft.Random(43)
    for _ in range(max(1, REFEREED // 5)):
        rules = random_rules(random, preset)
        try:
            referee_matches(random, rules, 5)
        except AssertionError as error:
            raise AssertionError(f"rules {rules}") from error


NOT_DEFAULT: Final = [
    pytest.param(name, value, id=f"{name}={written(value)}")
    for name, choice in CHOICES.items()
    for value in ([60] if name == "target" else choice.values)
    if value != choice.default
]


@pytest.mark.parametrize(("name", "value"), NOT_DEFAULT)
def test_the_judge_misses_an_option_that_is_ignored(name: str, value: Any) -> None:
    needs = needed(name)
    rules = ft.Rules.source(**needs, **{name: value})
    referee_matches(ft.Random(3), rules, 10)
    default: Any = CHOICES[name].default
    ignorant = replace(rules, **{name: default})
    with pytest.raises((AssertionError, ft.FortyTwoError)):
        referee_matches(ft.Random(3), ignorant, 5000, options_of(rules))
