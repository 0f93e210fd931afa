"""Who votes in an Autobase at a moment of its order.

Writers are added and removed by entries, and such an entry counts from the moment it is confirmed.
An indexer that has not written anything confirmed yet is *pending*: it votes from its own first
confirmed entry on.
"""

from collections.abc import Iterable, Sequence

from engine.linear.graph import Writer


class IndexerMembership:
    """The indexers, as far as an order is confirmed."""

    __slots__ = ("_additions", "_pending", "_removals", "_wrote", "indexers")

    def __init__(self, writers: Iterable[Writer]) -> None:
        voting = [writer for writer in writers if writer.indexer and not writer.relayed]
        self.indexers = [writer.key for writer in voting if not writer.added]
        self._additions: dict[str, list[str]] = {}
        self._removals: dict[str, list[str]] = {}
        for writer in voting:
            for name in writer.added:
                self._additions.setdefault(name, []).append(writer.key)
            for name in writer.removed:
                self._removals.setdefault(name, []).append(writer.key)
        self._pending: set[str] = set()
        self._wrote: set[str] = set()

    @property
    def is_fixed(self) -> bool:
        """Whether no entry can change the indexers."""
        return not self._additions and not self._removals and not self._pending

    def confirm(self, names: Sequence[str], writer: str | None) -> bool:
        """Whether the indexers change by what a writer appended at once, now that it is final."""
        before = list(self.indexers)
        if writer is not None:
            self._wrote.add(writer)
            if writer in self._pending:
                self._join(writer)
        for name in names:
            for key in self._removals.pop(name, ()):
                if key in self.indexers:
                    self.indexers.remove(key)
            for key in self._additions.pop(name, ()):
                if key in self._wrote:
                    self._join(key)
                else:
                    self._pending.add(key)
        return self.indexers != before

    def _join(self, key: str) -> None:
        self._pending.discard(key)
        if key not in self.indexers:
            self.indexers.append(key)
