"""The public names and their signatures, which change only on purpose.

`data/public_api.txt` lists them. A change of it is a change for every user: say so in CHANGELOG.md,
and write the list anew with `python tests/write_anew.py api`.
"""

import enum
import inspect
import types
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import detective_poker
from detective_poker import bots

MODULES = (detective_poker, bots)
LIST = Path(__file__).parents[1] / "data" / "public_api.txt"


def text_of(annotation: object) -> str:
    """An annotation as it is written."""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def signature_of(function: types.FunctionType) -> str:
    """The parameters, defaults and result of a function, as they are written."""
    signature = inspect.signature(function)
    parts: list[str] = []
    keyword_only = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            keyword_only = True
            parts.append("*")
        star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        part = star + parameter.name
        if parameter.annotation is not parameter.empty:
            part += f": {text_of(parameter.annotation)}"
        if parameter.default is not parameter.empty:
            part += f" = {parameter.default!r}"
        parts.append(part)
    returned = signature.return_annotation
    result = "" if returned is signature.empty else f" -> {text_of(returned)}"
    return f"({', '.join(parts)}){result}"


def members(cls: type) -> Iterator[str]:
    """What a class adds to its bases: fields in order of construction, then methods by name."""
    if issubclass(cls, msgspec.Struct):
        for field in msgspec.structs.fields(cls):
            if not field.name.startswith("_"):
                default = "" if field.required else f" = {field.default!r}"
                yield f"{field.name}: {cls.__annotations__[field.name]}{default}"
    elif issubclass(cls, enum.Enum):
        yield from (f"{member.name} = {member.value!r}" for member in cls)
    # A member's value can be a plain attribute too: what is annotated is there for users.
    fields = getattr(cls, "__struct_fields__", ())
    for name, annotation in sorted(inspect.get_annotations(cls).items()):
        if not name.startswith("_") and name not in fields:
            yield f".{name}: {annotation}"
    for name, value in sorted(vars(cls).items()):
        if (name.startswith("_") and name not in PROTOCOL) or name in fields:
            continue
        if isinstance(value, property):
            assert isinstance(value.fget, types.FunctionType)
            yield f".{name} -> {text_of(inspect.signature(value.fget).return_annotation)}"
        elif isinstance(value, classmethod):
            yield f"classmethod {name}{signature_of(value.__func__)}"
        elif isinstance(value, types.FunctionType):
            yield f"{name}{signature_of(value)}"
    if issubclass(cls, Exception) and isinstance(
        made := vars(cls).get("__init__"), types.FunctionType
    ):
        yield f"__init__{signature_of(made)}"


PROTOCOL = {"__str__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__"}
"""Of what Python calls by itself, that which says something about how a class is used."""


def names_of(module: types.ModuleType) -> list[str]:
    exported: list[str] = module.__all__
    return exported


def public_api() -> str:
    """The list, a line for each name and each member of a class, module by module."""
    return "".join(f"{line}\n" for module in MODULES for line in module_api(module))


def module_api(module: types.ModuleType) -> list[str]:
    lines: list[str] = [f"# {module.__name__}"]
    for name in sorted(names_of(module)):
        value: object = getattr(module, name)
        if inspect.isclass(value):
            bases = ", ".join(base.__name__ for base in value.__bases__)
            lines.append(f"class {name}({bases})")
            lines += [f"    {member}" for member in members(value)]
        elif isinstance(value, types.FunctionType):
            overloads = typing.get_overloads(value) or [value]
            for overload in overloads:
                assert isinstance(overload, types.FunctionType)
                lines.append(f"def {name}{signature_of(overload)}")
        elif name == "__version__":
            lines.append("__version__: str")
        elif isinstance(value, types.ModuleType):
            lines.append(f"{name}: module")
        elif isinstance(value, tuple):
            lines.append(f"{name} = ({', '.join(map(str, value))})")
        else:
            lines.append(f"{name} = {value!r}")
    return lines


def test_public_names_and_signatures_change_only_on_purpose() -> None:
    assert public_api() == LIST.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_name_is_exported_once_and_documented(module: types.ModuleType) -> None:
    names = names_of(module)
    assert len(set(names)) == len(names)
    for name in names:
        value: object = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name


if __name__ == "__main__":
    LIST.write_text(public_api(), encoding="utf-8", newline="\n")
