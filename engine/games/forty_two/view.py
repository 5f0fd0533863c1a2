"""What one seat knows when it is its turn, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Self

from ...dominoes import ALL, DOMINOES, DOUBLES, Hand
from ...errors import IllegalMoveError, ImpossiblePositionError, NotationError, counted, shown
from ...parts import format_parts, read_parts
from ...view import Option, Unseen, Words
from .auction import Auction, Outcome
from .calls import MARK, PASS, Call
from .contract import Contract
from .deal import Deal
from .options import claim, options
from .plays import Placed, call_of, format_plays, parse_plays
from .position import Position, parse_points
from .round import Move, Round
from .rules import DOUBLES_NEEDED, SOURCE, Rules
from .seats import SEATS, Seat
from .seen import Seen, seen_in
from .trump import Trump, suits

PARTS = (
    "auction",
    "declarer",
    "bid",
    "trump",
    "plays",
    "leader",
    "points",
    "others",
    "rules",
    "score",
)
DEFAULTS: Final = {
    "trump": None,
    "points": "0-0",
    "others": None,
    "rules": SOURCE,
    "score": "0-0",
}
"""Parts that are not written."""


@dataclass(frozen=True)
class View:
    """Exactly what one seat knows: its hand, what was said and played, rules and score.

    Args:
        seat: the seat; only at its turn has it options.
        hand: its hand as dealt, or as it was at the start of an ending.
        auction: the calls so far, or only their outcome.
        trump: the declaration; None before it.
        plays: the dominoes played so far, in order.
        leader: who led first; by default the declarer, or who the rules say after a plunge.
        points: the points (NS, EW) taken before the plays.
        others: all that the three others held together; by default all the seat did not. In nello
            the declarer's partner has what is left when all who play have as many.
        score: the score (NS, EW) of the match before this deal.

    Raises:
        IllegalMoveError: calls or plays that the rules do not allow.
        ImpossiblePositionError: dominoes or sizes that do not fit together.

    Examples:
        >>> view = View.parse("S:6-6 6-5 6-4 6-2 5-5 4-1 3-2 ; auction E:30")
        >>> view.question, str(view.options[1].move)
        ('bid', '31')
    """

    seat: Seat
    hand: Hand
    auction: Auction | Outcome = Auction()  # noqa: RUF009  (immutable)
    trump: Trump | None = None
    plays: tuple[Placed, ...] = ()
    leader: Seat | None = None
    points: tuple[int, int] = (0, 0)
    others: Hand | None = None
    score: tuple[int, int] = (0, 0)
    game: ClassVar[str] = "forty-two"

    def __post_init__(self) -> None:
        object.__setattr__(self, "seat", Seat(self.seat))
        object.__setattr__(self, "plays", tuple(self.plays))
        if self.trump is not None:
            object.__setattr__(self, "trump", self.rules.declared(Trump(self.trump)))
        if both := self.hand & self.pool:
            raise ImpossiblePositionError(f"{next(iter(both))} is in the hand and with the others")
        if not 1 <= len(self.hand) <= 7 or not self._shares_fit:
            others = "" if self.others is None else f" and {len(self.pool)} with the others"
            expected = "the 7 that were dealt"
            if self.others is not None:
                expected = "1 to 7, and three times as many with the others"
            raise ImpossiblePositionError(
                f"a hand of {counted(len(self.hand), 'domino', 'dominoes')}{others}: "
                f"expected {expected}"
            )
        if self.trump is None and (len(self.hand) != 7 or self.plays or self.leader is not None):
            raise ImpossiblePositionError(
                "before a trump is declared: expected 7 dominoes, no plays, no leader"
            )
        if self.trump is None and any(self.points):
            raise ImpossiblePositionError(
                "points {}-{}: there are none before a trump is declared".format(*self.points)
            )
        if self.trump is not None and self.won is None:
            raise ImpossiblePositionError("a trump before the auction is over")
        if self.contract is not None:
            self.contract.check_points(self.points, self.left)
        if self.auction.passed_out:
            raise IllegalMoveError("all have passed: the deal is over")
        if isinstance(self.auction, Auction) and len(self.hand) == 7:
            self.auction.check_hands({self.seat: self.hand})
        if self.contract is not None and self.leader is None:
            object.__setattr__(self, "leader", self.auction.leader)
        if self.contract is not None and self.leader == self.contract.idle:
            raise ImpossiblePositionError(f"leader {self.leader}: in {self.trump} it sits out")
        self.rules.check_score(self.score)
        self.seen  # noqa: B018  (checks the plays)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `seat:hand` and named parts, as `S:6-6 … ; auction N:P 30 ; rules tournament`.

        The parts are the fields of `from_fields`, each its name and its text.
        """
        return cls.from_fields(read_parts(text, PARTS))

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> Self:
        """Read a view from texts by name.

        Args:
            fields: `hand`; `seat`, by default whose turn the calls say it is; `auction`, or
                `declarer` and `bid`; and where they apply `trump`, `plays`, `leader`,
                `points`, `others`, `rules` and `score`, as in the view's own arguments.
        """
        if strange := fields.keys() - {"seat", "hand", *PARTS}:
            raise NotationError(f"{shown(min(strange))}: expected one of {', '.join(PARTS)}")
        needed = {"hand"} | ({"seat", "trump"} if "plays" in fields else set())
        if missing := needed - fields.keys():
            raise NotationError(f"the {min(missing)} is missing")
        rules = Rules.parse(fields.get("rules", "source"))
        seat = Seat.parse(fields["seat"]) if "seat" in fields else None
        auction: Auction | Outcome = Auction.parse(fields.get("auction", ""), rules)
        if "bid" in fields:
            if not {"declarer", "auction"} & fields.keys() and "trump" in fields:
                raise NotationError("the declarer is missing")
            declarer = Seat.parse(fields.get("declarer", str(seat or Seat.N)))
            outcome = Outcome(declarer, Call.parse(fields["bid"]), rules)
            if "auction" not in fields:
                auction = outcome
            elif auction.won != outcome.won:
                raise ImpossiblePositionError(f"the calls {auction} do not end with {outcome}")
        elif "declarer" in fields:
            raise NotationError("the bid is missing")
        if seat is None:
            turn = auction.won[0] if auction.won else auction.turn
            seat = Seat.N if turn is None else turn
        return cls(
            seat=seat,
            hand=Hand.parse(fields["hand"]),
            auction=auction,
            trump=Trump.parse(fields["trump"]) if "trump" in fields else None,
            plays=tuple(parse_plays(fields.get("plays", ""))),
            leader=Seat.parse(fields["leader"]) if "leader" in fields else None,
            points=parse_points(fields["points"]) if "points" in fields else (0, 0),
            others=Hand.parse(fields["others"]) if "others" in fields else None,
            score=parse_points(fields["score"]) if "score" in fields else (0, 0),
        )

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return str(draw(self))

    def __str__(self) -> str:
        """The text that `parse` reads."""
        parts: dict[str, object] = {}
        if isinstance(self.auction, Outcome):
            declarer, bid = self.auction.won
            parts |= {"declarer": declarer, "bid": self.rules.format_call(bid)}
        else:
            parts |= {"auction": self.auction}
        parts |= {
            "trump": self.trump,
            "plays": format_plays(self.plays),
            "leader": self.leader,
            "points": "{}-{}".format(*self.points),
            "others": self.others,
            "rules": self.rules,
            "score": "{}-{}".format(*self.score),
        }
        leader = None if self.trump is None else self.auction.leader
        return format_parts(self.seat, self.hand, parts, {**DEFAULTS, "leader": leader})

    @classmethod
    def of(cls, round: Round, seat: Seat | None = None) -> Self:
        """What a seat knows in a round; by default the seat whose turn it is."""
        seat = round.turn if seat is None else seat
        if seat is None or round.claimant is not None:
            raise IllegalMoveError("the deal is over: it is nobody's turn")
        return cls(
            seat=seat,
            hand=round.deal[seat],
            auction=round.auction,
            trump=round.contract.trump if round.contract else None,
            plays=round.plays,
            score=round.score,
        )

    @classmethod
    def of_position(cls, position: Position, bid: Call | None = None) -> Self:
        """What the seat to play knows in a position; the plays in its history count as seen.

        Args:
            position: the position.
            bid: what was bid, if the contract of the position does not say.
        """
        bid = position.contract.bid or bid
        if position.turn is None or bid is None:
            missing = "the bid is not known" if bid is None else "the deal is over"
            raise ImpossiblePositionError(f"no view of this position: {missing}")
        rules = SOURCE
        if position.contract.small_end:
            rules = Rules.source(small_end_opening=True)
        leader, points = position.start
        hand = position.deal[position.turn]
        return cls(
            seat=position.turn,
            hand=hand,
            auction=Outcome(position.contract.declarer, bid, rules),
            trump=position.trump,
            plays=position.plays,
            leader=leader,
            points=points,
            others=position.deal.dominoes - hand,
        )

    @property
    def pool(self) -> Hand:
        """All that the three others held together when the plays began."""
        return ALL - self.hand if self.others is None else self.others

    @cached_property
    def contract(self) -> Contract | None:
        """What is played; None before the declaration."""
        if self.trump is None or self.won is None:
            return None
        begins = len(self.hand) == 7 or call_of(self.plays) is not None
        opening = self.rules.small_end_opening and begins
        return Contract(self.trump, *self.won, opening)

    @cached_property
    def _shares(self) -> dict[Seat, int]:
        """How many dominoes each of the others held when the plays began."""
        size, idle = len(self.hand), self.contract and self.contract.idle
        if self.seat == idle:
            size = len(self.pool) // 3
        rest = len(self.pool) - 2 * size
        return {seat: rest if seat == idle else size for seat in self._strangers}

    @property
    def _shares_fit(self) -> bool:
        """Whether these are all, and no more than seven each."""
        shares = self._shares.values()
        return sum(shares) == len(self.pool) and all(0 <= share <= 7 for share in shares)

    @property
    def tricks(self) -> int:
        """How many tricks there were to play when the plays began."""
        return self._shares[self._strangers[0]]

    @property
    def left(self) -> int:
        """The points that there were to take when the plays began."""
        if self.contract is None:
            return MARK
        return self.contract.worth(self.tricks, self.hand.count + self.pool.count)

    @property
    def total(self) -> int:
        """What both sides have together at the end: 42, or less in an ending."""
        return sum(self.points) + self.left

    @property
    def rules(self) -> Rules:
        """The table's rules."""
        return self.auction.rules

    @property
    def won(self) -> tuple[Seat, Call] | None:
        """The declarer and the bid; None while the auction goes on."""
        return self.auction.won

    @property
    def side(self) -> int:
        """The number of the own side."""
        return self.seat.side

    @property
    def question(self) -> str:
        """What there is to decide: `bid`, `trump` or `play`."""
        if self.won is None:
            return "bid"
        return "trump" if self.trump is None else "play"

    @cached_property
    def seen(self) -> Seen:
        """What the plays have shown, each checked as far as this seat can."""
        return seen_in(self)

    @property
    def holding(self) -> Hand:
        """What the seat still holds."""
        return Hand.of_mask(self.hand.mask & ~self.seen.played[self.seat])

    @property
    def _strangers(self) -> list[Seat]:
        return [SEATS[(self.seat + i) % 4] for i in (1, 2, 3)]

    @cached_property
    def unseen(self) -> Unseen:
        """What the three others hold, in the order of their turns after this seat."""
        played = self.seen.played
        pieces = self.pool.mask & ~sum(played)
        return Unseen(
            pieces=pieces,
            sizes=tuple(self._shares[seat] - played[seat].bit_count() for seat in self._strangers),
            allowed=tuple(pieces & ~self.seen.excluded[seat] for seat in self._strangers),
            seats=tuple(self._strangers),
            kind=DOUBLES.mask & pieces,
            least=tuple(self._doubles_left(seat) for seat in self._strangers),
        )

    def _doubles_left(self, seat: Seat) -> int:
        """How many doubles a seat still holds at least, as its call has shown."""
        if not isinstance(self.auction, Auction) or len(self.hand) < 7:
            return 0
        call = self.auction.call_of(seat)
        shown = DOUBLES_NEEDED.get(call, 0) if call is not None else 0
        return max(0, shown - (DOUBLES.mask & self.seen.played[seat]).bit_count())

    @property
    def words(self) -> Words:
        """The same in words; the kinds are trumps and the suits of pips."""
        unseen = self.unseen
        kinds = {} if self.trump is None else suits(self.trump)
        return Words(
            pieces=[str(domino) for domino in DOMINOES],
            places=[str(seat) for seat in self._strangers],
            voids=[
                [name for name, suit in kinds.items() if suit & unseen.pieces and not suit & may]
                for may in unseen.allowed
            ],
        )

    def world(self, hidden: Sequence[int]) -> Position | Round:
        """The state to be solved if the others hold these dominoes.

        Before the play it is the declaration by this seat: at the end of an auction that the
        seat wins at the highest price, for which it may declare whatever it may for less.

        Args:
            hidden: masks of what the three others hold now, in the order of `unseen`.
        """
        masks = list(self.seen.played)
        masks[self.seat] = self.hand.mask
        for seat, mask in zip(self._strangers, hidden, strict=True):
            masks[seat] |= mask
        if self.contract is not None:
            idle = self.contract.idle
            if idle is not None and self._shares.get(idle) != self.tricks:
                masks[idle] = 0
            deal = Deal.of_masks(masks)
            position = Position(deal, self.contract, self.leader, self.points)
            position.play(self.plays)
            return position
        deal = Deal.of_masks(masks)
        if self.won is None:
            if not self.bids:
                raise ImpossiblePositionError("no bid is left to be solved")
            bid = max(self.rules.worth(bid, self.standing) for bid in self.bids)
            return Round(deal, Outcome(self.seat, bid, self.rules), self.score)
        return Round(deal, self.auction, self.score)

    @property
    def standing(self) -> Call:
        """The highest bid so far; a pass if there is none."""
        if isinstance(self.auction, Auction):
            return self.rules.highest(self.auction.calls)[1]
        return self.auction.bid

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls that the hand allows; none after the auction."""
        if not isinstance(self.auction, Auction):
            return ()
        return self.rules.legal_calls(self.auction.calls, self.hand)

    @property
    def bids(self) -> tuple[Call, ...]:
        """Those of them that are no pass, lowest first, then plunge and splash."""
        return tuple(call for call in self.calls if call != PASS)

    @property
    def options(self) -> list[Option[Move]]:
        """The calls, declarations or dominoes to choose from."""
        return list(options(self))

    @property
    def claim(self) -> Option[Move] | None:
        """The claim that the seat on lead may make if it is sure of it; None if it may not.

        It needs the contract made, or set. Where points are written down it needs all that is
        left besides.
        """
        return claim(self)
