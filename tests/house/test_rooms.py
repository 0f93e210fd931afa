"""The structure of the code: folder sizes, no cycles, unique class names."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.repository import name, parsed, tracked

MOST = 24
MODULES = tracked("engine/*.py", "viewer/*.py", "tools/*.py")
WHOLE = [file for file in MODULES if file.name != "__init__.py"]

INSTALLED = ("engine", "viewer", "resources")
"""The folders that are installed in the package `tanglescope`."""

MOST_PARTICIPLES, MOST_SHARED = 19, 65
"""What is left of names that say too little; the numbers only fall."""

SMALL = 50
"""Lines up to which a module may be too small for a subject of its own."""


PARTICIPLE = re.compile(
    r"_*(?!need|feed|speed|seed|embed)(?:[a-z]+ed|shown|drawn|known|given|taken|written|found|told"
    r"|said|made|kept|held|left|sent|built|grown|thrown|seen|done|gone|begun|bound|brought|chosen"
    r"|spoken|hidden|frozen|met|paid|proven|lost)"
)


def trees(files: Iterable[Path]) -> dict[str, ast.Module]:
    return {name(file): parsed(file) for file in files}


def dotted(path: str) -> str:
    """The name by which other modules import a module."""
    plain = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"tanglescope.{plain}" if plain.startswith(INSTALLED) else plain


def needs(modules: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """The modules that each module imports anywhere, also in functions and for types only."""
    known = {dotted(path): path for path in modules}
    found = {path: set(named(tree, known)) for path, tree in modules.items()}
    return {path: {known[each] for each in names} - {path} for path, names in found.items()}


def named(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(package), names=names, level=0):
                inner = [f"{package}.{each.name}" for each in names]
                places = [each if each in known else package for each in inner]
            case ast.Import(names=names):
                places = [each.name for each in names]
            case _:
                continue
        yield from (each for each in places if each in known)


def serving_one_neighbour(modules: Mapping[str, ast.Module]) -> list[str]:
    """The modules that only one other module imports, in the same folder."""
    importers = defaultdict(set)
    for path, others in needs(modules).items():
        for other in others:
            importers[other].add(path)
    return sorted(
        path
        for path, by in importers.items()
        if len(by) == 1
        and Path(path).parent == Path(*by).parent
        and not path.endswith("__init__.py")
    )


def circle(modules: Mapping[str, ast.Module]) -> list[str]:
    """A cycle of imports, or nothing."""
    try:
        TopologicalSorter(needs(modules)).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def shared(modules: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """The names of classes and aliases of types that several modules define."""
    found = defaultdict(list)
    for path, tree in modules.items():
        for each in tree.body:
            match each:
                case ast.ClassDef(name=defined):
                    found[defined].append(path)
                case ast.AnnAssign(ast.Name(defined), ast.Name("TypeAlias")):
                    found[defined].append(path)
    return {each: places for each, places in found.items() if len(places) > 1}


def participles(modules: Mapping[str, ast.Module]) -> list[str]:
    """The functions whose name is a bare participle: it says neither a deed nor a result."""
    return [
        f"{path}: {node.name}"
        for path, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and PARTICIPLE.fullmatch(node.name)
    ]


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


def test_a_name_means_one_thing() -> None:
    known = {"Activity", "Record"}  # both are to be renamed
    assert shared(trees(MODULES)).keys() <= known


def test_few_functions_are_named_after_a_state() -> None:
    found = participles(trees(tracked("engine/*.py", "viewer/*.py")))
    assert len(found) <= MOST_PARTICIPLES, "name it after what it does or returns"


def test_few_modules_share_a_name() -> None:
    names = Counter(file.name for file in WHOLE if not file.name.startswith("__"))
    assert sum(count > 1 for count in names.values()) <= MOST_SHARED


def test_few_interfaces_are_apart_from_their_classes() -> None:
    """A `Protocol` is for what others implement, or what has several implementations."""
    bases = {
        f"{path}: {node.name}": [ast.unparse(base) for base in node.bases]
        for path, tree in trees(MODULES).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = [each for each, named in bases.items() if any("Protocol" in one for one in named)]
    assert len(found) <= 12, found


@pytest.mark.parametrize(
    "second",
    [
        "from tanglescope.engine.first import One",
        "from tanglescope.engine import first",
        "if True:\n    import tanglescope.engine.first",
        "if TYPE_CHECKING:\n    import tanglescope.engine.first",
        "def later():\n    import tanglescope.engine.first",
    ],
)
def test_the_search_for_circles_finds_them(second: str) -> None:
    first = ast.parse("from tanglescope.engine import second")
    modules = {"engine/first.py": first, "engine/second.py": ast.parse(second)}
    assert set(circle(modules)) == modules.keys()


def test_the_search_for_modules_that_serve_one_neighbour_finds_them() -> None:
    modules = {
        "a/served.py": ast.parse("import os"),
        "a/popular.py": ast.parse("def later():\n    import a.served"),
        "a/one.py": ast.parse("from a import popular"),
        "b/far.py": ast.parse("from a.popular import later\nimport a.one"),
    }
    assert serving_one_neighbour(modules) == ["a/served.py"]


def test_the_search_for_shared_names_finds_them() -> None:
    defined = {"a.py": "class One: ...", "b.py": "One: TypeAlias = int", "c.py": "Two = One"}
    modules = {place: ast.parse(each) for place, each in defined.items()}
    assert shared(modules) == {"One": ["a.py", "b.py"]}


def test_the_search_for_participles_finds_them() -> None:
    names = ("listed", "_named", "shown", "list_names", "feed", "is_shown", "read")
    modules = {"a.py": ast.parse("".join(f"def {name}(): ...\n" for name in names))}
    assert participles(modules) == ["a.py: listed", "a.py: _named", "a.py: shown"]
