"""The engine protocol: what is answered to what, in one process."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fortytwo as ft
from fortytwo.adapters.protocol import messages, rpc
from fortytwo.adapters.protocol.methods import METHODS
from fortytwo.adapters.protocol.schema import schema
from fortytwo.adapters.protocol.server import Server
from fortytwo.engine.games import GAMES

ROOT: Final = Path(ft.__file__).parent
PAGE: Final = (ROOT / "docs/protocol.md").read_text("utf-8")
POSITION: Final = "N:6-6 6-4 / 5-5 5-4 / 4-4 4-3 / 3-3 3-2 ; sixes ; N"
HAND: Final = "6-6 6-5 6-4 6-2 5-5 4-1 3-2"
LIMITS: Final = messages.Limits(line_bytes=20_000, waiting=4, longest_ms=60_000, workers=1)
FUZZED: Final = int(os.environ.get("FORTYTWO_FUZZED", "3000"))
"""How many lines are thrown at the server."""


class Client:
    """A client whose lines are answered in this process."""

    def __init__(self, server: Server) -> None:
        self.answers: SimpleQueue[bytes] = SimpleQueue()
        self._server = server
        self._ours, theirs = os.pipe()
        self._write = os.fdopen(theirs, "wb")
        self._read = os.fdopen(self._ours, "rb")
        self._thread = threading.Thread(
            target=partial(server.serve, self._read, self.write, linger=False)
        )
        self._thread.start()
        self._asked = 0

    def write(self, lines: bytes) -> None:
        for line in lines.splitlines():
            self.answers.put(line)

    def say(self, line: bytes) -> None:
        self._write.write(line + b"\n")
        self._write.flush()

    def hear(self) -> Any:
        return json.loads(self.answers.get(timeout=30))

    def send(self, method: str, **params: Any) -> int:
        self._asked += 1
        request = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        self.say(json.dumps(request).encode())
        return self._asked

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a method, which is of the type that the schema promises."""
        number = self.send(method, **params)
        answer = self.hear()
        assert answer["id"] == number
        assert "error" not in answer, answer
        return checked(method, answer["result"])

    def fail(self, method: str, **params: Any) -> Any:
        """The error that a method is answered with."""
        number = self.send(method, **params)
        answer = self.hear()
        assert answer["id"] == number
        assert set(answer) == {"jsonrpc", "id", "error"}
        return answer["error"]

    def close(self) -> None:
        self._write.close()
        self._thread.join()
        self._read.close()


def checked(method: str, result: Any) -> Any:
    """A result, if it has the keys and types that the schema tells, and no others."""
    found = msgspec.convert(result, METHODS[method].result)
    assert msgspec.to_builtins(found) == result
    return result


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server("1.2.3", LIMITS)
    yield server
    server.close()


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    client = Client(server)
    yield client
    client.close()


def test_the_examples_of_the_page(client: Client) -> None:
    lines = re.findall(r"^([→←]) (.*)$", PAGE, re.M)
    assert [mark for mark, _ in lines] == ["→", "←"] * (len(lines) // 2)
    assert len(lines) > 10
    for (_, asked), (_, expected) in zip(lines[::2], lines[1::2], strict=True):
        client.say(asked.encode())
        answer = client.hear()
        assert answer == json.loads(expected)
        if "result" in answer:
            checked(json.loads(asked)["method"], answer["result"])


def test_the_page_lists_all_methods_and_codes() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.M) == list(METHODS)
    codes = re.findall(r"^\| −(\d+) \| (.*) \|$", PAGE, re.M)
    assert {-int(code): text for code, text in codes} == rpc.ERRORS


def test_the_schema_is_the_one_shipped() -> None:
    shipped = json.loads((ROOT / "docs/protocol.schema.json").read_text("utf-8"))
    assert shipped == schema()


def test_the_schema_tells_of_every_field() -> None:
    for part in schema()["$defs"].values():
        assert part["description"]
        assert "required" in part or "properties" in part


def test_hello_tells_what_there_is(client: Client) -> None:
    found = client.ask("hello")
    assert (found["engine"], found["version"], found["protocol"]) == ("fortytwo", "1.2.3", 1)
    assert list(found["games"]) == list(GAMES)
    assert found["games"]["forty-two"]["questions"]["bid"][0] == "hand"
    assert found["limits"] == msgspec.to_builtins(LIMITS)
    assert (found["methods"], found["levels"][0]) == (list(METHODS), "instant")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_any_game_is_played_by_records_alone(client: Client, game: str) -> None:
    """Random moves, up to the end of a round, and back again."""
    random = ft.Random(5)
    standing = client.ask("begin", game=game)
    begun = standing["match"]
    assert standing["todo"] == "deal"
    standing = client.ask("deal", game=game, match=begun, seed=3, events=True)
    assert standing["events"][0]["event"] == "dealt"
    steps = 1
    while standing["todo"] not in ("deal", "over"):
        match = standing["match"]
        seen = client.ask("view", game=game, match=match)
        assert (seen["question"], seen["seat"]) == (standing["todo"], standing["seat"])
        if steps < 3:
            asked = {"game": game, "worlds": 2, "seed": 1}
            advice = client.ask("suggest", **asked, view=seen["view"])
            assert advice == client.ask("suggest", **asked, match=match)
        legal = client.ask("legal", game=game, match=match)
        assert len(legal["legal"]) == len(standing["legal"])
        assert (legal["seat"], legal["side"]) == (standing["seat"], standing["side"])
        move = random.choice(standing["legal"])
        standing = client.ask("apply", game=game, match=match, moves=[move], events=True)
        assert standing["events"]
        steps += 1
    assert client.ask("state", game=game, match=standing["match"])["legal"] == []
    score = client.ask("score", game=game, match=standing["match"])
    assert score["score"] == standing["score"] == score["scores"][-1]
    back = client.ask("undo", game=game, match=standing["match"], steps=steps)
    assert back["match"] == begun


def test_a_record_may_be_json(client: Client) -> None:
    match = ft.Match(ft.Rules.tournament())
    match.deal(ft.Random(1))
    record = ft.MatchRecord.of(match)
    found = client.ask("state", match=record.to_json())
    assert found == client.ask("state", match=str(record))
    assert found["match"] == str(record)


def test_a_given_deal_is_dealt(client: Client) -> None:
    deal = ft.Deal.random(seed=9)
    begun = client.ask("begin", terms={"rules": "tournament"})["match"]
    found = client.ask("deal", match=begun, deal=str(deal))
    assert f"deal: {deal}" in found["match"]
    error = client.fail("deal", match=found["match"], deal=str(deal))
    assert (error["code"], error["kind"]) == (rpc.REFUSED, "IllegalMoveError")


def test_answers_are_those_of_the_library(client: Client) -> None:
    position = ft.Position.parse(POSITION)
    solution = ft.solve(position)
    solved = client.ask("solve", position=POSITION, need=28)
    assert tuple(solved["points"].values()) == solution.points
    assert (solved["line"], solved["made"]) == (list(map(str, solution.line)), False)
    values = client.ask("analyse", position={"deal": POSITION})["moves"]
    found = {move: tuple(one["low"].values()) for one in values for move in one["moves"]}
    assert found == {str(move): points for move, points in ft.analyse(position).items()}
    fields = {"hand": HAND, "auction": "P 30 P"}
    view = GAMES["forty-two"].read_view("bid", fields)
    advice = client.ask("suggest", question="bid", view=fields, worlds=10, seed=4)
    suggestion = ft.suggest(view, worlds=10, seed=4)
    assert (advice["move"], advice["reason"]) == (suggestion.text, suggestion.reason)
    assert [option["p"] for option in advice["options"]] == [
        round(one.p, 6) for one in suggestion.estimates.values()
    ]
    sure = {"hand": "6-6 6-5 6-4 6-3 6-2 5-5 5-4", "declarer": "N", "bid": "42", "trump": "sixes"}
    claimed = client.ask("claim", question="play", view=sure)
    assert (claimed["status"], claimed["move"]) == ("proven", "6-6")


def test_a_round_is_traced_by_its_record_or_in_its_match(client: Client) -> None:
    random = ft.Random(2)
    match = ft.Match()
    for _ in range(2):
        round = match.deal(random)
        while not round.finished:
            match.push(random.choice(round.legal))
    played = max(match.rounds, key=lambda round: len(round.plays))
    number = match.rounds.index(played) + 1
    record = str(ft.MatchRecord.of(match))
    found = client.ask("trace", match=record, round=number)
    assert found == client.ask("trace", record=str(ft.Record.of(played)))
    trace = ft.trace(ft.Record.of(played))
    assert tuple(found["costs"].values()) == trace.costs
    assert len(found["plays"]) == len(trace.plays)
    assert "round: 7" in client.fail("trace", match=record, round=7)["message"]


BAD_LINES: Final = [
    (b"{", rpc.NO_JSON, "no JSON"),
    (b"\xff\xfe", rpc.NO_JSON, "no JSON"),
    (b'{"jsonrpc":"2.0","id":1,"method":"hello"} x', rpc.NO_JSON, "trailing"),
    (b"[" * 5000, rpc.NO_REQUEST, "expected object"),
    (b'{"jsonrpc":"2.0","method":"hello","params":' + b"[" * 5000, rpc.NO_JSON, "recursion"),
    (b"[]", rpc.NO_REQUEST, "the request: expected object, got array"),
    (b'"hello"', rpc.NO_REQUEST, "expected object"),
    (b"{}", rpc.NO_REQUEST, "the request: object missing required field jsonrpc"),
    (b'{"jsonrpc":"1.0","id":1,"method":"hello"}', rpc.NO_REQUEST, "the request.jsonrpc"),
    (b'{"jsonrpc":"2.0","id":1,"method":5}', rpc.NO_REQUEST, "the request.method: expected str"),
    (b'{"jsonrpc":"2.0","id":[1],"method":"hello"}', rpc.NO_REQUEST, "the request.id"),
    (b'{"jsonrpc":"2.0","id":1,"method":"hello","extra":1}', rpc.NO_REQUEST, "extra"),
    (b'{"jsonrpc":"2.0","id":1,"method":"nope"}', rpc.NO_METHOD, "method: 'nope': expected hello"),
    (b'{"jsonrpc":"2.0","id":1,"method":"hello","params":[]}', rpc.BAD_PARAMS, "params: expected"),
    (b'{"jsonrpc":"2.0","id":null,"method":"solve"}', rpc.BAD_PARAMS, "id: missing"),
    (b"x" * 20_001, rpc.NO_JSON, "a line of over 20000 bytes"),
    (b"x" * 300_000, rpc.NO_JSON, "a line of over 20000 bytes"),
]


@pytest.mark.parametrize(("line", "code", "message"), BAD_LINES, ids=range(len(BAD_LINES)))
def test_bad_lines_are_answered_and_the_server_goes_on(
    client: Client, line: bytes, code: int, message: str
) -> None:
    client.say(line)
    error = client.hear()["error"]
    assert error["code"] == code
    assert message in error["message"]
    assert client.ask("legal", position=POSITION)["legal"] == ["6-4", "6-6"]


BAD_PARAMS: Final = [
    ("legal", {"position": 7}, rpc.BAD_PARAMS, "params.position: expected str"),
    ("legal", {}, rpc.BAD_PARAMS, "params: expected one of position, match, found none"),
    ("legal", {"position": "", "match": ""}, rpc.BAD_PARAMS, "found position and match"),
    ("legal", {"position": POSITION, "seat": 1}, rpc.BAD_PARAMS, "unknown field seat"),
    ("legal", {"position": {"deal": POSITION, "hat": ""}}, rpc.BAD_PARAMS, "'hat': expected deal"),
    ("legal", {"position": {"trump": "ones"}}, rpc.BAD_PARAMS, "params.position: deal: missing"),
    ("legal", {"position": "N:6-6 6-7"}, rpc.REFUSED, "position: "),
    ("legal", {"game": "chess", "position": ""}, rpc.BAD_PARAMS, "params: game 'chess': expected"),
    ("legal", {"match": "rules: source"}, rpc.REFUSED, "match: line 1"),
    ("legal", {"match": "rules: source\n\nnow: deal\n"}, rpc.BAD_PARAMS, "no round is under way"),
    ("legal", {"position": POSITION, "deadline_ms": 0}, rpc.BAD_PARAMS, "params.deadline_ms"),
    ("begin", {"terms": {"rules": "mine"}}, rpc.REFUSED, "terms: unknown rules"),
    ("begin", {"terms": {"luck": "mine"}}, rpc.BAD_PARAMS, "params.terms: 'luck': expected rules"),
    ("begin", {"terms": {"rules": 1}}, rpc.BAD_PARAMS, "params.terms"),
    ("deal", {"match": "rules: source\n\nnow: deal\n"}, rpc.BAD_PARAMS, "deal, seed, found none"),
    ("deal", {"match": "rules: source\n\nnow: deal\n", "deal": "x"}, rpc.REFUSED, "deal: "),
    ("deal", {"match": "", "seed": -1}, rpc.BAD_PARAMS, "params.seed"),
    ("apply", {"match": "rules: source\n\nnow: deal\n"}, rpc.BAD_PARAMS, "field moves"),
    ("undo", {"match": "rules: source\n\nnow: deal\n"}, rpc.BAD_PARAMS, "params.steps: there is"),
    ("solve", {"position": POSITION, "node_limit": 0}, rpc.BAD_PARAMS, "params.node_limit"),
    ("solve", {"position": POSITION, "need": "20"}, rpc.BAD_PARAMS, "params.need"),
    ("suggest", {"view": {"hand": HAND}}, rpc.BAD_PARAMS, "params.question: None: expected one of"),
    ("suggest", {"view": "nonsense"}, rpc.REFUSED, "view: "),
    ("suggest", {"view": HAND, "question": "bid", "level": "9"}, rpc.REFUSED, "level '9'"),
    ("suggest", {"view": HAND, "question": "play"}, rpc.REFUSED, "view: "),
    ("claim", {"view": HAND, "question": "bid", "goal": "all"}, rpc.REFUSED, "goal 'all'"),
    ("trace", {"record": "nonsense"}, rpc.REFUSED, "record: "),
    ("trace", {"game": "matador", "record": "x"}, rpc.BAD_PARAMS, "params.record: matador"),
    ("cancel", {}, rpc.BAD_PARAMS, "field request"),
]


@pytest.mark.parametrize(("method", "params", "code", "message"), BAD_PARAMS)
def test_errors_name_the_field(
    client: Client, method: str, params: dict[str, Any], code: int, message: str
) -> None:
    error = client.fail(method, **params)
    assert (error["code"], "kind" in error) == (code, code == rpc.REFUSED)
    assert message in error["message"]


def test_an_illegal_move_is_refused_by_its_number(client: Client) -> None:
    begun = client.ask("begin")["match"]
    dealt = client.ask("deal", match=begun, seed=1)
    error = client.fail("apply", match=dealt["match"], moves=["30", "30"])
    assert (error["code"], error["kind"]) == (rpc.REFUSED, "IllegalMoveError")
    assert error["message"].startswith("moves: move 2: 30 is not allowed now")
    assert client.ask("state", match=dealt["match"]) | {"events": None} == dealt | {"events": None}


def test_notifications_are_not_answered(client: Client) -> None:
    for line in (
        b'{"jsonrpc":"2.0","method":"hello"}',
        b'{"jsonrpc":"2.0","method":"nope"}',
        b'{"jsonrpc":"2.0","method":"legal","params":{"position":1}}',
        b"",
        b"   ",
    ):
        client.say(line)
    assert client.ask("hello")["protocol"] == 1


@pytest.mark.parametrize("id", [0, -5, 1.5, "a", "", None, 2**53])
def test_ids_come_back_as_they_were(client: Client, id: rpc.Id) -> None:
    client.say(json.dumps({"jsonrpc": "2.0", "id": id, "method": "hello"}).encode())
    assert client.hear()["id"] == id


def slow(**params: Any) -> dict[str, Any]:
    """The params of a request that takes a minute."""
    return {"question": "bid", "view": HAND, "worlds": 100_000, **params}


def test_a_request_can_be_cancelled_while_it_waits_and_while_it_is_worked_on(
    client: Client,
) -> None:
    first, second = client.send("suggest", **slow()), client.send("suggest", **slow())
    time.sleep(0.5)
    begun = time.monotonic()
    for number in (second, first):
        asked = client.send("cancel", request=number)
        answers = {answer["id"]: answer for answer in (client.hear(), client.hear())}
        assert answers[asked]["result"] == {"cancelled": True}
        assert answers[number]["error"]["code"] == rpc.CANCELLED
    assert time.monotonic() - begun < 2
    assert client.ask("cancel", request=first) == {"cancelled": False}
    assert client.ask("solve", position=POSITION)["exact"]


def test_deadlines_are_kept(client: Client) -> None:
    """By one that is worked on, which tells what it knows, and by one that waits behind it."""
    client.ask("suggest", question="bid", view=HAND, worlds=10)
    begun = time.monotonic()
    first = client.send("suggest", **slow(deadline_ms=4000))
    second = client.send("suggest", **slow(deadline_ms=500))
    late, answered = client.hear(), client.hear()
    assert time.monotonic() - begun < 4
    assert (late["id"], late["error"]["code"]) == (second, rpc.TOO_LATE)
    assert answered["id"] == first
    assert not answered["result"]["complete"]
    assert answered["result"]["worlds"] > 10


def test_a_limit_leaves_bounds(client: Client) -> None:
    deal = ft.Position(ft.Deal.random(seed=1), trump=ft.Trump.ONES)
    found = client.ask("solve", position=str(deal), node_limit=500)
    assert (found["points"], found["exact"], found["made"]) == (None, False, None)
    assert found["low"]["NS"] < found["high"]["NS"]
    assert found["line"] == []


def test_progress_is_told_if_asked_for(client: Client) -> None:
    number = client.send("suggest", **slow(progress=True, deadline_ms=3000))
    told = []
    while "result" not in (message := client.hear()):
        assert set(message) == {"jsonrpc", "method", "params"}
        assert message["method"] == "progress"
        told.append(msgspec.convert(message["params"], messages.Progress))
    assert message["id"] == number
    assert told
    assert all(one.id == number and one.done < one.total for one in told)
    assert [one.done for one in told] == sorted(one.done for one in told)


def test_a_client_cannot_ask_for_too_much_at_a_time(client: Client) -> None:
    numbers = [client.send("suggest", **slow()) for _ in range(LIMITS.waiting)]
    assert client.fail("suggest", **slow())["code"] == rpc.BUSY
    assert client.ask("legal", position=POSITION)["finished"] is False
    client.say(json.dumps({
        "jsonrpc": "2.0", "id": numbers[0], "method": "solve", "params": {"position": POSITION}
    }).encode())  # fmt: skip
    assert "in use" in client.hear()["error"]["message"]
    for number in numbers:
        client.send("cancel", request=number)
    answers = [client.hear() for _ in range(2 * len(numbers))]
    assert sum("error" in answer for answer in answers) == len(numbers)


def test_who_leaves_is_worked_for_no_more(server: Server) -> None:
    leaving, staying = Client(server), Client(server)
    leaving.send("suggest", **slow())
    leaving.send("suggest", **slow())
    time.sleep(0.3)
    leaving.close()
    begun = time.monotonic()
    assert staying.ask("solve", position=POSITION)["exact"]
    assert time.monotonic() - begun < 10
    staying.close()


VALID: Final = [
    json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    for method, params in (
        ("hello", {}),
        ("begin", {"terms": {"rules": "tournament nello=true"}}),
        ("deal", {"match": "rules: tournament\n\nnow: deal\n", "seed": 7}),
        ("legal", {"position": POSITION}),
        ("solve", {"position": {"deal": POSITION}, "need": 20}),
        ("suggest", {"question": "play", "view": {"hand": HAND, "trump": "sixes"}, "worlds": 2}),
        ("claim", {"question": "play", "view": {"hand": HAND, "trump": "ones"}, "node_limit": 9}),
        ("trace", {"match": "rules: source\n\nnow: deal\n"}),
        ("cancel", {"request": 1}),
    )
]


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """A valid line in which some bytes were changed, left out or put twice."""
    line = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(0, 4))):
        first = draw(st.integers(0, len(line)))
        last = draw(st.integers(first, min(len(line), first + 12)))
        line = line[:first] + draw(st.binary(max_size=6)) * draw(st.integers(0, 2)) + line[last:]
    return line.replace(b"\n", b" ")


lines = st.one_of(
    changed(),
    st.binary(max_size=300).map(lambda line: line.replace(b"\n", b" ")),
    st.builds(bytes.__mul__, st.sampled_from([b"[", b'{"a":', b'"', b"{}"]), st.integers(1, 4000)),
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=12,
    ).map(lambda value: json.dumps(value).encode()),
)


@given(st.lists(lines, min_size=20, max_size=20))
@settings(max_examples=FUZZED // 20, deadline=None)
def test_no_line_ends_the_server(server: Server, many: list[bytes]) -> None:
    client = Client(server)
    try:
        for line in many:
            client.say(line)
        client.say(b'{"jsonrpc":"2.0","id":"last","method":"hello"}')
        while (answer := client.hear()).get("id") != "last":
            assert answer["jsonrpc"] == "2.0"
            assert answer.get("error", {}).get("code") != rpc.FAILED, answer
    finally:
        client.close()
