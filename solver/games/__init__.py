"""What solving and advice know of single games beyond their rules: folders as in `engine/games`."""

from collections.abc import Mapping
from typing import Any, Final

from ...engine.view import View
from ..knowledge import Knowledge
from .forty_two.knowledge import FortyTwoKnowledge

KNOWLEDGE: Final[Mapping[str, Knowledge]] = {"forty-two": FortyTwoKnowledge()}
"""By the name of the game."""


def knowledge_of(view: View[Any]) -> Knowledge:
    """What is known of the game of a view."""
    return KNOWLEDGE.get(view.game) or Knowledge()
