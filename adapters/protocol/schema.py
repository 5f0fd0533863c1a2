"""JSON Schema of all messages of the protocol."""

from __future__ import annotations

import inspect
from typing import Any, Final

import msgspec

from . import VERSION
from .messages import Progress
from .methods import METHODS
from .rpc import ERRORS, Error

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

REQUEST: Final = {
    "type": "object",
    "properties": {
        "jsonrpc": {"const": "2.0"},
        "id": {"type": ["string", "number", "null"]},
        "method": {"enum": list(METHODS)},
        "params": {"type": "object"},
    },
    "required": ["jsonrpc", "method"],
    "additionalProperties": False,
}
"""A line of a client; without an id it is not answered."""


def schema() -> dict[str, Any]:
    """What is sent and answered: `methods` by name with `params` and `result`, `notifications`
    likewise, the `request` and `error` of every method, and what the codes of errors mean."""
    types: list[Any] = [Error, Progress]
    for method in METHODS.values():
        types += [method.params, method.result]
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    schemas = iter(found)
    error, progress = next(schemas), next(schemas)
    for part in parts.values():
        if "description" in part:
            part["description"] = " ".join(inspect.cleandoc(part["description"]).split())
    return {
        "$schema": DRAFT,
        "title": f"The engine protocol of fortytwo, version {VERSION}",
        "request": REQUEST,
        "error": error,
        "codes": {str(code): meaning for code, meaning in ERRORS.items()},
        "methods": {
            name: {"description": method.about, "params": next(schemas), "result": next(schemas)}
            for name, method in METHODS.items()
        },
        "notifications": {"progress": {"params": progress}},
        "$defs": parts,
    }
