"""The JSON Schema of what has JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from detective_poker.errors import ArgumentTypeError
from detective_poker.formats.codec import NO_FORMAT, format_of


def json_schema(type: type[Any]) -> dict[str, Any]:  # noqa: A002 - the contract's name
    """The JSON Schema (2020-12) of a type that has JSON. Raises `ArgumentTypeError`.

    A schema says what the members are, which of them may be absent, and how large they can be;
    `from_json` checks the rules of the game besides, and that no member comes twice.

    >>> from detective_poker import Bet
    >>> json_schema(Bet)["$defs"]["Bet"]["required"]
    ['type', 'seat', 'target', 'chips']
    """
    form = format_of(type)
    if form is None:
        raise ArgumentTypeError(NO_FORMAT)
    # As JSON, since members of a schema can be tuples and enums.
    members = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(form.document)))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **members}
