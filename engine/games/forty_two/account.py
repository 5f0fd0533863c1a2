"""What a deal has come to, in the words of players."""

from __future__ import annotations

from .auction import Auction
from .contract import Contract
from .seats import SEATS, Side


def account(auction: Auction, contract: Contract | None, points: tuple[int, int]) -> str:
    """The outcome of a deal, and the calls.

    Args:
        auction: the calls, all of them.
        contract: what is played; None if all pass.
        points: the final points (NS, EW).

    Examples:
        >>> auction = Auction.parse("N:P 31 P P")
        >>> account(auction, Contract(Trump.FIVES, Seat.E, Call(31)), (14, 28))
        'E bids 31 in fives, goes set by 3: NS +45 points. Calls: N P, E 31, S P, W P.'
    """
    calls = ", ".join(
        f"{SEATS[(auction.first + place) % 4]} {auction.rules.format_call(call)}"
        for place, call in enumerate(auction.calls)
    )
    return f"{outcome(auction, contract, points)} Calls: {calls}."


def outcome(
    auction: Auction,
    contract: Contract | None,
    points: tuple[int, int],
    *,
    claimed: bool = False,
) -> str:
    """Who bids what, makes it or goes set, and what is written down; see `account`.

    By how much is not told after a claim, which may be of no more than that.
    """
    if contract is None or contract.bid is None:
        return "all pass, nothing is written down."
    rules = auction.rules
    declarer, bid = contract.declarer, contract.bid
    said = f"{declarer} bids {rules.format_call(bid)}"
    if auction.caller is not None and auction.caller != declarer:
        caller = auction.caller
        call = auction.calls[(caller - auction.first) % 4]
        said = f"{caller} calls {call} for {rules.format_call(bid)}, {declarer} declares"
    short = contract.shortfall(points)
    result = f"goes set by {short}" if short else f"makes {points[declarer.side]}"
    if contract.is_sweep or claimed:
        result = "goes set" if short else "makes it"
    written = rules.record(declarer.side, bid, points)
    gains = ", ".join(f"{side} {written[side]:+}" for side in Side if written[side])
    unit = "mark" if sum(written) == 1 else rules.scoring
    return f"{said} in {contract.trump}, {result}: {gains} {unit}."
