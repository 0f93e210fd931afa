"""Dead code: no function, method or class of the program is used only by tests."""

import ast
import re
from collections.abc import Iterable, Iterator

import pytest

from tests.house.repository import name, parsed, tracked

PROGRAM = ("engine/*.py", "viewer/*.py")
USERS = (*PROGRAM, "tools/*.py", "bench/*.py", "resources/*.py")

PLAIN = {"property", "cached_property", "classmethod", "staticmethod", "cache", "contextmanager"}
"""Decorators of what code has to name to use it; others register what they decorate."""

CALLED_BY_OTHERS = re.compile(
    r"__\w+__|writable|[a-z]+[A-Z]\w*|pytest_\w+|(get|list|format)_commands?"
)
"""Names by which Python, Qt, click and pytest call a method or a function."""


def defined(tree: ast.Module) -> Iterator[str]:
    """The names of functions, methods and classes that only code can use."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            decorators = {ast.unparse(each) for each in node.decorator_list}
            is_plain = isinstance(node, ast.ClassDef) or decorators <= PLAIN
            if is_plain and not CALLED_BY_OTHERS.fullmatch(node.name):
                yield node.name


def used(tree: ast.Module) -> Iterator[str]:
    """The names that code uses, also in texts such as annotations and tables of modules."""
    docstrings = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=used, ctx=ast.Load()) | ast.Attribute(attr=used):
                yield used
            case ast.keyword(arg=str(used)):
                yield used
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield from re.findall(r"\w+", text)


def dead(program: Iterable[ast.Module], users: Iterable[ast.Module]) -> set[str]:
    return {each for tree in program for each in defined(tree)}.difference(*map(used, users))


def test_code_is_used_by_more_than_tests() -> None:
    found = dead(map(parsed, tracked(*PROGRAM)), map(parsed, tracked(*USERS)))
    places = {name(file): found.intersection(defined(parsed(file))) for file in tracked(*PROGRAM)}
    assert {file: names for file, names in places.items() if names} == {}


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("def one(): ...", {"one"}),
        ("class One:\n    def two(self): ...", {"One", "two"}),
        ("class One:\n    @property\n    def two(self): ...\nOne", {"two"}),
        ('def one():\n    """The function `one`."""', {"one"}),
        ("def one(): ...\none()", set()),
        ("def one(): ...\ntable = {'place': 'module.one'}", set()),
        ("@command\ndef one(): ...", set()),
        ("class One:\n    def __len__(self): ...\n    def paintEvent(self): ...\nOne()", set()),
    ],
)
def test_the_search_for_dead_code_finds_it(program: str, found: set[str]) -> None:
    tree = ast.parse(program)
    assert dead([tree], [tree]) == found
