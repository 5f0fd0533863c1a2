"""What somebody types who is to call, declare or play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ...errors import IllegalMoveError, NotationError, shown
from .calls import Call
from .plays import Play, domino_of
from .round import Move
from .trump import Trump
from .view import View

PIPS: Final = 7
"""The suits that are named by pips."""


def read_move(view: View, text: str) -> Move:
    """The move that is meant by a text, one of those that the seat may make now.

    A move is typed as it is written, capitals or not; so is a claim. A domino may be given by its
    number in the hand too, a trump by its beginning or its pips.

    Args:
        view: what the seat knows, at its turn.
        text: what was typed.

    Raises:
        NotationError: it is no call, trump or domino; the message says what is expected.
        IllegalMoveError: it is one, but not allowed now.

    Examples:
        >>> text = "S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; declarer S ; bid 31"
        >>> view = View.parse(text)
        >>> [str(read_move(view, text)) for text in ("sixes", "FI", "4")]
        ['sixes', 'fives', 'fours']
        >>> [str(read_move(View.parse(f"{view} ; trump sixes"), text)) for text in ("4", "4-6")]
        ['6-2', '6-4']
    """
    word = text.strip().lower()
    for name in _names(view, word):
        for option in (*view.options, *filter(None, (view.claim,))):
            if name.lower() in (str(option.move).lower(), option.text.lower()):
                return option.move
    raise IllegalMoveError(f"{name} is not allowed now: expected {_expected(view)}")


def _names(view: View, word: str) -> Iterator[str]:
    """What a word may name: just itself, or what it is short for."""
    yield word
    yield READERS[view.question](view, word)


def _expected(view: View) -> str:
    return ", ".join(dict.fromkeys(option.text for option in view.options))


def _call(view: View, word: str) -> str:
    try:
        return view.rules.format_call(Call.parse(word))
    except NotationError:
        raise NotationError(f"{shown(word)} is no call: expected {_expected(view)}") from None


def _trump(view: View, word: str) -> str:
    """The name of a trump from its beginning or its pips."""
    names = [option.text for option in view.options]
    if word.isascii() and word.isdigit() and int(word) < PIPS:
        return str(Trump(int(word)))
    meant = [name for name in names if word and name.startswith(word)]
    if len(meant) != 1:
        raise NotationError(f"{shown(word)} is no trump: expected {_expected(view)}")
    return meant[0]


def _play(view: View, word: str) -> str:
    """The name of a domino from its number in the hand, or written in any way."""
    hand = list(view.holding)
    if word.isascii() and word.isdigit() and len(word) == 1 and 1 <= int(word) <= len(hand):
        return str(hand[int(word) - 1])
    try:
        play = Play.parse(word)
    except NotationError:
        expected = f"{_expected(view)}, or the number below one"
        raise NotationError(f"{shown(word)} is no domino of yours: expected {expected}") from None
    if domino_of(play) not in view.holding:
        raise IllegalMoveError(f"{play} is not in your hand: expected {_expected(view)}")
    return str(play)


READERS: Final[Mapping[str, Callable[[View, str], str]]] = {
    "bid": _call,
    "trump": _trump,
    "play": _play,
}
"""What turns a text into the name of a move, by the question to be answered."""
