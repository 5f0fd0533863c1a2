"""Whatever a table agrees on: players and the advisor get through whole matches, by its rules."""

from __future__ import annotations

import os
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.games.forty_two.choices import PRESETS
from fortytwo.engine.games.forty_two.game import FORTY_TWO
from fortytwo.solver.arena import Standing, play
from fortytwo.solver.contest import IDLE_DEALS, MATCHES, Contest, play_pair
from fortytwo.solver.games.forty_two.book import Book
from fortytwo.solver.players import AdvisedPlayer, RandomPlayer, SamplingPlayer, mean_points
from golden import random_move, random_rules

TABLES: Final = int(os.environ.get("FORTYTWO_TABLES", "6"))
PLAYERS: Final[list[Any]] = [
    RandomPlayer(),
    Book(),
    AdvisedPlayer("advisor", {"worlds": 2}),
    SamplingPlayer("ev:1", 1, mean_points),
]
EVERYTHING: Final = (
    "lechner_hall forced_bid=31 first_bidder=holder_of_1_0 stop_when_decided=true plunge=true "
    "splash=true splash_marks=3 plunge_marks=2 plunge_leader=caller win_by_two=true target=2 "
    "claims=true",
    "source set_penalty=minus_bid made_big_bid=bid strict_ladder=true target=60 forced_bid=30",
    "source scoring=marks plunge=true splash=true strict_ladder=true target=2",
    "tournament scoring=points set_penalty=shortfall target=42 overcall_step=2 first_bidder=3",
)


def play_match(rules: ft.Rules, random: ft.Random, deals: int) -> ft.Match:
    """A match in which another player makes each move, and each move is legal."""
    match = ft.Match(rules)
    while not match.finished and len(match.rounds) < deals:
        round = match.deal(random)
        while not round.finished:
            view = ft.View.of(round)
            move = random.choice(PLAYERS).move(view, random)
            assert move in round.legal
            match.push(move)
        assert ft.Record.parse(str(ft.Record.of(round))).replay() == round
    return match


@pytest.mark.parametrize("text", EVERYTHING)
def test_players_play_by_all_options(text: str) -> None:
    assert play_match(ft.Rules.parse(text), ft.Random(7), 4).rounds


@pytest.mark.parametrize("number", range(TABLES))
def test_players_play_by_any_rules(number: int) -> None:
    random = ft.Random(number)
    rules = random_rules(random, list(PRESETS)[number % len(PRESETS)])
    assert play_match(rules, random, 2).rounds, rules


@pytest.mark.parametrize("seed", range(TABLES))
def test_advice_is_legal_wherever_a_deal_has_come_to(seed: int) -> None:
    random = ft.Random(seed)
    for text in EVERYTHING[:3]:
        round = ft.Round(ft.Deal.draw(random), ft.Auction(ft.Rules.parse(text)))
        while not round.finished:
            if random.below(8) == 0:
                view = ft.View.of(round)
                assert ft.suggest(view, worlds=2).move in round.legal
                assert Book().move(view, random) in round.legal
            round.push(random_move(round, random))


class Passing:
    """Never bids if it need not; plays anything."""

    name = "passing"

    def move(self, view: Any, random: ft.Random) -> Any:
        return view.options[0].move


class Reckless:
    """Bids all that it can; plays anything."""

    name = "reckless"

    def move(self, view: Any, random: ft.Random) -> Any:
        moves = [option.move for option in view.options]
        return moves[-1] if view.question == "bid" else moves[0]


@pytest.mark.parametrize(
    ("player", "rules", "undecided"),
    [
        (Passing(), "tournament", True),
        (Passing(), "tournament forced_bid=30 target=1", False),
        (Reckless(), "source set_penalty=minus_bid", True),
        (Reckless(), "source", False),
    ],
)
def test_no_match_goes_on_for_ever(player: Any, rules: str, undecided: bool) -> None:
    terms = FORTY_TWO.read_terms({"rules": rules})
    contest = Contest(FORTY_TWO, MATCHES, terms, (player.name, player.name))
    pair = play_pair(contest, (player, player), 0)
    assert (pair.results == (0.5, 0.5)) is undecided
    assert not undecided or min(pair.deals) >= IDLE_DEALS
    standing = Standing()
    play(contest, lambda _: player, 1, standing, jobs=1)
    assert (standing.undecided == 2) is undecided


def test_a_plunge_is_advised_to_who_holds_all_doubles() -> None:
    view = ft.View.parse(
        "S:6-6 5-5 4-4 3-3 2-2 1-1 0-0 ; auction N:P 30 ; score 0-5 ;"
        " rules tournament plunge=true declarations=pips"
    )
    advice = ft.suggest(view, worlds=60)
    assert advice.text in ("plunge", "2M", "1M", "P")
    assert ("plunge",) not in advice.estimates


def test_after_partners_plunge_a_pass_is_judged_by_the_own_hand() -> None:
    """S declares if N's plunge stands; with all sixes but one it is sure to be made."""
    strong, weak = "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-0 4-0 3-0 4-1 3-1 2-1 3-2"
    worth = []
    for hand in (strong, weak):
        view = ft.View.parse(f"S:{hand} ; auction N:plunge P ; rules tournament plunge=true")
        worth.append(ft.suggest(view, worlds=10).evidence.weighing.options[0].worth)
    assert worth[0] > worth[1]


def test_a_forced_bid_is_advised_without_a_word_of_passing() -> None:
    view = ft.View.parse(
        "W:6-0 5-1 4-0 3-1 2-0 4-3 2-1 ; auction N:P P P ; rules source forced_bid=30"
    )
    advice = ft.suggest(view, worlds=10)
    assert advice.text == "30"
    assert advice.explanation.gain is None
    assert "pass" not in advice.reason
    assert Book().move(view, ft.Random(1)) == 30
