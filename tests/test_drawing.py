"""Pictures in SVG: all that should be seen is, where it can be seen, and nothing else."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

import pytest

import fortytwo as ft
from fortytwo.engine.drawing import BACK, BEST, Bar, Drawing, bars
from fortytwo.engine.games.forty_two.drawing import draw
from fortytwo.solver.drawing import draw_odds
from shell import run

SVG: Final = "{http://www.w3.org/2000/svg}"
POSITION: Final = "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N"
HAND: Final = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"


class Box(NamedTuple):
    """Where something lies."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def root_of(drawing: Drawing | str) -> ElementTree.Element:
    return ElementTree.fromstring(str(drawing))


def tiles(drawing: Drawing) -> Iterator[tuple[ft.Domino, Box, ElementTree.Element]]:
    """The dominoes that lie face up, and where."""
    for group in root_of(drawing).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None and title.text:
            place = re.match(r"translate\((\S+) (\S+)\)(.*)", group.get("transform", ""))
            assert place
            x, y, lying = float(place[1]), float(place[2]), bool(place[3])
            width, height = (80, 40) if lying else (40, 80)
            yield ft.Domino.parse(title.text), Box(x, y, x + width, y + height), group


def shown(drawing: Drawing) -> list[ft.Domino]:
    return [domino for domino, _, _ in tiles(drawing)]


def texts(drawing: Drawing) -> list[str]:
    return [text.text or "" for text in root_of(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize("domino", ft.DOMINOES, ids=str)
def test_a_domino_has_its_pips(domino: ft.Domino) -> None:
    ((found, _, group),) = tiles(draw(domino))
    places = [
        (float(pip.get("cx", 0)), float(pip.get("cy", 0))) for pip in group.iter(f"{SVG}circle")
    ]
    high = [y for _, y in places if y < 40]
    assert found == domino
    assert (len(high), len(places) - len(high)) == (domino.high, domino.low)
    assert len(set(places)) == len(places)
    assert domino._repr_svg_() == str(draw(domino))


def test_a_hand_stands_in_its_order() -> None:
    hand = ft.Hand.parse(HAND)
    found = list(tiles(draw(hand)))
    assert [domino for domino, _, _ in found] == list(hand)
    assert [box.left for _, box, _ in found] == sorted(box.left for _, box, _ in found)
    assert hand._repr_svg_() == str(draw(hand))
    assert shown(draw(ft.Hand())) == []


def random_position(seed: int, trump: ft.Trump) -> ft.Position:
    random = ft.Random(seed)
    position = ft.Position(ft.Deal.draw(random), trump=trump, leader=random.choice(ft.SEATS))
    for _ in range(seed % 28):
        if not position.finished:
            position.push(random.choice(position.legal))
    return position


@pytest.mark.parametrize("seed", range(56))
def test_nothing_lies_on_anything_else_or_outside(seed: int) -> None:
    trump = [*ft.TRUMPS, ft.Trump.parse("nello"), ft.Trump.parse("sevens")][seed % 11]
    position = random_position(seed, trump)
    values = {} if position.finished else ft.analyse(position)
    drawing = draw(position, {move: str(points[0]) for move, points in values.items()})
    found = [(domino, box) for domino, box, _ in tiles(drawing)]
    hands = [domino for hand in position.hands for domino in hand]
    assert sorted(domino for domino, _ in found) == sorted([*hands, *position.trick])
    for number, (_, box) in enumerate(found):
        assert 0 <= box.left < box.right <= drawing.width
        assert 0 <= box.top < box.bottom <= drawing.height
        assert not any(box.meets(other) for _, other in found[number + 1 :])


def test_notes_stand_by_their_dominoes_and_the_first_stands_out() -> None:
    position = ft.Position.parse(POSITION)
    drawing = draw(position, {ft.Domino(6, 4): "27", ft.Domino(6, 6): "21"})
    assert {"27", "21"} < set(texts(drawing))
    rings = [
        domino
        for domino, _, group in tiles(drawing)
        if BEST in ElementTree.tostring(group, "unicode")
    ]
    assert rings == [ft.Domino(6, 4)]
    both = draw(position, {ft.Domino(6, 4): "27", ft.Domino(6, 6): "27"})
    assert str(both).count(BEST) == 2
    one = draw(position, {ft.Domino(6, 4): "27"})
    faint = [domino for domino, _, group in tiles(one) if group.get("opacity")]
    assert faint == [ft.Domino(6, 6)]


def test_only_what_can_be_drawn_is_taken() -> None:
    with pytest.raises(TypeError, match="int: expected a domino"):
        draw(7)  # type: ignore[arg-type]


def test_what_is_played_and_taken_is_told() -> None:
    position = ft.Position.parse(f"{POSITION} ; 2-3")
    assert texts(draw(position))[0] == "Sixes. Taken so far: NS 2, EW 3. N plays."
    assert {"N", "E", "S", "W"} < set(texts(draw(position)))


def test_the_trick_lies_before_those_who_played_it() -> None:
    position = ft.Position.parse(f"{POSITION} ; ; 6-4 5-4 4-3")
    boxes = {domino: box for domino, box, _ in tiles(draw(position))}
    north, east, south = (boxes[domino] for domino in position.trick)
    assert north.bottom <= south.top
    assert north.right <= east.left


def test_a_view_shows_no_more_than_the_seat_knows() -> None:
    text = f"S:{HAND} ; declarer N ; bid 31 ; trump sixes ; plays 6-1 2-1"
    view = ft.View.parse(text)
    drawing = draw(view)
    assert sorted(shown(drawing)) == sorted([*view.hand, ft.Domino(6, 1), ft.Domino(2, 1)])
    assert str(drawing).count(BACK) == 6 + 6 + 7
    lowest = max(box.bottom for _, box, _ in tiles(drawing))
    boxes = {domino: box for domino, box, _ in tiles(drawing)}
    assert boxes[ft.Domino(6, 6)].bottom == lowest
    assert view._repr_svg_() == str(drawing)


def test_calls_stand_by_the_seats() -> None:
    found = texts(draw(ft.View.parse(f"S:{HAND} ; auction N:P 31")))
    assert found[0] == "The auction."
    assert {"N: pass", "E: 31", "S", "W"} <= set(found)


def test_a_round_is_drawn_as_far_as_it_has_come() -> None:
    round = ft.Round(ft.Deal.random(seed=1), ft.Auction())
    assert len(shown(draw(round))) == 28
    assert round._repr_svg_() == str(draw(round)) == round.deal._repr_svg_()
    for move in (ft.Call(30), ft.PASS, ft.PASS, ft.PASS, ft.Trump.SIXES):
        round.push(move)
    assert round.position is not None
    assert str(draw(round)) == round.position._repr_svg_()


def test_bars_are_as_long_as_shares() -> None:
    drawing = bars([Bar("a & b", 0.5, 0.1, "50 %"), Bar("c", 1.0, 0.0, "100 %", best=True)], "<q>")
    widths = [float(rect.get("width", 0)) for rect in root_of(drawing).iter(f"{SVG}rect")]
    _, full, half, _, whole = widths
    assert (half, whole) == (full / 2, full)
    assert texts(drawing) == ["<q>", "a & b", "50 %", "c", "100 %"]
    assert root_of(bars([], "none")).tag == f"{SVG}svg"


def test_odds_of_bids_show_the_best_trump_of_each() -> None:
    suggestion = ft.suggest(ft.View.parse(f"N:{HAND} ; auction N:"), worlds=10)
    drawing = draw_odds(suggestion)
    names = texts(drawing)[1::2]
    bids = list(dict.fromkeys(bid for _, bid in suggestion.estimates))
    assert [name.split()[0] for name in names] == bids
    for name in names:
        bid, trump = name.split()
        best = suggestion.estimates[trump, bid].p
        assert best == max(one.p for label, one in suggestion.estimates.items() if label[1] == bid)
    assert suggestion._repr_svg_() == str(drawing)


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "deal.svg"
    done = run("show", POSITION, "--values", "-o", str(file))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    values = ft.analyse(ft.Position.parse(POSITION))
    assert {str(points[0]) for points in values.values()} <= {
        text.text for text in root_of(file.read_text("utf-8")).iter(f"{SVG}text")
    }
    printed = run("show", POSITION).stdout
    assert printed == ft.Position.parse(POSITION)._repr_svg_()
    assert run("show", "N:6-6", "--trump", "ones").returncode == 2
    assert run("--game", "matador", "show", "x").returncode == 2


def test_the_pictures_of_the_docs_are_those_that_are_made(tmp_path: Path) -> None:
    docs = Path(ft.__file__).parent / "docs"
    (command,) = re.findall(
        r"^fortytwo (show .*)$", (docs / "pictures.md").read_text("utf-8"), re.M
    )
    *words, _, shipped = shlex.split(command)
    assert run(*words).stdout == (docs.parent / shipped).read_text("utf-8")
    advice = ft.suggest(ft.View.parse(f"N:{HAND} ; auction N:"), worlds=100)
    assert advice._repr_svg_() == (docs / "pictures/odds.svg").read_text("utf-8")
