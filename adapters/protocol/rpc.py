"""The envelope of JSON-RPC 2.0: requests are read from lines, answers written to lines."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from ...engine.errors import FortyTwoError

Id = str | int | float | None
S = TypeVar("S", bound=Struct)

NO_JSON: Final = -32700
NO_REQUEST: Final = -32600
NO_METHOD: Final = -32601
BAD_PARAMS: Final = -32602
FAILED: Final = -32603
REFUSED: Final = -32000
CANCELLED: Final = -32001
TOO_LATE: Final = -32002
BUSY: Final = -32003

ERRORS: Final = {
    NO_JSON: "The line is no JSON, or too long.",
    NO_REQUEST: "It is JSON, but no request.",
    NO_METHOD: "There is no such method.",
    BAD_PARAMS: "A parameter is missing, unknown, or not as it must be.",
    FAILED: "A fault of the engine itself.",
    REFUSED: "The game does not allow it: an illegal move, an impossible position, bad notation.",
    CANCELLED: "The request was cancelled.",
    TOO_LATE: "There was no answer before the deadline.",
    BUSY: "Too many requests are waiting; ask again when some have been answered.",
}
"""What each code of an error means."""


class Request(Struct, forbid_unknown_fields=True):
    """What a client asks. Without an id nothing is answered."""

    jsonrpc: Literal["2.0"]
    method: str
    id: Id | UnsetType = UNSET
    params: Raw = Raw(b"{}")


class Error(Struct, omit_defaults=True):
    """What went wrong: a code of `ERRORS`, and why in words.

    `kind` is the name of the engine's own error, if it is one.
    """

    code: int
    message: str
    kind: str | None = None


class Failure(Exception):  # noqa: N818  (a message that is one)
    """A request that cannot be answered."""

    def __init__(self, code: int, message: str, kind: str | None = None) -> None:
        super().__init__(message)
        self.error = Error(code, message, kind)


class _Identified(Struct):
    """Just the id of a request that is else wrong."""

    id: Id = None


_request: Final = msgspec.json.Decoder(Request)
_encoder: Final = msgspec.json.Encoder()


def read_request(line: bytes) -> Request:
    """The request in a line.

    Raises:
        Failure: it is none.
    """
    try:
        return _request.decode(line)
    except msgspec.ValidationError as error:
        raise Failure(NO_REQUEST, plain(error, "the request")) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failure(NO_JSON, f"no JSON: {error}") from None


def id_of(line: bytes) -> Id:
    """The id in a line that is no proper request, if it can be found."""
    try:
        return msgspec.json.decode(line, type=_Identified).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def read_params(kind: type[S], params: Raw | bytes) -> S:
    """The parameters of a method.

    Raises:
        Failure: they are not as they must be; the message names the field.
    """
    try:
        return msgspec.json.decode(params, type=kind)
    except (msgspec.ValidationError, ValueError) as error:
        raise Failure(BAD_PARAMS, plain(error, "params")) from None
    except RecursionError:
        raise Failure(BAD_PARAMS, "params: nested too deeply") from None


def refusal(error: FortyTwoError) -> Failure:
    """What the engine does not allow, to be told to a client."""
    return Failure(REFUSED, str(error), type(error).__name__)


def plain(error: Exception, root: str) -> str:
    """What is wrong with a message, its place first: `params.seed: expected int, got str`."""
    text, at, place = str(error).partition(" - at `$")
    text = text.replace("`", "")
    text = text[:1].lower() + text[1:]
    return f"{root}{place.rstrip('`') if at else ''}: {text}"


def result(id: Id, encoded: bytes) -> bytes:
    """The line that answers a request; its result is encoded already."""
    return _line({"jsonrpc": "2.0", "id": id, "result": Raw(encoded)})


def failure(id: Id, error: Error | Raw) -> bytes:
    """The line that says why a request is not answered."""
    return _line({"jsonrpc": "2.0", "id": id, "error": error})


def notification(method: str, params: dict[str, Any]) -> bytes:
    """A line that nobody asked for."""
    return _line({"jsonrpc": "2.0", "method": method, "params": params})


def encoded(value: Any) -> bytes:
    """A value as JSON."""
    return _encoder.encode(value)


def _line(message: dict[str, Any]) -> bytes:
    return _encoder.encode(message) + b"\n"
