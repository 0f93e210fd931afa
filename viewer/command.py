"""Commands of the window: each with its menu, text and keys, what it needs, and its function."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.library import GivenFacts, feed_named
from tanglescope.engine.words import command_name
from tanglescope.viewer.face import Face


class Prerequisite(Enum):
    """What has to be there before a command can do anything."""

    NOTHING = auto()
    COLLECTION = auto()
    CONVERSATION = auto()
    MESSAGE = auto()


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a collection, a conversation and a message have data for."""

    given: GivenFacts = field(default_factory=GivenFacts)
    only_graphs: bool = False
    author: str | None = None
    """The author of the message, `""` if it is unknown; None without a message."""


class DataNeed(NamedTuple):
    """What a command needs data for: whether there is none, and the sentence that says so."""

    is_missing: Callable[[Circumstances], bool]
    why: str


MESSAGES = DataNeed(
    lambda there: there.only_graphs,
    later("“{command}” needs SSB messages; this collection has only graphs."),
)
AUTHORS = DataNeed(
    lambda there: not there.given.authors,
    later("“{command}” needs authors; no message here names one."),
)
TIMES = DataNeed(
    lambda there: not there.given.times,
    later("“{command}” needs times; the messages here have none."),
)
LINKS = DataNeed(
    lambda there: not there.given.links,
    later("“{command}” needs an address; the messages here have none."),
)
AUTHOR = DataNeed(
    lambda there: there.author == "",
    later("“{command}” needs an author; this message has no known one."),
)
FEED = DataNeed(lambda there: there.author is not None and not feed_named(there.author), AUTHOR.why)
"""The author of the message has a feed, unlike a writer of an Autobase."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command; with `group`, a new group of its menu begins."""

    name: str
    menu: str
    text: str
    run: Callable[..., object]
    """Its function, which is called with the window, and with the subject that it takes."""
    keys: tuple[str, ...] = ()
    needs: Prerequisite = Prerequisite.NOTHING
    lacks: Callable[[Any], str] = lambda _: ""
    """What else it lacks on a page, as a sentence; `""` if nothing."""
    requires: tuple[DataNeed, ...] = ()
    """Where data for one of these is missing, it is left out."""
    takes: type | None = None
    """The kind of subject that it acts on; None for commands of the window as a whole."""
    is_offered: Callable[[Any, Any], bool] = lambda *_: True
    """Whether the context menu of a subject has it, asked with the window and the subject."""
    label: Callable[[Any, Any], str] = lambda *_: ""
    """Its text in the context menu of a subject; `""` for its usual one."""
    group: bool = False
    face: Face | None = None
    """The only face whose menus have it; None for both."""
    submenu: str = ""
    """The menu inside of its menu."""
    place: str = ""
    """The place of the panel that it opens."""
    is_checkable: bool = False
    """Whether it has a tick while something is on."""

    @property
    def title(self) -> str:
        """Its text without the marks of its menu."""
        return command_name(tr(self.text))

    def why_absent(self, there: Circumstances) -> str:
        """Why it is left out somewhere, as a sentence; `""` if it isn't."""
        missing = (each.why for each in self.requires if each.is_missing(there))
        return next((tr(why, command=self.title) for why in missing), "")


@dataclass(frozen=True, slots=True)
class CommandTable:
    """The commands of the menu bar, and those of the context menu of each kind of subject."""

    commands: Sequence[Command]
    context_menus: Mapping[type, Sequence[Command]]


FILE, COLLECTION, SAMPLES = later("&File"), later("&Collection"), later("Samples")
"""The menus that have more than commands."""

WAYS = (("threads", "list"), ("back", "arrow-left"), ("forward", "arrow-right"))
"""The commands on the left of the toolbar, and their icons."""

TOOLS = (("face", "face"), ("palette", "commands"))
"""The commands on the right of the toolbar, after the places, and their icons."""
