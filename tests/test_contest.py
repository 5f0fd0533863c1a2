"""Contests: mirrored, fair, and handing players nothing but views."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

import fortytwo as ft
from fortytwo.engine.games import GAMES
from fortytwo.engine.games.forty_two.terms import Terms
from fortytwo.engine.view import View
from fortytwo.solver.contest import CONTRACTS, IDLE_DEALS, MATCHES, Contest, Pair, play_pair
from fortytwo.solver.players import KINDS, Player, read_player

GAME = GAMES["forty-two"]


class First:
    """Makes the first legal move, and remembers what it was handed."""

    name = "first"

    def __init__(self) -> None:
        self.seen: list[tuple[Any, ft.Random]] = []

    def move(self, view: View[Any], random: ft.Random) -> Any:
        self.seen.append((view, random))
        return view.options[0].move


class Bidder(First):
    """As `First`, but bids as little as it can."""

    name = "bidder"

    def move(self, view: View[Any], random: ft.Random) -> Any:
        super().move(view, random)
        bids = [option.move for option in view.options if option.move != ft.PASS]
        return bids[0] if bids else ft.PASS


def contest(kind: str = CONTRACTS, rules: str = "source", bid: str = "30") -> Contest:
    terms = Terms.from_fields({"rules": rules, "bid": bid})
    return Contest(GAME, kind, terms, ("A", "B"), seed=5)


def played(one: Contest, players: list[Player[Any]], pairs: int) -> list[Pair]:
    return [play_pair(one, players, number) for number in range(pairs)]


@pytest.mark.parametrize("name", ["random", "ev:3", "make:3", "advisor:fast"])
def test_nobody_makes_more_contracts_than_itself(name: str) -> None:
    """In every single pair: who sits where must not matter to deals or chance."""
    player = read_player(name, KINDS)
    pairs = played(contest(), [player, player], 4)
    assert all(pair.results[0] == pair.results[1] for pair in pairs)


@pytest.mark.parametrize(("name", "pairs"), [("random", 20), ("ev:6", 1)])
def test_nobody_wins_more_matches_than_itself(name: str, pairs: int) -> None:
    player = read_player(name, KINDS)
    results = [
        pair.results
        for pair in played(contest(MATCHES, "tournament target=1"), [player, player], pairs)
    ]
    assert all(one == other != 0.5 for one, other in results)


def test_the_better_player_wins() -> None:
    players = [read_player(name, KINDS) for name in ("ev:5", "random")]
    pairs = played(contest(), players, 12)
    gained = sum(pair.results[0] - pair.results[1] for pair in pairs)
    assert gained >= 3
    swapped = played(contest(), players[::-1], 12)
    assert [pair.results for pair in swapped] == [pair.results[::-1] for pair in pairs]


def test_pairs_do_not_depend_on_those_before() -> None:
    players = [read_player(name, KINDS) for name in ("ev:2", "random")]
    whole = played(contest(), players, 4)
    assert play_pair(contest(), players, 3).results == whole[3].results
    assert len({pair.results for pair in played(contest(), players, 8)}) > 1


@pytest.mark.parametrize(("rules", "bid"), [("source", "30"), ("tournament", "36")])
def test_a_contract_is_made_if_playing_on_would_make_it(rules: str, bid: str) -> None:
    """The deal is rebuilt from what the seats saw, and played to the end."""
    outcomes = set()
    for number in range(12):
        player = First()
        pair = play_pair(contest(rules=rules, bid=bid), [player, player], number)
        views = [view for view, _ in player.seen]
        hands = {view.seat: view.hand for view in views[: len(views) // 2]}
        assert len(hands) == 4
        contract = ft.Contract(views[0].trump, ft.Seat.N, ft.Call.parse(bid))
        position = ft.Position(ft.Deal.of_masks([hands[s].mask for s in ft.SEATS]), contract)
        while not position.finished:
            move = ft.View.of_position(position).options[0].move
            assert isinstance(move, ft.Domino)
            position.push(move)
        made = contract.shortfall(position.points) == 0
        assert pair.results == (made, made)
        assert pair.deals == (1, 1)
        outcomes.add(made)
    assert outcomes == {True, False}


def test_the_trump_of_a_contract_is_that_of_the_best_odds_for_whoever_plays() -> None:
    for number in range(3):
        trumps = set()
        for players in ([First(), Bidder()], [read_player("random", KINDS), First()]):
            play_pair(contest(), players, number)
            views = [v for player in players if isinstance(player, First) for v, _ in player.seen]
            hand = next(view.hand for view in views if view.seat == ft.Seat.N)
            trumps |= {view.trump for view in views}
        (trump,) = trumps
        view = ft.View(ft.Seat.N, hand, ft.Outcome(ft.Seat.N, ft.Call(30)))
        odds = ft.suggest_trump(view, worlds=200).estimates
        assert odds[str(trump), "30"].p >= max(one.p for one in odds.values()) - 0.2


def test_players_get_views_and_sit_where_they_should() -> None:
    """A view is what its text says, and that is what its seat knows."""
    one, other = First(), Bidder()
    play_pair(contest(MATCHES, "tournament target=2"), [one, other], 0)
    sides = defaultdict(list)
    for player in (one, other):
        for view, random in player.seen:
            assert type(view) is ft.View
            assert ft.View.parse(str(view)) == view
            assert view.seen.turn == view.seat
            assert not view.hand & view.pool
            assert type(random) is ft.Random
            sides[player].append(view.side)
    assert {side for seen in sides.values() for side in seen} == {0, 1}
    # The first player holds NS in one match, and EW in the other.
    assert sides[one][0] == 0
    assert sides[one][-1] == 1
    assert 1 not in sides[one][: sides[one].index(1)]


def test_chance_is_new_at_every_move() -> None:
    """But the same in both games of a pair, as far as they go alike."""
    player = First()
    play_pair(contest(), [player, player], 0)
    numbers = [random.below(2**63) for _, random in player.seen]
    half = len(numbers) // 2
    assert half >= 16
    assert len(set(numbers[:half])) == half
    assert numbers[:half] == numbers[half:]


def test_matches_are_won_by_the_rules() -> None:
    """Each deal of two that bid as little as they can is worth a mark."""
    one, other = Bidder(), Bidder()
    pair = play_pair(contest(MATCHES, "tournament target=3"), [one, other], 0)
    scores = [view.score for view, _ in one.seen]
    assert scores[0] == (0, 0)
    assert max(map(max, scores)) < 3
    assert pair.results[0] == pair.results[1]
    assert pair.results[0] in (0, 1)
    assert pair.deals[0] == pair.deals[1]
    assert 3 <= pair.deals[0] <= 5
    firsts = [view.auction.first for view, _ in one.seen if view.question == "bid"]
    assert firsts[0] == ft.Seat.N
    assert len(set(firsts)) == min(4, pair.deals[0])
    assert len(set(scores)) == pair.deals[0]


@pytest.mark.parametrize("number", range(4))
def test_the_winner_is_who_reaches_the_target(number: int) -> None:
    """The last deal is written down from what its last player saw."""
    one, other = Bidder(), First()
    pair = play_pair(contest(MATCHES, "tournament target=2"), [one, other], number)
    views = sorted([*one.seen, *other.seen], key=lambda seen: len(seen[0].plays))
    last = [view for view, _ in views if len(view.plays) == 27 and max(view.score) == 1]
    winners = set()
    for view in last:
        (domino,) = view.holding
        points = replace(view, plays=(*view.plays, domino)).seen.points
        declarer, bid = view.won
        gained = view.rules.record(declarer.side, bid, points)
        score = view.score[0] + gained[0], view.score[1] + gained[1]
        if view.rules.winner(score) is not None:
            winners.add((declarer.side, view.rules.winner(score)))
    # Only the first player bids: it declares for NS in the first match, for EW in the second.
    assert winners == {(0, int(pair.results[0] == 0)), (1, int(pair.results[1] == 0))}


def test_only_idle_deals_in_a_row_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sometimes(Bidder):
        """Bids in every second deal."""

        def move(self, view: View[Any], random: ft.Random) -> Any:
            assert isinstance(view, ft.View)
            if view.question == "bid" and view.auction.first.side == 1:  # type: ignore[union-attr]
                return ft.PASS
            return super().move(view, random)

    monkeypatch.setattr("fortytwo.solver.contest.IDLE_DEALS", 2)
    player = Sometimes()
    pair = play_pair(contest(MATCHES, "tournament target=3"), [player, player], 0)
    assert pair.deals[0] >= 5
    assert 0.5 not in pair.results


def test_a_match_that_nobody_bids_in_ends_without_a_winner() -> None:
    player = First()
    pair = play_pair(contest(MATCHES), [player, player], 0)
    assert pair.results == (0.5, 0.5)
    assert pair.deals == (IDLE_DEALS, IDLE_DEALS)
    assert len(player.seen) == 2 * 4 * IDLE_DEALS


def test_times_are_kept_by_player_and_question() -> None:
    one, other = First(), Bidder()
    pair = play_pair(contest(MATCHES, "tournament target=1"), [one, other], 1)
    for player, times in zip((one, other), pair.times, strict=True):
        questions = [view.question for view, _ in player.seen]
        assert {name: time.moves for name, time in times.items()} == {
            name: questions.count(name) for name in questions
        }
        assert all(0 < time.longest <= time.seconds for time in times.values())
    assert "trump" in pair.times[1]
    assert "trump" not in pair.times[0]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (ft.Call(30), "player cheat: '30' is not allowed now"),
        (None, "player cheat: "),
        ("6-6", "player cheat: "),
    ],
)
def test_illegal_moves_name_the_player(move: object, message: str) -> None:
    class Cheat(First):
        name = "cheat"

        def move(self, view: View[Any], random: ft.Random) -> Any:
            return move

    with pytest.raises(ft.PlayerError, match=message):
        play_pair(contest(), [First(), Cheat()], 0)


def test_facts_tell_contests_apart() -> None:
    assert contest(rules="tournament target=5", bid="84").facts == {
        "game": "forty-two",
        "kind": "contracts",
        "players": ["A", "B"],
        "rules": "tournament target=5",
        "bid": "2M",
        "seed": 5,
    }
    assert "bid" not in contest(MATCHES).facts


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"rules": "nonsense"}, ft.OptionError),
        ({"bid": "29"}, ft.ImpossiblePositionError),
        ({"bid": "P"}, ft.ImpossiblePositionError),
        ({"bid": "high"}, ft.NotationError),
    ],
)
def test_bad_terms_are_refused(fields: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        GAME.read_terms(fields)
