"""`make mutants`: a mutation tester, which prints the mutants that no test detects.

A module is changed in one place (a comparison, a sign, a number, a text, a result), and its tests
run in a forked process with the changed module. A fault that no test notices is printed with its
line: it shows a fact that no test asserts. Each module gets a fixed random sample of its mutants.
Only the tests that run the changed line are run, the fastest first, until one fails; the tests of
panels in text come before those that wait for answers.

Some places are never changed, because only a picture would show the fault: lengths in pixels and
shares of room (`_is_layout`), names for the style sheet (`setObjectName`), and when an object is
deleted (`deleteLater`). Types, docstrings, decorators, `assert` and the `strict` of `zip` aren't
changed either: they have no effect while the rest of the code is right.

Tests wait at most 15 seconds for an answer, as many mutants never give it. Tests that take too long
count as failed, but only if they take too long a second time with twice the patience. Tests that
can't be found (their names may come from the changed module) don't count: all tests of the module
are run instead.

    make mutants                                       # the modules of CHOSEN
    make mutants ARGS="engine.drawing.svg --most 200"  # one module, more of its faults
"""

import argparse
import ast
import contextlib
import copy
import importlib
import importlib.util
import json
import os
import random
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]

_PANELS = "tests/viewer/panels"
_TEXT = f"{_PANELS}/test_panels_in_text.py"

CHOSEN: dict[str, tuple[str, ...]] = {
    "tanglescope.engine.debug.clock_faults": (),
    "tanglescope.engine.debug.comparison": (),
    "tanglescope.engine.debug.explaining.words": (),
    "tanglescope.engine.debug.shuffling.shuffle": (),
    "tanglescope.engine.debug.divergence": (),
    "tanglescope.engine.drawing.diagram_text": (),
    "tanglescope.engine.drawing.svg": ("tests/engine/drawing/test_svg_geometry.py",),
    "tanglescope.engine.words.inspection": (),
    "tanglescope.viewer.panels.answer_page": (_TEXT, f"{_PANELS}/test_why.py"),
    "tanglescope.viewer.panels.clocks": (_TEXT,),
    "tanglescope.viewer.panels.compare": (_TEXT, f"{_PANELS}/test_crossing_view.py"),
    "tanglescope.viewer.panels.diagram": (_TEXT,),
    "tanglescope.viewer.panels.gallery": (_TEXT, "tests/viewer/blobs/test_showing.py"),
    "tanglescope.viewer.panels.group": (_TEXT, f"{_PANELS}/test_group_map.py"),
    "tanglescope.viewer.panels.group_words": (),
    "tanglescope.viewer.panels.labels": (_TEXT, f"{_PANELS}/test_why.py"),
    "tanglescope.viewer.panels.panel": (_TEXT,),
    "tanglescope.viewer.panels.peers": (_TEXT,),
    "tanglescope.viewer.panels.person": (_TEXT, "tests/viewer/test_profile.py"),
    "tanglescope.viewer.panels.quorums": (_TEXT,),
    "tanglescope.engine.words.quorums": (_TEXT, f"{_PANELS}/test_diagram.py"),
    "tanglescope.viewer.panels.replay.cost_chart": (_TEXT, f"{_PANELS}/replay/test_panel.py"),
    "tanglescope.viewer.panels.replay.history_view": (
        _TEXT,
        f"{_PANELS}/replay/test_panel.py",
        f"{_PANELS}/replay/test_replay_layout.py",
    ),
    "tanglescope.viewer.panels.replay.panel": (_TEXT, f"{_PANELS}/replay/test_live_history.py"),
    "tanglescope.viewer.panels.moved": (_TEXT,),
    "tanglescope.viewer.panels.replay.scrubber": (_TEXT,),
    "tanglescope.viewer.panels.replay.transport": (_TEXT, f"{_PANELS}/replay/test_panel.py"),
    "tanglescope.viewer.panels.rows_view": (_TEXT, f"{_PANELS}/replay/test_panel.py"),
    "tanglescope.viewer.panels.search.advice": (_TEXT, f"{_PANELS}/search/test_panel.py"),
    "tanglescope.viewer.panels.search.form": (_TEXT, f"{_PANELS}/search/test_panel.py"),
    "tanglescope.viewer.panels.search.panel": (_TEXT,),
    "tanglescope.viewer.panels.sets": (_TEXT,),
    "tanglescope.engine.words.sets": (),
    "tanglescope.viewer.panels.shuffle": (_TEXT, f"{_PANELS}/test_two_deliveries.py"),
    "tanglescope.viewer.panels.statistics": (_TEXT,),
    "tanglescope.viewer.panels.tangles": (_TEXT,),
    "tanglescope.viewer.panels.tangle_list": (_TEXT,),
    "tanglescope.engine.words.rows": (),
    "tanglescope.engine.words.tangles": (),
    "tanglescope.viewer.panels.why": (_TEXT,),
    "tanglescope.engine.words.text": ("tests/engine/words/test_messages.py",),
}
"""Modules that put facts into words or pictures, and where they are tested but beside them."""

_SLOWEST = 4
"""How many times as long as without a fault tests may take until they are stopped and retried."""

_LONGEST = 600
"""How many seconds all tests of a module may take."""

_NOT_FOUND = (4, 5)
"""The exit statuses of pytest where it doesn't find a test."""

_HEAVY = ("numpy", "pytest", "PySide6.QtWidgets")
"""What the tests import anyway, and doesn't depend on our modules: imported once."""

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


_UNSEEN = {"setObjectName", "deleteLater"}
"""Calls whose lack nobody sees, or only in a picture."""

_LAYING_OUT = re.compile(
    "setContentsMargins|set_margin|setDocumentMargin|setSpacing|addSpacing|addStretch|addWidget"
    "|addLayout|setStretchFactor|setMinimum(Width|Height)|setFixed(Width|Height)|adjusted|QSize"
)
"""Calls whose numbers are lengths and shares of room."""

_LENGTH = re.compile(
    "_(MARGIN|GAP|PADDING|BETWEEN|LEFT|SIDE|SQUARE|SIZE|DOT|CORNER|FOOT|HEAD|LEGEND|LABELS|INDENT)"
)
"""Names that modules give to lengths in pixels."""

_PAINTING = re.compile("_?paint|_?draw|sizeHint|minimumSizeHint")
"""Functions whose numbers are lengths in pixels."""


class Fault(NamedTuple):
    """A changed module: the lines of the statement, and the place before and after the change."""

    line: int
    statement: range
    before: str
    after: str
    module: ast.Module


def faults(module: ast.Module) -> Iterator[Fault]:
    """All faults of a module, each a copy that is changed in one place."""
    places = list(_places(module))
    for number, node in enumerate(places):
        changed = copy.deepcopy(module)
        same = list(_places(changed))[number]
        before = ast.unparse(same)
        after = _change(same)
        line = getattr(node, "lineno", 0)
        whole = ast.fix_missing_locations(changed)
        yield Fault(line, _statement(module, line), before, after, whole)


def _statement(module: ast.Module, line: int) -> range:
    """The lines of the smallest statement around a node; only the head of a compound one."""
    lines = range(line, line + 1)
    for node in ast.walk(module):
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body and body[0].lineno > line else node.end_lineno or line
            lines = range(node.lineno, end + 1)
    return lines


def _places(module: ast.Module) -> Iterator[ast.AST]:
    """The nodes whose change could be noticed: no types, docstrings or assertions."""
    waiting: list[tuple[ast.AST, ast.AST, bool]] = [(module, module, False)]
    while waiting:
        node, parent, in_layout = waiting.pop()
        if _is_unseen(node):
            continue
        if _is_changeable(node, parent) and not (in_layout and _is_number(node)):
            yield node
        is_index_or_limit = isinstance(node, ast.Subscript | ast.Compare)
        in_layout = _is_layout(node) or (in_layout and not is_index_or_limit)
        for field, value in reversed(list(ast.iter_fields(node))):
            if field in {"annotation", "returns", "decorator_list", "type_ignores"}:
                continue
            children = value if isinstance(value, list) else [value]
            waiting.extend(
                (each, node, in_layout) for each in reversed(children) if isinstance(each, ast.AST)
            )


def _is_unseen(node: ast.AST) -> bool:
    """Whether no test can notice a change in a node, unless other code is wrong as well."""
    match node:
        case ast.Assert() | ast.keyword(arg="strict"):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in _UNSEEN
    return False


def _is_layout(node: ast.AST) -> bool:
    """Whether the numbers in a node are lengths: one pixel more or less looks the same."""
    match node:
        case ast.Call(func=ast.Attribute(attr="addWidget" | "addLayout"), args=[_, _, _, *_]):
            return False  # a row and a column
        case ast.FunctionDef(name=name):
            return _PAINTING.match(name) is not None
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return _LAYING_OUT.fullmatch(name) is not None
        case ast.Assign(targets=[ast.Name(id=name)]):
            return _LENGTH.fullmatch(name) is not None
    return False


def _is_number(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    )


def _is_changeable(node: ast.AST, parent: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[operator, *_]):
            return type(operator) in _OTHER
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.AugAssign(op=operator):
            return type(operator) in _OTHER
        case ast.UnaryOp(op=ast.Not()) | ast.IfExp():
            return True
        case ast.Constant(value=bool() | int() | float()):
            return True
        case ast.Constant(value=str()):
            return not isinstance(parent, ast.Expr)
        case ast.Return(value=ast.expr() as value):
            return not (isinstance(value, ast.Constant) and value.value is None)
        case ast.Expr(value=ast.Call()):
            return True
    return False


def _change(node: ast.AST) -> str:
    """Change a node in place, and describe the change."""
    match node:
        case ast.Compare(ops=[operator, *others]):
            node.ops = [_other(operator), *others]  # type: ignore[list-item]
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.AugAssign(op=operator):
            node.op = _other(operator)  # type: ignore[assignment]
        case ast.UnaryOp():
            node.operand, node.op = ast.UnaryOp(ast.Not(), node.operand), ast.Not()
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case ast.Constant(value=value):
            node.value = _other_value(value)
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.Expr():
            node.value = ast.Constant(None)
    return ast.unparse(node)


def _other_value(value: object) -> bool | int | float | str:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case float():
            return 2 * value + 1
    return f"XX{value}"


def _other(operator: ast.AST) -> ast.AST:
    return _OTHER[type(operator)]()


class ChangedModuleLoader(SourceFileLoader):
    """Loads one changed module, and finds no other."""

    def __init__(self, name: str, path: Path, module: ast.Module) -> None:
        super().__init__(name, str(path))
        self._module = module

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The changed module; None for every other one."""
        del path, target
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed module."""
        return compile(self._module, self.get_filename(fullname), "exec")


class Recorder:
    """A pytest plug-in that records which lines of a file each test runs, and how long it takes."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._now: set[int] = set()
        self._begin = 0.0
        self.lines: dict[str, list[int]] = {}
        self.seconds: dict[str, float] = {}

    def pytest_runtest_protocol(self, item: Any) -> None:
        """Begin with a test."""
        del item
        self._now, self._begin = set(), time.monotonic()
        sys.settrace(self._trace)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test has ended."""
        sys.settrace(None)
        self.lines[nodeid] = sorted(self._now)
        self.seconds[nodeid] = time.monotonic() - self._begin

    def _trace(self, frame: FrameType, _event: str, _argument: object) -> Any:
        if frame.f_code.co_filename != self._path:
            return None
        self._now.add(frame.f_lineno)
        return self._trace


class Ending:
    """A pytest plug-in that ends the process at the first failure.

    The rest, such as waiting for the threads of a window, may take a minute.
    """

    def pytest_runtest_logreport(self, report: Any) -> None:
        """End if a test has failed, and remove the home folder that `tests/conftest.py` made."""
        if report.failed:
            home = Path.home()
            if home.name.startswith("tanglescope-tests-"):
                shutil.rmtree(home, ignore_errors=True)
            os._exit(1)


class Tests(NamedTuple):
    """The tests of a module, the fastest first, and the lines of the module that each runs."""

    lines: dict[str, frozenset[int]]
    seconds: dict[str, float]
    """How long each took, which was longer since its lines were recorded."""
    preparing: float
    """How long it took before and after all tests."""

    def patience(self, tests: Sequence[str]) -> float:
        """The seconds that some of the tests may take."""
        return 5 + _SLOWEST * (self.preparing + sum(map(self.seconds.__getitem__, tests)))

    def of(self, statement: range) -> list[str]:
        """The tests that run a statement; all tests if it runs only when the module is imported."""
        return [name for name, lines in self.lines.items() if lines & {*statement}] or [*self.lines]


def recorded(name: str, tests: Sequence[str]) -> Tests | None:
    """Record which tests run which lines of a module; None if they fail."""
    reading, writing = os.pipe()
    begin = time.monotonic()
    child = os.fork()
    if not child:
        os.close(reading)
        recorder = Recorder(_path(name))
        _run(name, None, tests, recorder, writing)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found = answer.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        return None
    lines, seconds = json.loads(found)
    # Tests of panels as text don't wait: if a fault prevents an answer, they fail at once.
    order = sorted(lines, key=lambda each: (not each.startswith(_TEXT), seconds[each]))
    preparing = time.monotonic() - begin - sum(seconds.values())
    return Tests({each: frozenset(lines[each]) for each in order}, seconds, preparing)


def is_noticed(
    name: str,
    module: ast.Module,
    tests: Sequence[str],
    patience: float,
    otherwise: Sequence[str] = (),
) -> bool:
    """Whether the tests fail with a changed module, in a process of their own.

    `otherwise` are those to run if `tests` have other names with the changed module.
    """
    status = _status(name, module, tests, patience)
    if status is None:
        status = _status(name, module, tests, 2 * patience)
    if status in _NOT_FOUND and otherwise:
        return is_noticed(name, module, otherwise, _LONGEST)
    return status != 0


def _status(name: str, module: ast.Module, tests: Sequence[str], patience: float) -> int | None:
    """The exit status of the tests of a changed module; None if they take too long."""
    child = os.fork()
    if not child:
        _run(name, module, tests)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _run(
    name: str,
    module: ast.Module | None,
    tests: Sequence[str],
    recorder: Recorder | None = None,
    answer: int = -1,
) -> None:
    """Run tests with a changed or recorded module, and end the process with their exit status."""
    status = 1
    try:
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        if module:
            sys.meta_path.insert(0, ChangedModuleLoader(name, _path(name), module))
        if recorder:
            importlib.import_module(name)  # otherwise its first test would seem to be the only one
        pytest = importlib.import_module("pytest")
        # To rewrite assertions, pytest loads the modules of plug-ins, and this is one.
        options = ("-x", "-q", "-p", "no:cacheprovider", "--assert=plain")
        status = int(pytest.main([*options, *tests], plugins=[recorder or Ending()]))
        if recorder:
            with os.fdopen(answer, "w") as written:
                json.dump((recorder.lines, recorder.seconds), written)
    finally:
        os._exit(status)


class ImportBlocker(ChangedModuleLoader):
    """Prevents the import of one module."""

    def get_code(self, fullname: str) -> CodeType:
        """Raise `ImportError`."""
        raise ImportError(fullname)


def _import_others(name: str, tests: Sequence[str]) -> None:
    """Import what the tests of a module import, once for all faults, except what depends on it."""
    blocked = ImportBlocker(name, _path(name), ast.Module([], []))
    sys.meta_path.insert(0, blocked)
    for test in tests:
        folder = Path(test).parent
        around = [each / "conftest.py" for each in reversed([folder, *folder.parents])]
        for path in (*filter(Path.exists, around), Path(test)):
            with contextlib.suppress(ImportError):
                importlib.import_module(".".join(path.with_suffix("").parts))
    sys.meta_path.remove(blocked)


def _path(name: str) -> Path:
    return ROOT / f"{name.replace('.', '/')}.py"


def tests_of(name: str) -> list[str]:
    """The test files beside a module, and those chosen for it."""
    package, _, last = name.removeprefix("tanglescope.").rpartition(".")
    beside = f"tests/{package.replace('.', '/')}/test_{last}.py"
    return [*([beside] if (ROOT / beside).exists() else []), *CHOSEN.get(name, ())]


def survivors(name: str, most: int) -> tuple[int, list[Fault]]:
    """Try the faults of a module; return their number, and those that no test noticed."""
    module, tests = ast.parse(_path(name).read_text()), tests_of(name)
    if not tests:
        sys.exit(f"{name} has no tests beside it. Name them in CHOSEN (tools/mutants.py).")
    _import_others(name, tests)
    if (found := recorded(name, tests)) is None:
        sys.exit(f"The tests of {name} fail without any fault: {' '.join(tests)}")
    if not is_noticed(name, ast.parse("raise AssertionError"), tests, _LONGEST):
        sys.exit(f"The tests of {name} don't import it: {' '.join(tests)}")
    every = list(faults(module))
    chosen = random.Random(name).sample(every, min(most, len(every)))
    left: list[Fault] = []
    for each in chosen:
        running = found.of(each.statement)
        if not is_noticed(name, each.module, running, found.patience(running), tests):
            left.append(each)
    return len(chosen), left


def _report(name: str, most: int) -> None:
    tried, left = survivors(name, most)
    print(f"{name}: {tried - len(left)} of {tried} noticed", flush=True)
    for each in sorted(left, key=lambda fault: fault.line):
        print(f"  {each.line}: {each.before}  ->  {each.after}", flush=True)


def main() -> None:
    """Try the faults of the named modules, or of all chosen ones."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", default=sorted(CHOSEN))
    parser.add_argument("--most", type=int, default=60, help="faults of a module, 60 without it")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("PATIENCE", "15000")  # read by tests/conftest.py
    for name in _HEAVY:
        importlib.import_module(name)
    for name in options.modules:
        if not (child := os.fork()):  # each in a fresh process
            try:
                _report(name, options.most)
            except SystemExit as problem:
                print(problem, flush=True)
            finally:
                os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
