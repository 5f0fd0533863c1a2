"""First leads called by their small end: what may be called, what it does, how it is written."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fortytwo as ft
import judge
import reference
from fortytwo.engine.games.forty_two.plays import Placed, domino_of, parse_plays
from fortytwo.engine.games.forty_two.trump import SWEEPS, trick_table
from fortytwo.engine.moves import perft
from golden import dominoes, random_deal, seeds, to_pair, to_pairs

RULES = ft.Rules.tournament(small_end_opening=True, nello=True, sevens=True)


def random_opening(random: ft.Random, tricks: int) -> ft.Position:
    """So many tricks before the first lead."""
    contract = ft.Contract(random.choice(list(ft.Trump)), random.choice(ft.SEATS), None, True)
    return ft.Position(random_deal(random, tricks), contract)


def calls_of(position: ft.Position) -> list[Placed]:
    return [move for move in position.legal if isinstance(move, ft.Play)]


def reference_values(position: ft.Position) -> dict[Placed, int]:
    """What the naive reference says NS still take after each play, called either way."""
    hands, trump = list(map(to_pairs, position.hands)), str(position.trump)
    seat, found = int(position.leader), dict[Placed, int]()
    for pair, value in reference.values(hands, trump, seat).items():
        found[ft.Domino(*pair)] = value
    for pair in judge.openings(hands[seat], trump):
        left = [[one for one in hand if one != pair] for hand in hands]
        values = reference.values(left, trump, seat, [pair], seat, pair[1]).values()
        turn = judge.next_seat(seat, trump, seat)
        found[ft.Play(ft.Domino(*pair))] = max(values) if turn % 2 == 0 else min(values)
    return found


def test_the_lead_wins_by_its_high_half_unless_beaten() -> None:
    position = ft.Position.parse("N:5-3 / 4-3 / 6-5 / 3-0 ; sixes small-end")
    position.play(parse_plays("5-3/3 4-3 6-5 3-0"))
    assert position.leader is ft.Seat.S  # trumped
    position = ft.Position.parse("N:5-3 / 4-3 / 5-4 / 3-0 ; sixes small-end")
    position.play(parse_plays("5-3/3 4-3 5-4 3-0"))
    assert position.leader is ft.Seat.N
    position = ft.Position.parse("N:5-3 / 4-3 / 5-4 / 6-3 ; ones small-end")
    position.play(parse_plays("5-3/3 4-3 5-4 6-3"))
    assert position.leader is ft.Seat.W


@pytest.mark.parametrize("trump", [one for one in ft.Trump if one not in SWEEPS], ids=str)
def test_the_judge_agrees_on_called_leads(trump: ft.Trump) -> None:
    table, random = trick_table(trump, small_end=True), ft.Random(trump)
    for _ in range(3000):
        tiles = list(ft.DOMINOES)
        random.shuffle(tiles)
        trick, hand = tiles[:4], tiles[4:7]
        if to_pair(trick[0]) not in judge.openings([to_pair(trick[0])], str(trump)):
            continue
        pairs, called = to_pairs(trick), trick[0].low
        assert table.winner(trick, called=called) == judge.winner(pairs, str(trump), (), called)
        legal = judge.legal(to_pairs(hand), pairs[:1], str(trump), called)
        found = ft.Hand.of_mask(table.legal(ft.Hand(hand).mask, called))
        assert sorted(to_pairs(found)) == sorted(legal)


@pytest.mark.parametrize(("tricks", "number"), [(1, 300), (2, 300), (3, 120)])
def test_the_solver_offers_both_ways(tricks: int, number: int) -> None:
    random, called = ft.Random(tricks), 0
    for _ in range(number):
        position = random_opening(random, tricks)
        expected = reference_values(position)
        total = position.rest
        assert ft.analyse(position) == {
            play: (value, total - value) for play, value in expected.items()
        }
        best = (max if position.side == 0 else min)(expected.values())
        solution = ft.solve(position)
        assert solution.points == (best, total - best)
        for need in (best, best + 1):
            assert ft.can_make(position, 0, need) == (best >= need)
        end = position.copy()
        end.play(solution.line)
        assert end.points == solution.points
        after = [position.copy() for _ in expected]
        for one, play in zip(after, expected, strict=True):
            one.push(play)
        assert [one[0] for one in ft.solve_many([position, *after]).tolist()] == [
            best,
            *expected.values(),
        ]
        called += all(expected[one] != best for one in expected if isinstance(one, ft.Domino))
        trace = ft.trace(end)
        assert (trace.start, trace.costs) == (solution.points, (0, 0))
    assert called > 5  # nothing but a call is best


def test_a_better_call_of_the_first_lead_is_traced() -> None:
    position = ft.Position.parse("N:5-3 / 3-0 / 3-3 / 5-5 ; ones small-end")
    position.play(dominoes("5-3 3-0 3-3 5-5"))
    first = ft.trace(position).plays[0]
    assert first.better == {ft.Play(ft.Domino(5, 3)): (11, 0)}
    assert first.cost == 11


@given(seeds, st.integers(1, 7), st.integers(0, 28))
def test_positions_are_written_read_and_taken_back(seed: int, size: int, plays: int) -> None:
    random = ft.Random(seed)
    position = random_opening(random, size)
    before: list[tuple[ft.Position, str]] = []
    for _ in range(plays):
        if not position.finished:
            before.append((position.copy(), str(position)))
            position.push(random.choice(position.legal))
    again = ft.Position.parse(str(position))
    assert again == position
    assert (str(again), again.legal) == (str(position), position.legal)
    assert pickle.loads(pickle.dumps(position)).plays == position.plays
    assert position.copy().plays == position.plays
    assert perft(position, 2) == position.perft(2)
    assert sum(map(len, position.groups)) == len(position.legal)
    while before:
        earlier, text = before.pop()
        made = position.plays[-1]
        assert position.pop() == made
        assert (position, str(position)) == (earlier, text)
        assert position.plays == earlier.plays
        assert position.legal == earlier.legal


def test_where_it_matters_no_more_it_is_not_written() -> None:
    text = "N:6-2 5-3 / 6-1 3-0 / 5-4 3-3 / 5-5 2-1 ; ones{} ; N ; 0-0"
    position = ft.Position.parse(text.format(" small-end"))
    plain = ft.Position.parse(text.format(""))
    assert str(position) == text.format(" small-end")
    assert position != plain
    assert position.key != plain.key
    for one in (position, plain):
        one.push(ft.Domino(5, 3))
    assert str(position) == text.format("") + " ; 5-3"
    assert position == plain
    position.pop()
    position.push(ft.Play(ft.Domino(5, 3)))
    assert str(position) == text.format(" small-end") + " ; 5-3/3"
    assert position != plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5-3/4", "5-3 cannot be called 4"),
        ("5-5/5", None),
        ("5-3/", "'5-3/' is no domino"),
        ("5-3/7", "'5-3/7' is no domino"),
        ("/3", "'/3' is no domino"),
    ],
)
def test_calls_in_text(text: str, message: str | None) -> None:
    if message is None:
        assert parse_plays(text) == [ft.Domino(5, 5)]
        return
    with pytest.raises(ft.NotationError, match=message):
        parse_plays(text)


def test_a_play_by_the_small_end_is_read_as_it_is_written() -> None:
    for domino in ft.DOMINOES:
        assert ft.Play.parse(f"{domino}/{domino.high}") is domino
        if domino.is_double:
            with pytest.raises(ft.NotationError, match="no small end"):
                ft.Play(domino)
        else:
            assert str(ft.Play.parse(f"[{domino.high}|{domino.low}]/{domino.low}")) == (
                f"{domino}/{domino.low}"
            )
    assert parse_plays("5-3/3, 64 6:4") == [
        ft.Play(ft.Domino(5, 3)), ft.Domino(6, 4), ft.Domino(6, 4),
    ]  # fmt: skip


def test_a_solver_alone_does_not_take_what_is_no_trick_game_yet() -> None:
    position = ft.Position.parse("N:5-3 / 3-0 / 3-3 / 5-5 ; ones small-end")
    questions: list[Callable[[ft.Solver], object]] = [
        lambda solver: solver.final(position),
        lambda solver: solver.analyse(position),
        lambda solver: solver.can_reach(position, 0, 1),
        lambda solver: ft.analyse_many([position]),
    ]
    for ask in questions:
        with pytest.raises(ValueError, match="no trick game yet"):
            ask(ft.Solver())


def test_before_the_first_lead_a_trace_tells_what_best_play_brings() -> None:
    for round in (called_round(DEAL, ft.Trump.SIXES), called_round(DEAL, ft.Trump.FOLLOW_ME)):
        assert round.position is not None
        points = ft.solve(round).points
        for game in (round, ft.Record.of(round), round.position):
            trace = ft.trace(game)
            assert (trace.start, trace.end, trace.plays) == (points, points, ())


@pytest.mark.parametrize(
    ("start", "play"),
    [
        ("N:5-3 / 3-0 / 3-3 / 5-5 ; ones", "5-3/3"),  # not played so
        ("N:5-3 / 3-0 / 3-3 / 5-5 ; threes small-end", "5-3/3"),  # a trump
        ("N:5-3 / 3-0 / 3-3 / 5-5 ; sevens small-end", "5-3/3"),  # no suits
        ("N:5-4 / 3-0 / 3-3 / 5-5 ; ones small-end", "5-3/3"),  # not held
        ("N:5-3 / 3-0 / 3-3 / 5-5 ; ones small-end ; N ; 0-0 ; 5-3", "3-0/0"),  # no lead
        ("N:5-3 6-2 / 3-0 6-1 / 3-3 5-4 / 5-5 4-2 ; ones small-end ; N ; 0-0 ; 5-3 3-0 5-4 5-5",
         "4-2/2"),  # not the first
    ],
)  # fmt: skip
def test_what_cannot_be_called_is_refused_and_changes_nothing(start: str, play: str) -> None:
    position = ft.Position.parse(start)
    before = position.copy()
    with pytest.raises(ft.IllegalMoveError, match=f"{play} cannot be played"):
        position.play(parse_plays(play))
    assert (position, position.plays) == (before, before.plays)


def called_round(deal: ft.Deal, trump: ft.Trump) -> ft.Round:
    round = ft.Round(deal, ft.Auction.parse("N:1M P P P", RULES))
    round.push(trump)
    return round


DEAL = ft.Deal.parse(
    "N:6-6 6-5 6-4 5-3 4-2 1-0 2-2 / 3-0 5-4 4-4 2-0 1-1 3-1 4-1 / "
    "3-3 5-5 6-3 6-2 4-0 2-1 0-0 / 3-2 4-3 5-2 5-1 5-0 6-1 6-0"
)


def test_a_deal_is_recorded_viewed_and_refused() -> None:
    round = called_round(DEAL, ft.Trump.SIXES)
    assert list(map(str, round.legal)) == [
        "1-0", "2-2", "4-2", "5-3", "6-4", "6-5", "6-6", "1-0/0", "4-2/2", "5-3/3",
    ]  # fmt: skip
    assert round.tricks is None
    round.play(parse_plays("5-3/3 3-0 3-3 3-2"))
    assert round.tricks is round.position
    record = ft.Record.of(round)
    assert "plays: 5-3/3 3-0 3-3 3-2\n" in str(record)
    assert ft.Record.parse(str(record)) == record == ft.Record.from_json(record.to_json())
    assert record.replay() == round
    with pytest.raises(ft.IllegalMoveError, match="line 6: plays: play 1"):
        ft.Record.parse(str(record).replace(" small_end_opening=true", ""))
    view = ft.View.of(round)
    assert ft.View.parse(str(view)) == view
    with pytest.raises(ft.IllegalMoveError, match="play 1: 5-3/3 cannot be called so"):
        ft.View.parse(str(view).replace(" small_end_opening=true", ""))


def test_others_show_that_they_hold_none_of_the_suit_that_is_called() -> None:
    text = f"N:{DEAL[0]} ; declarer N ; bid 42 ; trump sixes ; rules {RULES} ; plays 5-3/3 3-0 2-1"
    view = ft.View.parse(f"{text} 3-2")
    south = ft.Hand.of_mask(view.unseen.allowed[view.unseen.seats.index(ft.Seat.S)])
    assert {str(one) for one in south if 3 in (one.high, one.low)} == {"6-3"}  # a trump
    assert "threes" in view.words.voids[view.words.places.index("S")]
    with pytest.raises(ft.IllegalMoveError, match="play 7: 3-3 cannot be played, S has shown"):
        ft.View.parse(f"{text} 3-2 6-6 1-1 3-3")


def test_a_seat_must_follow_the_suit_that_is_called() -> None:
    round = called_round(DEAL, ft.Trump.SIXES)
    round.push(ft.Play(ft.Domino(5, 3)))
    assert [str(move) for move in round.legal] == ["3-0", "3-1"]
    view = ft.View.of(round)
    assert view.seen.lead == 3
    assert {str(option.move) for option in view.options} == {"3-0", "3-1"}
    for advised in (ft.suggest_play(view, worlds=5), ft.claim(view, node_limit=100)):
        assert advised.move in (None, *round.legal)
    with pytest.raises(ft.IllegalMoveError, match="E must follow to 5-3/3"):
        ft.View.parse(str(view).replace("5-3/3", "5-3/3 5-4"))


def test_advice_on_the_first_lead_weighs_both_ways() -> None:
    view = ft.View.of(called_round(DEAL, ft.Trump.SIXES))
    found = ft.suggest_play(view, worlds=100)
    labels: Mapping[tuple[str, ...], ft.Estimate] = found.estimates
    assert {label[0] for label in labels} == {option.text for option in view.options}
    assert {"5-3", "5-3/3"} <= {label[0] for label in labels}
    assert "5-3 called threes" in [option.name for option in view.options]
    with pytest.raises(ft.IllegalMoveError, match="no more to choose than pieces"):
        ft.claim(view)


@given(seeds)
def test_nobody_sees_more_for_a_called_lead(seed: int) -> None:
    """The worlds are all those in which the others could play as they did."""
    random = ft.Random(seed)
    round = called_round(ft.Deal.draw(random), random.choice(ft.TRUMPS))
    assert round.position is not None
    if not calls_of(round.position):
        return
    round.push(random.choice(calls_of(round.position)))
    for _ in range(random.below(4)):
        round.push(random.choice(round.legal))
    view = ft.View.of(round)
    world = view.world(ft.Worlds(view.unseen).draw(random))
    assert isinstance(world, ft.Position)
    assert world.plays == round.plays
    assert [domino_of(play) for play in world.plays][-1] in ft.DOMINOES
    assert ft.suggest_play(view, worlds=3).move in round.legal


def test_par_considers_both_ways() -> None:
    """Calls and declarations as without, unless another lead brings more."""
    random, better = ft.Random(1), 0
    for _ in range(12):
        deal = ft.Deal.draw(random)
        par = ft.par(deal, ft.Rules.tournament(small_end_opening=True), first=ft.Seat.N)
        assert par.contract is not None
        position = ft.Position(deal, par.contract)
        assert ft.solve(position).points == par.points
        better += (
            ft.solve(
                ft.Position(deal, trump=par.contract.trump, leader=par.contract.declarer)
            ).points
            != par.points
        )
    assert better < 12


@given(seeds, st.integers(0, 7))
def test_a_position_with_a_called_lead_has_a_view(seed: int, plays: int) -> None:
    random = ft.Random(seed)
    trump = random.choice(list(ft.Trump))
    contract = ft.Contract(trump, random.choice(ft.SEATS), ft.Call(42), small_end=True)
    position = ft.Position(ft.Deal.draw(random), contract)
    for number in range(plays):
        if not position.finished:
            position.push(random.choice((number == 0 and calls_of(position)) or position.legal))
    if position.finished:
        return
    view = ft.View.of_position(position)
    assert view.contract == contract
    assert {option.move for option in view.options} == {*position.legal}
    assert ft.View.parse(str(view)) == view
