"""What one seat knows: nothing that it cannot know, and all that it can."""

from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import fortytwo as ft
import judge
from fortytwo.engine.games.forty_two.plays import call_of, domino_of
from fortytwo.engine.games.forty_two.round import Move
from fortytwo.engine.view import Option, Unseen
from fortytwo.solver.claim import agrees as has_the_doubles
from golden import (
    RULES,
    endings,
    options_of,
    random_ending,
    random_round,
    rounds,
    said,
    seeds,
    tables,
    to_pairs,
)

running = rounds.filter(lambda round: not round.finished)
playing = running.filter(lambda round: round.phase == "play")


def strangers(seat: ft.Seat) -> list[ft.Seat]:
    return [seat.next, seat.partner, seat.partner.next]


def split(unseen: Unseen, random: ft.Random) -> tuple[int, ...]:
    """The unseen pieces dealt out by size alone."""
    pieces = [1 << i for i in range(28) if unseen.pieces >> i & 1]
    random.shuffle(pieces)
    return tuple(sum(pieces.pop() for _ in range(size)) for size in unseen.sizes)


def dealt(round: ft.Round, view: ft.View, hidden: tuple[int, ...]) -> ft.Deal:
    """The deal in which the others held what they have played, and hold what is hidden."""
    assert round.position is not None or not round.plays
    masks = [hand.mask for hand in (round.position.hands if round.position else round.deal)]
    played = [hand.mask & ~mask for hand, mask in zip(round.deal, masks, strict=True)]
    for seat, mask in zip(strangers(view.seat), hidden, strict=True):
        masks[seat] = mask
    return ft.Deal.of_masks(mask | before for mask, before in zip(masks, played, strict=True))


NEAR = [
    "domino of 7 pips",
    "domino of 6 or 8 pips",
    "domino of 5 or 9 pips",
    "domino of 4 or 10 pips",
    "domino of 3 or 11 pips",
    "domino of 2 or 12 pips",
    "domino of 1 pips",
    "domino of 0 pips",
]
"""How dominoes are called in sevens, by how far they are from seven."""


def agrees(round: ft.Round, deal: ft.Deal) -> bool:
    """Whether the judge lets all that was called and played come of another deal."""
    hands = [to_pairs(hand) for hand in deal]
    assert isinstance(round.auction, ft.Auction)
    calls, first = list(map(said, round.auction.calls)), round.auction.first
    options = options_of(round.rules)
    for number, call in enumerate(calls):
        doubles = sum(high == low for high, low in hands[(first + number) % 4])
        if call not in judge.legal_calls(calls[:number], options, doubles):
            return False
    if round.position is None:
        return True
    contract = judge.contract(calls, first, options)
    assert contract is not None
    declarer, leader, _ = contract
    trump = str(round.position.trump)
    try:
        plays = to_pairs(map(domino_of, round.plays))
        judge.referee(hands, trump, leader, plays, declarer, call_of(round.plays))
    except judge.Foul:
        return False
    return True


def replayed(round: ft.Round, deal: ft.Deal) -> ft.Round:
    other = ft.Round(deal, round.auction, round.score)
    if round.contract:
        other.push(round.contract.trump)
    for domino in round.plays:
        other.push(domino)
    return other


def facts(option: Option[Move]) -> tuple[object, ...]:
    """An option with its worth at every outcome, for functions cannot be compared."""
    worth = [option.worth(points) for points in range(43)] if option.worth else None
    return option.move, option.text, option.via, option.label, option.need, option.success, worth


@given(running, seeds)
def test_a_view_depends_on_nothing_hidden(round: ft.Round, seed: int) -> None:
    view = ft.View.of(round)
    hidden = ft.Worlds(view.unseen).draw(ft.Random(seed))
    other = ft.View.of(replayed(round, dealt(round, view, hidden)))
    assert (other, str(other), hash(other)) == (view, str(view), hash(view))
    assert (other.unseen, other.seen, other.holding) == (view.unseen, view.seen, view.holding)
    assert list(map(facts, other.options)) == list(map(facts, view.options))


@given(running)
def test_what_is_hidden_is_what_the_others_hold(round: ft.Round) -> None:
    view, hands = ft.View.of(round), round.position.hands if round.position else round.deal.hands
    assert view.seat == round.turn
    assert view.side == view.seat.side
    assert view.holding == hands[view.seat]
    others = [hands[seat] for seat in strangers(view.seat)]
    assert view.unseen.pieces == sum(hand.mask for hand in others)
    assert view.unseen.sizes == tuple(map(len, others))
    for hand, allowed in zip(others, view.unseen.allowed, strict=True):
        assert not hand.mask & ~allowed
        assert not allowed & ~view.unseen.pieces


@given(running, st.lists(seeds, min_size=20, max_size=20))
def test_others_may_hold_just_what_the_judge_could_have_seen_played(
    round: ft.Round, shuffles: list[int]
) -> None:
    view = ft.View.of(round)
    for seed in shuffles:
        hidden = split(view.unseen, ft.Random(seed))
        fits = all(not mask & ~may for mask, may in zip(hidden, view.unseen.allowed, strict=True))
        fits = fits and has_the_doubles(view.unseen, hidden)
        assert fits == agrees(round, dealt(round, view, hidden))


@given(playing)
def test_voids_are_the_suits_still_out_that_a_seat_failed_to_follow(round: ft.Round) -> None:
    """Or all of whose dominoes belong to such suits too."""
    view = ft.View.of(round)
    trump, hidden = str(view.trump), to_pairs(ft.Hand.of_mask(view.unseen.pieces))
    suits: dict[str, list[judge.Domino]] = {}
    if trump.startswith("sevens"):
        for one in hidden:
            suits.setdefault(NEAR[judge.distance(one)], []).append(one)
    else:
        names = {name: judge.PIP_TRUMPS.index(name) for name in judge.PIP_TRUMPS}
        for name, suit in {**names, "trumps": "trumps", "doubles": "doubles"}.items():
            suits[name] = [one for one in hidden if judge.belongs(one, suit, trump)]
    assert view.words.places == [str(seat) for seat in strangers(view.seat)]
    for kinds, may in zip(view.words.voids, view.unseen.allowed, strict=True):
        held = to_pairs(ft.Hand.of_mask(may))
        expected = {name for name, suit in suits.items() if suit and not {*suit} & {*held}}
        assert set(kinds) == expected
        assert len(kinds) == len(expected)


def test_voids_in_words() -> None:
    view = ft.View.parse(
        "S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer E ; bid 31 ; trump threes ;"
        " plays 3-3 3-2 1-0 3-1 5-4 5-5 4-2 3-0"
    )
    assert view.words.places == ["W", "N", "E"]
    assert view.words.voids == [["trumps", "fives"], ["fives"], []]
    assert [view.words.pieces[ft.Domino(6, 4).index], len(view.words.pieces)] == ["6-4", 28]


@given(seeds, tables, st.integers(25, 32))
@settings(max_examples=50)
def test_worlds_late_in_a_deal_are_all_that_the_judge_allows(
    seed: int, rules: ft.Rules, moves: int
) -> None:
    round = random_round(seed, rules, moves)
    assume(round.phase == "play")
    view = ft.View.of(round)
    pieces = [1 << i for i in range(28) if view.unseen.pieces >> i & 1]
    left, across, _ = view.unseen.sizes
    worlds = set()
    for first in combinations(pieces, left):
        for second in combinations([piece for piece in pieces if piece not in first], across):
            hidden = sum(first), sum(second), view.unseen.pieces - sum(first) - sum(second)
            if agrees(round, dealt(round, view, hidden)):
                worlds.add(hidden)
    assert set(ft.Worlds(view.unseen)) == worlds


@given(running)
def test_the_world_of_the_true_hands_is_the_true_state(round: ft.Round) -> None:
    view = ft.View.of(round)
    assume(any(option.via is not None for option in view.options))
    hands = round.position.hands if round.position else round.deal.hands
    world = view.world([hands[seat].mask for seat in strangers(view.seat)])
    if round.position:
        assert isinstance(world, ft.Position)
        assert (world, str(world), world.plays) == (
            round.position,
            str(round.position),
            round.plays,
        )
        assert world.contract == round.contract
        assert world.deal == round.deal
        return
    assert isinstance(world, ft.Round)
    assert (world.deal, world.score, world.rules) == (round.deal, round.score, round.rules)
    assert (world.phase, world.turn, world.legal) == ("trump", view.seat, world.auction.declarable)
    assert {option.via for option in view.options} - {None} <= {*world.legal}
    if round.phase == "bid":
        assert isinstance(world.auction, ft.Outcome)
        assert world.auction.bid == max(map(bid_of, view.options))


def bid_of(option: Option[Move]) -> ft.Call:
    """What a call bids that can be judged by a declaration; a pass for others."""
    return option.move if isinstance(option.move, ft.Call) and option.via is not None else ft.PASS


@given(running)
def test_options_are_what_is_legal(round: ft.Round) -> None:
    view = ft.View.of(round)
    assert view.question == round.phase
    assert set(round.legal) == {option.move for option in view.options}
    unsolved = [option for option in view.options if option.via is None]
    assert {str(option.move) for option in unsolved} <= {"P", "plunge", "splash"}
    for move in round.legal:
        if isinstance(move, ft.Call) and move not in {option.move for option in unsolved}:
            counted_on = [str(option.via) for option in view.options if option.move == move]
            assert counted_on == judge.declarations(options_of(round.rules), move)
    if round.phase != "bid":
        assert len(view.options) == len(round.legal)
    assert len({option.label for option in view.options}) == len(view.options)
    for option in view.options:
        assert not option.worth or all(-1 <= option.worth(points) <= 1 for points in range(43))


@given(playing)
def test_one_side_reaches_its_need_and_the_other_does_not(round: ft.Round) -> None:
    assert round.won is not None
    declarer, bid = round.won
    view = ft.View.of(round)
    for points in range(43):
        made = (points if view.side == declarer.side else 42 - points) >= min(bid, 42)
        for option in view.options:
            assert (points >= option.need) == (made == (view.side == declarer.side))
            assert option.worth is None


@given(running.filter(lambda round: round.phase == "bid"), st.integers(0, 42))
def test_a_bid_is_worth_the_score_that_it_leads_to(round: ft.Round, points: int) -> None:
    view, options = ft.View.of(round), options_of(round.rules)
    assert isinstance(view.auction, ft.Auction)
    taken = (points, 42 - points) if view.side == 0 else (42 - points, points)
    for option in view.options:
        assert option.worth is not None
        bid = judge.bids([*map(said, view.auction.calls), said(option.move)], options)[-1]
        written = judge.record(options, view.seat, bid, taken) if bid else (0, 0)
        score = [before + gain for before, gain in zip(round.score, written, strict=True)]
        ours, theirs = score[view.side], score[1 - view.side]
        winner = judge.match_winner(options, score)
        if winner is not None:
            assert option.worth(points) == (1 if winner == view.side else -1)
        else:
            expected = max(-1.0, min(1.0, (ours - theirs) / options["target"]))
            assert option.worth(points) == pytest.approx(expected)


@given(endings, st.sampled_from([30, 36, 42, 168]))
def test_the_view_of_an_ending_knows_which_dominoes_are_out(
    position: ft.Position, bid: int
) -> None:
    assume(not position.finished and (bid >= 42 or not position.contract.is_sweep))
    view, seat = ft.View.of_position(position, ft.Call(bid)), position.turn
    assert seat is not None
    assert view.holding == position.hands[seat]
    others = [position.hands[other].mask for other in strangers(seat)]
    assert view.unseen.pieces == sum(others)
    world = view.world(others)
    assert (world, world.points) == (position, position.points)
    assert {option.move for option in view.options} == set(position.legal)


@given(seeds, st.integers(1, 6))
def test_in_an_ending_without_points_one_side_still_succeeds(seed: int, size: int) -> None:
    start = random_ending(seed, size, plays=0)
    position = ft.Position(start.deal, trump=start.trump, leader=start.leader)
    mine = ft.View.of_position(position, ft.Call(30))
    position.push(position.legal[0])
    theirs = ft.View.of_position(position, ft.Call(30))
    for points in range(start.deal.points + 1):
        ours = points >= mine.options[0].need
        assert ours != (start.deal.points - points >= theirs.options[0].need)


@given(seeds, st.integers(5, 33), st.integers(2, 7))
def test_a_position_of_any_table_has_a_view(seed: int, moves: int, step: int) -> None:
    round = random_round(seed, ft.Rules.tournament(opening_max_marks=step), moves)
    assume(round.phase == "play")
    assert round.position is not None
    view = ft.View.of_position(round.position)
    assert view.won == round.won
    assert view.holding == ft.View.of(round).holding


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_seat_has_a_view_but_options_only_at_its_turn(rules: ft.Rules) -> None:
    round = ft.Round(ft.Deal.random(seed=5), ft.Auction(rules, ft.Seat.E))
    for seat in (ft.Seat.N, ft.Seat.S, ft.Seat.W):
        view = ft.View.of(round, seat)
        assert view.hand == round.deal[seat]
        with pytest.raises(ft.IllegalMoveError, match=f"turn of E, not of {seat}"):
            view.options  # noqa: B018
    assert ft.View.of(round, ft.Seat.E) == ft.View.of(round)


@given(running, st.sampled_from(ft.SEATS))
def test_a_view_out_of_turn_knows_the_hand_and_what_is_unseen(
    round: ft.Round, seat: ft.Seat
) -> None:
    view = ft.View.of(round, seat)
    hands = round.position.hands if round.position else round.deal.hands
    assert view.holding == hands[seat]
    assert view.unseen.sizes == tuple(len(hands[other]) for other in strangers(seat))
    for other, allowed in zip(strangers(seat), view.unseen.allowed, strict=True):
        assert not hands[other].mask & ~allowed
    assert ft.View.parse(str(view)) == view


def test_a_view_takes_what_equals_its_parts() -> None:
    """Lists and plain numbers make the same view, equal and hashable."""
    exact = ft.View.parse("N:6-6 6-5 6-4 6-3 6-2 6-1 6-0 ; declarer N ; bid 30 ; trump ones")
    loose = ft.View(0, exact.hand, ft.Outcome(0, 30), 1, [])  # type: ignore[arg-type]
    assert (loose, hash(loose), str(loose)) == (exact, hash(exact), str(exact))
    assert loose.seat is ft.Seat.N
    assert loose.trump is ft.Trump.ONES


def test_over_168_there_is_no_bid_whose_world_could_be_solved() -> None:
    round = ft.Round(ft.Deal.random(seed=6), ft.Auction.parse("N:168"))
    view = ft.View.of(round)
    assert [option.move for option in view.options] == [ft.PASS]
    with pytest.raises(ft.FortyTwoError):
        view.world([round.deal[seat].mask for seat in strangers(view.seat)])
