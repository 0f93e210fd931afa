"""Edges: what an event is joined to, one step up and one step down."""

from typing import NamedTuple


class Edges(NamedTuple):
    """The direct causes and effects of an event; ghosts count."""

    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
