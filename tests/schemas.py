"""Checks of documents against the schemas of their types."""

from functools import cache
from typing import Any

import pytest

import detective_poker as dp


@cache
def validator_of(kind: type) -> Any:
    """What checks documents of that type, by a schema that is itself checked once.

    Skips the test where jsonschema, which has no wheel for some Pythons, is not installed.
    """
    jsonschema = pytest.importorskip("jsonschema", reason="has no wheel for some Pythons")
    schema = dp.json_schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)
