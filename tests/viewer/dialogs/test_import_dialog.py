import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Engine, ImportReport, Progress
from tanglescope.viewer import theme
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.views.activity import Activity
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.window.appearance import set_zoom

RULES = {"json": 3, "damaged": 1}
CHECKING = Progress("checking", 1, 2, 9, RULES, 1.0)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def dialog(window: QWidget) -> ImportDialog:
    dialog = ImportDialog(window)
    dialog.show_start()
    dialog.progress(CHECKING)
    return dialog


def test_before_the_first_import_the_dialog_says_what_to_do_and_lists_no_bad_records(
    window: QWidget,
) -> None:
    dialog = ImportDialog(window)
    assert dialog.outcome.text()
    assert all(each.isHidden() for each in (dialog.bad, dialog.bad_title, dialog.show_bad))


def test_the_list_says_how_large_an_archive_is_or_why_that_is_unknown(
    window: QWidget, tmp_path: Path
) -> None:
    (tmp_path / "log").write_bytes(bytes(2000))
    (tmp_path / "flume").mkdir()
    dialog = ImportDialog(window)
    dialog.add([tmp_path / name for name in ("log", "flume", "gone")])
    listed = [dialog.chosen.list.item(row).text().split("   ")[1] for row in range(3)]
    assert listed == ["2 kB", "folder", "(No such file or directory)"]


@pytest.mark.parametrize(
    ("report", "error"),
    [(ImportReport(0, 0, 0, cancelled=True), ""), (None, "The process was killed.")],
)
def test_bad_records_are_in_the_quarantine_only_after_a_complete_import(
    dialog: ImportDialog, report: ImportReport | None, error: str
) -> None:
    assert dialog.bad_title.text() == "4 bad records so far"
    dialog.show_end(report, error)
    assert dialog.bad_title.text() == "4 bad records so far"
    assert dialog.show_bad.isHidden()
    dialog.show_imported([Path("log.ndjson")], RULES)
    assert dialog.bad_title.text() == "4 bad records, kept in File > Bad records"


def test_bad_records_are_in_the_quarantine_at_the_end(dialog: ImportDialog) -> None:
    dialog.show_end(ImportReport(5, 5, 4, RULES))
    assert dialog.bad_title.text() == "4 bad records, kept in File > Bad records"
    assert not dialog.show_bad.isHidden()


def test_bad_records_get_the_room_that_is_there(dialog: ImportDialog) -> None:
    dialog.show_engine("spark", "")
    dialog.resize(700, 520)
    dialog.show()
    below = dialog.stages.y() - dialog.bad.geometry().bottom()
    assert below < 20, "no empty room below a table that may be cut"
    dialog.show_end(ImportReport(5, 5, 0))
    assert dialog.bad.isHidden()
    assert dialog.close_button.y() > dialog.engine.y() + 150, "the fields stay above"


def test_choosing_spark_where_it_is_missing_says_how_to_install_it(
    dialog: ImportDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    dialog.engine.setCurrentIndex(dialog.engine.findData(Engine.SPARK))
    assert dialog.note.text().endswith('pip install "tanglescope[spark]"')
    dialog.engine.setCurrentIndex(dialog.engine.findData(Engine.DIRECT))
    assert dialog.note.text().startswith("Processes of this program")


def test_the_dialog_explains_its_engines_and_keeps_its_layout(
    window: QWidget, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = ImportDialog(window)
    (tmp_path / "log.ndjson").write_bytes(b"{}\n")
    dialog.add([tmp_path / "log.ndjson"])
    dialog.show()
    dialog.activateWindow()
    explained = set()
    for engine in (Engine.AUTO, Engine.DIRECT):
        dialog.engine.setCurrentIndex(dialog.engine.findData(engine))
        explained.add(dialog.note.text())
    assert len(explained) == 2

    def places() -> list[int]:
        QApplication.processEvents()
        return [each.y() for each in (dialog.chosen, dialog.engine, dialog.note, dialog.bar)]

    before = places()
    dialog.show_start()
    assert dialog.focusWidget() is dialog.close_button, "Return doesn't cancel the import"
    assert places() == before
    dialog.progress(CHECKING)
    assert not dialog.stages.isHidden()
    assert places() == before
    dialog.show_end(ImportReport(5, 5, 4, RULES))
    assert places() == before


def test_the_result_says_how_long_each_stage_took_and_what_spark_did(dialog: ImportDialog) -> None:
    seconds = {"starting": 2.04, "checking": 1234.5}
    report = ImportReport(5, 5, 0, seconds=seconds, details=("Spark 4, master local[2]",))
    dialog.show_end(report)
    assert dialog.outcome.text().splitlines() == [
        "5 messages added, 5 in all.",
        "Prepare 2.0 s, Check 1,234.5 s",
        "Spark 4, master local[2]",
    ]


@pytest.mark.parametrize(
    ("stage", "shown"),
    [
        ("checking", "✓ Prepare › Check › Link › Order › Finish"),
        ("ordering", "✓ Prepare › ✓ Check › ✓ Link › Order › Finish"),
        ("loading", "✓ Prepare › ✓ Check › Load"),
    ],
)
def test_the_stages_are_those_of_this_import(dialog: ImportDialog, stage: str, shown: str) -> None:
    dialog.show_engine("spark", "")
    dialog.progress(Progress(stage, 1, 2, 9, {}, 1.0))
    labels = [each for each in dialog.stages.findChildren(PlainLabel) if not each.isHidden()]
    assert " ".join(label.text() for label in labels) == shown


def test_an_empty_list_asks_for_archives_and_takes_dropped_ones_as_copies(
    window: QWidget, tmp_path: Path
) -> None:
    dialog = ImportDialog(window)
    assert dialog.acceptDrops()
    assert dialog.chosen.empty.text() == "Drop archives here, or choose Add…"
    assert not dialog.chosen.empty.isHidden()
    (log := tmp_path / "log.ndjson").touch()
    event = drop_event(log)
    dialog.dropEvent(event)
    assert event.dropAction() is Qt.DropAction.CopyAction
    assert dialog.archives() == [log]
    assert dialog.chosen.empty.isHidden()
    assert dialog.focusWidget() is dialog.start
    dialog.clear()
    assert not dialog.chosen.empty.isHidden()


def test_a_running_import_takes_no_more_archives(dialog: ImportDialog, tmp_path: Path) -> None:
    dialog.dropEvent(drop_event(tmp_path))
    assert not dialog.archives()
    assert dialog.chosen.empty.isHidden()


def drop_event(path: Path) -> QDropEvent:
    """A drop of a file and a web address for which the file manager proposes to move them."""
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(path)), QUrl("https://example.org/log.ndjson")])
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    left, no_key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(9, 9), actions, dragged, left, no_key)
    event.dragged = dragged  # type: ignore[attr-defined]  # Qt doesn't keep it alive
    event.setDropAction(Qt.DropAction.MoveAction)
    return event


def test_after_an_import_return_closes_and_after_a_failure_it_tries_again(
    window: QWidget, tmp_path: Path
) -> None:
    window.show()
    dialog = ImportDialog(window)
    dialog.show()
    dialog.activateWindow()
    (tmp_path / "log.ndjson").write_bytes(b"{}\n")
    dialog.add([tmp_path / "log.ndjson"])
    assert dialog.focusWidget() is dialog.start
    dialog.show_start()
    dialog.show_end(None, "The disk is full.")
    assert dialog.focusWidget() is dialog.start
    dialog.show_start()
    dialog.show_end(ImportReport(5, 5, 0, {}))
    assert dialog.focusWidget() is dialog.close_button
    dialog.show_engine("direct", "It is a small import.")
    dialog.show_imported([tmp_path / "log.ndjson"], {})
    assert dialog.focusWidget() is dialog.chosen.add_button, "it is asked for again"
    assert "small import" not in dialog.note.text()


def test_dialog_and_status_bar_say_the_same_of_the_progress(
    dialog: ImportDialog, qtbot: QtBot
) -> None:
    activity = Activity()
    qtbot.addWidget(activity)
    activity.start("log.ndjson")
    for progress in (
        Progress("starting", 0, 9, 0, {}, 0.0),
        Progress("checking", 5, 9, 1200, {}, 300.0, 40.0),
        Progress("publishing", 0, 9, 2400, {}, 7.0, 4.0),
    ):
        dialog.progress(progress)
        activity.progress("log.ndjson", progress)
        assert activity._state.text() == f"Reading log.ndjson: {dialog.detail.text()}"
    assert dialog.detail.text() == "about 4 seconds left, 2,400 records checked"


def test_a_long_reason_is_shown_whole_however_narrow_the_dialog_is(dialog: ImportDialog) -> None:
    dialog.progress(Progress("checking", 1, 2, 9, {"signature": 3, "json": 1}, 1.0))
    dialog.show()
    text = dialog.bad.model().index(0, 0).data()
    needed = dialog.bad.fontMetrics().horizontalAdvance(text)
    beside = dialog.width() - dialog.bad.columnWidth(0)
    for beside_it, is_wrapped in ((-200, True), (14, True), (60, False)):  # 16 are padding
        dialog.resize(needed + beside_it + beside, 500)
        assert (dialog.bad.sizeHintForRow(0) > dialog.bad.sizeHintForRow(1)) is is_wrapped


def test_the_dialog_of_the_previous_import_grows_with_the_text(window: QWidget) -> None:
    """Its buttons were cut when the text was enlarged between two imports."""
    theme.put_on(theme.load("light"))
    window.resize(1600, 1000)
    dialog = ImportDialog(window)
    dialog.show()
    usual = dialog.size()
    set_zoom(9)
    assert dialog.width() > 1.5 * usual.width()
    set_zoom(0)
