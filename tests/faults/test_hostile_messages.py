"""Messages of an attacker, in all code that reads, stores or shows messages."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QAbstractItemModel, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING, ORDERS, Library
from tanglescope.viewer.command_line import cli
from tanglescope.viewer.dialogs.boxes import follow_link
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.palette import CommandPalette
from tests.engine.authors import Said
from tests.faults import corpus
from tests.viewer.windows import Open, wait_until_open

PATIENCE = 60_000


@pytest.fixture(scope="module")
def said() -> list[Said]:
    return corpus.valid()


@pytest.fixture(scope="module")
def archive(said: list[Said], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "log.ndjson"
    path.write_bytes(b"".join(each.line for each in said))
    return path


@pytest.fixture(scope="module")
def database(archive: Path) -> Path:
    path = archive.with_suffix(".db")
    with Library.open(path) as library:
        library.ingest(archive)
    return path


def call(*arguments: str | Path) -> str:
    """The output of a command; it must not end with a traceback."""
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output  # 1 if a search has no match
    return result.output


def test_they_are_valid_and_all_of_them_are_taken_in(
    said: list[Said], archive: Path, database: Path
) -> None:
    answers = list(map(json.loads, call("verify", archive, "--json").splitlines()[: len(said)]))
    assert Counter(answer["verdict"] for answer in answers) == {"valid": len(said)}
    with Library.open(database, read_only=True) as library:
        assert len(library) == len(said)
        assert library.check().problems == ()
        for by in ORDERS:
            assert set(library.conversation(said[0].key, by).in_order()) == set(
                library.conversation(said[0].key).in_order()
            )
        for each in said:
            library.inspect(said[0].key, each.key)
            library.inspect(EVERYTHING, each.key)


@pytest.mark.parametrize("name", corpus.NO_MESSAGES)
def test_a_line_that_isnt_a_message_has_a_verdict_and_takes_no_other_with_it(
    tmp_path: Path, said: list[Said], name: str
) -> None:
    archive = tmp_path / "log.ndjson"
    archive.write_bytes(said[0].line + corpus.NO_MESSAGES[name] + said[1].line)
    with Library.open(tmp_path / "own.db") as library:
        report = library.ingest(archive)
        assert report.added == 2
        assert report.quarantined == (name != "zero bytes")
        assert all(len(bad.raw) <= 1 << 15 for bad in library.quarantine.page())
        assert library.check().problems == ()


@pytest.mark.parametrize(
    "command",
    [
        ["threads"],
        ["threads", "--json"],
        *(["show", "ROOT", "--format", kind] for kind in ("text", "json", "mermaid", "dot", "svg")),
        ["search", "say"],
        ["search", corpus.PIECES["wildcards"]],
        ["search", "\x00", "\u202e", "--json"],
        ["check"],
    ],
    ids=" ".join,
)
def test_every_command_reports_them(database: Path, said: list[Said], command: list[str]) -> None:
    words = [said[0].key if word == "ROOT" else word for word in command]
    answer = call(*words, "--database", database)
    answer.encode()
    assert "\x1b" not in answer
    if "json" not in " ".join(command):
        assert not set(answer) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")


@pytest.fixture
def never_opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[QUrl]]:
    """Addresses that were passed to other programs; there must be none."""
    given: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", given.append)
    yield given
    assert given == []


@pytest.fixture
def window(
    open_window: Open, database: Path, said: list[Said], never_opened: list[QUrl], qtbot: QtBot
) -> MainWindow:
    window = open_window(database)
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    window.open_thread(said[0].key)
    wait_until_open(qtbot, window, said[0].key)
    return window


def words_in(window: QWidget) -> Iterator[str]:
    """The texts of widgets, lists and screen readers."""
    for widget in [window, *window.findChildren(QWidget)]:
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        match widget:
            case QLabel() | QAbstractButton() | QLineEdit():
                yield widget.text()
            case QTextEdit() | QPlainTextEdit():
                yield widget.toPlainText()
            case QComboBox():
                yield from (widget.itemText(row) for row in range(widget.count()))
            case QAbstractItemView() if widget.model():
                yield from words_of(widget.model())


def words_of(model: QAbstractItemModel) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    more = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole)
    for row in range(min(model.rowCount(), 300)):
        for role in roles + more:
            yield str(model.index(row, 0).data(role) or "")


def assert_nothing_hides(window: QWidget) -> None:
    for text in words_in(window):
        assert not set(text) & set(corpus.TRICKS), repr(text)


def test_the_timeline_shows_each_of_them_and_hides_nothing(
    window: MainWindow, qtbot: QtBot
) -> None:
    for compact in (False, True):
        window.menus.action("compact").setChecked(compact)
        for row in range(window.model.rowCount()):
            assert window.timeline.go_to(window.model.key(row))
            window.timeline.viewport().grab()
        assert_nothing_hides(window)


def test_the_inspector_hides_nothing(window: MainWindow, qtbot: QtBot) -> None:
    window.show_view("inspector")
    for row in range(0, window.model.rowCount(), 2):
        window.timeline.go_to(window.model.key(row))
        qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        assert_nothing_hides(window.inspector)
    window.inspector.grab()


def test_every_panel_bears_them(window: MainWindow, qtbot: QtBot) -> None:
    for kind in PANELS:
        window.show_view(kind.name)
        window.timeline.go_to(window.model.key(window.model.rowCount() // 2))
        qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        window.grab()
        assert_nothing_hides(window)


def test_lists_of_threads_people_and_channels_bear_them(window: MainWindow, qtbot: QtBot) -> None:
    chooser = window.threads.chooser
    for number in range(chooser.count()):
        chooser.setCurrentIndex(number)
        qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        window.threads.grab()
        assert_nothing_hides(window.threads)
    window.open_thread(EVERYTHING)
    qtbot.waitUntil(lambda: window.model.address == EVERYTHING, timeout=PATIENCE)
    window.grab()


# The palette is a separate window; the offscreen platform can't report its size to a system.
def test_the_palette_and_the_search_bear_any_words(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.action("palette").trigger()
    palette = window.findChild(CommandPalette)
    assert palette is not None
    for piece in corpus.PIECES.values():
        palette.field.setText(piece * 50)
        palette.grab()
        window.reading.finder.open_bar()
        window.reading.finder.findChild(QLineEdit).setText(piece)
        window.threads.filter.setText(piece)
    palette.close()
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)


def test_an_address_is_shown_before_it_is_opened_and_only_those_of_the_web_can_be(
    open_window: Open, never_opened: list[QUrl]
) -> None:
    window = open_window()
    for address in (*corpus.SCHEMES, *corpus.WEB, "http://a.example/\u202efdp.exe"):
        box = follow_link(address, window)
        names = {button.text() for button in box.findChildren(QPushButton)}
        assert ("Open" in names) == address.lower().startswith(("http://a.ex", "https://b")), (
            address
        )
        assert not set(box.informativeText()) & set(corpus.TRICKS)
        assert box.textFormat() is Qt.TextFormat.PlainText
        box.close()


def test_no_link_of_a_message_leads_out_by_itself(window: MainWindow, said: list[Said]) -> None:
    for address in corpus.SCHEMES + corpus.WEB:
        window.ways.follow(address)
    for box in window.findChildren(QMessageBox):
        box.close()
