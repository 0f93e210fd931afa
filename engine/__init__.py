"""Tanglescope without a screen: messages, tangles, orders, archives, databases.

    from tanglescope.engine import Timeline, read_archive

    timeline = Timeline()
    for checked in read_archive("log.offset"):
        message = checked.message
        if message and checked.verdict.is_good:
            timeline.add(message.key, [message.previous] if message.previous else [])
    print(list(timeline))

These names are the public API for scripts; `docs/library.md` has examples.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tanglescope.engine.archive.checking import Checked
    from tanglescope.engine.archive.opening import read_archive
    from tanglescope.engine.debug.arrived_events import ArrivedEvents
    from tanglescope.engine.debug.explaining.ordering import relation, why_here
    from tanglescope.engine.errors import TanglescopeError
    from tanglescope.engine.export.conversations import rows
    from tanglescope.engine.library import Library
    from tanglescope.engine.linear.edits import Edit, Insert, Move
    from tanglescope.engine.linear.graph import Graph, Node, to_networkx
    from tanglescope.engine.linear.orders.named import LINEARIZERS
    from tanglescope.engine.linear.scuttlesort.timeline import Timeline
    from tanglescope.engine.message.message import Message
    from tanglescope.engine.message.verdict import ValidationStatus, Verdict
    from tanglescope.engine.reduce.folding import changes_between, fold
    from tanglescope.engine.tangle.thread import causes_in_thread, thread_root

__version__ = "1.0.0"

_HOMES = {
    "LINEARIZERS": "tanglescope.engine.linear.orders.named",
    "ArrivedEvents": "tanglescope.engine.debug.arrived_events",
    "Checked": "tanglescope.engine.archive.checking",
    "Edit": "tanglescope.engine.linear.edits",
    "Graph": "tanglescope.engine.linear.graph",
    "Insert": "tanglescope.engine.linear.edits",
    "Library": "tanglescope.engine.library",
    "Message": "tanglescope.engine.message.message",
    "Move": "tanglescope.engine.linear.edits",
    "Node": "tanglescope.engine.linear.graph",
    "ValidationStatus": "tanglescope.engine.message.verdict",
    "TanglescopeError": "tanglescope.engine.errors",
    "Timeline": "tanglescope.engine.linear.scuttlesort.timeline",
    "Verdict": "tanglescope.engine.message.verdict",
    "causes_in_thread": "tanglescope.engine.tangle.thread",
    "changes_between": "tanglescope.engine.reduce.folding",
    "fold": "tanglescope.engine.reduce.folding",
    "read_archive": "tanglescope.engine.archive.opening",
    "relation": "tanglescope.engine.debug.explaining.ordering",
    "rows": "tanglescope.engine.export.conversations",
    "thread_root": "tanglescope.engine.tangle.thread",
    "to_networkx": "tanglescope.engine.linear.graph",
    "why_here": "tanglescope.engine.debug.explaining.ordering",
}

__all__ = [
    "LINEARIZERS",
    "ArrivedEvents",
    "Checked",
    "Edit",
    "Graph",
    "Insert",
    "Library",
    "Message",
    "Move",
    "Node",
    "TanglescopeError",
    "Timeline",
    "ValidationStatus",
    "Verdict",
    "causes_in_thread",
    "changes_between",
    "fold",
    "read_archive",
    "relation",
    "rows",
    "thread_root",
    "to_networkx",
    "why_here",
]


def __getattr__(name: str) -> Any:
    """Import a name on first use: a script that orders graphs doesn't load the database code."""
    if name not in _HOMES:
        raise AttributeError(f"module 'tanglescope.engine' has no attribute {name!r}")
    try:
        home = import_module(_HOMES[name])
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("tanglescope.engine."):
            raise ImportError(f"{name} isn't in tanglescope-kit: install tanglescope") from error
        raise
    value = globals()[name] = getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
