"""Why something is advised: the words, and the numbers that they are made from."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import fortytwo as ft
from fortytwo.solver.evidence import explain
from fortytwo.solver.explanation import (
    Change,
    Difference,
    Explanation,
    Instead,
    Rival,
    Safest,
    Share,
    Split,
    with_error,
)
from fortytwo.solver.reasons import reason

TYPICAL = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
NOTHING = Explanation(None, (), None, None, None, {})


def advise(text: str, worlds: int = 160, seed: int = 0) -> ft.Suggestion[object]:
    return ft.suggest(ft.View.parse(text), worlds=worlds, seed=seed)  # type: ignore[arg-type]


GOLDEN = {
    "S:6-3 6-0 5-4 5-1 3-1 1-0 0-0 ; declarer N ; bid 30 ; trump blanks ; "
    "plays 4-0 4-4 6-0 3-0 0-0 5-0 2-0 2-2": (
        "6-3 makes 30 in 51±4 % of 160 sampled worlds. Next best is 1-0, with no difference that "
        "the sample could show. Much depends on 6-6: 82±5 % where N holds it, 30±5 % where not. "
        "Where N holds 5-5, 5-4 would be better, by 26±5 points of percent."
    ),
    "E:6-3 5-5 5-1 4-0 2-0 1-1 0-0 ; declarer N ; bid 30 ; trump fours ; "
    "plays 6-4 4-0 4-4 4-2 5-0 5-3 5-4 5-1 3-3 6-3 3-1 3-2 3-0": (
        "5-5 sets 30 in 33 % of all 5880 possible worlds. Next best is 2-0, 4 points of percent "
        "less often. Much depends on 4-1: 85 % where W holds it, 11 % where not. Where W holds "
        "4-3, 0-0 would be better, by 12 points of percent. N holds no fives. "
        "Worlds that fit better with what the others did count more."
    ),
    f"S:{TYPICAL} ; bid 31 ; rules tournament": (
        "31 in sixes is made in 76±3 % of 160 sampled worlds, at the table in about 77 %. Next "
        "best is 31 in doubles, with no difference that the sample could show, but 1.7±0.7 points "
        "fewer, at the table in about 70 %. Much depends on 4-4: 100±2 % where N holds it, 61±5 % "
        "where not."
    ),
}


@pytest.mark.parametrize("text", GOLDEN, ids=lambda text: text[-40:])
def test_reasons_of_real_views(text: str) -> None:
    assert advise(text).reason == GOLDEN[text]


BID = f"S:{TYPICAL} ; auction N:P 30 ; rules tournament"
PLAY = f"S:{TYPICAL} ; declarer N ; bid 31 ; trump sixes ; plays 6-1 2-1"


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (
            {"rival": Rival("6-6", Difference(0.021, 0.009), Difference(9, 1))},
            "Next best is 6-6, 2.1±0.9 points of percent less often.",
        ),
        (
            {"rival": Rival("6-6", Difference(-0.2, 0.03), Difference(9, 1))},
            "Next best is 6-6, 20±3 points of percent more often.",
        ),
        (
            {"rival": Rival("6-6", Difference(0.015, 0.01), Difference(0, 1))},
            "Next best is 6-6, with no difference that the sample could show.",
        ),
        (
            {"rival": Rival("6-6", Difference(0.0, 0.01), Difference(1.26, 0.2))},
            "Next best is 6-6, with no difference that the sample could show, "
            "but 1.3±0.2 points fewer.",
        ),
        (
            {"rival": Rival("6-6", Difference(0.0, 0.0), Difference(-2.0, 0.0))},
            "Next best is 6-6, as often, but 2 points more.",
        ),
        (
            {"rival": Rival("6-6", Difference(0.004, 0.0), Difference(2.0, 0.0))},
            "Next best is 6-6, 0.4 points of percent less often.",
        ),
        (
            {"rival": Rival("6-6", Difference(-0.2, 0.03), Difference(9, 1), 0.614)},
            "Next best is 6-6, 20±3 points of percent more often, at the table in about 61 %.",
        ),
        ({"equals": ("6-6", "6-5")}, "No better and no worse: 6-6, 6-5."),
        (
            {"split": Split("W", "5-3", Share(0.91, 0.03), Share(0.48, 0.05))},
            "Much depends on 5-3: 91±3 % where W holds it, 48±5 % where not.",
        ),
        (
            {"change": Change("E", "5-3", "6-2", Difference(0.3, 0.06))},
            "Where E holds 5-3, 6-2 would be better, by 30±6 points of percent.",
        ),
        (
            {"safest": Safest(("6-6",), "E can win nothing", Share(0.834, 0.03))},
            "Safest is 6-6: E can win nothing in 83±3 % of worlds.",
        ),
        (
            {"safest": Safest(("6-6", "6-5", "5-5"), "E can win nothing", Share(1, 0))},
            "Safest are 6-6, 6-5 and 5-5: E can win nothing in 100 % of worlds.",
        ),
        (
            {"voids": {"W": ("trumps", "fives"), "E": ("fives",)}},
            "W holds no trumps and no fives; E holds no fives.",
        ),
        (
            {"gain": Difference(0.02, 0.005)},
            "It is worth 2.0±0.5 points of percent of the match more than a pass.",
        ),
        (
            {"gain": Difference(-0.02, 0.0)},
            "It is worth 2 points of percent of the match less than a pass.",
        ),
        (
            {"gain": Difference(0.02, 0.015)},
            "To call it or to pass: the sample shows no difference in the chance to win.",
        ),
        (
            {"instead": Instead("32 in ones", Difference(0.012, 0.005))},
            "The next best call, 32 in ones, is worth 1.2±0.5 points of percent of the match less.",
        ),
        (
            {"instead": Instead("31 in sixes", Difference(0.001, 0.005))},
            "The next best call, 31 in sixes, is worth as much, as far as the sample could show.",
        ),
    ],
)
def test_each_finding_has_its_sentence(shown: dict[str, object], words: str) -> None:
    evidence = advise(PLAY, worlds=40).evidence
    plain = reason(evidence, NOTHING)
    assert words not in plain
    found = reason(evidence, Explanation(**{**vars(NOTHING), **shown}))
    assert found == f"{plain} {words}"


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (82.4, 3.1, "82±3"),
        (82.44, 0.31, "82.4±0.3"),
        (82.44, 0.96, "82±1"),
        (0.0, 0.04, "0.00±0.04"),
        (100.0, 0.0, "100"),
        (0.0, 0.0, "0"),
        (0.123, 0.0, "0.1"),
        (1e-17, 0.0, "0"),
        (1e-17, 12.0, "0±12"),
    ],
)
def test_as_many_digits_as_the_error_carries(value: float, error: float, text: str) -> None:
    assert with_error(value, error) == text


def test_a_rival_is_compared_world_by_world() -> None:
    """The one option has in every world solved what the other has in the same."""
    suggestion = advise(PLAY)
    evidence, rival = suggestion.evidence, suggestion.explanation.rival
    assert rival is not None
    second = next(one for one in evidence.weighing.options if one.option.name == rival.name)
    assert second.rank == max(
        one.rank for one in evidence.weighing.options if one.rank < evidence.best.rank
    )
    common = min(len(evidence.best.successes), len(second.successes))
    apart = evidence.best.successes[:common] - second.successes[:common]
    assert rival.chance.mean == pytest.approx(apart.mean())
    separate = np.hypot(evidence.best.estimate.error, second.estimate.error)
    assert rival.chance.error < 0.7 * separate


def test_a_bid_is_compared_with_the_same_bid_in_another_trump() -> None:
    suggestion = advise(BID, worlds=60)
    rival = suggestion.explanation.rival
    assert rival is not None
    assert rival.name in [f"{suggestion.text} in {t}" for t in ft.TRUMPS if t != suggestion.via]


def test_estimates_are_the_means_of_the_evidence() -> None:
    for text in (f"N:{TYPICAL}", f"S:{TYPICAL} ; bid 31", PLAY):
        for one in advise(text, worlds=40).evidence.judged:
            assert one.estimate.worlds == len(one.successes)
            assert one.estimate.p == pytest.approx(one.successes.mean())
            assert one.estimate.points == pytest.approx(one.points.mean())


def test_what_a_bid_gains_over_a_pass_and_its_error() -> None:
    """The gain varies from sample to sample as much as its error says."""
    gains, doubtful = [], "E:6-5 6-4 6-3 4-4 3-2 2-1 0-0 ; auction N:P ; rules tournament"
    for seed in range(24):
        suggestion = advise(doubtful, worlds=80, seed=seed)
        gain = suggestion.explanation.gain
        assert gain is not None
        passed, *_ = suggestion.evidence.weighing.options
        assert gain.mean == pytest.approx(suggestion.evidence.top.worth - passed.worth)
        gains.append(gain)
    spread = np.std([gain.mean for gain in gains])
    assert 0.8 < np.mean([gain.error for gain in gains]) / spread < 1.4


def test_what_the_next_best_call_is_worth_less_and_its_error() -> None:
    """From sample to sample the loss varies about as much as its error says."""
    losses, options = [], "S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; auction N:P P ; rules tournament"
    for seed in range(24):
        suggestion = advise(options, worlds=80, seed=seed)
        instead, evidence = suggestion.explanation.instead, suggestion.evidence
        assert instead is not None
        other = max(
            (one for one in evidence.judged if one.option.move != suggestion.move),
            key=lambda one: one.rank,
        )
        assert instead.name == other.option.name
        assert instead.loss.mean == pytest.approx(evidence.top.worth - other.worth)
        losses.append(instead.loss)
    spread = np.std([loss.mean for loss in losses])
    assert 0.7 < np.mean([loss.error for loss in losses]) / spread < 2


def test_reasons_are_found_when_asked_for_only() -> None:
    suggestion = advise(PLAY, worlds=10)
    assert "explanation" not in vars(suggestion)
    assert suggestion.explanation == explain(suggestion.evidence)
    again = pickle.loads(pickle.dumps(suggestion))
    assert again.reason == suggestion.reason
