"""What is wrong with JSON that is no document: which member, and where.

What stands in the JSON is never told, since it may be a secret: no value, and of the names only
those of our own members.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from detective_poker.errors import FormatError, RulesError
from detective_poker.formats import v1
from detective_poker.rules import Rules

_NAMES: Final = frozenset(
    name
    for document in vars(v1).values()
    if isinstance(document, type) and issubclass(document, msgspec.Struct)
    for name in (*document.__struct_fields__, document.__struct_config__.tag_field)
)


def fault(error: Exception, kind: str, data: bytes) -> str:
    """What an error of the decoder says, in our words.

    - `error`: what was raised
    - `kind`: the name of the type that was asked for
    - `data`: what was read
    """
    text = str(error)
    found = re.search(r" - at `\$([\w.\[\]]*)`\Z", text)
    path = found[1] if found else ""
    names = re.findall(r"\w+", re.sub(r"\[[\d.]*\]", "", path))
    if text.startswith("Object contains unknown field"):
        # Such a name can hold anything, also what reads like a path.
        where = f" (at ${path})" if _NAMES.issuperset(names) else ""
        return f"There is an unknown member in that JSON of a {kind}{where}."
    if missing := re.match(r"Object missing required field `(\w+)`", text):
        return f"The member '{missing[1]}' is missing (at ${path})."
    if not names:
        half = not isinstance(error, msgspec.ValidationError) and _has_half_a_character(data)
        return f"That is no JSON of a {kind}{': it has half a character' if half else ''}."
    return f"The member '{names[-1]}' {_problem(text, names[-1])} (at ${path})."


def _has_half_a_character(data: bytes) -> bool:
    """Whether a lone surrogate is written out, of which no decoder says that it is one."""
    pair_or_half = rb"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|(\\u[dD][89a-fA-F]\w\w)|\\."
    return any(found[1] for found in re.finditer(pair_or_half, data, re.DOTALL))


def _problem(text: str, member: str) -> str:
    """What is wrong with a member, given what the decoder says of it."""
    if text.startswith("Invalid"):
        return "is none of its values"
    if text.startswith("Expected `array` of length"):
        return "holds too many or too few values"
    if not text.startswith(("Expected `int` <=", "Expected `int` >=", "Number out of range")):
        return "is of a wrong type"
    try:
        Rules(players=0 if member == "players" else 3, rounds=0 if member == "rounds" else 1)
    except RulesError as error:  # in the words of the constructor
        return f"is out of range: {str(error).rstrip('.')}"
    return "is out of range"


def check_repetition(data: bytes, written: bytes) -> None:
    """Refuse JSON in which a member comes twice. Raises `FormatError`.

    - `data`: what was read as a document
    - `written`: the same document, written by us
    """
    # Each member has a colon. Texts can have some, too, but those stand in both.
    if b"\\" not in data and data.count(b":") == written.count(b":"):
        return
    import json  # noqa: PLC0415 - it takes long to import, and is seldom needed

    json.loads(data, object_pairs_hook=_check_names)


def _check_names(members: list[tuple[str, object]]) -> None:
    names: set[str] = set()
    for name, _value in members:
        if name in names:
            raise FormatError(f"The member '{name}' comes twice.")
        names.add(name)
