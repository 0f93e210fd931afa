"""Linearizers by name: built-in ones, those of installed packages, and the user's own.

A linearizer is a function that takes a `Graph`, whose nodes are in order of arrival, and returns
the ids in its order. It may also return a dictionary with this list under `order` and, if it counts
them, the total number of edits under `edits`. Packages offer linearizers as entry points of the
group `tanglescope.linearizers`; `module:function` names any other function. They are foreign code:
any exception is reported as a failure of the linearizer.
"""

import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.errors import ExitCode, TanglescopeError
from engine.linear.graph import Graph
from engine.linear.orders.named import LINEARIZERS, order_name
from engine.wording import tr

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

GROUP = "tanglescope.linearizers"

_LONGEST = 500  # characters of an exception's message

Linearizer: TypeAlias = Callable[[Graph], Any]


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order of a graph, possibly of only some nodes, and the number of edits if known.

    The first `confirmed` names are final, if the linearizer reports that.
    """

    names: tuple[str, ...]
    edits: int | None = None
    confirmed: int | None = None


class UnknownLinearizer(TanglescopeError):
    """There is no linearizer of that name."""

    exit_code = ExitCode.NOT_FOUND

    def __init__(self, name: str) -> None:
        super().__init__(
            tr(
                "No linearizer is called {name!r}. Use one of {known}, or "
                "`module:function` for a function that Python can import.",
                name=name,
                known=", ".join(map(order_name, known_linearizers())),
            )
        )


class LinearizerFailed(TanglescopeError):
    """A linearizer raised an exception, or its result is not an order of the graph.

    `kind` is the name of the exception, or a word for the fault of the result.
    """

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


def known_linearizers() -> list[str]:
    """The names of all linearizers; no plug-in is loaded."""
    return sorted({*LINEARIZERS, *(point.name for point in _plug_ins(tuple(sys.path)))})


@cache
def _plug_ins(path: tuple[str, ...]) -> "EntryPoints":
    """What packages offer. Looking through those on `path` takes some 10 ms, once."""
    from importlib.metadata import entry_points

    del path  # entry_points looks there
    return entry_points(group=GROUP)


def linearizer(name: str) -> Linearizer:
    """The linearizer of that name; built-in ones take precedence.

    Raises:
        UnknownLinearizer: there is none.
        LinearizerFailed: it can't be loaded, or is no function.
    """
    if name in LINEARIZERS:
        return LINEARIZERS[name].answer
    for point in _plug_ins(tuple(sys.path)):
        if point.name == name:
            return _load(point)
    if ":" in name:
        from importlib.metadata import EntryPoint

        return _load(EntryPoint(name, name, GROUP))
    raise UnknownLinearizer(name)


def put_in_order(linearize: Linearizer, graph: Graph) -> OrderResult:
    """Let a linearizer order a graph. Raises only `LinearizerFailed`."""
    try:
        answer = linearize(graph)
        if isinstance(answer, Mapping):
            names, more = tuple(answer["order"]), answer
        else:
            names, more = tuple(answer), {}
        _check(names, {node.id for node in graph.nodes})
    except LinearizerFailed:
        raise
    except TanglescopeError as error:
        raise LinearizerFailed(type(error).__name__, str(error)) from error
    except (Exception, SystemExit) as error:
        raise LinearizerFailed(
            type(error).__name__, tr("it raised {what}", what=_described(error))
        ) from error
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
            raise LinearizerFailed(
                "unknown", tr("it lists {name!r}, which isn't an id of the graph", name=name)
            )
        if name in seen:
            raise LinearizerFailed("twice", tr("it lists {name!r} twice", name=name))
        seen.add(name)


def _load(point: "EntryPoint") -> Linearizer:
    try:
        loaded = point.load()
    except (Exception, SystemExit) as error:
        detail = tr(
            "the linearizer {name} ({place}) can't be loaded: {why}",
            name=point.name,
            place=point.value,
            why=_described(error),
        )
        raise LinearizerFailed(type(error).__name__, detail) from error
    if not callable(loaded):
        raise LinearizerFailed(
            "uncallable",
            tr("{place} isn't a function but {what!r}", place=point.value, what=loaded),
        )
    found: Linearizer = loaded
    return found


def _described(error: BaseException) -> str:
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
