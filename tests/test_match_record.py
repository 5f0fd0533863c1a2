"""Matches step by step, forwards and back, and the records they can be resumed from."""

import json
import os
import pickle
import re
from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from golden import random_match, random_rules, seeds, tables

MATCHES: Final = int(os.environ.get("FORTYTWO_MATCHES", "100"))
WHOLE: Final = 10**6
TEXT: Final = """\
rules: tournament target=2

deal: N:6-3 6-2 5-1 4-2 3-3 2-2 1-1 / 6-6 6-1 4-4 3-2 3-1 1-0 0-0 \
/ 6-4 5-5 4-3 4-1 4-0 3-0 2-0 / 6-5 6-0 5-4 5-3 5-2 5-0 2-1
auction: N:41 1M P 2M
trump: follow-me
plays: 5-0 5-1 3-2 5-5 4-0 5-4 4-2 4-4 6-6 6-4 6-5 6-2 1-0 4-1 \
2-1 1-1 3-3 3-1 3-0 5-3 2-2 6-1 2-0 5-2 6-3 0-0 4-3 6-0
points: 30-12
recorded: 2-0
total: 2-0

now: NS has won
"""
RECORD: Final = ft.MatchRecord.parse(TEXT)
matches: Final = st.builds(random_match, seeds, tables, st.integers(0, 200))


def test_random_matches_under_random_rules_are_kept_in_full() -> None:
    """Some of them whole, some left at any step; some with claims, proved or not."""
    random = ft.Random(11)
    finished = claims = 0
    for _ in range(MATCHES):
        rules, seed = random_rules(random), random.below(2**63)
        match = random_match(seed, rules, random.choice((WHOLE, random.below(300))))
        finished += match.finished
        claims += sum(round.claimant is not None for round in match.rounds)
        record = ft.MatchRecord.of(match)
        text = str(record)
        assert ft.MatchRecord.parse(text) == record, text
        assert ft.MatchRecord.from_json(record.to_json()) == record, text
        assert record.replay() == match, text
        assert ft.MatchRecord.of(record.replay()) == record
        assert ft.events(record.replay()) == ft.events(match)
    assert finished > MATCHES / 4
    assert claims > MATCHES / 4


@given(matches)
@settings(max_examples=30)
def test_a_match_goes_on_from_its_record(match: ft.Match) -> None:
    for again in (ft.MatchRecord.parse(str(ft.MatchRecord.of(match))).replay(),
                  pickle.loads(pickle.dumps(match)), deepcopy(match)):  # fmt: skip
        one, other = deepcopy(match), again
        randoms = ft.Random(1), ft.Random(1)
        for _ in range(40):
            for played, random in zip((one, other), randoms, strict=True):
                if played.finished:
                    break
                if played.round is None or played.round.finished:
                    played.deal(random)
                else:
                    played.push(random.choice(played.round.legal))
            assert one == other
            assert (one.score, one.winner, one.idle) == (other.score, other.winner, other.idle)


@given(matches)
@settings(max_examples=20)
def test_steps_are_taken_back_one_by_one_also_across_deals(match: ft.Match) -> None:
    copy, steps, texts = deepcopy(match), [], []
    while True:
        texts.append(str(ft.MatchRecord.of(copy)))
        try:
            steps.append(copy.pop())
        except IndexError:
            break
    assert copy == ft.Match(match.rules, match.first)
    with pytest.raises(IndexError, match="nothing to take back"):
        copy.pop()
    texts.pop()
    while steps:
        copy.push(steps.pop())
        assert str(ft.MatchRecord.of(copy)) == texts.pop()
    assert copy == match


@given(matches)
@settings(max_examples=30)
def test_what_is_refused_changes_nothing(match: ft.Match) -> None:
    before = deepcopy(match)
    step: Any
    for step in (*ft.DOMINOES, *ft.Trump, *map(ft.Call, range(-5, 130)), ft.Deal.random(seed=1)):
        allowed = match.round.legal if match.round else ()
        if isinstance(step, ft.Trump):
            step = match.rules.declared(step)
        fits = any(type(move) is type(step) and move == step for move in allowed)
        deals = isinstance(step, ft.Deal) and not allowed and not match.finished
        if not fits and not deals:
            with pytest.raises(ft.IllegalMoveError):
                match.push(step)
    for strange in (None, 30, "6-6"):
        with pytest.raises((TypeError, ft.IllegalMoveError)):
            match.push(strange)  # type: ignore[arg-type]
    assert match == before


def test_idle_deals_are_those_since_a_side_last_got_beyond_its_best() -> None:
    passed = ft.Match()
    for number in range(3):
        assert passed.idle == number
        passed.begin(ft.Deal.random(seed=number))
        for _ in range(4):
            assert passed.idle == number
            passed.push(ft.PASS)
    sunk = 0
    for seed in range(20):
        match = random_match(seed, ft.Rules.source(set_penalty="minus_bid"), 400)
        scores = match.scores
        latest = max(
            number
            for number, score in enumerate(scores)
            if number == 0 or any(score[n] > max(one[n] for one in scores[:number]) for n in (0, 1))
        )
        assert match.idle == len(scores) - 1 - latest
        sunk += match.idle > 0 and scores[-1] != scores[-2]
    assert sunk


def test_a_record_reads_and_is_written_as_documented() -> None:
    assert str(RECORD) == TEXT
    assert len(RECORD.deals) == 1
    assert RECORD.replay().winner is ft.Side.NS
    assert set(json.loads(RECORD.to_json())) == {"rules", "deals", "now"}


def test_a_record_that_is_cut_off_anywhere_is_refused_at_its_last_line() -> None:
    for text in (TEXT[:end] for end in range(len(TEXT) - 1)):
        with pytest.raises(ft.FortyTwoError) as caught:
            ft.MatchRecord.parse(text)
        last = max(1, len(text.splitlines()))
        assert str(caught.value).startswith(f"line {last}: "), (text[-20:], str(caught.value))
    data = RECORD.to_json()
    for end in range(len(data)):
        with pytest.raises(ft.NotationError, match="no JSON"):
            ft.MatchRecord.from_json(data[:end])


def bare(text: str) -> str:
    """A text without what may be written in several ways."""
    return re.sub(r"[\s,:-]", "", text).lower()


@given(st.integers(0, len(TEXT) - 2), st.sampled_from("0123456-: =/NESWPMxX\n\0é"))
@settings(max_examples=300)
def test_a_corrupted_record_is_refused_at_a_line_or_read_in_full(place: int, other: str) -> None:
    text, refused = TEXT[:place] + other + TEXT[place + 1 :], ""
    try:
        record = ft.MatchRecord.parse(text)
    except ft.FortyTwoError as error:
        refused = str(error)
    if refused:
        found = re.match(r"line (\d+): ", refused)
        assert found, refused
        # What a change makes impossible may be further on, but never before it.
        assert int(found[1]) >= 1 + TEXT.count("\n", 0, place), refused
    else:
        assert bare(str(record)) == bare(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points: 30-12", "points: 30-13", "line 7: points: '30-13' does not agree with 30-12"),
        ("recorded: 2-0", "recorded: 0-2", "line 8: recorded: '0-2' does not agree with 2-0"),
        ("total: 2-0", "total: 2-1", "line 9: total: '2-1' does not agree with 2-0"),
        ("now: NS", "now: EW", "line 11: now: 'EW has won' does not agree with 'NS has won'"),
        ("rules: tournament", "rules: tennis", "line 1: rules: unknown rules 'tennis'"),
        ("rules: tournament target=2\n", "", "line 1: rules: missing"),
        ("target=2\n", "target=2\nfirst: X\n", "line 2: first: 'X' is no seat"),
        ("target=2\n", "target=2\nfirst: W\n", "line 5: auction: N calls first: expected W"),
        ("target=2\n", "target=2\nfirst: N\nfirst: N\n", "line 3: 'first': comes twice"),
        ("target=2\n", "target=2\ntrump: ones\n", "line 2: 'trump': expected rules, first"),
        ("trump: ", "rules: source\ntrump: ", "line 5: 'rules': expected deal, auction, trump"),
        ("auction: N:41 1M P 2M\n", "", "line 3: auction: missing"),
        ("auction: N:41", "auction: E:41", "line 4: auction: E calls first: expected N"),
        ("plays: 5-0 5-1", "plays: 5-0 5-2", "line 6: plays: play 2 (N): 5-2"),
        ("6-0\npoints", "\npoints", "line 7: points: '30-12' does not agree with an unfinished"),
        ("6-0\npoints: 30-12\nrecorded: 2-0", "",
         "line 7: total: '2-0' does not agree with an unfinished deal"),
        ("now: NS has won", "deal: N:///\nauction: N:\nnow: deal", "line 11: deal: the match is"),
        ("has won\n", "has won\nnow: deal\n", "line 12: 'now': expected nothing after 'now'"),
        ("now: NS has won\n", "", "line 10: the record is cut off: it must end with 'now'"),
        ("\n\nnow", "\nhello\nnow", "line 10: 'hello': expected rules, first, deal"),
    ],
)  # fmt: skip
def test_what_does_not_agree_is_refused_by_line_and_name(old: str, new: str, message: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(ft.FortyTwoError) as caught:
        ft.MatchRecord.parse(TEXT.replace(old, new))
    assert str(caught.value).startswith(message)


def changed(**other: object) -> str:
    return json.dumps(json.loads(RECORD.to_json()) | other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "JSON []: expected an object with a list 'deals'"),
        (changed(deals={}), "JSON "),
        (changed(deals=[1]), "deal 1: 1: expected an object"),
        (changed(deals=[{}]), "deal 1: deal: missing"),
        (changed(deals=[{"deal": 5}]), "deal 1: 'deal': expected a text"),
        (changed(deals=[{"score": "0-0"}]), "deal 1: 'score': expected deal, auction, trump"),
        (changed(deals=[{"deal": "N:", "auction": ""}]), "deal 1: deal: 1 hand in"),
        (changed(now=None), "'now': expected a text"),
        (changed(now="deal"), "now: 'deal' does not agree with 'NS has won'"),
        (changed(first="X"), "first: 'X' is no seat"),
        (changed(winner="NS"), "'winner': expected rules, first"),
        ('{"deals": [], "deals": []}', "no JSON: a name comes twice"),
        ('{"deals": [], "now": "deal"}', "the record: rules: missing"),
    ],
)
def test_bad_json_is_refused_by_deal_and_name(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as caught:
        ft.MatchRecord.from_json(text)
    assert str(caught.value).startswith(message)


def test_a_deal_that_begins_before_the_last_is_over_is_refused_at_its_line() -> None:
    match = random_match(4, ft.Rules.tournament(), 80)
    text = str(ft.MatchRecord.of(match))
    block = text[text.index("deal:") : text.index("\n\n", text.index("deal:"))]
    unfinished = "\n".join(block.splitlines()[:2])
    bad = text.replace(block, unfinished)
    with pytest.raises(ft.IllegalMoveError, match="line 7: deal: the last round is not over"):
        ft.MatchRecord.parse(bad)


def test_deals_of_another_match_are_refused() -> None:
    other = ft.Record.of(random_match(5, ft.Rules.source(), 30).rounds[0])
    with pytest.raises(ft.NotationError, match="deal 1: not with the rules, the first caller"):
        ft.MatchRecord(ft.Rules.tournament(), None, (other,)).replay()
    with pytest.raises(ft.ImpossiblePositionError, match="deal 1: hands of 1 domino"):
        ft.MatchRecord(deals=(ft.Record(ft.Deal.parse("N:66 / 55 / 44 / 33")),)).replay()
