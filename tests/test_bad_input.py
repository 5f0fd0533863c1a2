"""Bad input of every kind: refused by the right error, whose short message names the cause."""

import pickle
from collections.abc import Callable
from typing import Any, Final

import pytest

import fortytwo as ft
from golden import random_ending

HANDS: Final = (
    "6-6 6-5 6-4 6-3 6-2 6-1 6-0 / 5-5 5-4 5-3 5-2 5-1 5-0 4-4 / "
    "4-3 4-2 4-1 4-0 3-3 3-2 3-1 / 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
)
DEAL: Final = f"N:{HANDS}"
HAND: Final = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
SMALL: Final = "N:6-6 / 5-5 / 6-4 / 3-3"
RECORD: Final = f"rules: source\ndeal: {DEAL}\nauction: N:30 P P P\ntrump: sixes\nplays: 6-6\n"
LONG: Final = "6-6 " * 250_000
NO_WORLD: Final = (
    "N:6-6 5-5 4-4 3-3 2-2 1-1 0-0 ; declarer N ; bid 30 ; trump sixes ; plays 6-6 1-0 2-0 3-0"
)
NOTATION, ILLEGAL = ft.NotationError, ft.IllegalMoveError
IMPOSSIBLE, OPTION = ft.ImpossiblePositionError, ft.OptionError
Reader = Callable[[Any], object]
Kind = type[ft.FortyTwoError]


def position(**options: Any) -> ft.Position:
    return ft.Position(ft.Deal.parse(DEAL), trump=ft.Trump.SIXES, **options)


def small(points_and_plays: str) -> ft.Position:
    return ft.Position.parse(f"{SMALL} ; ones ; N ; {points_and_plays}")


def record(changed: tuple[str, str]) -> ft.Record:
    return ft.Record.parse(RECORD.replace(*changed))


def view(parts: str) -> ft.View:
    return ft.View.parse(f"N:{HAND} ; {parts}")


def sixes(plays: str) -> ft.View:
    return view(f"declarer N ; bid 30 ; trump sixes ; plays {plays}")


# fmt: off
GROUPS: Final[list[tuple[Reader, Kind, list[tuple[Any, str]]]]] = [
    *((read, NOTATION, [("", "''"), (LONG, "6-6 6-6"), ("\0", "x00"), ("\ud800", "ud800")])
      for read in (ft.Domino.parse, ft.Deal.parse, ft.Call.parse, ft.Seat.parse, ft.Side.parse,
                   ft.Trump.parse, ft.View.parse)),
    # Digits of other scripts and letters that only look like ours are not ours.
    (ft.Domino.parse, NOTATION, [(text, "no domino") for text in (
        "6-7", "7", "6", "664", "6--4", "-64", "6.4", "6-4-", "6 4", "a-b", "６-４", "٦-٤", "6-٤",
        "۶۴", "6\u20114", "6\x004", "[6-4", "6|4]", "[[6|4]]", "🁫")]),
    (lambda pips: ft.Domino(*pips), NOTATION, [
        ((7, 0), "7-0"), ((0, -1), "-1"), ((10**30, 0), "1000")]),
    (ft.Seat.parse, NOTATION, [(text, "no seat") for text in ("X", "0", "NE", "north", "ｎ", "ſ")]),
    (ft.Side.parse, NOTATION, [(text, "no side") for text in ("N", "SN", "0", "nſ", "other")]),
    (ft.Trump.parse, NOTATION, [(text, "no trump") for text in (
        "eights", "5", "six", "nullo", "mro", "ſixes", "ﬁves", "threes\0")]),
    (ft.Call.parse, NOTATION, [(text, "no call") for text in (
        "0", "0M", "M", "-30", "+30", "30.0", "3e1", "٣٠", "３０", "30٠", "30MM", "99999", "PP")]),
    (ft.Hand.parse, IMPOSSIBLE, [("6-4 4-6", "6-4 comes twice"), (LONG, "6-6 comes twice")]),
    (ft.Hand.parse, NOTATION, [("6-4 5-x", "'5-x'"), ("6-4;5-5", "6-4;"), ("6" * 10**6, "'666")]),
    (ft.Auction.parse, ILLEGAL, [
        *((bid, f"call 1: {bid}") for bid in ("29", "43", "83", "85", "126", "169", "9999")),
        *((text, "call 2") for text in ("30 30", "31 30", "84 42", "168 168")),
        *((text, "no call after four") for text in ("30 P P P 31", "P " * 500_000))]),
    (ft.Auction.parse, NOTATION, [
        ("X:30", "'X'"), ("N:E:30", "'N:E'"), (":30", "''"), (LONG, "6-6"), ("30 3٠", "no call")]),
    (lambda text: ft.Auction.parse(text, ft.Rules.tournament()), ILLEGAL, [
        *((text, "call 1") for text in ("29", "43", "3M", "85", "7M")),
        *((text, "call 2") for text in ("1M 41", "1M 3M", "2M 2M"))]),
    (ft.Deal.parse, NOTATION, [
        (HANDS, "no deal"), (f"X:{HANDS}", "'X'"), ("N:6-6 / 5-5 / 4-4", "3 hands in"),
        ("N:6-6", "1 hand in 'N:6-6': expected 4"),
        ("N:6-6 / 5-5 / 4-4 / 3-3 / 2-2", "5 hands"),
        ("S:6-6 / 5-5 / 4-4 / 6-7", "hand of E: '6-7'")]),
    (ft.Deal.parse, IMPOSSIBLE, [
        ("E:6-6 / 5-5 / 4-4 / 6-6", "6-6 is in two hands"),
        ("E:6-6 / 5-5 / 4-4 4-4 / 6-6", "hand of W: 4-4 comes twice"),
        (DEAL.replace("6-6 ", ""), "hands of 6, 7, 7, 7"),
        (DEAL.replace("0-0", "0-0 6-6"), "6-6 is in two hands")]),
    (ft.Deal, IMPOSSIBLE, [((ft.Hand(),) * 3, "3 hands: "), ((ft.Hand(),), "1 hand: ")]),
    (lambda hands: ft.Deal.random(1, hands=hands), IMPOSSIBLE, [
        ({ft.Seat.S: ft.DOMINOES[:8]}, "hand of S: 8"), ({ft.Seat.E: ft.DOMINOES[:1] * 2}, "0-0"),
        ({ft.Seat.S: ft.DOMINOES[:2], ft.Seat.W: ft.DOMINOES[1:3]}, "two seats")]),
    (ft.Position.parse, NOTATION, [
        (DEAL, "the trump is missing"), (SMALL + ";" * 5, "6 parts"), (f"{SMALL} ; ", "trump is"),
        (f"{SMALL} ; ones ; X", "'X'"), (LONG, "the trump is missing"),
        (";" * 10**6, "1000001 parts")]),
    (small, NOTATION, [(text, "no score") for text in (
        "0", "--1-0", "0-0-0", "٣-٤", "１-2", "a-b", "9999999-0")]),
    (small, IMPOSSIBLE, [(text, f"points {text}") for text in (
        "40-40", "22-0", "40000-0", "65526-0", "99999-99999")]),
    (small, ILLEGAL, [
        ("0-0 ; 6-6 6-6", "play 2 (E): 6-6"), ("0-0 ; 6-6 3-3", "does not hold it"),
        ("0-0 ; 66 55 64 33 0-0", "all pieces have been played")]),
    (ft.Position.parse, IMPOSSIBLE, [("N:66 / 65 55 / 64 / 33 ; ones", "hands of 1, 2, 1, 1")]),
    (ft.Position.parse, ILLEGAL, [(
        "N:66 60 / 65 55 / 64 11 / 33 22 ; ones ; N ; 0-0 ; 66 55",
        "play 2 (E): 5-5 cannot be played: the seat to play must follow with one of 6-5")]),
    (lambda options: position(**options), IMPOSSIBLE, [
        *(({"points": points}, "points") for points in (
            (1, 0), (-1, 0), (-1, 1), (10**20, 0), (-(10**20), 0)))]),
    (lambda leader: position(leader=leader), NOTATION, [(4, "'4' is no seat"), (-1, "'-1'")]),
    (ft.Rules.parse, OPTION, [
        ("", "''"), ("club", "'club'"), ("Source", "'Source'"), ("source;", "'source;'"),
        ("source nullo=true", "'nullo'"), ("source target", "target ''"),
        ("source target=0", "target 0"), ("source target=-5", "target '-5'"),
        ("source target=10001", "target 10001"), ("source target=٥", "target"),
        ("source target=1e3", "target '1e3'"), ("source scoring=gold", "scoring 'gold'"),
        ("source name=mine", "'name'"), ("source __init__=1", "'__init__'"),
        ("source target=5 target=6", "target"), (LONG, "6-6"), ("x" * 10**6, "'xxx"),
        ("source target=" + "9" * 10**6, "target"), ("source " + "x" * 10**6, "'xxx")]),
    (lambda options: ft.Rules.source(**options), OPTION, [
        ({"target": True}, "target True"), ({"target": 5.0}, "target 5.0"),
        ({"overcall_step": 3}, "3"), ({"nullo": True}, "'nullo'"),
        ({"overcall_step": 2}, "overcall_step"), ({"scoring": ["points"]}, "scoring")]),
    (lambda bid: ft.Outcome(ft.Seat.N, ft.Call(bid)), IMPOSSIBLE, [
        (43, "bid 43"), (85, "bid 85"), (0, "bid P")]),
    (lambda bid: ft.View.of_position(position(), bid), IMPOSSIBLE, [
        (None, "the bid is not known"), (ft.Call(43), "bid 43")]),
    (ft.View.parse, NOTATION, [(HAND, "no view")]),
    (ft.View.parse, IMPOSSIBLE, [
        ("N: ; bid 30", "a hand of 0"), ("N:6-6 ; bid 30", "a hand of 1 domino: "),
        ("N:6-6 ; auction 30 P P P ; trump ones ; others 5-5 6-6 0-0", "6-6"),
        ("N:6-6 ; bid 30 ; others 5-5 4-4 0-0", "before a trump")]),
    (view, NOTATION, [
        ("colour red", "'colour'"), ("bid 30 ; bid 31", "comes twice"), ("hand 6-6", "'hand'"),
        ("score 1", "no score"), (";", "part ''")]),
    (view, IMPOSSIBLE, [
        ("bid 43", "bid 43"), ("score 250-0", "score 250-0"),
        ("auction N:30 P P P ; bid 31", "do not end with 31 by N"),
        ("auction P P P P ; trump ones", "before the auction is over"),
        ("trump ones", "before the auction is over")]),
    (ft.View.parse, NOTATION, [(f"N:{HAND} ; declarer N", "the bid is missing")]),
    (lambda fields: ft.View.from_fields(fields), NOTATION, [
        ({}, "the hand is missing"), ({"hand": HAND, "paws": ""}, "'paws'"),
        ({"hand": HAND, "plays": "6-6", "trump": "ones"}, "the seat is missing"),
        ({"hand": HAND, "plays": "6-6", "seat": "N"}, "the trump is missing")]),
    (view, ILLEGAL, [
        ("auction P P P P", "all have passed"), ("auction 30 30", "call 2")]),
    (sixes, ILLEGAL, [
        ("5-5", "play 1: 5-5"), ("6-6 6-5", "play 2: 6-5"),
        ("6-6 5-5 5-4 5-3 6-6", "play 5: 6-6"), ("6-6 5-5 5-5", "play 3: 5-5"),
        ("6-6 1-0 2-0 3-0 6-5 1-1 2-1 3-1 6-4 6-4", "play 10: 6-4")]),
    (ft.View.parse, ILLEGAL, [
        (f"E:{HAND} ; bid 30 ; declarer N ; trump fives ; plays 5-5 6-6 5-4 5-3 5-2",
         "play 2: 6-6 cannot be played, E must follow to 5-5")]),
    (lambda parts: ft.suggest(view(parts)), ILLEGAL, [
        ("auction N:30", "turn of E, not of N"), ("auction N:30 P P 31", "turn of W, not of N"),
        ("declarer N ; bid 30 ; trump sixes ; plays 6-6", "turn of E, not of N")]),
    (record, NOTATION, [
        (("rules", "rule"), "line 1: 'rule'"), (("rules: source\n", ""), "rules: missing"),
        (("trump: sixes", "trump: gold"), "line 4: trump: 'gold'"),
        (("plays", "trump: ones\nplays"), "line 5: 'trump': comes twice"),
        (("plays: 6-6", "points: 42-0"), "line 5: points: '42-0' does not agree"),
        (("plays: 6-6", "recorded: 42-0"), "line 5: recorded: '42-0' does not agree"),
        (("plays: 6-6", "score: much"), "line 5: score: 'much'"), (("plays: ", "plays "), "line 5"),
        ((RECORD, ""), "rules: missing"), ((RECORD, LONG), "line 1: '6-6 6-6")]),
    (record, OPTION, [(("source", "club"), "line 1: rules: unknown rules 'club'")]),
    (record, IMPOSSIBLE, [
        (("6-6 6-5", "6-6 6-6"), "line 2: deal: hand of N: 6-6 comes twice"),
        ((DEAL, SMALL), "line 2: deal: hands of 1 domino: an auction")]),
    (record, ILLEGAL, [
        (("trump: sixes\n", ""), "plays before a trump"),
        (("30 P", "29 P"), "line 3: auction: call 1: 29"),
        (("trump: sixes", "trump: doubles"), "line 4: trump: 'doubles'"),
        (("N:30", "N:P"), "line 4: trump: 'sixes' is not allowed now"),
        ((" P P P", " P P"), "line 4: trump: 'sixes' is not allowed now"),
        (("plays: 6-6", "plays: 5-5"), "line 5: plays: play 1 (N): 5-5")]),
    (ft.Record.from_json, NOTATION, [
        *((text, "JSON") for text in (
            "", '{"rules": "source"', "[" * 10**6, '{"deal":' * 10**5, "9" * 10**6)),
        *((text, "expected an object") for text in ("[]", "null", '"rules"', "NaN", "30")),
        *((text, "expected a text") for text in (
            '{"rules": 1}', '{"rules": null}', '{"deal": ["N"]}', '{"trump": {"a": {}}}')),
        ("{}", "rules: missing"), ('{"rules": "source"}', "deal: missing"), ('{"a": ""}', "'a'"),
        ('{"rules": "source", "rules": "tournament"}', "'rules'"), ('{"\\ud800": "x"}', "ud800")]),
    (lambda limits: ft.suggest(sixes(""), **limits), OPTION, [
        *(({"worlds": worlds}, f"worlds {worlds}") for worlds in (0, -1, 2.5, True)),
        ({"time_limit": 0}, "time limit 0"), ({"time_limit": -0.5}, "time limit -0.5"),
        ({"time_limit": float("nan")}, "time limit nan"), ({"time_limit": True}, "time limit True"),
        ({"seed": -1}, "seed -1"), ({"seed": 2**64}, "seed")]),
    (ft.Deal.random, OPTION, [(seed, "seed") for seed in (-1, 2**64, 10**500)]),
    (ft.Solver, OPTION, [
        (entries, f"entries {entries}: expected a power") for entries in (3, 0, -1, 2.0, True)]),
    (lambda side: ft.can_make(position(), side, 30), IMPOSSIBLE, [(2, "side 2"), (-1, "side -1")]),
    (lambda entries: ft.AlphaBeta(0, entries), OPTION, [
        (entries, f"entries {entries}: expected 2") for entries in (1, 0, -1, 2.5, None, True)]),
    (lambda side: ft.AlphaBeta(side).bounds(position()), IMPOSSIBLE, [
        (2, "side 2"), (-1, "side -1")]),
    (lambda limits: ft.AlphaBeta(0).bounds(position(), **limits), OPTION, [
        ({"node_limit": 0}, "node limit 0"), ({"node_limit": -1}, "node limit -1"),
        ({"time_limit": 0}, "time limit 0"), ({"time_limit": float("nan")}, "time limit nan")]),
    (lambda side: position().bounds(side), IMPOSSIBLE, [(2, "side 2"), (-1, "side -1")]),
    (lambda side: ft.can_make(ft.Round(ft.Deal.parse(DEAL)), side, 30), IMPOSSIBLE, [
        (2, "side 2"), (-1, "side -1")]),
    # Nobody can hold the sixes that N does not: E, S and W have all shown to have none.
    (lambda text: ft.Worlds(ft.View.parse(text).unseen), IMPOSSIBLE, [(NO_WORLD, "no deal")]),
    (lambda text: ft.suggest(ft.View.parse(text), worlds=1), IMPOSSIBLE, [
        (NO_WORLD, "no deal agrees"),
        (f"N:{HAND} ; auction N: ; points 40-40", "points 40-40"),
        (f"N:{HAND} ; declarer N ; bid 30 ; trump sixes ; points 40-40", "points 40-40")]),
    (lambda text: ft.suggest_bid(sixes(text)), ILLEGAL, [("", "the seat is to play, not to bid")]),
]
CASES: Final = [(read, value, kind, cause) for read, kind, all in GROUPS for value, cause in all]
# fmt: on


@pytest.mark.parametrize(
    ("read", "value", "kind", "cause"),
    CASES,
    ids=[f"{ascii(value)[:30]}-{cause}" for _, value, _, cause in CASES],
)
def test_bad_input_is_refused_for_its_cause(
    read: Reader, value: Any, kind: Kind, cause: str
) -> None:
    with pytest.raises(kind) as caught:
        read(value)
    assert type(caught.value) is kind
    assert cause in str(caught.value)
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


def begun(*moves: Any) -> ft.Round:
    round = ft.Round(ft.Deal.parse(DEAL))
    for move in moves:
        round.push(move)
    return round


def over() -> ft.Round:
    return begun(*[ft.PASS] * 4)


def playing() -> ft.Round:
    return begun(ft.Call(30), *[ft.PASS] * 3, ft.Trump.SIXES)


@pytest.mark.parametrize(
    ("make", "move", "cause"),
    [
        (begun, ft.Call(29), "call 1: 29 is not allowed"),
        (begun, ft.Trump.SIXES, "'sixes' is not allowed now"),
        (begun, ft.Domino(6, 6), "'6-6' is not allowed now"),
        (over, ft.PASS, "the deal is over"),
        (over, ft.Trump.SIXES, "the deal is over"),
        (over, ft.Domino(6, 6), "the deal is over"),
        (playing, ft.Domino(5, 5), "does not hold it"),
        (playing, ft.PASS, "'P' is not allowed now"),
        (playing, ft.Trump.ONES, "'ones' is not allowed now"),
    ],
)
def test_a_bad_move_leaves_the_round_as_it_was(
    make: Callable[[], ft.Round], move: Any, cause: str
) -> None:
    round = make()
    with pytest.raises(ft.IllegalMoveError) as caught:
        round.push(move)
    assert cause in str(caught.value)
    assert len(str(caught.value)) < 300
    assert round == make()


@pytest.mark.parametrize("make", [begun, over, playing])
@pytest.mark.parametrize("move", [30, "30", "6-6", None, "x" * 1_000_000])
def test_what_is_no_move_is_a_type_error(make: Callable[[], ft.Round], move: Any) -> None:
    round = make()
    with pytest.raises(TypeError, match="is no call, trump or domino") as caught:
        round.push(move)
    assert len(str(caught.value)) < 300
    assert round == make()


@pytest.mark.parametrize("seed", range(20))
def test_bad_pushes_leave_every_bit_of_a_position_as_it_was(seed: int) -> None:
    position = random_ending(seed, 1 + seed % 7, seed)
    before = pickle.dumps(position)
    for move in [*ft.DOMINOES, None, 25, "6-4", ft.Trump.ONES]:
        if move not in position.legal:
            with pytest.raises((ft.IllegalMoveError, TypeError)):
                position.push(move)
    assert pickle.dumps(position) == before
