"""The settings of the window: size, theme, and what was opened."""

import json
import os
import re
from collections.abc import Callable
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
_MOST_DRAFTS = 200
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

    def __get__(self, settings: "Settings", _: type) -> _V:
        return self._read(settings.store.value(self._name))

    def __set__(self, settings: "Settings", value: _V) -> None:
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


class Settings:
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
    side_widths = Setting("side_widths", _widths, lambda pixels: pixels and "{},{}".format(*pixels))
    """The widths of the list and the inspector in pixels, once they are known."""

    def __init__(self, store: QSettings | MemoryStore | None = None) -> None:
        self.store = store or _own_store()

    @property
    def recent(self) -> list[Path]:
        """The files that were opened last and still exist, the latest first."""
        found = map(path_from_unicode, _texts(self.store.value("recent")))
        return [each for each in found if _is_there(each)]

    def add_recent(self, path: Path) -> None:
        """Remember that `path` was opened."""
        others = [path_in_unicode(each) for each in self.recent if each != path]
        self.store.setValue("recent", [path_in_unicode(path), *others][:_MOST_RECENT])

    def forget_recent(self, path: Path) -> None:
        """Take a file off the list of those that were opened last."""
        others = [path_in_unicode(each) for each in self.recent if each != path]
        self.store.setValue("recent", others)

    @property
    def own_orders(self) -> list[str]:
        """The user's own orders, the latest first."""
        return _texts(self.store.value("own_orders"))

    def add_own_order(self, name: str) -> None:
        """Remember an order of the user's own."""
        others = [each for each in self.own_orders if each != name]
        self.store.setValue("own_orders", [name, *others][:_MOST_RECENT])

    def face(self, database: Path) -> Face | None:
        """The face that was chosen for a database."""
        return _face(self._of("faces", database))

    def set_face(self, database: Path, face: Face) -> None:
        """Store the face that was chosen for a database."""
        self._keep("faces", database, face.value)

    def pinned_addresses(self, database: Path) -> list[str]:
        """The pinned threads and views of a database."""
        return _texts(self._of("pinned", database))

    def set_pinned(self, database: Path, addresses: list[str]) -> None:
        """Store the pinned threads and views of a database."""
        self._keep("pinned", database, addresses)

    def sidebar(self, database: Path) -> tuple[SidebarList, Sorting]:
        """The list of the sidebar that was chosen in a database, and its sorting."""
        chosen = _texts(self._of("sidebar", database))
        lists = [each for each in SidebarList if each.name in chosen[:1]]
        sortings = [each for each in Sorting if each.name in chosen[1:2]]
        return (*lists, SidebarList.THREADS)[0], (*sortings, Sorting.LATEST)[0]

    def set_sidebar(self, database: Path, sidebar_list: SidebarList, sorting: Sorting) -> None:
        """Store the list of the sidebar that was chosen in a database, and its sorting."""
        self._keep("sidebar", database, [sidebar_list.name, sorting.name])

    def blob_folders(self, database: Path) -> list[Path]:
        """The folders in which files of a database's messages are looked for first."""
        return [Path(each) for each in _texts(self._of("blobs", database))]

    def add_blob_folder(self, database: Path, folder: Path) -> None:
        """Add a folder with files of a database's messages; it is searched first."""
        others = [str(each) for each in self.blob_folders(database) if each != folder]
        folders = [str(folder), *others][:_MOST_RECENT]
        self._keep("blobs", database, folders)

    def recent_threads(self, database: Path) -> list[str]:
        """The conversations that were read last in a database, the latest first."""
        return _texts(self._of("recent_threads", database))

    def add_recent_thread(self, database: Path, address: str) -> None:
        """Remember that a conversation of a database was read."""
        address = _key(address)
        others = [each for each in self.recent_threads(database) if each != address]
        self._keep("recent_threads", database, [address, *others][:_MOST_THREADS])

    def forget_recent_thread(self, database: Path, address: str) -> None:
        """Take something off the list of what was read last in a database."""
        address = _key(address)
        others = [each for each in self.recent_threads(database) if each != address]
        self._keep("recent_threads", database, others)

    def rename_recent_thread(self, database: Path, address: str, now: str) -> None:
        """Replace the address of a conversation that was read last."""
        read = [now if each == address else each for each in self.recent_threads(database)]
        self._keep("recent_threads", database, list(dict.fromkeys(read)))

    def respell(self, canonical: Callable[[str], str]) -> None:
        """Replace the addresses of conversations in all settings."""
        for name in ("drafts", "marks", "read", "hidden"):
            table = self._table(name)
            spelled = {address: canonical(address) for address in table}
            if any(address != now for address, now in spelled.items()):
                old = {now: table[address] for address, now in spelled.items() if now != address}
                as_now = {each: table[each] for each, now in spelled.items() if each == now}
                self._set_table(name, old | as_now)

    def tabs(self, database: Path) -> tuple[list[str], object]:
        """The tabs, and which of them is current."""
        kept = self._of("tabs", database)
        return (_texts(kept[0]), kept[1]) if isinstance(kept, list) and len(kept) == 2 else ([], 0)

    def set_tabs(self, database: Path, addresses: tuple[str, ...], current: int) -> None:
        """Store the tabs."""
        self._keep("tabs", database, [addresses, current])

    def beside(self, database: Path) -> str:
        """The address of the conversation on the second page, or `""`."""
        return _text(self._of("beside", database))

    def set_beside(self, database: Path, address: str) -> None:
        """Store the address of the conversation on the second page."""
        self._keep("beside", database, address)

    def unfinished_archives(self, database: Path) -> list[Path]:
        """The archives whose import into a database was interrupted."""
        return [Path(each) for each in _texts(self._of("unfinished", database))]

    def set_unfinished(self, database: Path, archives: list[Path]) -> None:
        """Store the archives that are being imported into a database; none when that is over."""
        self._put_first("unfinished", str(database), [str(each) for each in archives], None)

    def add_unfinished(self, database: Path, archive: Path) -> None:
        """Store an archive whose import into a database has to wait."""
        archives = dict.fromkeys([*self.unfinished_archives(database), archive])
        self.set_unfinished(database, list(archives))

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

    def draft(self, address: str) -> str:
        """The draft in the conversation with `address`."""
        draft = self._table("drafts").get(_key(address), "")
        return draft if isinstance(draft, str) else ""

    def set_draft(self, address: str, text: str) -> None:
        """Store the draft in the conversation with `address`; `""` removes it."""
        self._put_first("drafts", _key(address), text, _MOST_DRAFTS)
        if not text:
            self._put_first("signing", _key(address), "", _MOST_DRAFTS)

    def signing(self, address: str) -> str:
        """The fingerprint of the message that was last made of the draft to be signed."""
        found = self._table("signing").get(_key(address), "")
        return found if isinstance(found, str) else ""

    def set_signing(self, address: str, fingerprint: str) -> None:
        """Note the fingerprint of a message before it is signed, so that a crash keeps it."""
        self._put_first("signing", _key(address), fingerprint, _MOST_DRAFTS)
        self.store.sync()

    def mark(self, address: str) -> tuple[str, int] | None:
        """The reading position in a conversation: a message and its y coordinate."""
        match self._table("marks").get(_key(address)):
            case [str(key), int(height)] if abs(height) <= _HIGHEST:
                return key, height
        return None

    def set_mark(self, address: str, key: str, height: int) -> None:
        """Store the reading position in the conversation with `address`."""
        self._put_first("marks", _key(address), [key, height], _MOST_MARKS)

    def read(self, address: str) -> int | None:
        """The number of messages in the conversation with `address` when it was last left."""
        value = self._table("read").get(_key(address))
        return value if isinstance(value, int) and 0 <= value <= _HIGHEST else None

    def set_read(self, address: str, messages: int) -> None:
        """Store the number of messages in the conversation with `address`."""
        self._put_first("read", _key(address), messages, _MOST_MARKS)

    def read_mark(self, database: Path) -> ReadMark | None:
        """How far a database has been read; None if nothing in it is new."""
        match self._of("news", database):
            case [int(number), list(later), dict(counts)] if 0 <= number <= _HIGHEST:
                ranges = [(each[0], each[1]) for each in later if _is_range(each)]
                known = {each: count for each, count in counts.items() if isinstance(count, int)}
                return ReadMark(number, counts=known).with_ranges(ranges)
        return None

    def set_read_mark(self, database: Path, mark: ReadMark) -> None:
        """Store how far a database has been read."""
        kept = [mark.number, mark.later, dict(mark.counts)]
        self._keep("news", database, kept)

    def filters_of(self, address: str) -> Filters:
        """What is hidden in the conversation with `address`."""
        match self._table("hidden").get(_key(address)):
            case [list(feeds), list(types), bool(folds)]:
                return Filters(frozenset(_texts(feeds)), frozenset(_texts(types)), folds)
        return EVERYTHING

    def set_hidden(self, address: str, filters: Filters) -> None:
        """Store what is hidden in the conversation with `address`."""
        kept = [sorted(filters.feeds), sorted(filters.types), filters.folds_runs]
        self._put_first("hidden", _key(address), kept if filters else None, _MOST_MARKS)

    def _table(self, name: str) -> dict[str, Any]:
        try:
            table = json.loads(str(self.store.value(name, "{}")))
        except (ValueError, RecursionError):
            return {}
        return table if isinstance(table, dict) else {}

    def _of(self, name: str, database: Path) -> Any:
        """What a table has for a database."""
        return self._table(name).get(str(database))

    def _keep(self, name: str, database: Path, value: object) -> None:
        """Store the value of a database in a table."""
        self._set_table(name, self._table(name) | {str(database): value})

    def _put_first(self, name: str, key: str, value: object, most: int | None) -> None:
        """Store a value at the beginning of a table of limited length, or remove an empty one."""
        others = {each: other for each, other in self._table(name).items() if each != key}
        is_kept = value or isinstance(value, int)
        table = ({key: value} if is_kept else {}) | others
        self._set_table(name, dict(list(table.items())[:most]))

    def _set_table(self, name: str, table: dict[str, Any]) -> None:
        self.store.setValue(name, json.dumps(table))

    def bytes(self, name: str) -> QByteArray:
        """A state serialized by Qt, such as the window's geometry; empty if there is none."""
        value = self.store.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, name: str, value: QByteArray) -> None:
        """Store a state serialized by Qt."""
        self.store.setValue(name, value)


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
