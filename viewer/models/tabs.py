"""The state of the tabs, as an immutable value."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Tabs:
    """The addresses of threads and views in tabs, from left to right."""

    addresses: tuple[str, ...] = ()
    current: int = 0

    @classmethod
    def of(cls, addresses: Sequence[str], current: object) -> "Tabs":
        """Tabs from the settings, which may have been altered."""
        number = current if isinstance(current, int) else 0
        return cls(tuple(addresses), max(0, min(number, len(addresses) - 1)))

    @property
    def address(self) -> str:
        """The address in the current tab; `""` without tabs."""
        return self.addresses[self.current] if self.addresses else ""

    def showing(self, address: str) -> "Tabs":
        """Tabs with another address in the current tab."""
        before, after = self.addresses[: self.current], self.addresses[self.current + 1 :]
        return replace(self, addresses=(*before, address, *after))

    def adding(self, address: str) -> "Tabs":
        """Tabs with a new one to the right of the current tab, which becomes current."""
        place = min(self.current + 1, len(self.addresses))
        before, after = self.addresses[:place], self.addresses[place:]
        return Tabs((*before, address, *after), place)

    def without(self, number: int) -> "Tabs":
        """Tabs without one, unless it is the last; its right neighbour becomes current."""
        if len(self.addresses) <= 1:
            return self
        left = self.addresses[:number] + self.addresses[number + 1 :]
        current = self.current - (number < self.current)
        return Tabs(left, min(current, len(left) - 1))

    def turned_to(self, number: int) -> "Tabs":
        """Tabs with another one current; the numbers wrap around."""
        return replace(self, current=number % len(self.addresses)) if self.addresses else self
