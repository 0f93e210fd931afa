"""The table of panels, from which menus, keys, the command line and the workbench are built."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

from tanglescope.engine.language.wording import later
from tanglescope.viewer.command import AUTHORS, MESSAGES, TIMES, DataNeed
from tanglescope.viewer.face import Face

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tanglescope.viewer.panels.panel import Panel
    from tanglescope.viewer.theme import Theme


@dataclass(frozen=True, slots=True)
class PanelPlace:
    """A place of the window with its views: panels, or the inspector."""

    name: str
    title: str
    icon: str


FINDING, DETAILS = "search", "details"
PLACES = (
    PanelPlace(FINDING, later("Search"), "search"),
    PanelPlace("people", later("People"), "people"),
    PanelPlace("pictures", later("Pictures"), "pictures"),
    PanelPlace("graph", later("Graph"), "graph"),
    PanelPlace("order", later("Order"), "order"),
    PanelPlace("peers", later("Peers"), "peers"),
    PanelPlace("state", later("State"), "state"),
    PanelPlace(DETAILS, later("Details"), "inspector"),
)

_READING = frozenset({FINDING, "people", "pictures", DETAILS})
PLACES_OF = {
    Face.READING: _READING,
    Face.DEBUGGING: frozenset({"graph", "order", "peers", "state", DETAILS}),
}
"""The places that each face shows; what is for reading can be opened in both."""


@dataclass(frozen=True, slots=True)
class PanelKind:
    """A panel before it is made: its name on the command line, its title, its keys, its class."""

    name: str
    title: str
    keys: tuple[str, ...]
    place: str
    """The place of the window in which it is a view."""
    source: str
    """`package.module:Class`; imported when the panel is first opened."""
    answers: str
    """The question that the panel answers, as a sentence."""
    manual: str
    """Its page in the manual, with the heading."""
    requires: tuple[DataNeed, ...] = ()
    """Where data for one of these is missing, it is left out."""

    @property
    def command(self) -> str:
        """The name of the command that opens it."""
        return f"panel_{self.name}"

    @property
    def face(self) -> Face | None:
        """The only face that it belongs to; None for both."""
        return None if self.place in _READING else Face.DEBUGGING

    def load(self) -> "Callable[..., Panel]":
        """The class of the panel; importing it takes longer than a frame."""
        module, _, name = self.source.partition(":")
        return cast("Callable[..., Panel]", getattr(import_module(module), name))

    def make(self, theme: "Theme", parent: "QWidget") -> "Panel":
        """The panel itself."""
        return self.load()(theme, parent)


PANELS: tuple[PanelKind, ...] = (
    PanelKind(
        "search",
        later("Search"),
        ("Ctrl+Shift+F",),
        "search",
        "tanglescope.viewer.panels.search.panel:SearchPanel",
        later("Finds people, conversations and messages of the whole collection."),
        "searching.md",
    ),
    PanelKind(
        "person",
        later("Profile"),
        ("Ctrl+Shift+A",),
        "people",
        "tanglescope.viewer.panels.person:PersonPanel",
        later("Says who wrote the selected message: names, picture, follows and feeds."),
        "people.md#people",
    ),
    PanelKind(
        "gallery",
        later("Pictures"),
        ("Shift+V",),
        "pictures",
        "tanglescope.viewer.panels.gallery:GalleryPanel",
        later("Shows the pictures of the conversation side by side."),
        "people.md#pictures-and-files",
    ),
    PanelKind(
        "diagram",
        later("Diagram"),
        ("D",),
        "graph",
        "tanglescope.viewer.panels.diagram:DiagramPanel",
        later("Shows the graph behind the conversation: ranks down, authors across."),
        "diagrams.md#the-whole-conversation",
    ),
    PanelKind(
        "tangles",
        later("Tangles"),
        ("T",),
        "graph",
        "tanglescope.viewer.panels.tangles:TanglesPanel",
        later("Lists all tangles of the collection, and the messages that are set aside."),
        "tangles.md",
        (MESSAGES,),
    ),
    PanelKind(
        "statistics",
        later("Statistics"),
        ("S",),
        "graph",
        "tanglescope.viewer.panels.statistics:StatisticsPanel",
        later("Counts messages, authors, forks, merges and delays of the conversation."),
        "diagrams.md#the-whole-conversation",
    ),
    PanelKind(
        "why",
        later("Why here?"),
        ("W",),
        "order",
        "tanglescope.viewer.panels.why:WhyPanel",
        later("Says why the selected message is at its position: rank, causes and neighbours."),
        "debugging.md#why-is-a-message-in-its-row",
    ),
    PanelKind(
        "quorums",
        later("Quorums"),
        ("Q",),
        "order",
        "tanglescope.viewer.panels.quorums:QuorumsPanel",
        later("Shows what quorums of an Autobase have confirmed, and what the rest still lacks."),
        "autobase.md#in-the-window",
        (AUTHORS,),
    ),
    PanelKind(
        "compare",
        later("Compare"),
        ("Shift+C",),
        "order",
        "tanglescope.viewer.panels.compare:ComparePanel",
        later("Shows up to four orders side by side: crossing lines are differences."),
        "debugging.md#do-the-clocks-agree",
    ),
    PanelKind(
        "clocks",
        later("Clocks"),
        ("Shift+T",),
        "order",
        "tanglescope.viewer.panels.clocks:ClocksPanel",
        later("Finds messages whose asserted time contradicts the order of causes."),
        "debugging.md#do-the-clocks-agree",
        (TIMES,),
    ),
    PanelKind(
        "replay",
        later("Replay"),
        ("Shift+R",),
        "order",
        "tanglescope.viewer.panels.replay.panel:ReplayPanel",
        later("Replays the arrival of the messages, and shows the edits that each one caused."),
        "debugging.md#a-thread-that-arrived-in-disorder",
    ),
    PanelKind(
        "moved",
        later("Moved"),
        ("Shift+M",),
        "order",
        "tanglescope.viewer.panels.moved:MovedPanel",
        later("Lists the messages that moved since a moment that you choose, and what moved them."),
        "debugging.md#what-has-moved-since-i-read",
    ),
    PanelKind(
        "shuffle",
        later("Shuffle"),
        ("Shift+S",),
        "order",
        "tanglescope.viewer.panels.shuffle:ShufflePanel",
        later("Tests whether an order gives the same timeline for every delivery."),
        "debugging.md#is-my-own-order-right",
    ),
    PanelKind(
        "peers",
        later("Two peers"),
        ("Shift+P",),
        "peers",
        "tanglescope.viewer.panels.peers:PeersPanel",
        later("Lets two peers exchange their messages, and shows the edits of each."),
        "debugging.md#two-peers",
    ),
    PanelKind(
        "state",
        later("State"),
        ("Shift+O",),
        "state",
        "tanglescope.viewer.panels.state:StatePanel",
        later("Shows what the messages add up to at a row, and what the row changes."),
        "debugging.md#what-does-it-add-up-to",
    ),
    PanelKind(
        "group",
        later("Group"),
        ("Shift+G",),
        "state",
        "tanglescope.viewer.panels.group:GroupPanel",
        later("Shows the epochs of a private group: who was a member when, and who excluded whom."),
        "tangles.md#who-was-a-member-when",
        (MESSAGES,),
    ),
    PanelKind(
        "set",
        later("Set"),
        ("Shift+E",),
        "state",
        "tanglescope.viewer.panels.sets:SetPanel",
        later("Shows the items of a set, and the messages that added or deleted each of them."),
        "sets.md#the-panel",
        (MESSAGES,),
    ),
)
