"""Third-party adapters, and their failures."""

import logging
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tanglescope.engine.archive.graphs import adapters
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import ArchiveError, UnreadableArchive
from tanglescope.engine.library import Library
from tests.house.repository import ROOT

LOG = "# lamport\nann:0 | hello\nbob:0 < ann:0 | hi\nann:1 < bob:0 | how are you\n"


def offer(monkeypatch: pytest.MonkeyPatch, adapter: object) -> None:
    """Install a package that offers an adapter."""
    module = ModuleType("offered_adapter")
    module.adapter = adapter  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "offered_adapter", module)
    point = EntryPoint("mine", "offered_adapter:adapter", adapters.GROUP)
    monkeypatch.setattr(adapters, "entry_points", lambda **_: [point])
    adapters._adapters_of_packages.cache_clear()


@pytest.fixture(autouse=True)
def _forget_adapters() -> Iterator[None]:
    yield
    adapters._adapters_of_packages.cache_clear()


class Adapter:
    """An adapter for files that begin with `mine`."""

    name = "mine"

    def __init__(self, *lines: Any) -> None:
        self._lines = lines

    def recognizes(self, given: adapters.AdapterInput) -> bool:
        return given.sample.startswith(b"mine") or (given.path / "mine").exists()

    def lines(self, _: adapters.AdapterInput) -> Iterator[Any]:
        for line in self._lines:
            if isinstance(line, BaseException):
                raise line
            yield line


def test_the_example_of_the_documents_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "examples"))
    point = EntryPoint("lamport", "lamport_adapter", adapters.GROUP)
    monkeypatch.setattr(adapters, "entry_points", lambda **_: [point])
    adapters._adapters_of_packages.cache_clear()
    path = tmp_path / "talk.log"
    path.write_text(LOG)
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(path).added == 3
        conversation = library.conversation("graph:talk")
        assert conversation.in_order() == ["ann:0", "bob:0", "ann:1"]
        path.write_text(LOG + "bob:1 < ann:1 | fine\n")
        assert library.ingest(path).added == 1
        assert library.check().ok


def test_a_folder_can_be_adapted_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    offer(monkeypatch, Adapter({"id": "a", "after": []}))
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "mine").write_text("")
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(folder).added == 1
        assert library.conversation("graph:mine").in_order() == ["a"]


@pytest.mark.parametrize(
    "line", [7, {"id": 1, "after": []}, {"id": "a"}, {"id": "a", "after": [{1}]}, {"id": 1 << 99}]
)
def test_what_an_adapter_yields_is_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: Any
) -> None:
    offer(monkeypatch, Adapter(line, {"id": "good", "after": []}))
    (tmp_path / "file").write_text("mine")
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(tmp_path / "file")
        assert (report.added, report.rules) == (1, {"shape": 1})


@pytest.mark.parametrize("failure", [KeyError("no such thing"), SystemExit("no such thing")])
def test_an_adapter_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, failure: BaseException
) -> None:
    offer(monkeypatch, Adapter({"id": "a", "after": []}, failure))
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UnreadableArchive, match=r"can't be read as mine: '?no such thing"):
        list(open_archive(tmp_path / "file").records())


class Ending(Adapter):
    """An adapter that tries to end the program."""

    def recognizes(self, given: adapters.AdapterInput) -> bool:
        sys.exit(str(given.path))


class Nameless(Adapter):
    """An adapter whose name isn't a string."""

    name = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("adapter", "said"),
    [
        (object(), "the adapter mine (offered_adapter:adapter) can't be loaded"),
        (Nameless(), "can't be loaded: its name isn't text"),
        (Ending(), "the adapter mine failed"),
    ],
)
def test_an_adapter_that_fails_to_recognize_stops_no_other_file(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    adapter: object,
    said: str,
) -> None:
    offer(monkeypatch, adapter)
    (tmp_path / "file").write_text("nothing\n")
    with (
        caplog.at_level(logging.WARNING),
        pytest.raises(ArchiveError, match="holds no messages in a known format"),
    ):
        open_archive(tmp_path / "file")
    assert said in caplog.text
