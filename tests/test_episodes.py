"""Deals as numbers: moves, what a seat observes, and what a deal brings."""

from __future__ import annotations

import pickle
import re
from copy import copy, deepcopy
from dataclasses import replace
from itertools import chain
from math import prod
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.adapters.episodes import Array, Episode, Policy, Tensor
from fortytwo.adapters.games.forty_two.encoding import FortyTwoEncoding
from fortytwo.adapters.games.forty_two.moves import CALLS, MOVES, NUMBERS, bids_of
from fortytwo.adapters.players import player_of
from fortytwo.engine.games.forty_two.calls import PLUNGE
from fortytwo.engine.games.forty_two.plays import Placed
from fortytwo.engine.games.forty_two.round import Round
from golden import seeds
from learning import RULES, course, random_episode, sweep
from test_nobody_peeks import with_other_hands

FEATURES = FortyTwoEncoding.features
PAGE = Path(__file__).parent.parent / "docs" / "research.md"
WIDE = ft.Rules.tournament(opening_max_marks=7, overcall_step=2, plunge=True, splash=True)


def round_of(episode: Episode) -> Round:
    assert isinstance(episode.state, Round)
    return episode.state


# --- Moves ---


def test_numbers_stay() -> None:
    """What has been learnt from one release must mean the same in the next."""
    assert len(MOVES) == 93
    assert [str(MOVES[number]) for number in (0, 27, 28, 48)] == ["0-0", "6-6", "1-0/0", "6-5/5"]
    assert [str(MOVES[number]) for number in (49, 50, 61)] == ["P", "30", "41"]
    assert [str(MOVES[number]) for number in (62, 63, 74)] == ["42", "84", str(13 * 42)]
    assert [str(MOVES[number]) for number in (75, 76)] == ["plunge", "splash"]
    assert [str(MOVES[number]) for number in (77, 92)] == ["blanks", "sevens-declarer"]
    assert len(NUMBERS) == len(MOVES)


@settings(max_examples=50)
@given(seeds)
def test_every_legal_move_has_a_number(seed: int) -> None:
    for episode in course(seed):
        round = round_of(episode)
        moves = [MOVES[number] for number in episode.legal]
        assert sorted(map(repr, moves)) == sorted(map(repr, round.legal))


def auctions(rules: ft.Rules, calls: tuple[ft.Call, ...] = ()) -> set[ft.Call]:
    """What all complete auctions end with, made by hands that may call anything."""
    if len(calls) == 4:
        return {rules.highest(calls)[1]}
    return set[ft.Call]().union(
        *(auctions(rules, (*calls, call)) for call in (*rules.legal_calls(calls), *rules.specials))
    )


@pytest.mark.parametrize(
    "rules",
    [
        ft.Rules.source(strict_ladder=True),
        ft.Rules.tournament(forced_bid=31, overcall_step=2),
        ft.Rules.tournament(opening_max_marks=1, plunge=True, splash=True, splash_marks=3),
    ],
    ids=str,
)
def test_bids_are_those_of_all_auctions(rules: ft.Rules) -> None:
    assert bids_of(rules) == sorted(auctions(rules))


def test_no_rules_have_higher_bids() -> None:
    for text in RULES:
        assert set(bids_of(ft.Rules.parse(text))) <= set(CALLS)
    assert bids_of(WIDE)[-1] == max(CALLS) == 13 * 42


# --- Payoffs ---


@pytest.mark.parametrize(
    ("rules", "limit"),
    [
        ("source", 42 + 168),
        ("source set_penalty=bid_only", 168),
        ("source set_penalty=minus_bid", 42 + 168),
        ("tournament", 5),
        ("tournament opening_max_marks=1", 4),
        ("lechner_hall", 8),
        ("tournament plunge=true", 7),
        ("tournament scoring=points", 42 + 5 * 42),
    ],
)
def test_limit(rules: str, limit: int) -> None:
    assert FortyTwoEncoding.parse(rules).limit == limit


@settings(max_examples=50)
@given(seeds)
def test_payoffs_are_the_difference_written_down(seed: int) -> None:
    for episode in course(seed):
        if not episode.finished:
            assert episode.payoffs == [0, 0, 0, 0]
    recorded = round_of(episode).recorded
    assert recorded is not None
    gain = recorded[0] - recorded[1]
    assert episode.payoffs == [gain, -gain, gain, -gain]
    assert abs(gain) <= episode.encoding.limit


# --- What a seat knows ---


def read(parts: dict[str, Array], rules: ft.Rules) -> ft.View:
    """The view that the features of a seat with perfect recall describe, and nothing else."""

    def ones(name: str, *place: int) -> list[int]:
        return [int(index) for index in np.flatnonzero(parts[name][place])]

    seat = ft.Seat(ones("seat")[0])
    first = ones("first")[0]
    calls = [
        CALLS[ones("calls", (first + place) % 4)[0]]
        for place in range(4)
        if ones("calls", (first + place) % 4)
    ]
    plays: list[Placed] = [ft.DOMINOES[ones("plays", n)[0]] for n in range(28) if ones("plays", n)]
    if ones("called"):
        lead = ft.Play(ft.DOMINOES[ones("plays", 0)[0]])
        assert [lead.suit] == ones("called")
        plays[0] = lead
    return ft.View(
        seat=seat,
        hand=ft.Hand(ft.DOMINOES[index] for index in ones("hand") + ones("played", seat)),
        auction=ft.Auction(rules, ft.SEATS[first], tuple(calls)),
        trump=ft.Trump(ones("trump")[0]) if ones("trump") else None,
        plays=tuple(plays),
    )


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(seeds)
def test_a_seat_is_told_what_its_view_holds(seed: int) -> None:
    """All of the view can be read from the tensor and the text, and the rest agrees with it."""
    tensor = Tensor(FEATURES)
    for episode in chain(course(seed), sweep(seed)):
        round = round_of(episode)
        if round.passed_out:
            continue
        for seat in ft.SEATS:
            view = ft.View.of(round, seat)
            tensor.fill(episode, seat)
            parts = tensor.parts
            assert read(parts, round.rules) == view
            assert " ; ".join(episode.known(seat, past=True)) == str(view)
            assert tensor.flat.min() >= 0
            assert tensor.flat.max() <= 1
            turn = view.seen.turn if not round.finished else None
            assert parts["turn"].tolist() == [float(one == turn) for one in ft.SEATS]
            on_table = {int(index) for index in np.flatnonzero(parts["trick"].sum(axis=0))}
            assert on_table == {domino.index for domino in view.seen.trick}
            assert (parts["trick"] <= parts["played"]).all()
            assert [
                sum(1 << int(index) for index in np.flatnonzero(row)) for row in parts["played"]
            ] == view.seen.played
            assert np.allclose(parts["points"] * 42, view.seen.points)
            standing = view.auction.standing if isinstance(view.auction, ft.Auction) else None
            bid = [float(standing is not None and call == standing[1]) for call in CALLS]
            assert parts["bid"].tolist() == bid
            declarer = [float(standing is not None and one == standing[0]) for one in ft.SEATS]
            assert parts["declarer"].tolist() == declarer


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(seeds)
def test_a_seat_is_told_nothing_else(seed: int) -> None:
    """Other hands of the others change nothing that it observes."""
    tensor = Tensor(FEATURES)
    for episode in chain(course(seed), sweep(seed)):
        round = round_of(episode)
        if round.passed_out:
            continue
        for seat in ft.SEATS:
            other = Episode(episode.encoding)
            other.state = with_other_hands(round, ft.Random(seed), seat)
            seen = []
            for one in (episode, other):
                tensor.fill(one, seat)
                texts = [one.known(seat, past=past) for past in (True, False)]
                seen.append((tensor.flat.tolist(), texts, one.legal if seat == round.turn else ()))
            assert seen[0] == seen[1]


def test_the_moment_is_told_without_its_past() -> None:
    """Two orders of the same tricks are the same to who does not remember."""
    deal = ft.Deal.parse(
        "N:6-6 6-5 6-4 6-3 6-2 6-1 6-0 / 5-5 5-4 5-3 5-2 5-1 5-0 4-4 / "
        "4-3 4-2 4-1 4-0 3-3 3-2 3-1 / 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
    )
    tensor = Tensor(feature for feature in FEATURES if not feature.past)
    found = []
    for plays in ("6-6 5-5 4-3 3-0 6-5 4-4 4-1 1-1", "6-5 4-4 4-1 1-1 6-6 5-5 4-3 3-0"):
        episode = Episode(FortyTwoEncoding.parse("tournament"))
        episode.state = Round(deal, ft.Auction(ft.Rules.tournament()))
        for move in (ft.Call(42), ft.PASS, ft.PASS, ft.PASS, ft.Trump.SIXES):
            episode.state.push(move)
        for word in plays.split():
            episode.push(ft.Domino.parse(word).index)
        tensor.fill(episode, 2)
        found.append((tensor.flat.tolist(), episode.known(2, past=False)))
    assert found[0] == found[1]
    assert found[0][1] == (
        "S:4-2 4-0 3-3 3-2 3-1",
        "auction N:1M P P P ; trump sixes ; played 6-6 6-5 / 5-5 4-4 / 4-3 4-1 / 3-0 1-1 ; "
        "trick N: ; points 17-0",
    )


def test_a_plunge_is_told_by_who_declares_and_for_what() -> None:
    hands = {ft.Seat.N: ft.Hand.parse("6-6 5-5 4-4 3-3")}
    rules = "tournament plunge=true"
    episode = Episode(FortyTwoEncoding.parse(rules))
    episode.state = Round(ft.Deal.random(1, hands=hands), ft.Auction(ft.Rules.parse(rules)))
    for call in (PLUNGE, ft.PASS, ft.PASS, ft.PASS):
        episode.push(NUMBERS[ft.Call, call])
    tensor = Tensor(FEATURES)
    tensor.fill(episode, 1)
    assert np.flatnonzero(tensor.parts["declarer"]).tolist() == [ft.Seat.S]
    assert np.flatnonzero(tensor.parts["bid"]).tolist() == [CALLS.index(ft.Call(168))]
    assert np.flatnonzero(tensor.parts["calls"][0]).tolist() == [CALLS.index(PLUNGE)]


def test_a_lead_called_blank() -> None:
    hands = {ft.Seat.N: ft.Hand.parse("5-0")}
    rules = "source small_end_opening=true"
    episode = Episode(FortyTwoEncoding.parse(rules))
    episode.state = Round(ft.Deal.random(1, hands=hands), ft.Auction(ft.Rules.parse(rules)))
    for move in (ft.Call(30), ft.PASS, ft.PASS, ft.PASS, ft.Trump.SIXES):
        episode.push(NUMBERS[type(move), move])
    lead = ft.Play(ft.Domino(5, 0))
    episode.push(NUMBERS[ft.Play, lead])
    tensor = Tensor(FEATURES)
    tensor.fill(episode, 1)
    assert np.flatnonzero(tensor.parts["called"]).tolist() == [0]
    assert read(tensor.parts, ft.Rules.parse(rules)).plays == (lead,)
    assert "trump sixes called 0" in episode.known(1, past=False)[1]


def test_all_have_passed() -> None:
    episode = Episode.random(FortyTwoEncoding.parse("source"), ft.Random(1))
    for _ in range(4):
        episode.push(NUMBERS[ft.Call, ft.PASS])
    assert episode.finished
    own, common = episode.known(3, past=True)
    assert own == f"W:{round_of(episode).deal[3]}"
    assert common == "auction N:P P P P"
    assert episode.payoffs == [0, 0, 0, 0]


def test_a_seat_sees_its_hand_grow() -> None:
    encoding = FortyTwoEncoding.parse("source")
    episode = Episode.after(encoding, [27, 0, 13, 7, 20])
    assert episode.hand(0) == [20, 27]
    assert episode.known(0, past=True) == (f"N:{ft.DOMINOES[20]} 6-6", "")
    tensor = Tensor(FEATURES)
    tensor.fill(episode, 0)
    assert np.flatnonzero(tensor.parts["hand"]).tolist() == [20, 27]
    assert tensor.flat.sum() == 2
    without = Tensor(feature for feature in FEATURES if not feature.private)
    without.fill(episode, 0)
    assert without.flat.sum() == 0


def test_parts_are_the_tensor() -> None:
    tensor = Tensor(FEATURES)
    assert tensor.flat.size == sum(prod(feature.shape) for feature in FEATURES)
    start = 0
    for feature in FEATURES:
        part = tensor.parts[feature.name]
        assert part.shape == feature.shape
        tensor.flat[start] = 7
        assert part.flat[0] == 7
        start += part.size


def test_the_page_lists_all_features() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([0-9 ×]+) \|", PAGE.read_text("utf-8"), re.M)
    assert [(name, tuple(map(int, shape.split(" × ")))) for name, shape in rows] == [
        (feature.name, feature.shape) for feature in FEATURES
    ]


# --- Episodes ---


@given(seeds, st.integers(0, 60))
def test_copies(seed: int, length: int) -> None:
    numbers: list[int] = []
    episode = Episode(random_episode(seed).encoding)
    random = ft.Random(seed)
    while len(numbers) < length and not episode.finished:
        numbers.append(random.choice(episode.legal))
        episode.push(numbers[-1])
    text = str(episode)
    for other in (
        copy(episode),
        deepcopy(episode),
        pickle.loads(pickle.dumps(episode)),
        Episode.after(episode.encoding, numbers),
    ):
        assert str(other) == text
        assert other.dealt == episode.dealt
        assert other.legal == episode.legal
        assert str(other.encoding.rules) == str(episode.encoding.rules)
        if not other.finished:
            other.push(other.legal[0])
            assert str(other) != text
        assert str(episode) == text


def test_what_is_refused_changes_nothing() -> None:
    encoding = FortyTwoEncoding.parse("source")
    episode = Episode.after(encoding, [27])
    for number, message in ((27, "6-6 has been dealt"), (28, "28: expected 0 to 27"), (-1, "-1")):
        with pytest.raises(ft.IllegalMoveError, match=message):
            episode.push(number)
    assert episode.dealt == [27]
    episode = Episode.random(encoding, ft.Random(1))
    text = str(episode)
    for number in (93, 0, NUMBERS[ft.Call, ft.Call(546)], NUMBERS[ft.Trump, ft.Trump.ONES]):
        with pytest.raises(ft.IllegalMoveError):
            episode.push(number)
    assert str(episode) == text


def test_first_bidder() -> None:
    rules = ft.Rules.source(first_bidder="holder_of_1_0")
    for seed in range(8):
        episode = Episode.random(FortyTwoEncoding(rules), ft.Random(seed))
        assert ft.Domino(1, 0) in round_of(episode).deal[round_of(episode).mover]
    episode = Episode.random(FortyTwoEncoding(replace(rules, first_bidder=2)), ft.Random(0))
    assert round_of(episode).mover == 2


@pytest.mark.parametrize("name", ["book", "random", "ev:2", "advisor:instant"])
def test_players_choose_by_what_the_seat_knows(name: str) -> None:
    """Asked twice, and in another deal, a player does the same."""
    player = player_of("forty-two", name)
    for seed in range(2):
        for episode in course(seed):
            if episode.finished:
                break
            other = Episode(episode.encoding)
            other.state = with_other_hands(round_of(episode), ft.Random(seed))
            number = Policy(player, 1).choose(episode)
            assert number in episode.legal
            assert Policy(player, 1).choose(other) == number


def test_chance_of_players_comes_from_the_seed() -> None:
    episode = Episode.random(FortyTwoEncoding.parse("source"), ft.Random(1))
    player = player_of("forty-two", "random")
    assert len({Policy(player, seed).choose(episode) for seed in range(20)}) > 5
