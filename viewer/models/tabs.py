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
        """Tabs as they were kept, whatever was made of them since."""
        number = current if isinstance(current, int) else 0
        return cls(tuple(addresses), max(0, min(number, len(addresses) - 1)))

    @property
    def address(self) -> str:
        """What is open in the tab that is seen; `""` without tabs."""
        return self.addresses[self.current] if self.addresses else ""

    def showing(self, address: str) -> "Tabs":
        """Something else is open in the tab that is seen."""
        before, after = self.addresses[: self.current], self.addresses[self.current + 1 :]
        return replace(self, addresses=(*before, address, *after))

    def adding(self, address: str) -> "Tabs":
        """A tab more, right of the one that was seen, and seen itself."""
        place = min(self.current + 1, len(self.addresses))
        before, after = self.addresses[:place], self.addresses[place:]
        return Tabs((*before, address, *after), place)

    def without(self, number: int) -> "Tabs":
        """A tab less, unless it is the last one; its right neighbour is seen instead of it."""
        if len(self.addresses) <= 1:
            return self
        left = self.addresses[:number] + self.addresses[number + 1 :]
        current = self.current - (number < self.current)
        return Tabs(left, min(current, len(left) - 1))

    def turned_to(self, number: int) -> "Tabs":
        """Another tab is seen; beyond the ends one begins anew."""
        return replace(self, current=number % len(self.addresses)) if self.addresses else self
