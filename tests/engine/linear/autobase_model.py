"""A model of Autobase straight from its definitions: sets of names, no clocks, no updates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Model:
    """A peer's state after a list of entries, causes first."""

    indexers: Sequence[str]
    writer: dict[str, str] = field(default_factory=dict)
    sequence: dict[str, int] = field(default_factory=dict)
    past: dict[str, set[str]] = field(default_factory=dict)
    confirmed: list[str] = field(default_factory=list)
    before: set[str] = field(default_factory=set)
    merges: list[str] = field(default_factory=list)
    news: bool = False

    @property
    def majority(self) -> int:
        return len(self.indexers) // 2 + 1

    @property
    def tip(self) -> list[str]:
        return self.sorted(self.past.keys() - set(self.confirmed))

    def add(self, name: str, after: Iterable[str], writer: str, sequence: int) -> None:
        self.writer[name] = writer
        self.sequence[name] = sequence
        below: set[str] = set().union(*(self.past[cause] for cause in after))
        self.past[name] = below | {name}
        if writer in self.indexers:
            self.news = True
            open_below = [other for other in self.open_votes() if other in below]
            if len(self.maximal(open_below)) > 1:
                self.merges.append(name)

    def update(self) -> list[str]:
        start = len(self.confirmed)
        while self.news and (group := self.next_group()):
            below = set().union(*(self.past[name] for name in group))
            self.confirmed += self.sorted(below - set(self.confirmed))
        self.news = False
        self.before = set(self.confirmed)
        return self.confirmed[start:]

    def sorted(self, names: set[str]) -> list[str]:
        order: list[str] = []
        while len(order) < len(names):
            free = [
                name
                for name in names
                if name not in order and self.past[name] & names <= {name, *order}
            ]
            order.append(min(free, key=lambda name: (self.writer[name], self.sequence[name])))
        return order

    # The indexers' entries

    def log(self, writer: str) -> list[str]:
        return [name for name in self.past if self.writer[name] == writer]

    def open_votes(self) -> list[str]:
        done = set(self.confirmed)
        return [
            name for name in self.past if self.writer[name] in self.indexers and name not in done
        ]

    def maximal(self, names: Sequence[str]) -> list[str]:
        return [
            name
            for name in names
            if not any(name in self.past[other] for other in names if other != name)
        ]

    def tails(self) -> list[str]:
        votes = self.open_votes()
        return [name for name in votes if self.past[name] & set(votes) == {name}]

    # Confirmation

    def newer(self, subject: str, entry: str) -> bool:
        return subject in self.past[entry] and all(
            other in self.past[subject] or subject in self.past[other]
            for other in self.open_votes()
            if other in self.past[entry]
        )

    def acks(self, subject: str) -> list[str]:
        acks = [subject]
        for indexer in self.indexers:
            unknown = [
                entry
                for entry in self.log(indexer)
                if entry not in self.past[subject] and entry not in self.before
            ]
            if indexer != self.writer[subject] and unknown and self.newer(subject, unknown[0]):
                acks.append(unknown[0])
        return acks

    def result(self, subject: str, entries: Sequence[str]) -> str:
        acks = set(self.acks(subject))
        newer = [entry for entry in entries if self.newer(subject, entry)]
        if any(len(acks & self.past[entry]) >= self.majority for entry in newer):
            return "acked"
        return "newer" if newer and newer[-1] == entries[-1] else "unseen"

    def is_confirmed(self, subject: str) -> bool:
        results = [self.result(subject, self.log(indexer)) for indexer in self.indexers]
        return len(self.acks(subject)) >= self.majority and (
            results.count("acked") >= self.majority or "unseen" not in results
        )

    def is_confirmed_at(self, subject: str, above: str) -> bool:
        acks = set(self.acks(subject))
        if len(acks) < self.majority:
            return False
        possible = acked = 0
        for indexer in self.indexers:
            known = [entry for entry in self.log(indexer) if entry in self.past[above]]
            counted = [entry for entry in known if entry != above]
            if self.result(subject, counted) == "acked":
                acked += 1
            elif (
                not known
                or known[-1] in self.confirmed
                or known[-1] in self.past[subject]
                or self.newer(subject, known[-1])
            ):
                possible += 1
        enough = len(acks & self.past[above]) >= self.majority
        return acked >= self.majority or (enough and acked + possible >= self.majority)

    def next_group(self) -> list[str]:
        tails = self.tails()
        for tail in tails:
            if self.is_confirmed(tail):
                return [tail]
        merges = [name for name in self.merges if name not in self.confirmed]
        for merge in merges:
            if self.is_confirmed(merge):
                return self.descend(merge, tails, merges)
        return []

    def descend(self, name: str, tails: Sequence[str], merges: Sequence[str]) -> list[str]:
        while name not in tails:
            below = [tail for tail in tails if tail in self.past[name]]
            others = [merge for merge in merges if merge in self.past[name] and merge != name]
            chosen = [other for other in (*below, *others) if self.is_confirmed_at(other, name)]
            if not chosen:
                return below
            name = chosen[0]
        return [name]


def least_order(causes: Mapping[str, Iterable[str]]) -> list[str]:
    """Repeatedly take the least name whose causes are already in the order."""
    order: list[str] = []
    while len(order) < len(causes):
        order.append(
            min(
                name
                for name, known in causes.items()
                if name not in order and set(known) <= set(order)
            )
        )
    return order
