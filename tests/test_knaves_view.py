"""What a player of Knaves knows, and what it is advised."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import pytest

import fortytwo as ft
import knaves_judge as judge
from fortytwo.engine.cards import CARDS, Cards
from fortytwo.engine.games.knaves.deal import Deal
from fortytwo.engine.games.knaves.match import Match
from fortytwo.engine.games.knaves.moves import Call
from fortytwo.engine.games.knaves.round import Round
from fortytwo.engine.games.knaves.rules import Rules
from fortytwo.engine.games.knaves.view import View
from fortytwo.solver.advice import AGAINST, EACH
from fortytwo.solver.opened import is_solvable
from knaves_rounds import minimax, options_of, random_rules, to_move

RULES: Final = [
    "source",
    "source hand_size=13",
    "source turned_jack=last_trick",
    "polignac32",
    "polignac32 players=4 capot=true",
    "polignac32 players=6 capot=true",
]
of_rules = pytest.mark.parametrize("rules", RULES)


def played(random: ft.Random, rules: str, moves: int) -> Round:
    """A whole deal after so many random moves, at most all but the last."""
    round = Match(Rules.parse(rules)).deal(random)
    for _ in range(moves):
        round.push(random.choice(round.legal))
    return round


def before_end(random: ft.Random, rules: str, tricks: int) -> Round:
    """A whole deal with so many tricks left, or a few moves later."""
    round = played(random, rules, 0)
    while len(round.hands[round.mover]) > tricks:
        round.push(random.choice(round.legal))
    return round


def table_of(hands: list[list[judge.Card]], view: View) -> judge.Table:
    """The deal with these hands, at its first move, as the judge knows it."""
    options = options_of(view.rules)
    turned = to_move(view.turned) if view.turned is not None else None  # type: ignore[arg-type]
    return judge.Table(
        options,
        hands,
        judge.trump_of(options, turned),  # type: ignore[arg-type]
        turned,  # type: ignore[arg-type]
        view.leader,
        announcing=judge.is_polignac(options) and options["capot"],
    )


def could_have_happened(view: View, places: list[Cards]) -> bool:
    """Whether the rules allow all moves if this is what is hidden, by the judge."""
    others = [seat for seat in view.unseen.seats if seat is not None]
    left = dict(zip(others, places, strict=False))
    left[view.seat] = view.holding
    hands = [
        [to_move(card) for card in left[seat]]
        + [to_move(card) for card, player, _ in view.seen.course.steps if player == seat]
        for seat in range(view.rules.players)
    ]
    table = table_of(hands, view)  # type: ignore[arg-type]
    try:
        for move in view.moves:
            judge.play(table, to_move(move))
    except judge.Foul:
        return False
    return table.turn == view.seat


def arrangements(pieces: list[int], sizes: tuple[int, ...]) -> list[list[int]]:
    """All ways to give out pieces to places of such sizes, as masks."""
    if not sizes:
        return [[]]
    found = []
    for chosen in combinations(pieces, sizes[0]):
        rest = [piece for piece in pieces if piece not in chosen]
        found += [[sum(1 << n for n in chosen), *more] for more in arrangements(rest, sizes[1:])]
    return found


@of_rules
def test_worlds_are_those_in_which_it_could_have_happened(rules: str) -> None:
    random = ft.Random(20)
    tricks = 1 if "13" in rules or "6" in rules else 2 if "4" in rules else 3
    for _ in range(12):
        view = View.of(before_end(random, rules, tricks))
        unseen = view.unseen
        pieces = [n for n in range(52) if unseen.pieces >> n & 1]
        expected = {
            tuple(masks)
            for masks in arrangements(pieces, unseen.sizes)
            if could_have_happened(view, list(map(Cards.of_mask, masks)))
        }
        worlds = ft.Worlds(unseen)
        assert worlds.count == len(expected)
        assert {tuple(world) for world in worlds.list_all().tolist()} == expected


@of_rules
def test_the_true_world_is_possible_and_others_look_the_same(rules: str) -> None:
    random = ft.Random(21)
    round = played(random, rules, 0)
    while not round.finished:
        view = View.of(round)
        seats = view.unseen.seats
        known = sum(round.hands[seat].mask for seat in seats if seat is not None)
        true = [view.unseen.pieces & ~known if s is None else round.hands[s].mask for s in seats]
        assert all(hand & ~may == 0 for hand, may in zip(true, view.unseen.allowed, strict=True))
        assert tuple(map(int.bit_count, true)) == view.unseen.sizes
        assert view.world(true) == round
        other = view.world(ft.Worlds(view.unseen).draw(random))
        assert View.of(other) == view
        assert (view.side, view.question) == (
            round.side,
            "call" if round.core.announcing else "play",
        )
        assert [option.move for option in view.options] == list(round.legal)
        assert View.parse(str(view)) == view
        round.push(random.choice(round.legal))
    with pytest.raises(ft.IllegalMoveError, match="the round is over"):
        View.of(round)


def test_words_tell_what_is_missing() -> None:
    random = ft.Random(22)
    told = 0
    for _ in range(20):
        view = View.of(played(random, "source hand_size=13", 20))
        unseen, words = view.unseen, view.words
        assert words.places == ["ABC"[seat] for seat in unseen.seats[:2] if seat is not None] + [
            "out of play"
        ]
        for may, voids in zip(unseen.allowed, words.voids, strict=True):
            for suit, name in zip("♥♦♣♠", ("hearts", "diamonds", "clubs", "spades"), strict=True):
                mask = sum(1 << card.index for card in CARDS if card.suit == suit) & unseen.pieces
                assert (name in voids) == bool(mask and not mask & may)
            told += len(voids)
    assert told > 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A:{} ; turned K♣ ; leader D", "leader 3: expected 0 to 2"),
        ("D:{} ; turned K♣", "seat 3: expected 0 to 2"),
        ("A:A♥ ; turned K♣", "a hand of 1 card: expected the 17 that were dealt"),
        ("A:{}", "the card turned up is missing"),
        ("A:{} ; turned ♣", "the card turned up is missing"),
        ("A:{} ; turned 2♥", "2♥ comes twice"),
        ("A:{} ; turned K♣ ; moves pass", "capot is announced before the first lead, if at all"),
        ("A:{} ; turned K♣ ; leader A ; moves 3♠", "play 1: 3♠ cannot be played, A cannot hold it"),
        ("A:{} ; turned K♣ ; leader B ; moves 2♥", "play 1: 2♥ cannot be played, B cannot hold it"),
        ("B:{} ; turned K♣ ; leader A ; moves K♥ 2♦", "2♦ cannot be played, B must follow to K♥"),
        (
            "A:{} ; turned K♣ ; leader B ; moves 9♦ 3♠ 2♦ 9♠ 7♦",
            "play 5: 7♦ cannot be played, C has shown to hold none of that suit",
        ),
    ],
)
def test_views_that_cannot_be_are_refused(text: str, message: str) -> None:
    hand = "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 2♦ 3♦ 4♦ 5♦ 2♣ 3♣ 4♣ 5♣ 2♠ A♠"
    with pytest.raises(ft.FortyTwoError) as error:
        View.parse(text.format(hand))
    assert message in str(error.value)


def test_calls_of_a_view_are_checked() -> None:
    hand = "7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥"
    text = f"A:{hand} ; rules polignac32 players=4 capot=true ; leader C ; moves "
    for moves in ("pass capot pass", "pass pass pass pass pass", "pass pass 9♠", "9♠ pass"):
        with pytest.raises(ft.IllegalMoveError):
            View.parse(text + moves)
    view = View.parse(text + "pass pass")
    assert (view.question, view.legal) == ("call", (Call.PASS, Call.CAPOT))
    with pytest.raises(ft.IllegalMoveError, match="the turn is that of C, not that of A"):
        View.parse(text).options  # noqa: B018
    with pytest.raises(ft.IllegalMoveError, match="the turn is that of C"):
        View.parse(text + "pass capot").options  # noqa: B018


@of_rules
def test_every_seat_is_advised_in_every_phase(rules: str) -> None:
    random, notes = ft.Random(23), set()
    for _ in range(2):
        round = played(random, rules, 0)
        while not round.finished:
            if round.core.announcing or random.below(6) == 0:
                view = View.of(round)
                advice = ft.suggest(view, level="instant")
                assert advice.move in round.legal
                assert advice == ft.suggest(view, level="instant")
                notes.add(advice.note)
            round.push(random.choice(round.legal))
    assert notes <= {AGAINST, EACH}


def test_advice_on_what_is_open_is_what_the_seat_can_force() -> None:
    """With one hand unseen of each other seat, and every world listed."""
    random = ft.Random(24)
    for _ in range(10):
        round = before_end(random, str(random_rules(random, variant="knaves", hand_size=17)), 2)
        view = View.of(round)
        advice = ft.suggest(view)
        assert (advice.note, advice.exhaustive) == (AGAINST, True)
        worlds = [view.world(world) for world in ft.Worlds(view.unseen).list_all().tolist()]
        for move, estimate in zip(view.legal, options_in_order(advice, view), strict=True):
            brought = [value_after(world, move, view.seat) for world in worlds]
            assert estimate.points == pytest.approx(sum(brought) / len(brought))
            assert estimate.p == pytest.approx(sum(n >= 1 for n in brought) / len(brought))


def options_in_order(advice: Any, view: View) -> list[Any]:
    return [advice.estimates[option.label] for option in view.options]


def value_after(world: Round, move: Any, seat: int) -> int:
    """What a seat can force after a move, by minimax over the rules."""
    hands = [[to_move(card) for card in hand] for hand in world.deal.hands]
    table = table_of(hands, View.of(world))  # type: ignore[arg-type]
    for made in (*world.moves, move):
        judge.play(table, to_move(made))
    return minimax(table, seat)


def test_play_is_tried_out_where_it_takes_long_to_solve() -> None:
    random, kinds = ft.Random(25), set()
    for moves in (0, 15, 24, 27, 39, 45):
        round = played(random, "source", moves)
        assert round.tricks is not None
        solvable = is_solvable(round.tricks, round.side)
        advice = ft.suggest(View.of(round), worlds=3)
        assert (advice.note == EACH) or solvable
        kinds.add(advice.note)
    assert kinds == {EACH, AGAINST}


def test_a_deal_given_to_a_view_is_not_looked_at() -> None:
    """Nothing that others hold changes what a seat is told."""
    random = ft.Random(26)
    round = played(random, "source", 30)
    view = View.of(round)
    other = view.world(ft.Worlds(view.unseen).draw(random))
    assert other.deal != round.deal
    assert isinstance(other.deal, Deal)
    assert ft.suggest(View.of(other), level="instant") == ft.suggest(view, level="instant")
