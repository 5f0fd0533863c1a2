"""The options of all games: what goes together, presets, and the page that tells of them."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bingo_judge
import fortytwo as ft
import judge
import knaves_judge
import matador_judge
import scopa_judge
import sixty_six_judge
from fortytwo.engine.games.bingo.rules import Rules as BingoRules
from fortytwo.engine.games.knaves.rules import Rules as KnavesRules
from fortytwo.engine.games.matador.rules import Rules as MatadorRules
from fortytwo.engine.games.scopa.rules import Rules as ScopaRules
from fortytwo.engine.games.sixty_six.rules import Rules as SixtySixRules
from fortytwo.engine.options import Agreed, Choice, Options, Own, written
from golden import needed, tables
from knaves_rounds import tables as knaves_tables
from matador_rounds import tables as matador_tables
from scopa_rounds import tables as scopa_tables
from stock_rounds import tables as stock_tables

PAGE: Final = Path(__file__).parent.parent / "docs" / "rules.md"
GAMES: Final[dict[type[Agreed], dict[str, dict[str, Any]]]] = {
    ft.Rules: judge.PRESETS,
    MatadorRules: matador_judge.PRESETS,
    ScopaRules: scopa_judge.PRESETS,
    KnavesRules: knaves_judge.PRESETS,
    SixtySixRules: sixty_six_judge.PRESETS,
    BingoRules: bingo_judge.PRESETS,
}
"""The rules of each game, and its presets as its judge knows them."""
SEATED: Final[dict[str, dict[str, Any]]] = {
    "first_player": {"players": 4},
    "first_dealer": {"variant": "polignac", "players": 6},
}
"""With what else options may have any of their values."""
OPTIONS: Final = [
    pytest.param(game, name, id=f"{game.__module__.split('.')[-2]}-{name}")
    for game in GAMES
    for name in game.table.choices
]


def test_presets_are_those_of_the_rules() -> None:
    for game, presets in GAMES.items():
        assert set(game.table.presets) == set(presets)
        for preset, options in presets.items():
            rules = game.preset(preset)
            assert rules.options == options
            assert rules == game.parse(preset)
            assert (str(rules), rules.name) == (preset, preset)
    for preset in judge.PRESETS:
        assert getattr(ft.Rules, preset)() == ft.Rules.preset(preset)


@given(st.one_of(tables, matador_tables, scopa_tables, knaves_tables, stock_tables))
def test_rules_are_values(rules: Agreed) -> None:
    again = type(rules).parse(str(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert str(again) == str(rules)
    with pytest.raises(FrozenInstanceError):
        rules.name = "source"  # type: ignore[misc]


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_every_value_is_read_as_it_is_written(game: type[Agreed], name: str) -> None:
    choice, needs = game.table.choices[name], needed(name, game.table.choices)
    is_range = isinstance(choice.values, range)
    for value in (1, 7) if is_range else choice.values:
        options: dict[str, Any] = {**needs, name: value}
        seated = SEATED.get(name, {})
        options = {one: n for one, n in seated.items() if one in game.table.choices} | options
        rules = game.preset("source", **options)
        assert getattr(rules, name) == value
        text = " ".join(f"{option}={written(one)}" for option, one in options.items())
        assert game.parse(f"source {text}") == rules
        if not is_range:
            assert game.preset("source", **{**options, name: written(value)}) == rules


REFUSED: Final[dict[type[Agreed], list[tuple[str, str]]]] = {
    ft.Rules: [
        ("source overcall_step=2", "overcall_step=2: has no effect without bid_ladder=marks"),
        ("source opening_max_marks=1", "opening_max_marks=1: has no effect without bid_ladder=m"),
        ("tournament strict_ladder=true", "strict_ladder=true: has no effect without bid_ladder=s"),
        ("source follow_me_doubles=low", "has no effect without declarations=all"),
        ("tournament set_penalty=bid_only", "set_penalty=bid_only: has no effect without scoring"),
        ("tournament made_big_bid=bid", "made_big_bid=bid: has no effect without scoring=points"),
        ("source win_by_two=true", "win_by_two=true: has no effect without scoring=marks"),
        ("source stop_when_decided=true", "has no effect without scoring=marks"),
        ("source plunge=true", "plunge=true: has no effect without scoring=marks"),
        ("source splash=true", "splash=true: has no effect without scoring=marks"),
        ("tournament plunge_marks=3", "plunge_marks=3: has no effect without plunge=true"),
        ("tournament plunge=true splash_marks=3", "splash_marks=3: has no effect without splash"),
        ("tournament plunge_leader=caller", "without plunge=true or splash=true"),
        ("source nello=true", "nello=true: has no effect without scoring=marks"),
        ("source sevens=true", "sevens=true: has no effect without scoring=marks"),
        ("tournament nello_doubles=low", "nello_doubles=low: has no effect without nello=true"),
        ("tournament nello_min_marks=2", "nello_min_marks=2: has no effect without nello=true"),
        ("tournament sevens_ties=declarer_side", "has no effect without sevens=true"),
        ("tournament nello=true nello_doubles=none", "expected one of own_suit, own_suit_inverted"),
        ("tournament plunge=1", "plunge 1: expected one of false, true"),
        ("tournament plunge", "plunge '': expected one of false, true"),
        ("tournament plunge=true plunge_marks=5", "plunge_marks 5: expected one of 4, 3, 2"),
        ("source forced_bid=32", "forced_bid 32: expected one of none, 30, 31"),
        ("source first_bidder=4", "first_bidder 4: expected one of 0, 1, 2, 3, holder_of_1_0"),
        ("source set_penalty=half", "set_penalty 'half': expected one of full_bid, shortfall"),
        ("tournament plung=true", "unknown option 'plung': did you mean plunge"),
        ("source target_=5", "unknown option 'target_': did you mean target?"),
        ("source xyz=true", "'xyz': docs/rules.md lists those that exist"),
        ("lechner", "unknown rules 'lechner': expected one of source, tournament, lechner_hall"),
    ],
    MatadorRules: [
        ("source hand_table=seven_six_five players=3", "hand_table=seven_six_five: has no effect"),
        ("source hand_table=seven_six_five players=4", "has no effect without players=2"),
        ("standard first_player=1", "first_player=1: has no effect without opening=any"),
        ("source first_player=2", "first_player=2: expected 0 to 1 for 2 players"),
        ("source players=3 first_player=3", "first_player=3: expected 0 to 2 for 3 players"),
        ("source players=5", "players 5: expected one of 2, 3, 4"),
        ("source hand_table=berge", "hand_table 'berge': expected one of bergen, seven_six_five"),
        ("source opening=lowest", "opening 'lowest': expected one of any, highest_double"),
        ("source first_player=4", "first_player 4: expected one of 0, 1, 2, 3"),
        ("source draw_rule=two", "draw_rule 'two': expected one of one, until_playable"),
        ("source optional_draw=1", "optional_draw 1: expected one of false, true"),
        ("source stock_reserve=1", "stock_reserve 1: expected one of 0, 2"),
        ("source end_rule=block", "end_rule 'block': expected one of out_or_block, stock_empty"),
        ("source excess_only=yes", "excess_only 'yes': expected one of false, true"),
        ("source double_blank_value=5", "double_blank_value 5: expected one of 0, 10"),
        ("source target=0", "target 0: expected 1 to 10000"),
        ("source player=3", "unknown option 'player': did you mean players"),
        ("tournament", "unknown rules 'tournament': expected one of source, standard"),
    ],
    ScopaRules: [
        ("source hand_size=4", "hand_size 4: expected one of 6, 3"),
        ("source capture=never", "capture 'never': expected one of obligatory, free, on_demand"),
        ("source primiera_faces=all", "primiera_faces 'all': expected one of k10_q9_j8, all_10"),
        ("source redeal_three_kings=1", "redeal_three_kings 1: expected one of false, true"),
        ("source target=0", "target 0: expected 1 to 10000"),
        ("source count_order=no", "count_order 'no': expected one of false, true"),
        ("source double_below=-1", "double_below '-1': expected 0 to 10000"),
        ("source first_dealer=2", "first_dealer 2: expected one of 0, 1"),
        ("source double=1", "unknown option 'double': did you mean double_below"),
        ("source target=1 target=2", "target is given twice"),
        ("club", "unknown rules 'club': expected one of source, standard"),
    ],
    KnavesRules: [
        ("source variant=polignac32", "variant 'polignac32': expected one of knaves, polignac"),
        ("source players=4", "players=4: has no effect without variant=polignac"),
        ("source penalty_target=20", "penalty_target=20: has no effect without variant=polignac"),
        ("source capot=true", "capot=true: has no effect without variant=polignac"),
        ("polignac32 hand_size=13", "hand_size=13: has no effect without variant=knaves"),
        ("polignac32 jack_values=h4_d3_s2_c1", "has no effect without variant=knaves"),
        ("polignac32 turned_jack=no_trump", "has no effect without variant=knaves"),
        ("polignac32 target=30", "target=30: has no effect without variant=knaves"),
        ("source first_dealer=3", "first_dealer=3: expected 0 to 2 for 3 players"),
        ("polignac32 players=5 first_dealer=5", "first_dealer=5: expected 0 to 4 for 5 players"),
        ("polignac32 players=7", "players 7: expected one of 3, 4, 5, 6"),
        ("source hand_size=16", "hand_size 16: expected one of 17, 13"),
        ("source jack_values=h4", "jack_values 'h4': expected one of h4_d3_c2_s1"),
        ("source turned_jack=lead", "turned_jack 'lead': expected one of nobody, last_trick"),
        ("polignac32 penalty_target=15", "penalty_target 15: expected one of 10, 20"),
        ("polignac32 capot=maybe", "capot 'maybe': expected one of false, true"),
        ("source target=0", "target 0: expected 1 to 10000"),
        ("polignac", "unknown rules 'polignac': expected one of source, standard, polignac32"),
    ],
    SixtySixRules: [
        ("source close_when=first_lead close_timing=before_draw", "has no effect without close_wh"),
        ("source strict_play=trump", "strict_play 'trump': expected one of follow_trump, head"),
        ("source deal_packet=2", "deal_packet 2: expected one of 1, 3"),
        ("source target=0", "target 0: expected 1 to 10000"),
        ("source dealer=1", "unknown option 'dealer': did you mean"),
    ],
    BingoRules: [
        ("source turn_up=never", "turn_up 'never': expected one of after_lead, before_lead"),
        ("source bingo_bonus=1", "bingo_bonus 1: expected one of false, true"),
        ("source first_leader=2", "first_leader 2: expected one of 0, 1"),
        ("source set_awards=3,2,1", "expected handbook, numbers as `1,2,3`: three numbers of 1 or"),
        ("source set_awards=1,2", "`1,2,3`: 3 numbers from 0 to 99 with commas between"),
        ("source set_awards=1,2,100", "3 numbers from 0 to 99 with commas between"),
        ("source set_awards=-1,2,3", "3 numbers from 0 to 99 with commas between"),
        ("source double_points=20,40", "6 numbers from 0 to 99 with commas between"),
        ("source double_points=20,40,50,60,70,70", "a number from 0 to 99 after +"),
        ("source tile_points=1,2,3", "tile_points '1,2,3': expected handbook, 7 × 28 numbers"),
        ("source tile_points=1/2/3/4/5/6/7", "28 numbers from 0 to 99 with commas between"),
    ],
}


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        pytest.param(game, text, message, id=f"{game.__module__.split('.')[-2]} {text}")
        for game, rows in REFUSED.items()
        for text, message in rows
    ],
)
def test_what_does_not_go_together_is_refused_by_name(
    game: type[Agreed], text: str, message: str
) -> None:
    with pytest.raises(ft.OptionError) as error:
        game.parse(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("game", "text", "same"),
    [
        (ft.Rules, "tournament scoring=points", "tournament scoring=points target=250"),
        (ft.Rules, "source scoring=marks", "source scoring=marks target=7"),
        (
            ft.Rules,
            "lechner_hall bid_ladder=source",
            "lechner_hall bid_ladder=source overcall_step=1",
        ),
        (
            ft.Rules,
            "lechner_hall declarations=pips",
            "lechner_hall declarations=pips follow_me_doubles=high",
        ),
        (ft.Rules, "source win_by_two=false", "source"),
        (MatadorRules, "standard players=3", "standard players=3 hand_table=bergen"),
        (MatadorRules, "standard opening=any", "standard opening=any first_player=0"),
        (KnavesRules, "polignac32 variant=knaves", "polignac32 variant=knaves hand_size=17"),
        (KnavesRules, "source variant=polignac", "source variant=polignac capot=false"),
    ],
)
def test_what_loses_its_effect_goes_back_to_its_default(
    game: type[Agreed], text: str, same: str
) -> None:
    assert game.parse(text) == game.parse(same)
    assert game.parse(str(game.parse(text))) == game.parse(text)


def test_an_option_may_have_values_that_are_not_listed() -> None:
    def read(text: str) -> str:
        if not text.endswith("ft"):
            raise ft.OptionError("a number and ft")
        return text.replace(" ", "")

    choice = Choice(("wide",), "wide", "How wide it is.", "here", own=Own("a length", read))
    assert choice.read("width", "wide") == "wide"
    assert choice.read("width", "3 ft") == "3ft"
    with pytest.raises(ft.OptionError) as error:
        choice.read("width", "3 m")
    assert str(error.value) == "width '3 m': expected wide, a length: a number and ft"
    table = Options({"width": choice}, {"source": {}}).as_table()
    assert "| `width` | `wide`, a length | `wide` | How wide it is. | here |" in table


def test_values_of_other_types_that_mean_the_same_are_taken() -> None:
    assert ft.Rules.source(first_bidder=ft.Seat.S).first_bidder == 2
    assert ft.Rules.source(forced_bid=ft.Call(31)) == ft.Rules.source(forced_bid="31")
    assert ft.Rules.source(forced_bid="none").forced_bid is None
    for bad in ({"forced_bid": 30.0}, {"win_by_two": 1}, {"first_bidder": False}):
        with pytest.raises(ft.OptionError, match=next(iter(bad))):
            ft.Rules.tournament(**bad)
    with pytest.raises(ft.OptionError, match="name 'club'"):
        replace(ft.Rules.source(), name="club")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_the_table_that_the_code_makes(game: type[Agreed]) -> None:
    """If not, print `Rules.table.as_table()` and put it there."""
    assert game.table.as_table() in PAGE.read_text("utf-8")
