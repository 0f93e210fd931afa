"""The settings of the window: size, theme, and what was opened."""

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeGuard

from PySide6.QtCore import QByteArray, QSettings

from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.files import (
    make_private_file,
    make_private_folder,
    path_from_unicode,
    path_in_unicode,
)
from tanglescope.engine.library import ReadMark
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.store.files.collections import default_database
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


class Switch:
    """A setting that is on or off."""

    def __init__(self, name: str, *, usually: bool) -> None:
        self._name = name
        self._usually = usually

    def __get__(self, settings: "Settings", _: type) -> bool:
        value = str(settings.store.value(self._name, self._usually)).lower()
        return value == "true" if value in ("true", "false") else self._usually

    def __set__(self, settings: "Settings", on: bool) -> None:
        settings.store.setValue(self._name, on)


class Settings:
    """The user's settings, by name and type."""

    compact = Switch("compact", usually=False)
    """Whether each message has one line."""
    lanes = Switch("lanes", usually=True)
    """Whether the graph is drawn beside the messages."""
    feed_lanes = Switch("feed_lanes", usually=False)
    """Whether every author has a lane of their own."""
    supersedes = Switch("supersedes", usually=False)
    """Whether bows show which messages of a set supersede others."""
    light = Switch("light", usually=True)
    """Whether past and future of the current message are highlighted."""
    below = Switch("below", usually=False)
    """Whether panels are below the timeline."""
    motion = Switch("motion", usually=True)
    """Whether rows glide and the wheel scrolls smoothly."""
    toolbar = Switch("toolbar", usually=True)
    """Whether the toolbar is shown."""
    hints = Switch("hints", usually=True)
    """Whether hints are shown."""
    toured = Switch("toured", usually=False)
    """Whether the tour of the window has been shown."""
    inspector = Switch("inspector", usually=False)
    """Whether the inspector is open."""

    def __init__(self, store: QSettings | MemoryStore | None = None) -> None:
        self.store = store or _own_store()

    @property
    def theme(self) -> Choice:
        """The theme: light, dark, or that of the system."""
        value = str(self.store.value("theme", Choice.SYSTEM.value))
        return Choice(value) if value in set(Choice) else Choice.SYSTEM

    @theme.setter
    def theme(self, choice: Choice) -> None:
        self.store.setValue("theme", choice.value)

    @property
    def language(self) -> str:
        """The code of the language; `""` is that of the system."""
        return str(self.store.value("language", ""))

    @language.setter
    def language(self, code: str) -> None:
        self.store.setValue("language", code)

    @property
    def recent(self) -> list[Path]:
        """The files that were opened last and still exist, the latest first."""
        value = self.store.value("recent", [])
        paths = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        found = [path_from_unicode(each) for each in paths if isinstance(each, str)]
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
        value = self.store.value("own_orders", [])
        return _texts([value] if isinstance(value, str) else value)

    def add_own_order(self, name: str) -> None:
        """Remember an order of the user's own."""
        others = [each for each in self.own_orders if each != name]
        self.store.setValue("own_orders", [name, *others][:_MOST_RECENT])

    @property
    def hinted(self) -> list[str]:
        """The names of the hints that have been shown."""
        value = self.store.value("hinted", [])
        return _texts([value] if isinstance(value, str) else value)

    @hinted.setter
    def hinted(self, names: list[str]) -> None:
        self.store.setValue("hinted", names)

    @property
    def usual_face(self) -> Face | None:
        """The face of collections for which none was chosen; None lets their contents decide."""
        return _face(self.store.value("face", ""))

    @usual_face.setter
    def usual_face(self, face: Face | None) -> None:
        self.store.setValue("face", face.value if face else "")

    def face(self, database: Path) -> Face | None:
        """The face that was chosen for a database."""
        return _face(self._table("faces").get(str(database)))

    def set_face(self, database: Path, face: Face) -> None:
        """Store the face that was chosen for a database."""
        self._set_table("faces", self._table("faces") | {str(database): face.value})

    @property
    def folder(self) -> str:
        """The folder of the file that was chosen last; `""` at first."""
        return str(self.store.value("folder", ""))

    @folder.setter
    def folder(self, folder: str) -> None:
        self.store.setValue("folder", folder)

    def pinned(self, database: Path) -> list[str]:
        """The pinned threads and views of a database."""
        return _texts(self._table("pinned").get(str(database)))

    def set_pinned(self, database: Path, addresses: list[str]) -> None:
        """Store the pinned threads and views of a database."""
        self._set_table("pinned", self._table("pinned") | {str(database): addresses})

    def sidebar(self, database: Path) -> tuple[SidebarList, Sorting]:
        """The list of the sidebar that was chosen in a database, and its sorting."""
        chosen = _texts(self._table("sidebar").get(str(database)))
        lists = [each for each in SidebarList if each.name in chosen[:1]]
        sortings = [each for each in Sorting if each.name in chosen[1:2]]
        return (*lists, SidebarList.THREADS)[0], (*sortings, Sorting.LATEST)[0]

    def set_sidebar(self, database: Path, sidebar_list: SidebarList, sorting: Sorting) -> None:
        """Store the list of the sidebar that was chosen in a database, and its sorting."""
        chosen = {str(database): [sidebar_list.name, sorting.name]}
        self._set_table("sidebar", self._table("sidebar") | chosen)

    def blob_folders(self, database: Path) -> list[Path]:
        """The folders in which files of a database's messages are looked for first."""
        return [Path(each) for each in _texts(self._table("blobs").get(str(database)))]

    def add_blob_folder(self, database: Path, folder: Path) -> None:
        """Add a folder with files of a database's messages; it is searched first."""
        others = [str(each) for each in self.blob_folders(database) if each != folder]
        folders = [str(folder), *others][:_MOST_RECENT]
        self._set_table("blobs", self._table("blobs") | {str(database): folders})

    def recent_threads(self, database: Path) -> list[str]:
        """The conversations that were read last in a database, the latest first."""
        return _texts(self._table("recent_threads").get(str(database)))

    def add_recent_thread(self, database: Path, address: str) -> None:
        """Remember that a conversation of a database was read."""
        address = _key(address)
        others = [each for each in self.recent_threads(database) if each != address]
        read = {str(database): [address, *others][:_MOST_THREADS]}
        self._set_table("recent_threads", self._table("recent_threads") | read)

    def forget_recent_thread(self, database: Path, address: str) -> None:
        """Take something off the list of what was read last in a database."""
        address = _key(address)
        read = {str(database): [e for e in self.recent_threads(database) if e != address]}
        self._set_table("recent_threads", self._table("recent_threads") | read)

    def rename_recent_thread(self, database: Path, address: str, now: str) -> None:
        """Replace the address of a conversation that was read last."""
        read = [now if each == address else each for each in self.recent_threads(database)]
        table = self._table("recent_threads") | {str(database): list(dict.fromkeys(read))}
        self._set_table("recent_threads", table)

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
        kept = self._table("tabs").get(str(database))
        return (_texts(kept[0]), kept[1]) if isinstance(kept, list) and len(kept) == 2 else ([], 0)

    def set_tabs(self, database: Path, addresses: tuple[str, ...], current: int) -> None:
        """Store the tabs."""
        self._set_table("tabs", self._table("tabs") | {str(database): [addresses, current]})

    def beside(self, database: Path) -> str:
        """The address of the conversation on the second page, or `""`."""
        return str(self._table("beside").get(str(database), ""))

    def set_beside(self, database: Path, address: str) -> None:
        """Store the address of the conversation on the second page."""
        self._set_table("beside", self._table("beside") | {str(database): address})

    def unfinished(self, database: Path) -> list[Path]:
        """The archives whose import into a database was interrupted."""
        return [Path(each) for each in _texts(self._table("unfinished").get(str(database)))]

    def set_unfinished(self, database: Path, archives: list[Path]) -> None:
        """Store the archives that are being imported into a database; none when that is over."""
        table = {key: row for key, row in self._table("unfinished").items() if key != str(database)}
        now = {str(database): [str(each) for each in archives]} if archives else {}
        self._set_table("unfinished", table | now)

    def add_unfinished(self, database: Path, archive: Path) -> None:
        """Store an archive whose import into a database has to wait."""
        archives = dict.fromkeys([*self.unfinished(database), archive])
        self.set_unfinished(database, list(archives))

    @property
    def collection(self) -> Path | None:
        """The database that was open last; it may be gone."""
        path = str(self.store.value("collection", ""))
        return path_from_unicode(path) if path else None

    @collection.setter
    def collection(self, database: Path) -> None:
        self.store.setValue("collection", path_in_unicode(database))

    @property
    def panel(self) -> str:
        """The panel that is open beside the timeline; `""` for none."""
        return str(self.store.value("panel", ""))

    @panel.setter
    def panel(self, name: str) -> None:
        self.store.setValue("panel", name)

    @property
    def zoom(self) -> int:
        """The difference from the system's font size, in points."""
        value = str(self.store.value("zoom", 0))
        points = int(value) if re.fullmatch(r"-?[0-9]{1,3}", value) else 0
        return points if points in LETTERS else 0

    @zoom.setter
    def zoom(self, points: int) -> None:
        self.store.setValue("zoom", points)

    @property
    def side_widths(self) -> tuple[int, int] | None:
        """The widths of the list and the inspector in pixels, once they are known."""
        value = re.fullmatch("([0-9]{1,5}),([0-9]{1,5})", str(self.store.value("side_widths", "")))
        return (int(value[1]), int(value[2])) if value else None

    @side_widths.setter
    def side_widths(self, pixels: tuple[int, int]) -> None:
        self.store.setValue("side_widths", "{},{}".format(*pixels))

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
        self._set_text("drafts", address, text)
        if not text:
            self._set_text("signing", address, "")

    def signing(self, address: str) -> str:
        """The fingerprint of the message that was last made of the draft to be signed."""
        found = self._table("signing").get(_key(address), "")
        return found if isinstance(found, str) else ""

    def set_signing(self, address: str, fingerprint: str) -> None:
        """Note the fingerprint of a message before it is signed, so that a crash keeps it."""
        self._set_text("signing", address, fingerprint)
        self.store.sync()

    def _set_text(self, table: str, address: str, text: str) -> None:
        others = {
            each: other for each, other in self._table(table).items() if each != _key(address)
        }
        texts = {_key(address): text} | others if text else others
        self._set_table(table, dict(list(texts.items())[:_MOST_DRAFTS]))

    def mark(self, address: str) -> tuple[str, int] | None:
        """The reading position in a conversation: a message and its y coordinate."""
        match self._table("marks").get(_key(address)):
            case [str(key), int(height)] if abs(height) <= _HIGHEST:
                return key, height
        return None

    def set_mark(self, address: str, key: str, height: int) -> None:
        """Store the reading position in the conversation with `address`."""
        marks = {_key(address): [key, height]} | {
            other: mark for other, mark in self._table("marks").items() if other != _key(address)
        }
        self._set_table("marks", dict(list(marks.items())[:_MOST_MARKS]))

    def read(self, address: str) -> int | None:
        """The number of messages in the conversation with `address` when it was last left."""
        value = self._table("read").get(_key(address))
        return value if isinstance(value, int) and 0 <= value <= _HIGHEST else None

    def set_read(self, address: str, messages: int) -> None:
        """Store the number of messages in the conversation with `address`."""
        read = {_key(address): messages} | {
            other: count for other, count in self._table("read").items() if other != _key(address)
        }
        self._set_table("read", dict(list(read.items())[:_MOST_MARKS]))

    def read_mark(self, database: Path) -> ReadMark | None:
        """How far a database has been read; None if nothing in it is new."""
        match self._table("news").get(str(database)):
            case [int(number), list(later), dict(counts)] if 0 <= number <= _HIGHEST:
                ranges = [(each[0], each[1]) for each in later if _is_range(each)]
                known = {each: count for each, count in counts.items() if isinstance(count, int)}
                return ReadMark(number, counts=known).with_ranges(ranges)
        return None

    def set_read_mark(self, database: Path, mark: ReadMark) -> None:
        """Store how far a database has been read."""
        kept = [mark.number, mark.later, dict(mark.counts)]
        self._set_table("news", self._table("news") | {str(database): kept})

    def hidden(self, address: str) -> Filters:
        """What is hidden in the conversation with `address`."""
        match self._table("hidden").get(_key(address)):
            case [list(feeds), list(types), bool(folds)]:
                return Filters(frozenset(_texts(feeds)), frozenset(_texts(types)), folds)
        return EVERYTHING

    def set_hidden(self, address: str, filters: Filters) -> None:
        """Store what is hidden in the conversation with `address`."""
        kept = [sorted(filters.feeds), sorted(filters.types), filters.folds_runs]
        others = {
            each: some for each, some in self._table("hidden").items() if each != _key(address)
        }
        hidden = {_key(address): kept} | others if filters else others
        self._set_table("hidden", dict(list(hidden.items())[:_MOST_MARKS]))

    def _table(self, name: str) -> dict[str, Any]:
        try:
            table = json.loads(str(self.store.value(name, "{}")))
        except (ValueError, RecursionError):
            return {}
        return table if isinstance(table, dict) else {}

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


def _texts(value: object) -> list[str]:
    """The texts in a stored value, which may have been altered."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _is_there(path: Path) -> bool:
    """Whether a path exists; a text that can't be a path doesn't."""
    try:
        return os.access(path, os.F_OK)
    except ValueError:
        return False


def _face(value: object) -> Face | None:
    return next((each for each in Face if each.value == value), None)
