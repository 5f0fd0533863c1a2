"""What a table of Knaves, or of Polignac, agrees on before play, and how cards and tricks count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from ...cards import CARDS, RANKS, Card, Cards, pack
from ...errors import OptionError
from ...options import TRUTH, Agreed, Choice, Options

Turned = Card | str | None
"""What was turned up: a card, the suit of one of which no more is known, or nothing."""
JACK: Final = "J"
KNAVES: Final = (("variant", "knaves"),)
POLIGNAC: Final = (("variant", "polignac"),)
OPTIONS: Final = Options(
    {
        "variant": Choice(
            ("knaves", "polignac"),
            "knaves",
            "The game: tricks with trumps, or real Polignac, with 32 cards and jacks alone.",
            "the source text; Polignac as it is played in France",
        ),
        "players": Choice(
            (3, 4, 5, 6), 3, "How many play, each for himself.", "Polignac", POLIGNAC
        ),
        "hand_size": Choice(
            (17, 13),
            17,
            "Cards in hand; with 13 twelve more are out of play, unseen.",
            "the source text; public rules",
            KNAVES,
        ),
        "jack_values": Choice(
            ("h4_d3_c2_s1", "h4_d3_s2_c1"),
            "h4_d3_c2_s1",
            "What J♥, J♦, J♣ and J♠ cost: 4, 3, 2 and 1, or 4, 3, 1 and 2.",
            "the source text; public rules",
            KNAVES,
        ),
        "turned_jack": Choice(
            ("nobody", "last_trick", "no_trump"),
            "nobody",
            "A jack turned up costs nobody, or whoever takes the last trick; or there is no trump.",
            "public rules",
            KNAVES,
        ),
        "target": Choice(
            range(1, 10_001), 20, "The total that ends the match.", "the source text", KNAVES
        ),
        "penalty_target": Choice(
            (10, 20), 10, "Whoever has so many penalties has lost the match.", "Polignac", POLIGNAC
        ),
        "capot": Choice(
            TRUTH,
            False,
            "Before the first lead a player may announce to win every trick; unconfirmed.",
            "Polignac",
            POLIGNAC,
        ),
        "first_dealer": Choice(
            (0, 1, 2, 3, 4, 5), 0, "Who deals first: A to F by number.", "everywhere"
        ),
    },
    {"source": {}, "standard": {}, "polignac32": {"variant": "polignac"}},
)
JACK_VALUES: Final[Mapping[str, Mapping[str, int]]] = {
    "h4_d3_c2_s1": {"♥": 4, "♦": 3, "♣": 2, "♠": 1},
    "h4_d3_s2_c1": {"♥": 4, "♦": 3, "♣": 1, "♠": 2},
}
"""What the jacks cost in Knaves, by suit."""
PENALTIES: Final[Mapping[str, int]] = {"♥": 1, "♦": 1, "♣": 1, "♠": 2}
"""What they cost in Polignac."""
ALL_PENALTIES: Final = sum(PENALTIES.values())
"""What a capot costs: whoever fails in it, or else everybody else."""
PACK: Final = Cards(CARDS)
SHORT_PACK: Final = pack(RANKS[RANKS.index("7") :])
"""The 32 cards of Polignac."""
BLACK_SEVENS: Final = Cards.parse("7♣ 7♠")
"""Left out unless four play."""
RANKING: Final[Mapping[str, tuple[str, ...]]] = {
    "knaves": RANKS,
    "polignac": ("7", "8", "9", "10", "A", "J", "Q", "K"),
}
"""How cards rank, from the lowest, by variant."""


@dataclass(frozen=True, kw_only=True)
class Rules(Agreed):
    """The options of a table; make them from a preset.

    Raises:
        OptionError: an option or a value that does not exist, has no effect with the others, or
            does not go with them.

    Examples:
        >>> rules = Rules.parse("polignac32 players=5")
        >>> rules.hand, len(rules.pack), rules.cost(Card("J", "♠"))
        (6, 30, 2)
    """

    table: ClassVar[Options] = OPTIONS

    variant: str
    players: int
    hand_size: int
    jack_values: str
    turned_jack: str
    target: int
    penalty_target: int
    capot: bool
    first_dealer: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.first_dealer >= self.players:
            raise OptionError(
                f"first_dealer={self.first_dealer}: expected 0 to {self.players - 1} for "
                f"{self.players} players"
            )

    @property
    def is_polignac(self) -> bool:
        """Whether only jacks count, and there is no trump."""
        return self.variant == "polignac"

    @property
    def pack(self) -> Cards:
        """The cards that there are."""
        if not self.is_polignac:
            return PACK
        return SHORT_PACK if self.players == 4 else SHORT_PACK - BLACK_SEVENS

    @property
    def hand(self) -> int:
        """How many cards each player is dealt."""
        return len(self.pack) // self.players if self.is_polignac else self.hand_size

    @property
    def ranks(self) -> tuple[str, ...]:
        """How cards rank, from the lowest."""
        return RANKING[self.variant]

    @property
    def trick_points(self) -> int:
        """What a trick gives to its winner."""
        return 0 if self.is_polignac else 1

    def cost(self, card: Card) -> int:
        """What a card costs the winner of its trick."""
        if card.rank != JACK:
            return 0
        return (PENALTIES if self.is_polignac else JACK_VALUES[self.jack_values])[card.suit]

    def trump(self, turned: Turned) -> str | None:
        """The suit that is trump if this was turned up; None if there is none."""
        if not isinstance(turned, Card):
            return turned
        return None if turned.rank == JACK and self.turned_jack == "no_trump" else turned.suit

    def last_points(self, turned: Turned) -> int:
        """What the last trick gives besides, if this was turned up."""
        if not isinstance(turned, Card) or self.turned_jack != "last_trick":
            return 0
        return -self.cost(turned)


SOURCE: Final = Rules.preset("source")
"""The default."""
