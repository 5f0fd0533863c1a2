"""What a player of Scopa knows: exactly the worlds that agree with it; and advice in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

import pytest

import fortytwo as ft
from fortytwo.engine.cards import Cards
from fortytwo.engine.games.scopa.deal import Deal
from fortytwo.engine.games.scopa.moves import Answer, Play
from fortytwo.engine.games.scopa.round import Round
from fortytwo.engine.games.scopa.rules import Rules
from fortytwo.engine.games.scopa.view import View
from scopa_rounds import SOURCE, STANDARD, random_round, random_rules, rest_of

TEXT: Final = (
    "A:5♦ 2♣ 4♥ ; table A♠ A♥ 3♣ ; first A ; "
    "piles 2♥ 3♥ 7♥ J♥ A♦ 2♦ 4♦ 6♦ 7♦ K♦ J♣ K♣ 3♠ 6♠ K♠ / "
    "5♥ 6♥ Q♥ K♥ Q♦ A♣ 4♣ 5♣ 6♣ 7♣ Q♣ 2♠ 5♠ 7♠ J♠ Q♠ ; sweeps 1 1 ; last B"
)


def any_round(random: ft.Random, **options: Any) -> Round:
    """A round under any rules, at any moment at which somebody is to move."""
    round = random_round(random, random_rules(random, **options), random.below(36))
    while round.finished:
        round.pop()
    return round


def hidden(round: Round, view: View) -> tuple[int, ...]:
    """What is hidden from a view, as it truly lies."""
    shown = {card for cards in view._shown for card in cards}
    held = {card for card in round.hands[1 - view.seat] if card not in shown}
    return (Cards(held).mask, *(hand.mask for pair in round.stock for hand in pair))


@pytest.mark.parametrize("seed", range(40))
def test_the_true_world_is_possible_and_every_world_looks_the_same(seed: int) -> None:
    random = ft.Random(seed)
    round = any_round(random)
    view = View.of(round, (3, 5))
    assert View.parse(str(view)) == view
    assert set(view.legal) == set(round.legal)
    true = hidden(round, view)
    unseen = view.unseen
    assert sum(true) == unseen.pieces
    assert tuple(map(int.bit_count, true)) == unseen.sizes
    world = view.world(true)
    assert (str(world), world) == (str(round), round)
    for _ in range(5):
        world = view.world(ft.Worlds(unseen).draw(random))
        assert View.of(world, (3, 5)) == view


def deals(view: View, pool: Cards, sizes: list[int]) -> Iterator[tuple[Cards, ...]]:
    """All ways to give the cards of a pool out to hands of these sizes."""
    if not sizes:
        yield ()
        return
    for some in combinations(pool, sizes[0]):
        for rest in deals(view, pool - set(some), sizes[1:]):
            yield Cards(some), *rest


@pytest.mark.parametrize("seed", range(12))
def test_worlds_are_all_deals_that_lead_to_the_view(seed: int) -> None:
    """By trying all: whatever the other may have held, and whatever may come."""
    random = ft.Random(300 + seed)
    left = 2 + random.below(7)
    rules = random_rules(random, hand_size=3)
    start = random_round(random, rules, left)
    while start.offered is not None:
        start.push(random.choice(start.legal))
    if start.finished:
        return
    deal = Deal((start.hands, *start.stock), start.table)
    round = Round(deal, start.mover, start.taken, rules)
    while random.below(3) and len(round.moves) < 5:
        round.push(random.choice(round.legal))
        if round.finished:
            round.pop()
            break
    view = View.of(round)
    own = {hand for pair in deal.hands[: len(view.hands)] for hand in [pair[view.seat]]}
    assert own == set(view.hands)
    other = [(k, 1 - view.seat) for k in range(len(view.hands))]
    later = [(k, s) for k in range(len(view.hands), len(deal.hands)) for s in (0, 1)]
    slots = other + later
    pool = Cards(card for k, seat in slots for card in deal.hands[k][seat])
    found = set()
    for hands in deals(view, pool, [len(deal.hands[k][seat]) for k, seat in slots]):
        pairs = [list(pair) for pair in deal.hands]
        for (k, seat), hand in zip(slots, hands, strict=True):
            pairs[k][seat] = hand
        world = Round(Deal(tuple(map(tuple, pairs)), deal.table), start.mover, start.taken, rules)  # type: ignore[arg-type]
        try:
            for move in round.moves:
                world.push(move)
        except ft.IllegalMoveError:
            continue
        assert View.of(world) == view
        found.add(hidden(world, view))
    worlds = ft.Worlds(view.unseen)
    assert set(worlds) == found
    assert worlds.count == len(found)


def test_a_view_tells_nothing_that_is_hidden() -> None:
    random = ft.Random(9)
    for _ in range(30):
        round = any_round(random)
        view = View.of(round)
        told = str(view).split(" ; score")[0]
        for mask in hidden(round, view):
            for card in Cards.of_mask(mask):
                assert str(card) not in told


def test_words() -> None:
    round = random_round(ft.Random(1), STANDARD)
    view = View.of(round)
    other = "AB"[1 - round.mover]
    assert view.words.places == [other, *["the stock"] * 10]
    assert view.words.holds == {other: 3, "the stock": 30}
    assert view.unseen.seats == (1 - round.mover, *[None] * 10)
    assert len(view.words.voids) == 11
    assert {option.name for option in View.parse(TEXT).options} == {
        "5♦ for A♠ 3♣ A♥",
        "4♥ for 3♣ A♥",
        "4♥ for A♠ 3♣",
        "2♣ for A♠ A♥",
    }


def test_options_have_captures_first() -> None:
    random = ft.Random(10)
    for _ in range(30):
        options = View.of(any_round(random, capture="free")).options
        taken = [len(one.move.taken) for one in options if isinstance(one.move, Play)]
        assert taken == sorted(taken, reverse=True)


def test_the_last_hand_is_known_by_counting() -> None:
    view = View.parse(TEXT)
    assert list(ft.Worlds(view.unseen)) == [(Cards.parse("4♠ 3♦ J♦").mask,)]
    advice = ft.suggest(view)
    assert advice.exhaustive
    assert (advice.worlds, advice.text) == (1, "5♦:A♠+3♣+A♥")
    found = {label: estimate.points for (label,), estimate in advice.estimates.items()}
    assert found == {"5♦:A♠+3♣+A♥": 1, "4♥:3♣+A♥": 0, "4♥:A♠+3♣": -1, "2♣:A♠+A♥": -2}
    assert "A♠ 3♣ A♥ wins the round in 100 % of the one possible world" in advice.reason


@pytest.mark.parametrize("capture", ["obligatory", "free", "on_demand"])
@pytest.mark.parametrize("preset", ["source", "standard"])
def test_advice_is_legal_wherever_a_round_has_come_to(preset: str, capture: str) -> None:
    random = ft.Random(11)
    rules = Rules.preset(preset, capture=capture)
    phases = set()
    for left in (36, 30, 25, 18, 12, 7, 5, 3, 2, 1):
        round = random_round(random, rules, left)
        for _ in range(1 + 2 * (capture == "on_demand")):
            if not round.finished:
                phases.add((round.offered is not None, round.mover))
                assert ft.suggest(View.of(round), worlds=2).move in round.legal
                round.push(random.choice(round.legal))
    assert len(phases) == (4 if capture == "on_demand" else 2)


def can_be_taken(world: Round, move: Any) -> bool:
    """Whether the other can capture something after a move that stands."""
    after = world.copy()
    after.push(move)
    if after.offered is not None:
        after.push(Answer.ACCEPT)
    return any(isinstance(reply, Play) and bool(reply.taken) for reply in after.legal)


@pytest.mark.parametrize("seed", range(24))
def test_how_safe_moves_are(seed: int) -> None:
    """The share of worlds in which the other can capture nothing, by trying all."""
    random = ft.Random(400 + seed)
    rules = random_rules(random, hand_size=3)
    round = random_round(random, rules, 1 + random.below(9))
    while not round.finished and len(View.of(round).hands) + len(round.stock) > 3:
        round.push(random.choice(round.legal))
    if round.finished:
        return
    view = View.of(round)
    worlds = [view.world(hidden) for hidden in ft.Worlds(view.unseen)]
    advice = ft.suggest(view, worlds=5000)
    assert advice.worlds == len(worlds)
    for option in view.options:
        found = advice.estimates[option.label].safe
        taken = [can_be_taken(world, option.move) for world in worlds]
        if option.risk is None:
            assert found is None
            assert isinstance(option.move, Answer) or not any(taken)
        else:
            assert found == pytest.approx(1 - sum(taken) / len(worlds))


def test_what_is_safe_to_play_is_told() -> None:
    hidden = "6♠ 6♦ K♥ Q♠ 5♥ J♣ 2♠ A♣ 4♦"  # six cards each are still to be dealt
    own, table = "3♦ K♠ 7♦", "J♠"
    pile = rest_of(f"{hidden} {own} {table}")
    view = View.parse(
        f"B:{own} ; table {table} ; first B ; piles {pile} / - ; last A ; rules standard"
    )
    assert len(view.unseen.sizes) == 3
    risks = {str(option.move): option.risk for option in view.options}
    pieces = {move: str(Cards.of_mask(risk.pieces)) for move, risk in risks.items() if risk}
    assert pieces == {"3♦": "J♣", "7♦": "J♣", "K♠": "J♣ K♥"}
    advice = ft.suggest(view, worlds=2000)
    assert advice.exhaustive
    safe = {label[0]: found.safe for label, found in advice.estimates.items()}
    assert safe == pytest.approx({"3♦": 2 / 3, "7♦": 2 / 3, "K♠": 15 / 36})
    assert advice.explanation.safest is not None
    assert advice.explanation.safest.names == ("3♦", "7♦")
    assert "Safest are 3♦ and 7♦: A can capture nothing in 67 % of worlds." in advice.reason


def test_a_play_that_the_opponent_may_refuse_is_seen() -> None:
    pile = rest_of("K♥ 5♦ K♣ 4♦ 6♠")
    text = f"B:5♦ ; table K♣ 4♦ 6♠ ; first A ; piles {pile} / - ; last A ; moves K♥:4♦+6♠"
    view = View.parse(f"{text} ; rules source capture=on_demand")
    assert view.legal == (Answer.DEMAND, Answer.ACCEPT)
    assert view.unseen.sizes == (0,)
    assert [option.name for option in view.options] == ["to demand", "to accept"]
    demanded = View.parse(f"A:K♥{text[4:]} demand ; rules source capture=on_demand")
    assert demanded.legal == (Play.parse("K♥:K♣"),)
    with pytest.raises(ft.IllegalMoveError, match="move 1: K♥:6♠"):
        View.parse(text)


def test_whose_view_it_is_follows_from_the_moves() -> None:
    random = ft.Random(12)
    for _ in range(60):
        view = View.of(any_round(random))
        text = str(view)
        seat, rest = text.split(":", 1)
        fields = dict(part.split(" ", 1) for part in rest.split(" ; ")[1:])
        assert View.from_fields({"hand": rest.split(" ; ")[0], **fields}) == view
        assert seat == "AB"[view.seat]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5♦ 2♣", "is no view: expected a seat, a colon and its hand"),
        ("A:5♦ 2♣ 4♥", "the table is missing"),
        ("C:5♦ ; table A♠", "player 'C': expected one of A, B"),
        ("A:5♦ ; table A♠ ; table A♥", "part 'table' of the view: comes twice"),
        ("A:5♦ ; table A♠ ; pile A♥", "part 'pile' of the view: expected one of seat, table"),
        (TEXT.replace("2♣ ", ""), "a hand of 2 cards leaves 4 cards unseen: expected as many as B"),
        (TEXT.replace("5♥ ", "5♦ "), "5♦ comes twice"),
        (TEXT + " ; moves 5♦", "move 1: 5♦ is not allowed there"),
        (TEXT + " ; moves 5♦:A♠+A♥+3♣ 5♥", "5♥ comes twice"),
        (TEXT + " ; moves 5♦:A♠+A♥+3♣ J♦ 2♥", "move 3: 2♥ is not allowed there"),
        (TEXT.replace("first A", "first C"), "player 'C': expected one of A, B"),
        (TEXT + " ; score 1", "'1': expected two numbers, as 2 1"),
        (TEXT + " ; score 1 -1", "score 1 -1: expected no points below 0"),
        (TEXT + " ; moves 5♦:A♠+A♥+3♣ J♦ 2♣ 3♦ 4♥ 4♠:4♥ 5♥", "7 cards played: there were 6"),
        (TEXT + " ; moves 5♦:A♠+A♥+3♣ accept", "move 2: accept is not allowed there"),
        (TEXT.replace("A:5♦ 2♣ 4♥", "A:5♦ 2♣ 4♥ / 5♥"), "a later hand of 1 card: expected 6"),
        (TEXT.replace("5♦ 2♣ 4♥", "-"), "a hand of 0 cards leaves 6 cards unseen"),
    ],
)
def test_what_is_no_view_is_refused(text: str, message: str) -> None:
    with pytest.raises(ft.FortyTwoError) as error:
        View.parse(text)
    assert message in str(error.value)


def test_own_hands_must_be_those_dealt_so_far() -> None:
    view = View.of(random_round(ft.Random(13), SOURCE, 24))
    text = str(view)
    (first, later), rest = text.split(" ; ", 1)[0].split(" / "), text.split(" ; ", 1)[1]
    with pytest.raises(ft.ImpossiblePositionError, match="1 hand: expected the 2 dealt so far"):
        View.parse(f"{first} ; {rest}")
    before = rest.rsplit(" ", 1)[0]
    with pytest.raises(ft.ImpossiblePositionError, match="2 hands: expected the 1 dealt so far"):
        View.parse(f"{first} / {later} ; {before}")
    assert view.unseen.sizes == (6, 6, 6)


def test_a_hand_is_not_over_before_its_last_play_stands() -> None:
    """Whoever must answer has not seen the next hand yet."""
    rules, random, seen = Rules.preset("source", capture="on_demand"), ft.Random(15), 0
    while seen < 5:
        round = random_round(random, rules, 25)
        round.push(random.choice(round.legal))
        if round.offered is not None:
            seen += 1
            view = View.of(round)
            assert len(view.hands) == 1
            assert view.unseen.sizes == (0, 6, 6, 6, 6)
            assert View.parse(str(view)) == view
            round.push(Answer.ACCEPT)
            later = View.of(round)
            assert len(later.hands) == 2
            moves = " ".join(map(str, later.moves))
            text = str(later).replace(moves, moves.removesuffix(" accept"))
            with pytest.raises(ft.ImpossiblePositionError, match="2 hands: expected the 1 dealt"):
                View.parse(text)


def test_only_at_its_turn_has_a_player_options() -> None:
    view = View.parse(TEXT.replace("first A", "first B"))
    with pytest.raises(ft.IllegalMoveError, match="it is the turn of B, not that of A"):
        view.options  # noqa: B018
    round = random_round(ft.Random(14), SOURCE, 0)
    with pytest.raises(ft.IllegalMoveError, match="it is nobody's turn"):
        View.of(round)
