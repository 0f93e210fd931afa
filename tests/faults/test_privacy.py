"""Keys stay in memory: no file that was written while they were used holds one."""

import stat
import sys
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING, Library, OwnFeed
from tanglescope.engine.message.identity import Identity, read_identity
from tanglescope.engine.message.private import Keyring, read_group_keys
from tanglescope.viewer import crash
from tanglescope.viewer.command_line import cli
from tanglescope.viewer.dialogs.crash_report import CrashReport
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.archive.samples import unpack
from tests.engine.authors import post

PATIENCE = 60_000
NETWORK = bytes(range(32, 64))


def keys_of(identity: Identity) -> dict[str, bytes]:
    private = identity._private
    return {"key": private, "seed": private[:32], "exchange": identity.exchange_secret}


def spellings(key: bytes) -> Iterator[bytes]:
    """The forms in which a key might be written."""
    yield key
    for encoded in (b64encode(key), urlsafe_b64encode(key)):
        yield encoded.rstrip(b"=")[:-1]  # the last letter depends on the next byte
    yield key.hex().encode()
    yield key.hex().upper().encode()
    yield ", ".join(map(str, key)).encode()


def holding(folder: Path, secrets: dict[str, bytes], but: set[Path]) -> list[tuple[str, str]]:
    """The files below a folder that hold a secret, and the secrets they hold."""
    files = [path for path in folder.rglob("*") if path.is_file() and path not in but]
    assert len(files) > 10
    texts = {path: path.read_bytes() for path in files}
    return [
        (str(path.relative_to(folder)), name)
        for path, text in texts.items()
        for name, key in secrets.items()
        if any(spelling in text for spelling in spellings(key))
    ]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("TMPDIR", str(home))
    return home


def use_the_window(window: MainWindow, folder: Path, qtbot: QtBot) -> None:
    def settle() -> None:
        qtbot.waitUntil(window.is_settled, timeout=PATIENCE)

    window.open_path(folder / "log.ndjson")
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > 0, timeout=PATIENCE)
    before = window.threads.model.rowCount()
    window.unlocking.unlock(folder / "secret")
    window.unlocking.unlock(folder / "secrets.json", groups=True)
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > before, timeout=PATIENCE)
    session = window._require_session()
    private = next(thread for thread in session.library.threads() if thread.private)
    for root in (private.address, EVERYTHING):
        window.open_thread(root)
        qtbot.waitUntil(lambda root=root: window.model.address == root, timeout=PATIENCE)
        settle()
        window.ways.copy(session.library.conversation(root).in_order()[0])
    window.open_thread(private.root)
    window.show_view("inspector")
    for kind in PANELS:
        window.show_view(kind.name)
        settle()
    window.text_storage._write(on=True)
    qtbot.waitUntil(lambda: len(session.library.stored_texts) > 0, timeout=PATIENCE)
    report = CrashReport(trace(session._keyring), window)
    report.save_to(Path.home() / "report.txt")
    report.close()


def trace(keyring: Keyring) -> str:
    """All forms in which Python may print an error with the keys in local variables."""
    identity = keyring.identity
    assert identity is not None
    written = (b64encode(identity._private).decode(), identity._private.hex())
    groups = [b64encode(key).decode() for key in keyring.group_keys]
    crash.note(ValueError(f"{written} {groups}"))
    return crash.without_secrets(f"{written} {groups}")


def misplaced(folder: Path, home: Path) -> None:
    """Keys in other forms, in files that a user might take for archives."""
    identity = read_identity(folder / "secret")
    groups = read_group_keys((folder / "secrets.json").read_text())
    half = b64encode(identity._private[:32] + bytes(32)).decode()
    whole = b64encode(identity._private).decode()
    (home / "damaged").write_text(f'# a secret\n{{"private": "{half}.ed25519"}}\n')
    (home / "old").write_text(f"# a secret\n{whole}.ed25519\n")
    (home / "lines").write_text("".join(f"{b64encode(key).decode()}\n" for key in groups))


def use_the_commands(folder: Path, database: Path) -> str:
    home = Path.home()
    said = ""
    misplaced(folder, home)
    for words in (
        ["import", folder / "log.ndjson", "--database", home / "net.db", "--hmac-key", "NETWORK"],
        ["verify", folder / "log.ndjson", "--hmac-key", "NETWORK"],
        ["verify", folder / "secret"],
        ["import", folder / "secret", folder / "secrets.json", "--database", home / "bad.db"],
        ["import", home / "damaged", home / "old", home / "lines", "--database", home / "bad.db"],
        ["threads", "--database", database],
        ["search", "a", "--database", database],
        ["check", "--database", database],
        ["backup", home / "copy.db", "--database", database],
    ):
        words = [b64encode(NETWORK).decode() if word == "NETWORK" else str(word) for word in words]
        said += CliRunner().invoke(cli, words).output
    return said


def test_no_file_that_was_written_holds_a_key(
    application: QApplication,
    home: Path,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    folder = unpack("small", tmp_path)
    identity = read_identity(folder / "secret")
    groups = read_group_keys((folder / "secrets.json").read_text())
    store = QSettings(str(home / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(TABLE, home / "own.db", Settings(store), Choice.LIGHT)
    window.show()
    try:
        use_the_window(window, folder, qtbot)
        own = OwnFeed.open(home / "feed")
        with Library.open(home / "own.db") as library:
            publisher = library.publisher(own)
            publisher.publish(publisher.preview(post("hello")))
            library.export(own.feed, home / "feed.ndjson")
        said = use_the_commands(folder, home / "own.db")
    finally:
        window.close()
        window.deleteLater()
    store.sync()
    (home / "said.txt").write_text(said + "".join(capfd.readouterr()))
    secrets = {
        **keys_of(identity),
        **{f"own {name}": key for name, key in keys_of(own.identity).items()},
        **{f"group {number}": key for number, key in enumerate(groups)},
        "network": NETWORK,
    }
    own_secret = home / "feed" / "secret"
    placed = {own_secret, home / "damaged", home / "old", home / "lines"}
    assert holding(home, secrets, but=placed) == []
    assert ("feed/secret", "own key") in holding(home, secrets, but=set())
    assert stat.S_IMODE(own_secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(own_secret.parent.stat().st_mode) == 0o700


def test_printing_an_identity_or_a_keyring_prints_no_key(tmp_path: Path) -> None:
    folder = unpack("small", tmp_path)
    keyring = Keyring(
        read_identity(folder / "secret"), read_group_keys((folder / "secrets.json").read_text())
    )
    assert keyring.identity is not None
    secrets = [*keys_of(keyring.identity).values(), *keyring.group_keys]
    printed = f"{keyring} {keyring!r} {keyring.identity!r}".encode()
    for key in secrets:
        assert repr(key)[2:-1].encode() not in printed
        assert all(spelling not in printed for spelling in spellings(key))


def test_the_search_for_keys_finds_them(tmp_path: Path) -> None:
    key = bytes(range(200, 232))
    for number, written in enumerate(spellings(key)):
        (tmp_path / f"{number}").write_bytes(b"before" + written + b"after")
    for number in range(9):
        (tmp_path / f"none {number}").write_bytes(b"nothing")
    found = {path for path, _ in holding(tmp_path, {"key": key}, but=set())}
    assert found == {str(number) for number in range(6)}
