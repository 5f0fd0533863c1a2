"""Events: what an interface is told of a match."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.engine.games.forty_two.account import outcome
from fortytwo.engine.games.forty_two.events import Played
from golden import random_match, seeds, tables

matches = st.builds(random_match, seeds, tables, st.integers(0, 200))


def facts(match: ft.Match) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(event.facts())) for event in ft.events(match)]


@given(matches)
@settings(max_examples=40)
def test_events_tell_all_that_happened_and_in_order(match: ft.Match) -> None:
    """A match can be played again from its events alone, and its results are in them."""
    again = ft.Match(match.rules, match.first, match.referee)
    taken, tricks, score = (0, 0), 0, (0, 0)
    for one in facts(match):
        kind, round = one["event"], again.round
        if kind == "dealt":
            assert one["number"] == len(again.rounds) + 1
            again.push(ft.Deal.parse(one["deal"]))
            assert again.round is not None
            assert one["first"] == str(again.round.turn)
            assert tuple(one["score"].values()) == score
            taken, tricks = (0, 0), 0
            continue
        if kind == "match won":
            assert (one["side"], tuple(one["score"].values())) == (str(again.winner), again.score)
            continue
        assert round is not None
        if kind in ("called", "declared", "played", "claimed"):
            assert one["seat"] == str(round.turn)
        if kind == "called":
            assert one["said"] == match.rules.format_call(ft.Call.parse(one["call"]))
            again.push(ft.Call.parse(one["call"]))
        elif kind == "auction won":
            assert round.won is not None
            assert (one["seat"], one["bid"]) == tuple(map(str, round.won))
        elif kind == "declared":
            again.push(ft.Trump.parse(one["trump"]))
        elif kind == "claimed":
            again.push(ft.CLAIM)
        elif kind == "played":
            assert one["led"] == (round.position is not None and not round.position.trick)
            again.push(ft.Play.parse(one["play"]))
        elif kind == "trick won":
            tricks += 1
            assert one["number"] == tricks
            gained = tuple(one["points"].values())
            assert round.contract is not None
            gainer = ft.Side.parse("NS" if gained[0] else "EW")
            wins = gainer == ft.Seat.parse(one["seat"]).side
            assert wins != round.contract.table.misere
            assert 0 in gained
            taken = taken[0] + gained[0], taken[1] + gained[1]
            assert taken == tuple(one["taken"].values()) == round.points
            assert len(round.plays) == (4 if round.contract.idle is None else 3) * tricks
        else:
            assert kind == "deal scored"
            assert round.finished
            assert tuple(one["points"].values()) == round.points
            assert tuple(one["recorded"].values()) == round.recorded
            assert isinstance(round.auction, ft.Auction)
            claimed = round.claimant is not None
            told = outcome(round.auction, round.contract, round.points, claimed=claimed)
            assert one["account"] == told
            score = again.score
            assert tuple(one["score"].values()) == score
    assert again == match
    kinds = [one["event"] for one in facts(match)]
    assert kinds.count("deal scored") == sum(round.finished for round in match.rounds)
    assert kinds.count("match won") == match.finished


@given(matches)
@settings(max_examples=20)
def test_events_grow_by_steps_and_are_those_of_the_history_after_undo(match: ft.Match) -> None:
    copy = deepcopy(match)
    later = ft.events(copy)
    for _ in range(40):
        if not copy.rounds:
            break
        step = copy.pop()
        before = ft.events(copy)
        assert before == later[: len(before)]
        assert len(before) < len(later)
        copy.push(step)
        assert ft.events(copy) == later
        copy.pop()
        later = before


def test_events_cannot_be_changed_and_speak_of_nothing_hidden() -> None:
    match = random_match(4, ft.Rules.tournament(target=1), 10**6)
    found = ft.events(match)
    assert not any("6-6" in str(event) for event in found if not isinstance(event, Played))
    with pytest.raises(AttributeError):
        found[0].number = 5  # type: ignore[attr-defined]
    assert len({type(event) for event in found}) == 8
    assert len(set(found)) == len(found)


def test_sentences() -> None:
    rules = ft.Rules.tournament(plunge=True, target=4)
    hands = {ft.Seat.N: [ft.Domino(n, n) for n in range(7)]}
    match = ft.Match(rules)
    match.begin(ft.Deal.random(seed=1, hands=hands))
    for call in ("plunge", "P", "P", "P"):
        match.push(ft.Call.parse(call))
    match.push(ft.Trump.DOUBLES)
    assert list(map(str, ft.events(match)))[1:] == [
        "N calls plunge.", "E passes.", "S passes.", "W passes.",
        "S is to declare, for 4M.", "S declares doubles.",
    ]  # fmt: skip
    while not match.finished:
        assert match.round is not None
        match.push(match.round.legal[0])
    told = list(map(str, ft.events(match)))
    assert told[7].startswith("S leads ")
    assert told[11] == "N wins trick 1, 1 point to NS."
    assert told[-2] == (
        "N calls plunge for 4M, S declares in doubles, makes 42: NS +4 marks. Score: NS 4, EW 0."
    )
    assert told[-1] == "NS wins the match, 4-0."
    passed = ft.Match()
    passed.begin(ft.Deal.random(seed=1))
    for _ in range(4):
        passed.push(ft.PASS)
    assert str(ft.events(passed)[-1]) == ("All pass, nothing is written down. Score: NS 0, EW 0.")
