"""The table of panels, from which menus, keys, the command line and the workbench are built."""

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
    answers: str
    """The question that the panel answers, as a sentence."""
    manual: str
    """Its page in the manual, with the heading."""

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
        "search",
        later("Search"),
        ("Ctrl+Shift+F",),
        "viewer.panels.search.panel:SearchPanel",
        later("Finds messages of the whole collection by words, author, type and date."),
        "searching.md",
    ),
    PanelKind(
        "person",
        later("Profile"),
        ("Ctrl+Shift+A",),
        "viewer.panels.person.panel:PersonPanel",
        later("Says who wrote the selected message: names, picture, follows and feeds."),
        "people.md#people",
    ),
    PanelKind(
        "gallery",
        later("Pictures"),
        ("Shift+V",),
        "viewer.panels.gallery.panel:GalleryPanel",
        later("Shows the pictures of the conversation side by side."),
        "people.md#pictures-and-files",
    ),
    PanelKind(
        "diagram",
        later("Diagram"),
        ("D",),
        "viewer.panels.diagram:DiagramPanel",
        later("Shows the graph behind the conversation: ranks down, authors across."),
        "diagrams.md#the-whole-conversation",
    ),
    PanelKind(
        "statistics",
        later("Statistics"),
        ("S",),
        "viewer.panels.statistics:StatisticsPanel",
        later("Counts messages, authors, forks, merges and delays of the conversation."),
        "diagrams.md#the-whole-conversation",
    ),
    PanelKind(
        "quorums",
        later("Quorums"),
        ("Q",),
        "viewer.panels.quorums.panel:QuorumsPanel",
        later("Shows what quorums of an Autobase have confirmed, and what the rest still lacks."),
        "autobase.md#in-the-window",
    ),
    PanelKind(
        "why",
        later("Why here?"),
        ("W",),
        "viewer.panels.why:WhyPanel",
        later("Says why the selected message is at its position: rank, causes and neighbours."),
        "debugging.md#why-is-a-message-in-its-row",
    ),
    PanelKind(
        "replay",
        later("Replay"),
        ("Shift+R",),
        "viewer.panels.replay.panel:ReplayPanel",
        later("Replays the arrival of the messages, and shows the edits that each one caused."),
        "debugging.md#a-thread-that-arrived-in-disorder",
    ),
    PanelKind(
        "moved",
        later("Moved"),
        ("Shift+M",),
        "viewer.panels.replay.moved:MovedPanel",
        later("Lists the messages that came or moved since a moment that you choose."),
        "debugging.md#what-has-moved-since-i-read",
    ),
    PanelKind(
        "tangles",
        later("Tangles"),
        ("T",),
        "viewer.panels.tangles.panel:TanglesPanel",
        later("Lists all tangles of the collection, and the messages that are set aside."),
        "tangles.md",
    ),
    PanelKind(
        "compare",
        later("Compare"),
        ("Shift+C",),
        "viewer.panels.compare.panel:ComparePanel",
        later("Shows up to four orders side by side: crossing lines are differences."),
        "debugging.md#do-the-clocks-agree",
    ),
    PanelKind(
        "shuffle",
        later("Shuffle"),
        ("Shift+S",),
        "viewer.panels.shuffle.panel:ShufflePanel",
        later("Tests whether an order gives the same timeline for every delivery."),
        "debugging.md#is-my-own-order-right",
    ),
    PanelKind(
        "peers",
        later("Two peers"),
        ("Shift+P",),
        "viewer.panels.peers:PeersPanel",
        later("Lets two peers exchange their messages, and shows the edits of each."),
        "debugging.md#two-peers",
    ),
    PanelKind(
        "clocks",
        later("Clocks"),
        ("Shift+T",),
        "viewer.panels.clocks.panel:ClocksPanel",
        later("Finds messages whose asserted time contradicts the order of causes."),
        "debugging.md#do-the-clocks-agree",
    ),
    PanelKind(
        "group",
        later("Group"),
        ("Shift+G",),
        "viewer.panels.group.panel:GroupPanel",
        later("Shows the epochs of a private group: who was a member when, and who excluded whom."),
        "tangles.md#who-was-a-member-when",
    ),
    PanelKind(
        "set",
        later("Set"),
        ("Shift+E",),
        "viewer.panels.sets.panel:SetPanel",
        later("Shows the items of a set, and the messages that added or deleted each of them."),
        "sets.md#the-panel",
    ),
)
