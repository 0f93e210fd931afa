"""Rows of lists and tables as plain values: texts and marks, in colours that a theme names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Edges

NO_NUMBER = "–"
"""Shown in place of a missing number."""


@dataclass(frozen=True, slots=True)
class Border:
    """A line below a row, in a colour of the theme, with its label."""

    label: str
    color: str


@dataclass(frozen=True, slots=True)
class Markings:
    """Signs by the key of their message, and lines by the key of the message above them."""

    signs: Mapping[str, str] = field(default_factory=dict)
    borders: Mapping[str, tuple[Border, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableLine:
    """The cells of a line; `key` is its subject, `tip` its tooltip.

    Numbers are aligned right and sorted by value. A `faint` line is less important.
    """

    key: str
    cells: tuple[str | int, ...]
    tip: str = ""
    faint: bool = False
    feed: str = ""


class Tone(Enum):
    """How prominent the text of a row is."""

    USUAL = auto()
    STRONG = auto()
    MUTED = auto()
    STRUCK = auto()


@dataclass(frozen=True, slots=True)
class Pill:
    """A word at the end of a row, in a colour of the theme, and what it means."""

    text: str
    color: str
    ground: str
    tooltip: str


@dataclass(frozen=True, slots=True)
class TangleRow:
    """A message in a list; `feed` gives the colour of its author, `fresh` marks the last change."""

    key: str
    feed: str
    name: str
    text: str
    pills: tuple[Pill, ...] = ()
    tone: Tone = Tone.USUAL
    fresh: bool = False
    shaded: bool = False
    below: Border | None = None

    def spoken_text(self) -> str:
        """The row for a screen reader."""
        parts = [self.name, self.text, *(pill.tooltip for pill in self.pills)]
        if self.below:
            parts.append(tr("Below it: {label}", label=self.below.label))
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Arc:
    """A thin edge between two rows that isn't in the graph, from the later to the earlier."""

    later: str
    earlier: str


class TangleRows:
    """Rows in the form that the layout of lanes needs."""

    def __init__(self, rows: Sequence[TangleRow], causes: Mapping[str, Sequence[str]]) -> None:
        self.all = tuple(rows)
        self.places = {row.key: place for place, row in enumerate(self.all)}
        effects: dict[str, list[str]] = {row.key: [] for row in self.all}
        self._causes: dict[str, tuple[str, ...]] = {}
        for row in self.all:
            named = tuple(cause for cause in causes.get(row.key, ()) if cause in effects)
            self._causes[row.key] = named
            for cause in named:
                effects[cause].append(row.key)
        self._effects = effects

    def __len__(self) -> int:
        return len(self.all)

    def slice(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        return [row.key for row in self.all[first : first + count]]

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of messages."""
        return {key: Edges(self._causes[key], tuple(self._effects[key])) for key in keys}
