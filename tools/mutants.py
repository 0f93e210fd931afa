"""`make mutants`: a mutation tester, which prints the faults that no test notices.

A module is changed in one place (a comparison, a sign, a number, a text, a result), and its tests
run in a forked process with the changed module. A fault that no test notices is printed with its
line: it says which fact no test asserts. Each module gets a fixed random sample of its mutants.

    make mutants                                       # the modules of CHOSEN
    make mutants ARGS="engine.drawing.svg --most 200"  # one module, more of its faults
"""

import argparse
import ast
import copy
import importlib
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

CHOSEN: dict[str, tuple[str, ...]] = {
    "engine.debug.clock_words": (),
    "engine.debug.comparing.comparison_words": ("tests/engine/debug/comparing/test_crossings.py",),
    "engine.debug.explaining.words": (),
    "engine.debug.shuffling.shuffle_words": (),
    "engine.debug.two_peers.divergence_words": (),
    "engine.drawing.diagram_text": (),
    "engine.drawing.svg": ("tests/engine/drawing/test_svg_geometry.py",),
    "viewer.actions.inspection_words": (),
    "viewer.panels.group.group_words": (),
    "viewer.panels.quorums.study": (),
    "viewer.panels.quorums.words": (),
    "viewer.panels.sets.study": (),
    "viewer.panels.sets.words": (),
    "viewer.panels.statistics": (),
    "viewer.panels.tangles.tangle_row": (),
    "viewer.panels.tangles.tangle_words": (),
    "viewer.words": (),
}
"""Modules that put facts into words or pictures, and where they are tested but beside them."""

_SLOWEST = 20
"""How many times as long as without a fault the tests may take until they count as failed."""

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


class Fault(NamedTuple):
    """A changed module: in which line, and what that place was and is."""

    line: int
    before: str
    after: str
    module: ast.Module


def faults(module: ast.Module) -> Iterator[Fault]:
    """Every fault of a module, each a copy of it that is changed in one place."""
    places = list(_places(module))
    for number, node in enumerate(places):
        changed = copy.deepcopy(module)
        same = list(_places(changed))[number]
        before = ast.unparse(same)
        after = _change(same)
        yield Fault(getattr(node, "lineno", 0), before, after, ast.fix_missing_locations(changed))


def _places(module: ast.Module) -> Iterator[ast.AST]:
    """What can be changed and would be seen: no types, docstrings or assertions of the code."""
    waiting: list[tuple[ast.AST, ast.AST]] = [(module, module)]
    while waiting:
        node, parent = waiting.pop()
        if _is_unseen(node):
            continue
        if _is_changeable(node, parent):
            yield node
        for field, value in reversed(list(ast.iter_fields(node))):
            if field in {"annotation", "returns", "decorator_list", "type_ignores"}:
                continue
            children = value if isinstance(value, list) else [value]
            waiting.extend((each, node) for each in reversed(children) if isinstance(each, ast.AST))


def _is_unseen(node: ast.AST) -> bool:
    """Whether no test can notice a change in it, unless other code is wrong as well."""
    match node:
        case ast.Assert() | ast.keyword(arg="strict"):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _is_changeable(node: ast.AST, parent: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[operator]):
            return type(operator) in _OTHER
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator):
            return type(operator) in _OTHER
        case ast.UnaryOp(op=ast.Not()) | ast.IfExp():
            return True
        case ast.Constant(value=bool() | int() | float()):
            return True
        case ast.Constant(value=str(text)):
            return bool(text.strip()) and not isinstance(parent, ast.Expr)
        case ast.Return(value=ast.expr() as value):
            return not (isinstance(value, ast.Constant) and value.value is None)
        case ast.Expr(value=ast.Call()):
            return True
    return False


def _change(node: ast.AST) -> str:
    """Change a node in place, and say what it is now."""
    match node:
        case ast.Compare(ops=[operator]):
            node.ops = [_other(operator)]  # type: ignore[list-item]
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator):
            node.op = _other(operator)  # type: ignore[assignment]
        case ast.UnaryOp():
            node.operand, node.op = ast.UnaryOp(ast.Not(), node.operand), ast.Not()
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int() | float() as value):
            node.value = value + 1
        case ast.Constant(value=str(value)):
            node.value = f"XX{value}"
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.Expr():
            node.value = ast.Constant(None)
    return ast.unparse(node)


def _other(operator: ast.AST) -> ast.AST:
    return _OTHER[type(operator)]()


class Changed(SourceFileLoader):
    """Loads one module as it was changed, and finds no other."""

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


def is_noticed(name: str, module: ast.Module, tests: Sequence[str], patience: float) -> bool:
    """Whether the tests fail where a module is this one, in a process of their own."""
    child = os.fork()
    if not child:
        _run(name, module, tests)
    end = time.monotonic() + patience
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _run(name: str, module: ast.Module, tests: Sequence[str]) -> None:
    """Run tests with a changed module, and end the process with their status."""
    status = 1
    try:
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        sys.meta_path.insert(0, Changed(name, _path(name), module))
        pytest = importlib.import_module("pytest")
        # Where pytest rewrites assertions, it loads the modules of plug-ins, and ours is one.
        options = ("-x", "-q", "-p", "no:cacheprovider", "--assert=plain")
        status = int(pytest.main([*options, *tests]))
    finally:
        os._exit(status)


def _path(name: str) -> Path:
    return ROOT / f"{name.replace('.', '/')}.py"


def tests_of(name: str) -> list[str]:
    """The tests beside a module, and those that were chosen for it."""
    package, _, last = name.rpartition(".")
    beside = f"tests/{package.replace('.', '/')}/test_{last}.py"
    return [*([beside] if (ROOT / beside).exists() else []), *CHOSEN.get(name, ())]


def survivors(name: str, most: int) -> tuple[int, list[Fault]]:
    """How many faults of a module were tried, and those that no test noticed."""
    module, tests = ast.parse(_path(name).read_text()), tests_of(name)
    if not tests:
        sys.exit(f"{name} has no tests beside it. Name them in CHOSEN (tools/mutants.py).")
    begin = time.monotonic()
    if is_noticed(name, module, tests, 600):
        sys.exit(f"The tests of {name} fail without any fault: {' '.join(tests)}")
    if not is_noticed(name, ast.parse("raise AssertionError"), tests, 600):
        sys.exit(f"The tests of {name} don't import it: {' '.join(tests)}")
    patience = 5 + _SLOWEST * (time.monotonic() - begin)
    found = list(faults(module))
    chosen = random.Random(name).sample(found, min(most, len(found)))
    return len(chosen), [
        each for each in chosen if not is_noticed(name, each.module, tests, patience)
    ]


def main() -> None:
    """Try the faults of the named modules, or of all that are chosen."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", default=sorted(CHOSEN))
    parser.add_argument("--most", type=int, default=60, help="faults of a module, 60 without it")
    options = parser.parse_args()
    os.chdir(ROOT)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for name in _HEAVY:
        importlib.import_module(name)
    for name in options.modules:
        tried, left = survivors(name, options.most)
        print(f"{name}: {tried - len(left)} of {tried} noticed", flush=True)
        for each in sorted(left, key=lambda fault: fault.line):
            print(f"  {each.line}: {each.before}  ->  {each.after}", flush=True)


if __name__ == "__main__":
    main()
