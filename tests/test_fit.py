"""Fitting: numbers that are known are found again, and what is made can be used."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

import fortytwo as ft
from bench.fit import sections
from bench.fit.__main__ import FILE, main
from bench.fit.chain import ORDER
from bench.fit.numbers import NEUTRAL, in_use, rounded, write
from bench.fit.regression import RIDGE, cell_weights, logistic, sharpness, softmax
from bench.fit.reliability import diagram, error, luck, reliability
from bench.fit.selfplay import played
from fortytwo.solver.games.forty_two.beliefs import log_likelihood
from fortytwo.solver.games.forty_two.equity import equity
from fortytwo.solver.games.forty_two.hands import FITTED, chance, chances_in, log_odds, strengths

TINY = ("--tables", "20", "--contracts", "3", "--deals", "2", "--worlds", "4")
BIDS = (30, 30, 34, 38, 42, 84)


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def drawn(chances: Sequence[float], seed: int = 1) -> list[bool]:
    """What happens with such chances."""
    return [bool(one) for one in np.random.default_rng(seed).random(len(chances)) < chances]


def declared(number: int) -> list[dict[str, Any]]:
    """Contracts at random, not played."""
    random = ft.Random(5)
    return [
        {
            "hands": [hand.mask for hand in ft.Deal.draw(random).hands],
            "declarer": random.below(4),
            "trump": random.below(9),
            "bid": random.choice(BIDS),
            "share": random.below(101) / 100,
            "worlds": 100,
        }
        for _ in range(number)
    ]


def strength_of(game: dict[str, Any]) -> float:
    return float(strengths([game["hands"][game["declarer"]]])[0, game["trump"]])


# --- Regressions --------------------------------------------------------------------------------


def test_logistic_finds_what_made_the_data() -> None:
    generator = np.random.default_rng(2)
    columns = np.column_stack([np.ones(20_000), generator.normal(size=(20_000, 2)) * (1, 5)])
    weights = np.array([-0.5, 1.5, -0.2])
    happened = generator.random(20_000) < 1 / (1 + np.exp(-columns @ weights))
    assert logistic(columns, happened.astype(float)) == pytest.approx(weights, abs=0.06)


def test_logistic_stays_finite_where_all_is_told_apart() -> None:
    columns = np.column_stack([np.ones(6), [-3.0, -2, -1, 1, 2, 3]])
    happened = np.array([0.0, 0, 0, 1, 1, 1])
    weights = logistic(columns, happened)
    missing = happened - 1 / (1 + np.exp(-columns @ weights))
    assert missing @ columns == pytest.approx(RIDGE * weights, abs=1e-9)
    assert 2 < weights[1] < 10


def test_sharpness_finds_what_made_the_choices() -> None:
    generator = np.random.default_rng(3)
    likings = generator.normal(20, 4, size=(5000, 9))
    chances = softmax(0.4 * likings)
    chosen = np.array([generator.choice(9, p=row) for row in chances])
    assert sharpness(likings, chosen) == pytest.approx(0.4, abs=0.02)


def test_cell_weights_give_the_shares_that_they_came_from() -> None:
    generator = np.random.default_rng(4)
    cells = np.column_stack([generator.integers(0, 6, 3000), generator.integers(6, 12, 3000)])
    weights = generator.normal(size=13)
    first = np.arange(0, 3000, 3)
    shares = softmax(weights[cells].sum(1).reshape(-1, 3)).ravel()
    found = cell_weights(cells, first, shares, 13)
    again = softmax(found[cells].sum(1).reshape(-1, 3)).ravel()
    assert again == pytest.approx(shares, abs=0.01)
    assert found[12] == 0  # nothing is said of a cell that is not met


# --- Sections: fitted to games that came from known numbers -------------------------------------


@pytest.mark.parametrize("trump", ft.TRUMPS, ids=str)
def test_strength_is_the_sum_that_is_fitted(trump: ft.Trump) -> None:
    random = ft.Random(6)
    hands = np.array([ft.Deal.draw(random).hands[0].mask for _ in range(200)], np.uint64)
    weights = np.concatenate([np.ravel(FITTED["worths"]), np.ravel(FITTED["lengths"])])
    found = sections.features(hands, trump) @ weights
    assert found == pytest.approx(strengths(hands)[:, trump], abs=1e-3)


def test_strength_is_found_again() -> None:
    """From tables whose points are no more than strengths."""
    random = ft.Random(7)
    games: list[dict[str, Any]] = []
    for _ in range(1500):
        hands = [hand.mask for hand in ft.Deal.draw(random).hands]
        games.append({"hands": hands, "points": strengths(hands)[:, list(ft.TRUMPS)].T.tolist()})
    with in_use({**FITTED, **sections.strength(games)}):
        again = [strengths(game["hands"])[:, list(ft.TRUMPS)].T for game in games]
    points = np.array([game["points"] for game in games])
    assert np.abs(again - points).mean() < 0.1 < points.std() / 50


def test_make_is_found_again() -> None:
    games = declared(8000)
    odds = [log_odds(np.array([strength_of(one)]), ft.Call(one["bid"]))[0] for one in games]
    made = drawn([1 / (1 + np.exp(-one)) for one in odds])
    found = sections.make([{**game, "made": it} for game, it in zip(games, made, strict=True)])
    for name, digits in {"start": 0.5, "strength": 0.02, "point": 0.03, "mark": 0.3}.items():
        assert found[name] == pytest.approx(FITTED["make"][name], abs=digits)


def test_table_is_found_again() -> None:
    games = declared(8000)
    chances = [
        chance(one["share"], one["worlds"], strength_of(one), ft.Call(one["bid"])) for one in games
    ]
    made = drawn(chances)
    found = sections.table([{**game, "made": it} for game, it in zip(games, made, strict=True)])
    assert found == pytest.approx(FITTED["table"], abs=0.15)


def test_margin_is_the_sum_that_is_fitted() -> None:
    for bid in map(ft.Call, BIDS):
        points, strong = np.arange(43), np.linspace(10, 45, 43)
        marks = np.full(43, bid >= 42)
        columns = sections.margin_columns(points - bid.need, marks, log_odds(strong, bid))
        odds = columns @ list(FITTED["margin"].values())
        assert 1 / (1 + np.exp(-odds)) == pytest.approx(chances_in(points, strong, bid))


def test_margin_is_that_of_the_true_deal() -> None:
    """Bids that are made if and only if they can be with all hands open."""
    games = declared(60)
    for game in games:
        points = ft.table(ft.Deal.of_masks(game["hands"]))[game["trump"], game["declarer"]]
        game["made"] = points >= ft.Call(game["bid"]).need
    found = sections.margin(games, 1)
    assert min(found["short"], found["over"], found["mark"], -found["mark_short"]) > 0.5


def test_calls_tell_what_beliefs_make_of_them() -> None:
    """The likelihood that is made largest is the one that beliefs weigh worlds with."""
    rules = ft.Rules.tournament()
    hands = [hand.mask for hand in ft.Deal.random(seed=8).hands]
    calls = (30, 0, 0, 31)
    told = sections.told_by_calls(rules, hands, calls)
    bids, bidden = [bid for _, bid, _ in told], np.array([made for *_, made in told])
    assert bids == [30, 31, 31]  # S passed, its partner had bid: that tells nothing
    assert bidden.tolist() == [True, False, True]
    view = ft.View(
        seat=ft.Seat.S,
        hand=ft.Hand.of_mask(hands[2]),
        auction=ft.Auction(rules, calls=tuple(map(ft.Call, calls))),
    )
    world = np.array([[hands[3], hands[0], hands[1]]], np.uint64)
    fitted = FITTED["calls"]
    hopes = np.array([fitted["hand"] * hope + fitted["start"] for hope, *_ in told])
    signs = hopes * (2 * bidden - 1)
    expected = -np.logaddexp(0, -signs).sum()
    assert log_likelihood(view, world)[0] == pytest.approx(expected, abs=1e-4)


def test_how_calls_follow_hopes_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """From calls of all kinds that were drawn, a hundred a deal."""
    fitted = {"start": -0.5, "hand": 0.7, "mark": -1.5, "marks": -1.0}
    random = np.random.default_rng(3)

    def told(rules: ft.Rules, hands: Any, calls: Any) -> list[tuple[float, ft.Call, bool]]:
        some = []
        for bid, start in ((31, -0.5), (42, -2.0), (84, -3.0), (126, -3.0)):
            hopes = random.normal(0, 2, 25)
            odds = fitted["hand"] * hopes + start
            made = random.random(25) < 1 / (1 + np.exp(-odds))
            some += [(hope, ft.Call(bid), bool(it)) for hope, it in zip(hopes, made, strict=True)]
        return some

    monkeypatch.setattr(sections, "told_by_calls", told)
    found = sections.calls({ft.Rules.tournament(): declared(400)})
    assert found == pytest.approx(fitted, abs=0.1)


def test_how_the_book_calls_counts_as_well() -> None:
    rules = ft.Rules.source()
    games = [{"hands": one["hands"]} for one in declared(60)]
    book = sections.calls({rules: games})
    assert book["hand"] > 0.5
    timid = [{**game, "calls": (0,)} for game in games]
    assert sections.calls({rules: timid})["start"] < book["start"]
    assert sections.calls({rules: [], ft.Rules.tournament(): games}) != book


def test_outcomes_are_counted() -> None:
    games = [{"bid": 30, "taken": 35}, {"bid": 42, "taken": 40}, {}, {"bid": 30, "taken": 35}]
    assert sections.outcomes(games) == [[30, 35, 2], [42, 40, 1]]
    with pytest.raises(ft.FortyTwoError, match="nobody bid in 2 deals: play more"):
        sections.outcomes([{}, {}])


def test_reliability_compares_what_is_said_with_what_happens() -> None:
    games = [{"bid": 30, "chance": 0.25, "made": it} for it in (True, False, False, False)]
    games += [{"bid": 30, "chance": 0.85, "made": it} for it in (True, False)]
    games += [{"bid": 30, "chance": 1.0, "made": True}, {}]
    rows = list(reliability(games))
    assert rows == [(2, 4, 0.25, 0.25), (8, 2, 0.85, 0.5), (9, 1, 1.0, 1.0)]
    assert error(rows) == pytest.approx(2 * 0.35 / 7)


def test_luck_is_what_the_error_is_where_all_is_true() -> None:
    generator = np.random.default_rng(4)
    chances = [0.33] * 50 + [0.65] * 400 + [0.95] * 100
    errors, expected = [], []
    for _ in range(400):
        made = generator.random(len(chances)) < chances
        games = [
            {"bid": 30, "chance": one, "made": it} for one, it in zip(chances, made, strict=True)
        ]
        bins = list(reliability(games))
        errors.append(error(bins))
        expected.append(luck(bins))
    assert np.mean(errors) == pytest.approx(np.mean(expected), rel=0.06)


def test_the_diagram_has_what_is_as_stated_on_its_diagonal() -> None:
    games = [{"bid": 30, "chance": 0.25, "made": it} for it in (True, False, False, False)]
    games += [{"bid": 30, "chance": 0.75, "made": it} for it in (True, True)]
    document = ElementTree.fromstring(str(diagram(list(reliability(games)))))
    low, high = document.findall(".//{*}circle")
    across, up = (float(high.get(one, "")) - float(low.get(one, "")) for one in ("cx", "cy"))
    assert across == pytest.approx(150)  # half of the square
    assert up == pytest.approx(-150 * 1.5)  # of the second all are made, not three quarters
    assert float(low.get("r", "")) > float(high.get("r", ""))
    assert [title.text for title in document.findall(".//{*}circle/{*}title")] == [
        "4 bids",
        "2 bids",
    ]


# --- Numbers in use -----------------------------------------------------------------------------


def test_numbers_are_in_use_only_for_a_while() -> None:
    rules, hand = ft.Rules.source(), ft.Hand.parse("6-6 6-5 6-4 6-2 5-5 4-1 3-2").mask
    before = strengths([hand]).tolist(), equity(rules, 100, 200), dict(FITTED)
    nothing = {"worths": np.zeros((2, 8, 3)).tolist(), "lengths": np.zeros((3, 8)).tolist()}
    with in_use({**FITTED, **NEUTRAL, **nothing}):
        assert not strengths([hand]).any()
        assert equity(rules, 100, 200) != before[1]
    assert (strengths([hand]).tolist(), equity(rules, 100, 200), dict(FITTED)) == before


def test_the_file_has_a_section_a_line(tmp_path: Path) -> None:
    numbers = rounded({"one": [1 / 3, -0.0001], "two": {"three": 2}})
    write(numbers, tmp_path / "file")
    assert (tmp_path / "file").read_text() == '{\n"one": [0.333, 0.0],\n"two": {"three": 2.0}\n}\n'


# --- The whole chain ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The logs and the file of a run of tiny size."""
    folder = tmp_path_factory.mktemp("fit")
    run("make", folder / "logs", *TINY, "--jobs", "2", "--output", folder / "file")
    return folder / "logs", folder / "file"


def test_a_file_is_made_that_can_be_played_with(made: tuple[Path, Path]) -> None:
    numbers = json.loads(made[1].read_text("ascii"))
    assert tuple(numbers) == ORDER
    assert len(made[1].read_text().splitlines()) == len(ORDER) + 2
    assert numbers.keys() - {"made"} == FITTED.keys() - {"made"}
    for name in FITTED.keys() - {"made", "outcomes"}:
        assert np.shape(numbers[name]) == np.shape(FITTED[name]), name
        assert getattr(numbers[name], "keys", list)() == getattr(FITTED[name], "keys", list)()
    assert " --contracts 3 --deals 2 " in numbers["made"]["command"]
    view = ft.View.parse("N:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; rules tournament")
    installed = ft.suggest(view, worlds=5).estimates
    with in_use(numbers):
        assert ft.suggest(view, worlds=5).estimates != installed


def test_a_run_cut_short_goes_on_to_the_same_file(made: tuple[Path, Path], tmp_path: Path) -> None:
    for log in made[0].iterdir():
        first, *deals = log.read_bytes().splitlines(keepends=True)
        if log.stem != "tournament-2":  # what is left was done in another order
            (tmp_path / log.name).write_bytes(first + b"".join(deals[:0:-1]) + deals[0][:9])
    run("make", tmp_path, *TINY, "--jobs", "1", "--output", tmp_path / "file")
    assert (tmp_path / "file").read_bytes() == made[1].read_bytes()


def test_games_come_in_order_whatever_the_log(made: tuple[Path, Path]) -> None:
    """So sums do, to the last bit, in whatever order processes were done."""
    log = made[0] / "tables-0.jsonl"
    first, *deals = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(first + b"".join(reversed(deals)))
    games = played("tables", NEUTRAL, 20, log, worlds=4, seed=1, jobs=1)
    assert [game["deal"] for game in games] == list(range(20))


def test_logs_of_other_numbers_are_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    """The second generation plays by what came of the first."""
    for log in made[0].iterdir():
        first = log.with_name(log.name.replace("-2", "-1"))
        (tmp_path / log.name).write_bytes(first.read_bytes())
    with pytest.raises(ft.LogError, match="log of another run of self-play, numbers "):
        run("make", tmp_path, *TINY, "--jobs", "1", "--output", tmp_path / "file")


def test_calibration_tells_of_a_log_and_plays_what_is_missing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    few = ("calibration", log, "--worlds", "4", "--jobs", "1", "--deals")
    run(*few, 1)
    told = run(*few, 3)
    lines = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    bids = sum("bid" in line for line in lines)
    *rows, found, luck = told.splitlines()[1:]
    assert sum(int(row.split()[1]) for row in rows) == bids > 0
    assert found.startswith("mean absolute error: ")
    assert luck.startswith("to be expected by luck alone: ")
    text = log.read_bytes()
    picture = tmp_path / "picture.svg"
    assert run(*few, 3, "--picture", picture) == told
    assert f"How many of {bids} bids were made" in picture.read_text("utf-8")
    assert log.read_bytes() == text


def test_the_file_is_the_installed_one_unless_another_is_named() -> None:
    assert json.loads(FILE.read_text("ascii")) == FITTED
