"""Editing traces: the changes that people typed into a document, as JSON transactions.

The format is that of the collection `editing-traces`: `txns`, each with `patches` (position, number
of characters deleted, text inserted). In a concurrent trace they name their `parents` by number
and the `agent` who typed; in a sequential one each comes after the one before it.
"""

import re
from collections.abc import Iterator
from datetime import datetime

import orjson

from tanglescope.engine.archive.graphs.adapters import AdapterInput, Line
from tanglescope.engine.archive.lines import BYTE_ORDER_MARK
from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.system.large_json import load

name = later("editing trace")

_START = re.compile(
    rb'\s*\{\s*"(?:kind|startContent|endContent|numAgents|txns|using_byte_positions)"'
)
_TXNS = re.compile(rb'"(?:txns|numAgents)"\s*:')
_MOST = 500_000
"""The limit on transactions; a node takes 1 kB, and a transaction 3 bytes."""

_LONGEST = 40  # characters of an inserted text


def recognizes(given: AdapterInput) -> bool:
    """Whether a file begins like a trace; the whole text may come before the transactions."""
    return _START.match(given.sample) is not None and (
        _TXNS.search(given.sample) is not None
        or b'"startContent"' in given.sample
        or b'"endContent"' in given.sample
    )


def lines(given: AdapterInput) -> Iterator[Line]:
    """The trace as one graph, named after the file."""
    try:
        data = given.data().removeprefix(BYTE_ORDER_MARK)
        trace = load(data, size=given.path.stat().st_size)
    except orjson.JSONDecodeError as error:
        said = quote_program(tr("the parser"), error)
        raise ValueError(tr("it isn't JSON: {error}", error=said)) from None
    transactions = trace.get("txns") if isinstance(trace, dict) else None
    if not isinstance(transactions, list):
        raise ValueError(tr("`txns` must be a list"))
    if len(transactions) > _MOST:
        raise ValueError(tr("it has more than {most:,} transactions", most=_MOST))
    yield {"nodes": [_node(number, each) for number, each in enumerate(transactions)]}


def _node(number: int, transaction: object) -> object:
    """A transaction as a node of a graph file; a malformed one is refused as such."""
    if not isinstance(transaction, dict):
        return {"id": str(number)}
    parents = transaction.get("parents", [number - 1] if number else [])
    agent = transaction.get("agent")
    patches = transaction.get("patches")
    shown = patches[:3] if isinstance(patches, list) else []
    is_listed = isinstance(parents, list) and all(type(each) is int for each in parents)
    return {
        "id": str(number),
        "after": [str(each) for each in parents] if is_listed else None,
        "writer": agent if agent is None else str(agent),
        "asserted": _milliseconds(transaction.get("time")),
        "label": " ".join(map(_text_of_edit, shown)) or None,
    }


def _text_of_edit(patch: object) -> str:
    """An edit as text: `12 −3 +“abc”`."""
    if not isinstance(patch, list) or len(patch) < 3:
        return ""
    place, deleted, inserted = patch[:3]
    parts = [str(place)[:20]]
    parts += [f"−{deleted}"] if type(deleted) is int and deleted else []
    parts += [f"+“{inserted[:_LONGEST]}”"] if isinstance(inserted, str) and inserted else []
    return " ".join(parts)


def _milliseconds(time: object) -> float | None:
    if isinstance(time, int | float):
        return time
    try:
        return datetime.fromisoformat(str(time)).timestamp() * 1000 if time else None
    except (ValueError, OverflowError):
        return None
