"""Regular expressions mean the same in every version of Python that this program runs in."""

import re
from collections.abc import Iterator
from importlib import import_module
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest
from lark import Lark

from tests.house.repository import name, tracked

POSSESSIVE = re.compile(r"[*+?}]\+|\(\?>")
GROUPS = (_constants.POSSESSIVE_REPEAT, _constants.ATOMIC_GROUP)


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """The patterns of grammars, and of modules that have possessive ones, with their names."""
    for grammar in tracked("engine/**/*.lark"):
        for token in Lark(grammar.read_text(), parser="lalr").terminals:
            yield f"{grammar.name}: {token.name}", re.compile(token.pattern.to_regexp())
    for file in tracked("engine/*.py", "viewer/*.py"):
        if POSSESSIVE.search(file.read_text()):
            path = name(file).removesuffix(".py").replace("/", ".")
            module = import_module(f"tanglescope.{path}")
            for variable, value in vars(module).items():
                if isinstance(value, re.Pattern):
                    yield f"{module.__name__}.{variable}", value


def risks(items: Any, *, is_possessive: bool = False) -> Iterator[str]:
    """The lookarounds in possessive groups that may move them when they fail."""
    for place, (code, argument) in enumerate(items):
        if is_possessive and code is _constants.ASSERT_NOT:
            yield "(?!" if argument[0] > 0 else "(?<!"
        elif is_possessive and code is _constants.ASSERT:
            if argument[0] < 0:
                yield "(?<="
            elif place:  # one at the beginning has moved nothing yet
                yield "(?="
        for inner in parts(argument):
            yield from risks(inner, is_possessive=is_possessive or code in GROUPS)


def parts(argument: Any) -> Iterator[Any]:
    """The patterns in the argument of a parsed item."""
    if isinstance(argument, _parser.SubPattern):
        yield argument
    elif isinstance(argument, tuple | list):
        for each in argument:
            yield from parts(each)


ALL = dict(patterns())


@pytest.mark.parametrize("pattern", ALL)
def test_possessive_groups_have_no_lookaround_that_moves_them(pattern: str) -> None:
    # Until Python 3.11.5 (https://github.com/python/cpython/issues/106052), such a group goes on
    # where its last failed attempt had come to: behind what must not follow, or before its start.
    assert not list(risks(_parser.parse(ALL[pattern].pattern, ALL[pattern].flags)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(?:a(?!b))*+", ["(?!"]),
        ("(?>a|(?<!b)c)", ["(?<!"]),
        ("(?:(?:a|b(?<=b))+c)?+", ["(?<="]),
        ("(?:a|b(?=c))*+", ["(?="]),
        ("(?!a)(?<!b)(?:a|(?=bc)b)*+(?<=b)", []),
        ("(?:a(?!b))*", []),
    ],
)
def test_a_lookaround_that_moves_a_possessive_group_is_found(text: str, found: list[str]) -> None:
    assert list(risks(_parser.parse(text))) == found
