"""Rows in a plain list, for drawing, with the interface of a timeline and its graph."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from tanglescope.engine.linear.horizon import Edges


class PlainRows:
    """Keys from top to bottom, and the causes of each."""

    def __init__(self, keys: Sequence[str], causes: Mapping[str, Sequence[str]]) -> None:
        self._causes = causes
        self.keys = list(keys)
        here = set(self.keys)
        self._effects: dict[str, list[str]] = {key: [] for key in keys}
        self._edges = {}
        for key in self.keys:
            for cause in causes[key]:
                if cause in here:
                    self._effects[cause].append(key)
        for key in self.keys:
            known = tuple(cause for cause in causes[key] if cause in here)
            self._edges[key] = Edges(known, tuple(self._effects[key]))

    def __len__(self) -> int:
        return len(self.keys)

    def slice(self, first: int, count: int) -> list[str]:
        return self.keys[first : first + count]

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        return {key: self._edges[key] for key in keys}


def graphs(most: int = 40) -> st.SearchStrategy[dict[str, list[str]]]:
    """Messages with earlier messages as causes, in causal order."""

    def build(picks: list[set[int]]) -> dict[str, list[str]]:
        names = [f"{number:03}" for number in range(len(picks))]
        return {
            name: [names[number - 1 - back] for back in sorted(backs) if back < number]
            for number, (name, backs) in enumerate(zip(names, picks, strict=True))
        }

    return st.lists(st.sets(st.integers(0, 12), max_size=3), max_size=most).map(build)
