"""Commands of the window: each with its menu, text and keys, what it needs, and its function."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

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
class Command:
    """A command; with `group`, a new group of its menu begins."""

    name: str
    menu: str
    text: str
    run: Callable[[Any], object]
    """Its function, which is called with the window."""
    keys: tuple[str, ...] = ()
    needs: Prerequisite = Prerequisite.NOTHING
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


FILE, COLLECTION, SAMPLES = later("&File"), later("&Collection"), later("Samples")
"""The menus that have more than commands."""

WAYS = (("threads", "list"), ("back", "arrow-left"), ("forward", "arrow-right"))
"""The commands on the left of the toolbar, and their icons."""

TOOLS = (("face", "face"), ("palette", "commands"))
"""The commands on the right of the toolbar, after the places, and their icons."""
