"""Tanglescope without a screen: messages, tangles, orders, archives, databases.

    from engine import Timeline, read_archive

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
    from engine.archive.checking import Checked
    from engine.archive.threads import read_archive
    from engine.debug.arrived_events import ArrivedEvents
    from engine.debug.explaining.why import relation, why_here
    from engine.errors import TanglescopeError
    from engine.export.conversations import rows
    from engine.library import Library
    from engine.linear.edits import Edit, Insert, Move
    from engine.linear.graph import Graph, Node, to_networkx
    from engine.linear.orders.named import LINEARIZERS
    from engine.linear.scuttlesort.timeline import Timeline
    from engine.message.message import Message
    from engine.message.verdict import ValidationStatus, Verdict
    from engine.reduce.folding import changes_between, folded
    from engine.tangle.thread import causes_in_thread, thread_root

__version__ = "1.0.0"

_HOMES = {
    "LINEARIZERS": "engine.linear.orders.named",
    "ArrivedEvents": "engine.debug.arrived_events",
    "Checked": "engine.archive.checking",
    "Edit": "engine.linear.edits",
    "Graph": "engine.linear.graph",
    "Insert": "engine.linear.edits",
    "Library": "engine.library",
    "Message": "engine.message.message",
    "Move": "engine.linear.edits",
    "Node": "engine.linear.graph",
    "ValidationStatus": "engine.message.verdict",
    "TanglescopeError": "engine.errors",
    "Timeline": "engine.linear.scuttlesort.timeline",
    "Verdict": "engine.message.verdict",
    "causes_in_thread": "engine.tangle.thread",
    "changes_between": "engine.reduce.folding",
    "folded": "engine.reduce.folding",
    "read_archive": "engine.archive.threads",
    "relation": "engine.debug.explaining.why",
    "rows": "engine.export.conversations",
    "thread_root": "engine.tangle.thread",
    "to_networkx": "engine.linear.graph",
    "why_here": "engine.debug.explaining.why",
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
    "folded",
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
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    try:
        home = import_module(_HOMES[name])
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("engine."):
            raise ImportError(f"{name} isn't in tanglescope-kit: install tanglescope") from error
        raise
    value = globals()[name] = getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
