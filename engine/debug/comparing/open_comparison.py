"""Comparing the orders of an open graph, to be shown or kept in a file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine.debug.comparing.comparison_words import comparison_answer, comparison_in_words
from engine.debug.comparing.crossings import Crossings, crossings, orders_of
from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.telling import mark


@dataclass(frozen=True, slots=True)
class Compared:
    """Orders side by side, and what is to be told of them in lines with marks."""

    crossings: Crossings
    lines: tuple[str, ...]


_COMPARED = ("scuttlesort", "timestamp", "asserted")
_WITHOUT_TIMES = ("scuttlesort", "git", "backward")


def usual_orders(own: str, *, times: bool = True) -> tuple[str, ...]:
    """The orders to compare where none is asked for: that of the conversation first.

    Without `times` they are orders that need none.
    """
    others = _COMPARED if times else _WITHOUT_TIMES
    return tuple(dict.fromkeys((own, *others)))[: len(others)]


def compared(opened: OpenGraph, tell: Tell, by: Sequence[str]) -> Compared:
    """The orders of these linearizers. Raises as `orders_of` does."""
    found = orders_of(opened, tell, by)
    return Compared(crossings(found), tuple(comparison_in_words(found, mark)))


def exported(opened: OpenGraph, tell: Tell, by: Sequence[str]) -> str:
    """The same as JSON, what `tanglescope compare --json` answers. Raises as `orders_of` does."""
    found = orders_of(opened, tell, by)
    return json.dumps(comparison_answer(found, len(opened.graph.nodes)), separators=(",", ":"))
