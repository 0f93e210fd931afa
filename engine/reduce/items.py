"""Items of a set: strings, and whatever else a program has put among them.

pzp-set writes strings, and reads all there is into a `Set` of JavaScript. There the number 1 is
not the string "1", 1.0 is 1, and every array and every object is an item of its own, which nothing
deletes any more.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.message import jcs


@dataclass(frozen=True, slots=True)
class Oddity:
    """An item that is no string, as canonical JSON; `source` tells arrays and objects apart."""

    json: str
    source: tuple[str, int] | None = None


Item: TypeAlias = str | Oddity


def added(values: Iterable[Any], message: str) -> tuple[Item, ...]:
    """The items that a message adds with these JSON values."""
    return tuple(_item(value, (message, place)) for place, value in enumerate(values))


def deleted(values: Iterable[Any]) -> tuple[Item, ...]:
    """The items that a message deletes with these JSON values."""
    return tuple(_item(value, None) for value in values if not isinstance(value, list | dict))


def plain(item: Item) -> Any:
    """The JSON value of an item."""
    return item if isinstance(item, str) else json.loads(item.json)


def _item(value: Any, source: tuple[str, int] | None) -> Item:
    if isinstance(value, str):
        return value
    return Oddity(jcs.dumps(value).decode(), source if isinstance(value, list | dict) else None)
