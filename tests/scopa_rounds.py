"""Rounds of Scopa made at random, and the way between our objects and the judge's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hypothesis import strategies as st

import fortytwo as ft
import scopa_judge as judge
from fortytwo.engine.cards import Cards
from fortytwo.engine.games.scopa.deal import Deal
from fortytwo.engine.games.scopa.moves import Move, Play
from fortytwo.engine.games.scopa.round import Round
from fortytwo.engine.games.scopa.rules import CATEGORIES, OPTIONS, Account, Rules, Score

SOURCE: Final = Rules.preset("source")
STANDARD: Final = Rules.preset("standard")
SOLVED: Final = (
    "5♦ 2♣ 4♥ / 4♠ 3♦ J♦ ; A♠ A♥ 3♣ ; 2♥ 3♥ 7♥ J♥ A♦ 2♦ 4♦ 6♦ 7♦ K♦ J♣ K♣ 3♠ 6♠ K♠ / "
    "5♥ 6♥ Q♥ K♥ Q♦ A♣ 4♣ 5♣ 6♣ 7♣ Q♣ 2♠ 5♠ 7♠ J♠ Q♠ ; 1 1 ; A ; B"
)
"""The ending whose values the rules tell."""


def random_rules(random: ft.Random, **options: Any) -> Rules:
    """Any rules, with a target that is soon reached."""
    found: dict[str, Any] = {
        name: random.choice(choice.values)
        for name, choice in OPTIONS.choices.items()
        if not isinstance(choice.values, range)
    }
    found |= {"target": 1 + random.below(20), "double_below": random.below(12)}
    return Rules.preset(random.choice(list(OPTIONS.presets)), **found | options)


def random_round(random: ft.Random, rules: Rules, left: int = 36) -> Round:
    """A round played at random until no more than so many cards are left."""
    round = Round(Deal.draw(random, rules), random.below(2), rules=rules)
    while left_of(round) > left:
        round.push(random.choice(round.legal))
    return round


def followers_of(round: Round) -> Iterator[Round]:
    """The rounds after each legal move."""
    for move in round.legal:
        after = round.copy()
        after.push(move)
        yield after


def left_of(round: Round) -> int:
    """How many cards are still to be played."""
    return sum(len(hand) for pair in (round.hands, *round.stock) for hand in pair)


def options_of(rules: Rules) -> dict[str, Any]:
    """The options as the judge knows them."""
    return {name: getattr(rules, name) for name in judge.SOURCE}


def said(move: Move) -> judge.Move:
    """A move as the judge knows it."""
    if isinstance(move, Play):
        return str(move.card), words(move.taken)
    return str(move)


def words(cards: Cards) -> frozenset[str]:
    """Cards as the judge knows them."""
    return frozenset(map(str, cards))


def judged(round: Round) -> judge.Round:
    """The same round before the judge, its moves made."""
    turn, taken = round.start
    pairs = [[words(hand) for hand in pair] for pair in round.deal.hands]
    found = judge.Round(
        options_of(round.rules),
        pairs[0],
        pairs[1:],
        words(round.deal.table),
        turn,
        [*map(words, taken.piles)],
        taken.sweeps,
        taken.last,
    )
    for move in round.moves:
        found.play(said(move))
    return found


def assert_agrees(round: Round, referee: judge.Round) -> None:
    """All that both know of a round is the same."""
    legal = list(map(said, round.legal))
    assert len(legal) == len(set(legal))
    assert set(legal) == set(referee.legal())
    assert round.finished == referee.over
    assert round.mover == (-1 if referee.over else referee.mover)
    assert [*map(words, round.hands)] == referee.hands
    assert words(round.table) == referee.table
    assert [*map(words, round.taken.piles)] == referee.piles
    assert [*round.taken.sweeps] == referee.sweeps
    assert round.taken.last == referee.last
    assert len(round.stock) == len(referee.stock)


def ending(hands: str, table: str, rules: Rules = SOURCE) -> Round:
    """An ending in which A is to play, and A has captured all that is not seen."""
    pile = rest_of(f"{hands} {table}")
    return Round.parse(f"{hands} ; {table} ; {pile} / - ; 0 0 ; A ; A", rules)


def finished(ours: Sequence[str], sweeps: str = "0 0", rules: Rules = SOURCE) -> Round:
    """A round that is over, with these cards in the pile of A."""
    theirs = [card for card in judge.PACK if card not in ours]
    last = "A" if ours else "B"
    piles = f"{' '.join(ours) or '-'} / {' '.join(theirs) or '-'}"
    return Round.parse(f"- / - ; - ; {piles} ; {sweeps} ; A ; {last}", rules)


def account_of(ours: Sequence[str], rules: Rules = SOURCE) -> Account:
    """What such a round counts."""
    found = finished(ours, rules=rules).account
    assert found is not None
    return found


def counted(cards: Score = (0, 0), sweeps: Score = (0, 0)) -> dict[str, Score]:
    """What a round counts, by the engine's names, with nothing for anything else."""
    return dict.fromkeys(CATEGORIES, (0, 0)) | {"cards": cards, "sweeps": sweeps}


def rest_of(seen: str) -> str:
    """All cards of the pack but these."""
    return " ".join(card for card in judge.PACK if card not in seen.split())


seeds: Final = st.integers(0, 2**64 - 1)
tables: Final = st.builds(lambda seed: random_rules(ft.Random(seed)), seeds)
"""Any rules."""
