"""What the window remembers: its shape, its look, and what was opened."""

import json
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QByteArray, QSettings

from viewer.theme import Choice

_MOST_RECENT = 10
_MOST_MARKS = 500


class Store(Protocol):
    """The part of QSettings that is used here."""

    def value(self, key: str, default: object = None, /) -> Any:
        """What is kept under `key`."""

    def setValue(self, key: str, value: Any, /) -> None:
        """Keep `value` under `key`."""

    def remove(self, key: str, /) -> None:
        """Keep nothing under `key`."""


class Forgetful:
    """A store that ends with the process, for pictures and tests."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def value(self, key: str, default: object = None, /) -> Any:
        """What is kept under `key`."""
        return self._values.get(key, default)

    def setValue(self, key: str, value: Any, /) -> None:
        """Keep `value` under `key`."""
        self._values[key] = value

    def remove(self, key: str, /) -> None:
        """Keep nothing under `key`."""
        self._values.pop(key, None)


class Settings:
    """The user's settings, by name and type."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store or QSettings("tanglescope", "tanglescope")

    @property
    def theme(self) -> Choice:
        """Light, dark, or as the system says."""
        value = str(self._store.value("theme", Choice.SYSTEM.value))
        return Choice(value) if value in set(Choice) else Choice.SYSTEM

    @theme.setter
    def theme(self, choice: Choice) -> None:
        self._store.setValue("theme", choice.value)

    @property
    def recent(self) -> list[Path]:
        """What was opened last, the latest first, as far as it is still there."""
        value = self._store.value("recent", [])
        paths = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [Path(path) for path in paths if Path(path).exists()]

    def add_recent(self, path: Path) -> None:
        """Remember that `path` was opened."""
        others = [str(each) for each in self.recent if each != path]
        self._store.setValue("recent", [str(path), *others][:_MOST_RECENT])

    def forget_recent(self) -> None:
        """Remember no file."""
        self._store.remove("recent")

    @property
    def zoom(self) -> int:
        """How many points larger than usual the timeline's letters are."""
        value = self._store.value("zoom", 0)
        return (
            int(value) if isinstance(value, int | str) and str(value).lstrip("-").isdigit() else 0
        )

    @zoom.setter
    def zoom(self, points: int) -> None:
        self._store.setValue("zoom", points)

    @property
    def compact(self) -> bool:
        """Whether each message has one line."""
        return str(self._store.value("compact", False)).lower() == "true"

    @compact.setter
    def compact(self, compact: bool) -> None:
        self._store.setValue("compact", compact)

    @property
    def lanes(self) -> bool:
        """Whether the graph is drawn beside the messages."""
        return str(self._store.value("lanes", "true")) != "false"

    @lanes.setter
    def lanes(self, shown: bool) -> None:
        self._store.setValue("lanes", "true" if shown else "false")

    @property
    def light(self) -> bool:
        """Whether the current message lights its past and future."""
        return str(self._store.value("light", "true")) != "false"

    @light.setter
    def light(self, on: bool) -> None:
        self._store.setValue("light", "true" if on else "false")

    @property
    def inspector(self) -> bool:
        """Whether the inspector is open."""
        return str(self._store.value("inspector", "false")) == "true"

    @inspector.setter
    def inspector(self, shown: bool) -> None:
        self._store.setValue("inspector", "true" if shown else "false")

    def mark(self, root: str) -> tuple[str, int] | None:
        """Where the thread of `root` was left: a message and the height of its text."""
        value = self._marks().get(root)
        return (str(value[0]), int(value[1])) if value else None

    def set_mark(self, root: str, key: str, height: int) -> None:
        """Remember where the thread of `root` was left."""
        marks = {root: [key, height]} | {
            other: mark for other, mark in self._marks().items() if other != root
        }
        kept = dict(list(marks.items())[:_MOST_MARKS])
        self._store.setValue("marks", json.dumps(kept))

    def _marks(self) -> dict[str, Any]:
        try:
            marks = json.loads(str(self._store.value("marks", "{}")))
        except ValueError:
            return {}
        return marks if isinstance(marks, dict) else {}

    def bytes(self, name: str) -> QByteArray:
        """A state that Qt packed, such as the window's geometry; empty when there is none."""
        value = self._store.value(name)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, name: str, value: QByteArray) -> None:
        """Keep a state that Qt packed."""
        self._store.setValue(name, value)
