"""Every panel, once: menus, keys, the pictures of the command line and the workbench read this."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from engine.wording import later

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from viewer.panels.panel import Panel
    from viewer.theme import Theme


@dataclass(frozen=True, slots=True)
class PanelKind:
    """A panel before it is made: its name on the command line, its title, its keys, its class."""

    name: str
    title: str
    keys: tuple[str, ...]
    place: str
    """`package.module:Class`; imported when the panel is first opened."""

    @property
    def command(self) -> str:
        """The name of the command that opens it."""
        return f"panel_{self.name}"

    def load(self) -> "Callable[..., Panel]":
        """The class of the panel; importing it takes longer than a frame."""
        module, _, name = self.place.partition(":")
        return cast("Callable[..., Panel]", getattr(import_module(module), name))

    def make(self, theme: "Theme", parent: "QWidget") -> "Panel":
        """The panel itself."""
        return self.load()(theme, parent)


PANELS: tuple[PanelKind, ...] = (
    PanelKind(
        "search", later("Search"), ("Ctrl+Shift+F",), "viewer.panels.search.panel:SearchPanel"
    ),
    PanelKind(
        "person", later("Profile"), ("Ctrl+Shift+A",), "viewer.panels.person.panel:PersonPanel"
    ),
    PanelKind("diagram", later("Diagram"), ("D",), "viewer.panels.diagram:DiagramPanel"),
    PanelKind(
        "statistics", later("Statistics"), ("S",), "viewer.panels.statistics:StatisticsPanel"
    ),
    PanelKind("quorums", later("Quorums"), ("Q",), "viewer.panels.quorums.panel:QuorumsPanel"),
    PanelKind("why", later("Why here?"), ("W",), "viewer.panels.why:WhyPanel"),
    PanelKind("replay", later("Replay"), ("Shift+R",), "viewer.panels.replay.panel:ReplayPanel"),
    PanelKind("moved", later("Moved"), ("Shift+M",), "viewer.panels.replay.moved:MovedPanel"),
    PanelKind("tangles", later("Tangles"), ("T",), "viewer.panels.tangles.panel:TanglesPanel"),
    PanelKind(
        "compare", later("Compare"), ("Shift+C",), "viewer.panels.compare.panel:ComparePanel"
    ),
    PanelKind(
        "shuffle", later("Shuffle"), ("Shift+S",), "viewer.panels.shuffle.panel:ShufflePanel"
    ),
    PanelKind("peers", later("Two peers"), ("Shift+P",), "viewer.panels.peers:PeersPanel"),
    PanelKind("clocks", later("Clocks"), ("Shift+T",), "viewer.panels.clocks.panel:ClocksPanel"),
    PanelKind("group", later("Group"), ("Shift+G",), "viewer.panels.group.panel:GroupPanel"),
    PanelKind("set", later("Set"), ("Shift+E",), "viewer.panels.sets.panel:SetPanel"),
)
