"""The edges of the messages looked at last, kept right by the changes that come.

What a message comes after never changes; what comes after it grows. So an answer of the
database stays true as long as every message that arrives is added to its causes here.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from engine.library import Edges

_CAPACITY = 16_384


class KnownEdges:
    """Edges by message, asked for when they are first wanted."""

    def __init__(self, fetch: Callable[[Sequence[str]], Mapping[str, Edges]]) -> None:
        self._fetch = fetch
        self._edges: OrderedDict[str, Edges] = OrderedDict()

    def of(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The edges of each of these."""
        missing = [key for key in keys if key not in self._edges]
        if missing:
            self._edges.update(self._fetch(missing))
        found = {}
        for key in keys:
            found[key] = self._edges[key]
            self._edges.move_to_end(key)
        while len(self._edges) > _CAPACITY:
            self._edges.popitem(last=False)
        return found

    def add(self, causes: Mapping[str, Sequence[str]]) -> None:
        """Note messages that have come, with their causes."""
        for key, named in causes.items():
            others = tuple(dict.fromkeys(cause for cause in named if cause != key))
            if key in self._edges:
                self._edges[key] = self._edges[key]._replace(causes=others)
            for cause in others:
                edges = self._edges.get(cause)
                if edges is not None and key not in edges.effects:
                    self._edges[cause] = edges._replace(effects=(*edges.effects, key))
