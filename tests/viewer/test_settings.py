import json
import os
import stat
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from tanglescope.engine.drawing.eliding import Filters
from tanglescope.viewer.models.sidebar import SidebarList, Sorting
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "settings.ini")


def settings(file: str) -> Settings:
    return Settings(QSettings(file, QSettings.Format.IniFormat))


def test_settings_are_there_at_the_next_start(file: str, tmp_path: Path) -> None:
    before = settings(file)
    before.theme, before.zoom, before.compact = Choice.DARK, 3, True
    before.add_recent(tmp_path)
    before.within("%root").mark = "%key", -12
    before.of(tmp_path).sidebar = SidebarList.RECENT, Sorting.SIZE
    del before
    after = settings(file)
    assert (after.theme, after.zoom, after.compact) == (Choice.DARK, 3, True)
    assert after.recent == [tmp_path]
    assert after.within("%root").mark == ("%key", -12)
    assert after.within("%other").mark is None
    assert after.of(tmp_path).sidebar == (SidebarList.RECENT, Sorting.SIZE)
    assert after.of(tmp_path / "other").sidebar == (SidebarList.THREADS, Sorting.LATEST)


def test_damaged_settings_do_no_harm(file: str) -> None:
    store = QSettings(file, QSettings.Format.IniFormat)
    for name in ("theme", "zoom", "compact", "recent", "marks", "geometry"):
        store.setValue(name, "nonsense")
    strange = Settings(store)
    assert strange.theme is Choice.SYSTEM
    assert strange.zoom == 0
    assert not strange.compact
    assert strange.recent == []
    assert strange.within("%root").mark is None
    store.setValue("sidebar", json.dumps({str(Path("a.db")): ["nonsense", 7]}))
    assert strange.of(Path("a.db")).sidebar == (SidebarList.THREADS, Sorting.LATEST)
    assert strange.bytes("geometry").isEmpty()


def test_recent_files_are_sorted_and_limited(file: str, tmp_path: Path) -> None:
    kept = settings(file)
    paths = [tmp_path / f"{number}.ndjson" for number in range(15)]
    for path in paths:
        path.touch()
        kept.add_recent(path)
    kept.add_recent(paths[8])
    assert kept.recent[:2] == [paths[8], paths[14]]
    assert len(kept.recent) == 10


def test_only_the_user_can_read_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config" / "own.ini"
    store = QSettings(str(path), QSettings.Format.IniFormat)
    monkeypatch.setattr("tanglescope.viewer.settings.QSettings", lambda *_: store)
    before = os.umask(0)
    try:
        Settings().theme = Choice.DARK
        store.sync()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_old_addresses_are_rewritten_in_all_settings_of_conversations(file: str) -> None:
    """The first version wrote `@ID` for `feed:@ID`."""
    kept, hidden = settings(file), Filters(types=frozenset({"vote"}))
    for address in ("@ann", "%root", "feed:@bob", "@bob"):
        kept.within(address).mark = f"%in {address}", 3
        kept.within(address).read = 7
        kept.keep_draft(address, f"to {address}")
        kept.within(address).filters = hidden
    kept.respell(lambda address: f"feed:{address}" if address.startswith("@") else address)
    for address in ("feed:@ann", "%root"):
        assert kept.within(address).read == 7
        assert kept.within(address).filters == hidden
    assert kept.within("feed:@ann").mark == ("%in @ann", 3)
    assert kept.within("@ann").mark is None
    assert (kept.within("feed:@ann").draft, kept.within("@ann").draft) == ("to @ann", "")
    assert kept.within("feed:@bob").draft == "to feed:@bob"  # newer values win


def test_a_path_that_is_not_unicode_is_there_at_the_next_start(file: str, tmp_path: Path) -> None:
    strange = tmp_path / os.fsdecode(b"b\xffd.ndjson")
    strange.touch()
    before = settings(file)
    before.add_recent(strange)
    before.collection = before.feed_folder = strange
    before.store.sync()  # type: ignore[attr-defined]
    del before
    after = settings(file)
    assert (after.recent, after.collection, after.feed_folder) == ([strange], strange, strange)
