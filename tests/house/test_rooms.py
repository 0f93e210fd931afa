"""The structure of the code: folder sizes, no cycles, unique class names."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.repository import name, parsed, tracked

MOST = 24
MODULES = tracked("engine/*.py", "viewer/*.py", "tools/*.py")
WHOLE = [file for file in MODULES if file.name != "__init__.py"]

SMALL = 50
"""Lines up to which a module may be too small for a subject of its own."""


def trees(files: Iterable[Path]) -> dict[str, ast.Module]:
    return {name(file): parsed(file) for file in files}


def dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(body: list[ast.stmt]) -> Iterator[str]:
    """The modules imported at run time, outside of functions and type checking."""
    for statement in body:
        match statement:
            case ast.ImportFrom(module=str(package), names=names, level=0):
                yield package
                yield from (f"{package}.{each.name}" for each in names)
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=otherwise):
                yield from imported(otherwise)
            case ast.If(body=then, orelse=otherwise) | ast.Try(body=then, orelse=otherwise):
                yield from imported([*then, *otherwise])


def serving_one_neighbour(modules: Mapping[str, ast.Module]) -> list[str]:
    """The modules that only one other module imports, in the same folder."""
    known = {dotted(path): path for path in modules if not path.endswith("__init__.py")}
    importers = defaultdict(set)
    for path, tree in modules.items():
        imports = [each for each in ast.walk(tree) if isinstance(each, ast.Import | ast.ImportFrom)]
        for needed in known.keys() & set(imported(imports)):
            if known[needed] != path:
                importers[known[needed]].add(path)
    return sorted(
        path
        for path, by in importers.items()
        if len(by) == 1 and Path(path).parent == Path(*by).parent
    )


def circle(modules: Mapping[str, ast.Module]) -> list[str]:
    """A cycle of imports, or nothing."""
    known = {dotted(path) for path in modules}
    needs = {
        dotted(path): known.intersection(imported(tree.body)) - {dotted(path)}
        for path, tree in modules.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def shared(modules: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """The class names that several modules define."""
    found = defaultdict(list)
    for path, tree in modules.items():
        for each in tree.body:
            if isinstance(each, ast.ClassDef):
                found[each.name].append(path)
    return {each: places for each, places in found.items() if len(places) > 1}


def test_a_folder_holds_no_more_than_can_be_taken_in() -> None:
    counts: dict[str, int] = defaultdict(int)
    for file in MODULES:
        counts[name(file.parent)] += 1
    assert {folder: count for folder, count in counts.items() if count > MOST} == {}


def test_few_modules_are_small() -> None:
    small = [name(file) for file in WHOLE if len(file.read_text().splitlines()) <= SMALL]
    assert len(small) / len(WHOLE) <= 0.12, small


def test_few_modules_serve_one_neighbour_alone() -> None:
    alone = serving_one_neighbour(trees(MODULES))
    assert len(alone) / len(WHOLE) <= 0.08, alone


def test_imports_go_in_no_circle() -> None:
    assert circle(trees(MODULES)) == []


def test_a_class_name_means_one_thing() -> None:
    assert shared(trees(MODULES)) == {}


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("from a.first import One", {"a.first", "a.second"}),
        ("if True:\n    import a.first", {"a.first", "a.second"}),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a.first", set()),
        ("def later():\n    import a.first", set()),
    ],
)
def test_the_search_for_circles_finds_them(second: str, found: set[str]) -> None:
    modules = {"a/first.py": ast.parse("from a import second"), "a/second.py": ast.parse(second)}
    assert set(circle(modules)) == found


def test_the_search_for_modules_that_serve_one_neighbour_finds_them() -> None:
    modules = {
        "a/served.py": ast.parse("import os"),
        "a/popular.py": ast.parse("def later():\n    import a.served"),
        "a/one.py": ast.parse("from a import popular"),
        "b/far.py": ast.parse("from a.popular import later\nimport a.one"),
    }
    assert serving_one_neighbour(modules) == ["a/served.py"]


def test_the_search_for_shared_names_finds_them() -> None:
    modules = {place: ast.parse("class One: ...") for place in ("a.py", "b.py")}
    assert shared(modules) == {"One": ["a.py", "b.py"]}
