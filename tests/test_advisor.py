"""Advice: right on the worlds it solves, bounded, repeatable, and honest about its error."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest

import fortytwo as ft
from fortytwo.solver.advice import OPEN, PLAN
from fortytwo.solver.advisor import LEVELS
from fortytwo.solver.games import knowledge_of
from fortytwo.solver.sample import take_sample

STRONG = "6-6 6-5 6-4 6-3 6-2 6-1 5-5"
TYPICAL = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"


def advise(text: str, **limits: float) -> ft.Suggestion[object]:
    return ft.suggest(ft.View.parse(text), **{"worlds": 30, **limits})  # type: ignore[arg-type]


def late_view(plays: int, seed: int = 3) -> tuple[ft.View, ft.Position]:
    """A view so many plays into a random deal, and the true position."""
    random = ft.Random(seed)
    contract = ft.Contract(ft.Trump.FIVES, ft.Seat.N, ft.Call(30))
    position = ft.Position(ft.Deal.draw(random), contract)
    for _ in range(plays):
        position.push(random.choice(position.legal))
    return ft.View.of_position(position), position


@pytest.mark.parametrize("level", ["instant", "fast"])
def test_a_level_solves_more_worlds_where_they_take_less_time(level: str) -> None:
    bid = ft.suggest(ft.View.parse(f"N:{TYPICAL}"), level=level)
    play = ft.suggest(
        ft.View.parse(f"N:{TYPICAL} ; declarer N ; bid 30 ; trump sixes"), level=level
    )
    assert (bid.worlds, play.worlds) == LEVELS[level][:2]
    assert play.worlds == 4 * bid.worlds


def test_every_bid_and_trump_of_both_presets_is_judged() -> None:
    for rules, bids, trumps in (("source", 15, 7), ("tournament", 14, 9)):
        suggestion = advise(f"N:{TYPICAL} ; rules {rules}", worlds=3)
        assert len(suggestion.estimates) == bids * trumps
        assert (
            suggestion.estimates["sixes", "30"].p
            >= suggestion.estimates["sixes", "42" if bids == 15 else "1M"].p
        )


def test_odds_come_from_one_set_of_worlds() -> None:
    """So a higher bid in the same trump can never look easier."""
    estimates = advise(f"N:{TYPICAL}").estimates
    for trump in ft.TRUMPS[:7]:
        odds = [estimate.p for (name, _), estimate in estimates.items() if name == str(trump)]
        assert len(odds) == 15
        assert all(lower >= higher for lower, higher in pairwise(odds))


def test_the_chance_at_the_table_is_told_beside_the_odds() -> None:
    """A bid is harder to make than with all hands open; of a play no more is known."""
    bids = advise(f"N:{TYPICAL}").estimates
    assert bids["sixes", "30"].p > 0.5
    assert 0.2 < bids["sixes", "30"].chance < bids["sixes", "30"].p
    assert bids["sixes", "84"].chance < bids["sixes", "31"].chance < bids["sixes", "30"].chance
    plays = ft.suggest(late_view(13)[0], worlds=10).estimates
    assert [one.chance for one in plays.values()] == [one.p for one in plays.values()]


def test_odds_are_the_share_of_worlds_that_the_solver_wins() -> None:
    view = ft.View.parse(f"N:{TYPICAL} ; rules tournament")
    suggestion = ft.suggest(view, worlds=40, seed=9)
    sample = take_sample(view, knowledge_of(view), 40, ft.Random(9))
    deals = [ft.Deal.of_masks([view.hand.mask, *world]) for world in sample.worlds.tolist()]
    points = np.array([ft.table(deal)[:, ft.Seat.N] for deal in deals])
    for trump in ft.TRUMPS:
        for bid, need in (("30", 30), ("36", 36), ("1M", 42), ("2M", 42)):
            estimate = suggestion.estimates[str(trump), bid]
            solved = points[: estimate.worlds, trump]
            assert estimate.p == pytest.approx(np.mean(solved >= need))
            assert estimate.points == pytest.approx(np.mean(solved))
    assert suggestion.estimates["sixes", "30"].worlds == 40


def test_error_is_that_of_a_share_and_never_zero_in_a_sample() -> None:
    suggestion = advise(f"N:{STRONG}", worlds=100)
    sure = suggestion.estimates["sixes", "30"]
    assert sure.p == 1
    assert 0 < sure.error < 0.02
    for estimate in suggestion.estimates.values():
        worlds = estimate.worlds
        share = (worlds * estimate.p + 1) / (worlds + 2)
        assert estimate.error == pytest.approx((share * (1 - share) / worlds) ** 0.5)


@pytest.mark.parametrize(("plays", "seed", "worlds"), [(18, 7, 210), (20, 7, 90), (22, 7, 9)])
def test_listed_worlds_leave_no_error(plays: int, seed: int, worlds: int) -> None:
    """Though more than 64 come in several parts, each with a plan of its own."""
    view, _ = late_view(plays, seed)
    suggestion = ft.suggest(view)
    assert suggestion.exhaustive
    assert suggestion.worlds == ft.Worlds(view.unseen).count == worlds
    assert {estimate.error for estimate in suggestion.estimates.values()} == {0.0}
    assert f"all {worlds} possible worlds" in suggestion.reason
    assert (suggestion.note == PLAN) == (plays == 18)
    # Exact: the seed cannot matter.
    for other in range(1, 6):
        assert ft.suggest(view, seed=other).estimates == suggestion.estimates


def test_the_level_instant_lists_fewer_worlds() -> None:
    view, _ = late_view(18, 7)
    assert ft.suggest(view, level="fast").exhaustive
    assert not ft.suggest(view, level="instant").exhaustive
    view, _ = late_view(20, 7)
    assert ft.suggest(view, level="instant").exhaustive


DECIDED = "N:6-2 6-0 5-5 5-2 5-0 3-0 2-0 ; declarer E ; bid 34 ; trump fours ; plays"


def test_what_is_settled_is_told_and_has_no_error() -> None:
    """N and S have 22 points, so that 34 cannot be made; which card is played still counts."""
    view = ft.View.parse(f"{DECIDED} 4-0 4-4 4-1 5-5 2-2 1-0 2-0 3-2 0-0 6-1")
    suggestion = ft.suggest(view)
    assert {(one.p, one.error) for one in suggestion.estimates.values()} == {(1.0, 0.0)}
    assert suggestion.reason.startswith("Whatever is played sets 34; ")
    rival = suggestion.explanation.rival
    assert rival is not None
    assert (rival.chance.mean, rival.chance.error) == (0.0, 0.0)
    lost = ft.View.parse(
        "N:6-5 6-3 6-2 6-0 4-0 3-0 2-1 ; declarer N ; bid 31 ; trump sixes ; "
        "plays 6-0 6-4 5-1 6-1 2-2 4-2 2-0 2-1 5-4 3-1 5-0 6-2"
    )
    assert ft.suggest(lost).reason.startswith("Nothing makes 31 any more; ")


HALF_WAY = "declarer N ; bid 30 ; trump fives ; plays"


def test_what_is_played_on_by_luck_is_never_without_error() -> None:
    """1,890 worlds, all of them solved, but half of the odds come from plays that are drawn."""
    text = f"N:5-1 5-0 4-4 4-0 3-2 2-1 2-0 ; {HALF_WAY} 2-0 3-1 6-3 4-2 6-0 2-1 1-1 6-6 5-3 5-5"
    one, other = advise(text, worlds=160, seed=1), advise(text, worlds=160, seed=2)
    assert one.exhaustive
    assert one.worlds == 1890
    assert one.estimates["5-1",].p != other.estimates["5-1",].p
    for label, estimate in one.estimates.items():
        assert abs(estimate.p - other.estimates[label].p) < 5 * estimate.error


def test_no_luck_is_in_odds_where_nobody_plays_before_hands_are_opened() -> None:
    """The fourth play of the third trick: four tricks are left at once."""
    text = f"E:6-3 5-2 5-0 4-4 4-0 3-1 1-0 ; {HALF_WAY} 2-1 1-0 3-2 5-3 6-1 6-2 6-3 6-6 6-0 5-4 3-3"
    advice = advise(text, worlds=160)
    assert advice.exhaustive
    assert advice.note == OPEN
    assert {estimate.error for estimate in advice.estimates.values()} == {0.0}


@pytest.mark.parametrize("plays", [17, 19, 22, 25])
def test_plays_are_judged_by_the_solver_in_every_world(plays: int) -> None:
    view, position = late_view(plays)
    sample = take_sample(view, knowledge_of(view), 2000, ft.Random(0))
    suggestion = ft.suggest(view, worlds=2000)
    assert suggestion.exhaustive
    values = [ft.analyse(view.world(world)) for world in sample.worlds.tolist()]
    need = 30 if view.side == ft.Side.NS else 13
    worths = np.array(knowledge_of(view).worths(view))
    worths = (worths - worths[0]) / np.ptp(worths)
    low, high = position.bounds(view.side)
    found = {}
    for domino in position.legal:
        points = [value[domino][view.side] for value in values]
        estimate = suggestion.estimates[(str(domino),)]
        assert estimate.p == pytest.approx(
            np.average(np.greater_equal(points, need), weights=sample.weights)
        )
        assert estimate.points == pytest.approx(np.average(points, weights=sample.weights))
        found[str(domino)] = np.average(worths[points], weights=sample.weights)
        # A fiftieth of what is at stake is given for all points together.
        found[str(domino)] += 0.02 * estimate.points / (high - low)
    assert found[suggestion.text] == pytest.approx(max(found.values()))


def test_the_seed_decides_and_nothing_else() -> None:
    text = f"N:{TYPICAL}"
    assert advise(text, seed=4) == advise(text, seed=4)
    assert advise(text, seed=4).estimates != advise(text, seed=5).estimates


def test_advice_in_many_threads_is_the_same() -> None:
    views = [ft.View.parse(f"N:{TYPICAL} ; score {score}-0") for score in range(0, 250, 50)]
    views += [late_view(plays)[0] for plays in (1, 5, 9, 14)]
    alone = [ft.suggest(view, worlds=10) for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda view: ft.suggest(view, worlds=10), views * 3)) == alone * 3


def test_hidden_hands_do_not_change_the_advice() -> None:
    """Two deals that differ in what the seat cannot know get the same answer."""
    view, position = late_view(8)
    other = view.world(ft.Worlds(view.unseen).draw(ft.Random(77)))
    assert isinstance(other, ft.Position)
    assert other.deal != position.deal
    assert ft.suggest(ft.View.of_position(other), worlds=20) == ft.suggest(view, worlds=20)


def test_time_limit_ends_the_sample_and_says_so() -> None:
    suggestion = advise(f"N:{TYPICAL}", worlds=100_000, time_limit=0.05)
    assert 1 <= suggestion.worlds < 100_000
    assert not suggestion.complete
    assert advise(f"N:{TYPICAL}", worlds=2, time_limit=1000).complete


def test_a_sample_cut_short_is_a_fair_one() -> None:
    """The first of the listed worlds are alike; those solved in time must not be these."""
    off = 0
    for seed in range(40):
        view, _ = late_view(13, seed)
        whole = ft.suggest(view, worlds=5000)
        if not whole.exhaustive or whole.worlds < 100:
            continue
        cut = ft.suggest(view, worlds=5000, time_limit=0.002)
        for label, estimate in cut.estimates.items():
            assert cut.exhaustive or cut.evidence.weighing.settled or estimate.error > 0
            off += abs(estimate.p - whole.estimates[label].p) > 4 * max(estimate.error, 1e-9)
    assert off <= 1


def test_strong_hands_bid_and_hopeless_ones_pass() -> None:
    assert advise(f"N:{STRONG}").move != ft.PASS
    weak = advise("N:6-0 5-1 4-0 3-1 2-0 4-3 2-1 ; auction E:P 31 P ; rules tournament")
    assert weak.move == ft.PASS
    assert "Nothing is expected to gain more than a pass" in weak.reason


def test_a_hand_may_have_no_hopeless_declaration() -> None:
    assert len(advise("N:6-6 6-0 5-3 4-4 3-2 2-1 1-1", worlds=4).estimates) == 15 * 7


def test_a_bid_is_as_low_as_it_can_be_when_height_gains_nothing() -> None:
    assert advise(f"N:{TYPICAL} ; rules tournament ; auction E:P P P").move == 30


def test_the_score_of_the_match_changes_the_call() -> None:
    """With six marks of seven a mark is enough, from nothing a sure hand bids two."""
    sure = "N:6-6 6-5 6-4 6-3 6-2 6-1 6-0 ; rules tournament ; auction E:P P P"
    assert advise(sure).move == 84
    assert advise(f"{sure} ; score 6-0").move == 30


def test_passing_is_all_that_is_left_after_the_highest_bid() -> None:
    suggestion = advise(f"E:{STRONG} ; auction 168")
    assert suggestion.move == ft.PASS
    assert suggestion.reason == "Nothing but a pass is allowed."
    assert suggestion.worlds == 0
    assert suggestion.complete


def test_the_trump_is_chosen_for_the_bid() -> None:
    suggestion = advise(f"S:{STRONG} ; bid 31")
    assert suggestion.move is ft.Trump.SIXES
    assert set(suggestion.estimates) == {(str(trump), "31") for trump in ft.TRUMPS[:7]}


def test_defenders_are_told_their_chance_to_set() -> None:
    view, _ = late_view(1)
    assert view.side == ft.Side.EW
    assert all(option.success == "sets 30" and option.need == 13 for option in view.options)


def test_a_forced_play_is_called_so() -> None:
    text = f"S:{TYPICAL} ; declarer N ; bid 30 ; trump blanks ; plays 3-3 3-1"
    assert advise(text, worlds=3).reason.endswith("There is no other choice.")


def test_suggestions_by_name_refuse_another_question() -> None:
    view = ft.View.parse(f"N:{TYPICAL}")
    assert ft.suggest_bid(view, worlds=1).question == "bid"
    for ask in (ft.suggest_trump, ft.suggest_play):
        with pytest.raises(ft.IllegalMoveError, match="the seat is to bid, not to"):
            ask(view)


@pytest.mark.parametrize(
    ("score", "points", "worth"),
    [((0, 0), 35, 28 / 250), ((0, 0), 29, -43 / 250), ((220, 0), 30, 1.0), ((0, 240), 31, -1.0)],
)
def test_worth_of_a_bid_is_what_it_records(
    score: tuple[int, int], points: int, worth: float
) -> None:
    view = ft.View(ft.Seat.N, ft.Hand.parse(TYPICAL), score=score)
    option = next(option for option in view.options if option.label == ("sixes", "30"))
    assert option.worth is not None
    assert option.worth(points) == pytest.approx(worth)
