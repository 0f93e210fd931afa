"""The settings of the window: size, theme, and what was opened."""

import json
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeGuard, TypeVar

from PySide6.QtCore import QByteArray, QSettings

from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.library import ReadMark
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.store.files.collections import default_database
from tanglescope.engine.system.files import (
    make_private_file,
    make_private_folder,
    path_from_unicode,
    path_in_unicode,
)
from tanglescope.viewer.face import Face
from tanglescope.viewer.models.sidebar import SidebarList, Sorting
from tanglescope.viewer.theme import Choice

_MOST_RECENT = 10
_MOST_MARKS = 500
LETTERS = range(-3, 13)
"""The largest deviation from the system's font size, in points."""
_MOST_THREADS = 30
_HIGHEST = (1 << 31) - 1
"""The largest number that Qt accepts."""
_ANY_TYPE = b"@Variant("


class MemoryStore:
    """A store in memory, for pictures and tests."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def value(self, key: str, default: object = None, /) -> Any:
        """The value of `key`."""
        return self._values.get(key, default)

    def setValue(self, key: str, value: Any, /) -> None:
        """Store `value` under `key`."""
        self._values[key] = value

    def remove(self, key: str, /) -> None:
        """Remove the value of `key`."""
        self._values.pop(key, None)

    def sync(self) -> None:
        """Keep everything in memory."""


def harmless(store: QSettings) -> QSettings:
    """A store from a file without typed values, which are never written; other files are set aside.

    Qt trusts the length in such a value: an absurd one ends the process.
    """
    path = Path(store.fileName())
    with suppress(OSError):
        if path.is_file() and _ANY_TYPE in path.read_bytes():
            path.replace(path.with_name(f"{path.name}.strange"))
            store.sync()
    return store


def _own_store() -> QSettings:
    """The user's store, in a file that only the user can read."""
    store = harmless(QSettings("tanglescope", "tanglescope"))
    path = Path(store.fileName())
    with suppress(OSError):
        make_private_folder(path.parent)
        make_private_file(path)
    return store


_V = TypeVar("_V")


class Setting(Generic[_V]):
    """A setting with a name; what is stored may have been altered.

    `read` makes a value of what is stored, or of None, and `write` what is stored of a value.
    """

    def __init__(
        self, name: str, read: Callable[[Any], _V], write: Callable[[_V], object] = lambda v: v
    ) -> None:
        self._name, self._read, self._write = name, read, write

    def __get__(self, settings: "_Stored", _: type) -> _V:
        return self._read(settings.store.value(self._name))

    def __set__(self, settings: "_Stored", value: _V) -> None:
        settings.store.setValue(self._name, self._write(value))


def _switch(name: str, *, usually: bool) -> Setting[bool]:
    """A setting that is on or off."""
    values = {"true": True, "false": False}
    return Setting(name, lambda value: values.get(str(value).lower(), usually))


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _texts(value: object) -> list[str]:
    """The texts in a stored list; a store may write one of a single text as that text."""
    values = [value] if isinstance(value, str) else value
    return [each for each in values if isinstance(each, str)] if isinstance(values, list) else []


def _theme(value: object) -> Choice:
    return next((each for each in Choice if each == value), Choice.SYSTEM)


def _face(value: object) -> Face | None:
    return next((each for each in Face if each.value == value), None)


def _path(value: object) -> Path | None:
    return path_from_unicode(str(value)) if value else None


def _points(value: object) -> int:
    text = str(value)
    points = int(text) if re.fullmatch(r"-?[0-9]{1,3}", text) else 0
    return points if points in LETTERS else 0


def _widths(value: object) -> tuple[int, int] | None:
    found = re.fullmatch("([0-9]{1,5}),([0-9]{1,5})", str(value))
    return (int(found[1]), int(found[2])) if found else None


def _sidebar(value: object) -> tuple[SidebarList, Sorting]:
    chosen = _texts(value)
    lists = [each for each in SidebarList if each.name in chosen[:1]]
    sortings = [each for each in Sorting if each.name in chosen[1:2]]
    return (*lists, SidebarList.THREADS)[0], (*sortings, Sorting.LATEST)[0]


def _paths(value: object) -> list[Path]:
    return [Path(each) for each in _texts(value)]


def _recent(value: object) -> list[Path]:
    return [each for each in map(path_from_unicode, _texts(value)) if _is_there(each)]


def _tabs(value: object) -> tuple[Sequence[str], object]:
    return (_texts(value[0]), value[1]) if isinstance(value, list) and len(value) == 2 else ([], 0)


def _read_mark(value: object) -> ReadMark | None:
    match value:
        case [int(number), list(later), dict(counts)] if 0 <= number <= _HIGHEST:
            ranges = [(each[0], each[1]) for each in later if _is_range(each)]
            known = {each: count for each, count in counts.items() if isinstance(count, int)}
            return ReadMark(number, counts=known).with_ranges(ranges)
    return None


def _words(value: object) -> str:
    return value if isinstance(value, str) else ""


def _place(value: object) -> tuple[str, int] | None:
    match value:
        case [str(key), int(height)] if abs(height) <= _HIGHEST:
            return key, height
    return None


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and 0 <= value <= _HIGHEST else None


def _filters(value: object) -> Filters:
    match value:
        case [list(feeds), list(types), bool(folds)]:
            return Filters(frozenset(_texts(feeds)), frozenset(_texts(types)), folds)
    return EVERYTHING


class _Stored:
    """Settings in a store."""

    def __init__(self, store: "QSettings | MemoryStore | _TableStore") -> None:
        self.store: Any = store


class _TableStore:
    """A store for one database or conversation: each setting has a table with a value for each.

    What was stored last is at the beginning of its table, which has a limited length.
    """

    def __init__(self, settings: "Settings", key: str, most: int | None = None) -> None:
        self._settings, self._key, self._most = settings, key, most

    def value(self, name: str) -> Any:
        """The value in the table with a name."""
        return self._settings.table(name).get(self._key)

    def setValue(self, name: str, value: Any) -> None:
        """Store a value; an empty one is removed."""
        others = {key: kept for key, kept in self._settings.table(name).items() if key != self._key}
        is_kept = value or isinstance(value, int)
        table = ({self._key: value} if is_kept else {}) | others
        self._settings.set_table(name, dict(list(table.items())[: self._most]))


class DatabaseSettings(_Stored):
    """The settings of one database."""

    face = Setting("faces", _face, lambda face: face and face.value)
    """The face that was chosen for it."""
    pinned = Setting("pinned", _texts)
    """The pinned threads and views."""
    sidebar = Setting("sidebar", _sidebar, lambda chosen: [each.name for each in chosen])
    """The list of the sidebar that was chosen, and its sorting."""
    blob_folders = Setting("blobs", _paths, lambda folders: list(map(str, folders)))
    """The folders in which files of its messages are looked for first."""
    recent_threads = Setting("recent_threads", _texts)
    """The conversations that were read last, the latest first."""
    tabs = Setting("tabs", _tabs)
    """The tabs, and which of them is current."""
    beside = Setting("beside", _text)
    """The address of the conversation on the second page, or `""`."""
    unfinished = Setting("unfinished", _paths, lambda archives: list(map(str, archives)))
    """The archives whose import was interrupted, or has to wait; none when that is over."""
    read_mark = Setting(
        "news", _read_mark, lambda mark: mark and [mark.number, mark.later, dict(mark.counts)]
    )
    """How far it has been read; None if nothing in it is new."""

    def add_blob_folder(self, folder: Path) -> None:
        """Add a folder with files of its messages; it is searched first."""
        self.blob_folders = _first(folder, self.blob_folders, _MOST_RECENT)

    def add_recent_thread(self, address: str) -> None:
        """Remember that a conversation was read."""
        self.recent_threads = _first(_key(address), self.recent_threads, _MOST_THREADS)

    def forget_recent_thread(self, address: str) -> None:
        """Take something off the list of what was read last."""
        self.recent_threads = [each for each in self.recent_threads if each != _key(address)]

    def add_unfinished(self, archive: Path) -> None:
        """Store an archive whose import has to wait."""
        self.unfinished = list(dict.fromkeys([*self.unfinished, archive]))


class ConversationSettings(_Stored):
    """The settings of one conversation, in whatever order it is read."""

    draft = Setting("drafts", _words)
    """The draft of a reply."""
    signing = Setting("signing", _words)
    """The fingerprint of the message that was last made of the draft to be signed."""
    mark = Setting("marks", _place)
    """The reading position: a message and its y coordinate."""
    read = Setting("read", _number)
    """The number of messages when it was last left."""
    filters = Setting(
        "hidden",
        _filters,
        lambda hidden: hidden and [sorted(hidden.feeds), sorted(hidden.types), hidden.folds_runs],
    )
    """What is hidden."""


class Settings(_Stored):
    """The user's settings, by name and type."""

    compact = _switch("compact", usually=False)
    """Whether each message has one line."""
    lanes = _switch("lanes", usually=True)
    """Whether the graph is drawn beside the messages."""
    feed_lanes = _switch("feed_lanes", usually=False)
    """Whether every author has a lane of their own."""
    supersedes = _switch("supersedes", usually=False)
    """Whether bows show which messages of a set supersede others."""
    light = _switch("light", usually=True)
    """Whether past and future of the current message are highlighted."""
    below = _switch("below", usually=False)
    """Whether panels are below the timeline."""
    motion = _switch("motion", usually=True)
    """Whether rows glide and the wheel scrolls smoothly."""
    toolbar = _switch("toolbar", usually=True)
    """Whether the toolbar is shown."""
    hints = _switch("hints", usually=True)
    """Whether hints are shown."""
    toured = _switch("toured", usually=False)
    """Whether the tour of the window has been shown."""
    inspector = _switch("inspector", usually=False)
    """Whether the inspector is open."""
    theme = Setting("theme", _theme, lambda choice: choice.value)
    """The theme: light, dark, or that of the system."""
    language = Setting("language", _text)
    """The code of the language; `""` is that of the system."""
    usual_face = Setting("face", _face, lambda face: face.value if face else "")
    """The face of collections for which none was chosen; None lets their contents decide."""
    hinted = Setting("hinted", _texts)
    """The names of the hints that have been shown."""
    folder = Setting("folder", _text)
    """The folder of the file that was chosen last; `""` at first."""
    collection = Setting("collection", _path, lambda path: path and path_in_unicode(path))
    """The database that was open last; it may be gone."""
    panel = Setting("panel", _text)
    """The panel that is open beside the timeline; `""` for none."""
    zoom = Setting("zoom", _points)
    """The difference from the system's font size, in points."""
    recent = Setting("recent", _recent, lambda paths: list(map(path_in_unicode, paths)))
    """The files that were opened last and still exist, the latest first."""
    own_orders = Setting("own_orders", _texts)
    """The user's own orders, the latest first."""
    side_widths = Setting("side_widths", _widths, lambda pixels: pixels and "{},{}".format(*pixels))
    """The widths of the list and the inspector in pixels, once they are known."""

    def __init__(self, store: QSettings | MemoryStore | None = None) -> None:
        super().__init__(store or _own_store())

    def of(self, database: Path) -> DatabaseSettings:
        """The settings of a database."""
        return DatabaseSettings(_TableStore(self, str(database)))

    def within(self, address: str) -> ConversationSettings:
        """The settings of the conversation with an address."""
        return ConversationSettings(_TableStore(self, _key(address), _MOST_MARKS))

    def add_recent(self, path: Path) -> None:
        """Remember that `path` was opened."""
        self.recent = _first(path, self.recent, _MOST_RECENT)

    def forget_recent(self, path: Path) -> None:
        """Take a file off the list of those that were opened last."""
        self.recent = [each for each in self.recent if each != path]

    def add_own_order(self, name: str) -> None:
        """Remember an order of the user's own."""
        self.own_orders = _first(name, self.own_orders, _MOST_RECENT)

    def respell(self, canonical: Callable[[str], str]) -> None:
        """Replace the addresses of conversations in all settings."""
        for name in ("drafts", "marks", "read", "hidden"):
            table = self.table(name)
            spelled = {address: canonical(address) for address in table}
            if any(address != now for address, now in spelled.items()):
                old = {now: table[address] for address, now in spelled.items() if now != address}
                as_now = {each: table[each] for each, now in spelled.items() if each == now}
                self.set_table(name, old | as_now)

    @property
    def feed_folder(self) -> Path:
        """The folder of the identity that signs messages, once there is one."""
        kept = str(self.store.value("feed_folder", ""))
        return path_from_unicode(kept) if kept else self.usual_feed_folder

    @feed_folder.setter
    def feed_folder(self, folder: Path) -> None:
        self.store.setValue("feed_folder", path_in_unicode(folder))

    @property
    def usual_feed_folder(self) -> Path:
        """The folder of the program's own identity."""
        return default_database().parent / "feed"

    def publish_as_usual(self) -> None:
        """Sign with the program's own identity again."""
        self.store.remove("feed_folder")

    def keep_draft(self, address: str, text: str) -> None:
        """Store the draft in a conversation; `""` removes it, and what was made of it to sign."""
        self.within(address).draft = text
        if not text:
            self.within(address).signing = ""

    def table(self, name: str) -> dict[str, Any]:
        """The values of a setting, by database or conversation."""
        try:
            table = json.loads(str(self.store.value(name, "{}")))
        except (ValueError, RecursionError):
            return {}
        return table if isinstance(table, dict) else {}

    def set_table(self, name: str, table: dict[str, Any]) -> None:
        """Store the values of a setting."""
        self.store.setValue(name, json.dumps(table))

    def bytes(self, name: str) -> QByteArray:
        """A state serialized by Qt, such as the window's geometry; empty if there is none."""
        value = self.store.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, name: str, value: QByteArray) -> None:
        """Store a state serialized by Qt."""
        self.store.setValue(name, value)


def _first(new: _V, known: Sequence[_V], most: int) -> list[_V]:
    """What is known with something new at its beginning, each once and up to a number."""
    return [new, *(each for each in known if each != new)][:most]


def _key(address: str) -> str:
    """The key for a conversation, which doesn't depend on its order."""
    return split_order(address)[0]


def _is_range(value: object) -> TypeGuard[list[int]]:
    """Whether a stored value is a range of numbers of messages; it may have been altered."""
    match value:
        case [int(first), int(last)]:
            return 0 < first <= last <= _HIGHEST
    return False


def _is_there(path: Path) -> bool:
    """Whether a path exists; a text that can't be a path doesn't."""
    try:
        return os.access(path, os.F_OK)
    except ValueError:
        return False
