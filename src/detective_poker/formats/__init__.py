"""JSON: what is written, how it is read, and the documents of each version."""

from detective_poker.formats.codec import from_json, to_json
from detective_poker.formats.schema import json_schema

__all__ = ["from_json", "json_schema", "to_json"]
