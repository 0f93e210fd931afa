"""Orders of one's own: commands in any language, functions in Python files, and plug-ins.

Each runs in a child process with limits, so that a crash or an endless loop is
reported and does nothing else. A function takes a `Graph`, whose nodes are in order of arrival, and
returns the ids in its order; it may also return a dictionary with this list under `order` and, if
it counts them, the total number of edits under `edits`. A command reads such graphs as lines of a
graph file, and prints these answers as lines. Packages offer functions as entry points of the group
`tanglescope.linearizers`.

What is written in an address may come from a stranger. There, a command or a function counts only
once this program was told of it: by an option, by an argument, or in the window.
"""

import json
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from runpy import run_path
from typing import TYPE_CHECKING, Any, TypeAlias

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.files import missing
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, read_graph
from tanglescope.engine.linear.graph_line import graph_line
from tanglescope.engine.linear.orders.programs import (
    Program,
    command_words,
    is_command,
    save_input,
)
from tanglescope.engine.wording import tr

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "tanglescope.linearizers"

_LONGEST = 500  # characters of an exception's message
_FUNCTION = re.compile(r"[\w.]+:[\w.]+")

Linearizer: TypeAlias = Callable[[Graph], Any]


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order of a graph, possibly of only some nodes, and the number of edits if known.

    The first `confirmed` names are final, if the linearizer reports that.
    """

    names: tuple[str, ...]
    edits: int | None = None
    confirmed: int | None = None


class UnknownOrder(TanglescopeError):
    """There is no order of that name."""

    exit_code = ExitCode.NOT_FOUND

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(
            tr(
                "No order is called {name!r}. Use one of {known}, a command such as"
                " “node order.js”, or file.py:function.",
                name=name,
                known=", ".join(known),
            )
        )


@cache
def _plug_ins(path: tuple[str, ...]) -> "EntryPoints":
    """What packages offer. Looking through those on `path` takes some 10 ms, once."""
    from importlib.metadata import entry_points

    del path  # entry_points looks there
    return entry_points(group=GROUP)


def plug_ins() -> list[str]:
    """The names of the orders that packages offer; none is loaded."""
    return sorted({point.name for point in _plug_ins(tuple(sys.path))})


def own_command(name: str) -> list[str] | None:
    """The command for an order that isn't built in; None if there is none of that name.

    Raises `NoProgram`.
    """
    file, colon, function = name.rpartition(":")
    is_in_file = bool(colon) and file.endswith(".py") and function.isidentifier()
    if is_in_file and not Path(file).is_file():
        raise UnknownFile(missing(Path(file)))
    if is_in_file or name in plug_ins() or _FUNCTION.fullmatch(name):
        return [sys.executable, "-P", "-m", __name__, name]
    return command_words(name) if is_command(name) else None


class UnknownFile(TanglescopeError):
    """There is no file of a function."""

    exit_code = ExitCode.NOT_FOUND


def own_program(name: str) -> Program | None:
    """The process of an order that isn't built in; None if there is none. Raises `NoProgram`."""
    command = own_command(name)
    return None if command is None else Program(command)


def told(error: OrderFailed, name: str, graph: Graph) -> OrderFailed:
    """A failure for users: the name of the order, and a file with the graph."""
    if error.is_crash:
        said = tr("The order {name} crashes: {why}.", name=name, why=error)
    else:
        said = tr("The order {name} fails: {why}.", name=name, why=error)
    if (file := save_input(graph_line(graph))) is not None:
        said += " " + tr("Its input is saved in {file}.", file=file)
    return OrderFailed(error.kind, said)


def put_in_order(linearize: Linearizer, graph: Graph) -> OrderResult:
    """Let a linearizer order a graph. Raises only `OrderFailed`."""
    try:
        return _result(linearize(graph), graph)
    except OrderFailed:
        raise
    except TanglescopeError as error:
        raise OrderFailed(type(error).__name__, str(error)) from error
    except (Exception, SystemExit) as error:
        raise OrderFailed(
            type(error).__name__, tr("it raised {what}", what=_describe_exception(error))
        ) from error


def _result(answer: Any, graph: Graph) -> OrderResult:
    if isinstance(answer, Mapping):
        names, more = tuple(answer["order"]), answer
    else:
        names, more = tuple(answer), {}
    _check(names, {node.id for node in graph.nodes})
    edits, confirmed = (more.get(field) for field in ("edits", "confirmed"))
    return OrderResult(
        names,
        edits if isinstance(edits, int) else None,
        confirmed if isinstance(confirmed, int) else None,
    )


def _check(names: tuple[Any, ...], ids: set[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or name not in ids:
            raise OrderFailed(
                "unknown", tr("it lists {name!r}, which isn't an id of the graph", name=name)
            )
        if name in seen:
            raise OrderFailed("twice", tr("it lists {name!r} twice", name=name))
        seen.add(name)


def _describe_exception(error: BaseException) -> str:
    """An exception with the line of code that raised it, safe to print."""
    *_, last = traceback.extract_tb(error.__traceback__)
    said = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(error)[:_LONGEST])
    where = PurePath(last.filename).name
    return tr(
        "{name}: {said} ({where}, line {number})",
        name=type(error).__name__,
        said=said,
        where=where,
        number=last.lineno,
    )


# In the child process


def _load(name: str) -> Linearizer:
    """The function of a plug-in, of a module, or of a file."""
    file, _, function = name.rpartition(":")
    if file.endswith(".py"):
        sys.path.insert(0, str(Path(file).resolve().parent))  # as for a script
        loaded = run_path(file).get(function)
    else:
        from importlib.metadata import EntryPoint

        given = (point for point in _plug_ins(tuple(sys.path)) if point.name == name)
        point: EntryPoint = next(given, EntryPoint(name, name, GROUP))
        loaded = point.load()
    if not callable(loaded):
        raise TypeError(tr("{name} isn't a function but {what!r}", name=name, what=loaded))
    found: Linearizer = loaded
    return found


def _why(error: BaseException, why_not: BaseException | None) -> str:
    if error is why_not:
        return tr("it can't be loaded: {why}", why=f"{type(error).__name__}: {error}")
    return tr("it raised {what}", what=_describe_exception(error))


def _serve(name: str) -> None:
    """Answer graphs on lines with the orders that a function returns."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the function prints isn't an answer
    why_not: BaseException | None = None
    try:
        function = _load(name)
    except (Exception, SystemExit) as error:
        why_not = error
    for line in sys.stdin:
        try:
            if why_not is not None:
                raise why_not
            order = function(read_graph(line))
            said = json.dumps(order if isinstance(order, Mapping) else list(order))
        except (Exception, SystemExit) as error:
            said = json.dumps({"raised": type(error).__name__, "detail": _why(error, why_not)})
        answers.write(said + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve(sys.argv[1])
