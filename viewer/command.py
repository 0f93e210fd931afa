"""Commands of the window: each with its menu, text and keys, what it needs, and its function."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, TypeAlias

from tanglescope.engine.library import GivenFacts, feed_named
from tanglescope.engine.wording import later, tr
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


MissingData: TypeAlias = Callable[[Circumstances], str]
"""Why a command is left out there, as a sentence with its title; `""` if it isn't."""


def needs_messages(there: Circumstances) -> str:
    """The reason in a collection without SSB messages."""
    reason = later("“{command}” needs SSB messages; this collection has only graphs.")
    return reason if there.only_graphs else ""


def needs_authors(there: Circumstances) -> str:
    """The reason in a conversation whose messages name no authors."""
    reason = later("“{command}” needs authors; no message here names one.")
    return "" if there.given.authors else reason


def needs_times(there: Circumstances) -> str:
    """The reason in a conversation whose messages have no times."""
    reason = later("“{command}” needs times; the messages here have none.")
    return "" if there.given.times else reason


def needs_links(there: Circumstances) -> str:
    """The reason in a conversation whose messages have no addresses."""
    reason = later("“{command}” needs an address; the messages here have none.")
    return "" if there.given.links else reason


_NO_AUTHOR = later("“{command}” needs an author; this message has no known one.")


def needs_author(there: Circumstances) -> str:
    """The reason at a message without a known author."""
    return _NO_AUTHOR if there.author == "" else ""


def needs_feed(there: Circumstances) -> str:
    """The reason at a message whose author has no feed, such as a writer of an Autobase."""
    return _NO_AUTHOR if there.author is not None and not feed_named(there.author) else ""


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
    requires: tuple[MissingData, ...] = ()
    """Where one of these gives a reason, it is left out."""
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
        reasons = (tr(why, command=self.title) for each in self.requires if (why := each(there)))
        return next(reasons, "")


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
