"""Pictures in SVG: what they are made of, whatever they show.

A picture that is more than dominoes has a ground of its own, so that it looks the same on a light
page and on a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from .dominoes import Domino

SIZE: Final = 40
"""Half of a domino, in units of a picture."""
GAP: Final = 6
"""Between two dominoes."""
MARGIN: Final = 12
LINE: Final = 22
"""The height of a line of text."""

GROUND: Final = "#24513f"
INK: Final = "#f5f1e4"
IVORY: Final = "#fbf6e6"
PIP: Final = "#232220"
EDGE: Final = "#5a554a"
SHADE: Final = "#1a3b2e"
BACK: Final = "#7b3b33"
BEST: Final = "#ffc94d"
BAR: Final = "#7fb8e6"

PLACES: Final[Sequence[Sequence[tuple[int, int]]]] = (
    (),
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
)
"""Where the pips of a half lie, across and along, seen from its middle."""


@dataclass(frozen=True)
class Drawing:
    """A picture; `str` is an SVG document, which notebooks show.

    Args:
        width: in units.
        height: likewise.
        shapes: elements of SVG.
        title: what it shows, in words, for those who do not see it.
    """

    width: float
    height: float
    shapes: Sequence[str]
    title: str

    def __str__(self) -> str:
        box = f"{self.width:g} {self.height:g}"
        width, height = box.split()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" width="{width}" '
            f'height="{height}" font-family="Helvetica, Arial, sans-serif" role="img">'
            f"<title>{escape(self.title)}</title>{''.join(self.shapes)}</svg>\n"
        )

    def _repr_svg_(self) -> str:
        return str(self)


def tile(
    domino: Domino,
    x: float,
    y: float,
    *,
    lying: bool = False,
    faint: bool = False,
    ring: bool = False,
) -> str:
    """A domino, its high half on top or on the left.

    Args:
        domino: the domino.
        x: of its left edge.
        y: of its top edge.
        lying: whether it lies on its side.
        faint: whether it is of no use now.
        ring: whether it stands out.
    """
    turn = f" rotate(-90) translate({-SIZE} 0)" if lying else ""
    middle = SIZE / 2
    pips = [
        f'<circle cx="{middle + 11 * across:g}" cy="{middle + half * SIZE + 11 * along:g}" r="4"/>'
        for half, number in enumerate((domino.high, domino.low))
        for across, along in PLACES[number]
    ]
    edge = f'stroke="{BEST}" stroke-width="4"' if ring else f'stroke="{EDGE}"'
    return (
        f'<g transform="translate({x:g} {y:g}){turn}"{_opacity(faint)}><title>{domino}</title>'
        f'<rect width="{SIZE}" height="{2 * SIZE}" rx="6" fill="{IVORY}" {edge}/>'
        f'<path d="M6 {SIZE}h{SIZE - 12}" stroke="{EDGE}"/>'
        f'<g fill="{PIP}">{"".join(pips)}</g></g>'
    )


def back(x: float, y: float, *, lying: bool = False) -> str:
    """A domino that lies face down."""
    width, height = (2 * SIZE, SIZE) if lying else (SIZE, 2 * SIZE)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="6" fill="{BACK}" '
        f'stroke="{EDGE}"/>'
    )


def words(
    text: str,
    x: float,
    y: float,
    *,
    anchor: str = "start",
    size: int = 18,
    colour: str = INK,
    bold: bool = False,
) -> str:
    """A line of text, `y` being its foot; `anchor` is `start`, `middle` or `end` as in SVG."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{colour}"{weight}>{escape(text)}</text>'
    )


def ground(width: float, height: float) -> str:
    """What all else lies on."""
    return f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{GROUND}"/>'


def row(dominoes: Iterable[Domino], title: str) -> Drawing:
    """Dominoes side by side."""
    shown = list(dominoes)
    shapes = [tile(one, 1 + place * (SIZE + GAP), 1) for place, one in enumerate(shown)]
    return Drawing(max(1, len(shown) * (SIZE + GAP) - GAP) + 2, 2 * SIZE + 2, shapes, title)


@dataclass(frozen=True)
class Bar:
    """A line of a chart.

    Args:
        name: what it is of.
        share: from 0 to 1.
        error: its standard error.
        text: its number in words.
        best: whether it stands out.
    """

    name: str
    share: float
    error: float
    text: str
    best: bool = False


def bars(lines: Sequence[Bar], title: str, *, width: float = 500) -> Drawing:
    """Shares as bars, one below the other, each with a line of one standard error either way."""
    left, right = MARGIN + 10 * max((len(line.name) for line in lines), default=0), 100
    full = width - left - right - 2 * MARGIN
    shapes = [words(title, MARGIN, MARGIN + 14, bold=True)]
    y = MARGIN + 2.0 * LINE
    for line in lines:
        low, high = max(0.0, line.share - line.error), min(1.0, line.share + line.error)
        start, foot = left + MARGIN, y + 14
        shapes += [
            words(line.name, left, foot, anchor="end", bold=line.best),
            f'<rect x="{start:g}" y="{y:g}" width="{full:g}" height="16" fill="{SHADE}"/>',
            f'<rect x="{start:g}" y="{y:g}" width="{full * line.share:g}" height="16" '
            f'fill="{BEST if line.best else BAR}"/>',
            f'<path d="M{start + full * low:g} {y + 8:g}H{start + full * high:g}" '
            f'stroke="{INK}" stroke-width="2"/>',
            words(line.text, start + full + 8, foot, bold=line.best),
        ]
        y += LINE + 4
    height = y + MARGIN
    return Drawing(width, height, [ground(width, height), *shapes], title)


def _opacity(faint: bool) -> str:
    return ' opacity=".45"' if faint else ""
