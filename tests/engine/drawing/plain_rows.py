"""Rows in a plain list, for drawing: what a timeline with its graph offers."""

from collections.abc import Sequence

from hypothesis import strategies as st


class PlainRows:
    """Keys from top to bottom, and the causes of each."""

    def __init__(self, keys: Sequence[str], causes: dict[str, list[str]]) -> None:
        self._causes = causes
        self.arrange(list(keys))

    def arrange(self, keys: list[str]) -> None:
        """Show these keys in this order."""
        self.keys = keys
        self._rows = {key: row for row, key in enumerate(keys)}
        self._effects: dict[str, list[str]] = {key: [] for key in keys}
        for key in keys:
            for cause in self.causes(key):
                self._effects[cause].append(key)

    def __len__(self) -> int:
        return len(self.keys)

    def key(self, row: int) -> str:
        return self.keys[row]

    def row(self, key: str) -> int:
        return self._rows[key]

    def causes(self, key: str) -> list[str]:
        return [cause for cause in self._causes[key] if cause in self._rows]

    def effects(self, key: str) -> list[str]:
        return self._effects[key]


def graphs(most: int = 40) -> st.SearchStrategy[dict[str, list[str]]]:
    """Messages with causes among the earlier ones, in an order that respects them."""

    def build(picks: list[set[int]]) -> dict[str, list[str]]:
        names = [f"{number:03}" for number in range(len(picks))]
        return {
            name: [names[number - 1 - back] for back in sorted(backs) if back < number]
            for number, (name, backs) in enumerate(zip(names, picks, strict=True))
        }

    return st.lists(st.sets(st.integers(0, 12), max_size=3), max_size=most).map(build)
