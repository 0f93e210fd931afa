"""File dialogs show the hidden folders of SSB programs and add missing file name extensions."""

from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QStandardPaths
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.dialogs import file_dialogs


@pytest.mark.parametrize(
    "question", [file_dialogs.for_archive, file_dialogs.for_folder, file_dialogs.for_blobs]
)
def test_folders_that_begin_with_a_dot_can_be_chosen(
    question: object, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = tmp_path / ".ssb"
    hidden.mkdir()
    (hidden / "log.offset").touch()
    chosen = hidden / "log.offset" if question is file_dialogs.for_archive else hidden

    def choose(dialog: QFileDialog) -> int:
        assert dialog.filter() & QDir.Filter.Hidden
        dialog.setDirectory(str(chosen.parent))
        dialog.selectFile(str(chosen))
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    parent = QWidget()
    qtbot.addWidget(parent)
    assert callable(question)
    assert question(parent) == chosen
    opened_in = []
    monkeypatch.setattr(
        QFileDialog, "exec", lambda dialog: opened_in.append(dialog.directory().path()) or 0
    )
    assert question(parent) is None
    assert opened_in == [str(chosen.parent)]  # the folder used last


def test_archives_in_such_a_folder_can_be_added_to_an_import_together(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    archives = [tmp_path / ".ssb" / name for name in ("a.ndjson", "b.ndjson")]
    archives[0].parent.mkdir()
    for archive in archives:
        archive.touch()

    def choose(dialog: QFileDialog) -> int:
        assert dialog.filter() & QDir.Filter.Hidden
        assert dialog.fileMode() is QFileDialog.FileMode.ExistingFiles
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: list(map(str, archives)))
    parent = QWidget()
    qtbot.addWidget(parent)
    assert file_dialogs.for_archives(parent) == archives
    monkeypatch.setattr(QFileDialog, "exec", lambda _: 0)
    assert file_dialogs.for_archives(parent) == []


@pytest.mark.parametrize(
    ("typed", "kind", "written"),
    [
        ("orders", "Drawing (*.svg)", "orders.svg"),
        ("orders", "Data (*.json)", "orders.json"),
        ("orders.txt", "Data (*.json)", "orders.txt"),
    ],
)
def test_a_name_without_an_extension_gets_that_of_the_file_type(
    typed: str,
    kind: str,
    written: str,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def choose(dialog: QFileDialog) -> int:
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        assert [Path(path).name for path in dialog.selectedFiles()] == ["usual.svg"]
        dialog.setDirectory(str(tmp_path))
        dialog.selectNameFilter(kind)
        dialog.filterSelected.emit(kind)
        dialog.findChild(QLineEdit).setText(typed)
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    parent = QWidget()
    qtbot.addWidget(parent)
    kinds = ("Drawing (*.svg)", "Data (*.json)")
    assert file_dialogs.where_to_write(parent, "Save", "usual.svg", *kinds) == tmp_path / written
    monkeypatch.setattr(QFileDialog, "exec", lambda _: 0)
    assert file_dialogs.where_to_write(parent, "Save", "usual.svg", *kinds) is None


def test_the_first_dialog_begins_in_the_home_folder_or_the_documents_and_not_where_it_was_started(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = QApplication.instance()
    assert application is not None
    last = application.property("last_folder")
    application.setProperty("last_folder", None)
    documents = tmp_path / "Documents"
    documents.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    begun = []
    monkeypatch.setattr(
        QFileDialog, "exec", lambda dialog: begun.append(dialog.directory().absolutePath()) or 0
    )
    parent = QWidget()
    qtbot.addWidget(parent)
    file_dialogs.where_to_write(parent, "Save", "orders.svg", "Drawing (*.svg)")
    file_dialogs.for_archive(parent)
    documents.rmdir()
    file_dialogs.where_to_write(parent, "Save", "orders.svg", "Drawing (*.svg)")
    assert begun == [str(documents), QDir.homePath(), QDir.homePath()]
    application.setProperty("last_folder", last)


def test_only_files_that_are_really_replaced_are_asked_about(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup overwrites nothing: asked, the reader would agree, and be refused."""
    asks = []

    def note(dialog: QFileDialog) -> int:
        asks.append(not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite))
        return 0

    monkeypatch.setattr(QFileDialog, "exec", note)
    parent = QWidget()
    qtbot.addWidget(parent)
    file_dialogs.where_to_back_up(parent, "boats")
    file_dialogs.where_to_export(parent)
    assert asks == [False, True]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        (
            "Is the radio mast down? I hear nothing on channel 8.",
            "is-the-radio-mast-down-i-hear-nothing-on",
        ),
        ("Is the radio mast down? I hear nothing else", "is-the-radio-mast-down-i-hear-nothing"),
        ("x" * 60, "x" * 40),
        ("?!", "thread"),
    ],
)
def test_a_suggested_name_ends_with_a_whole_word(title: str, name: str) -> None:
    assert file_dialogs.plain_file_name(title) == name


# The offscreen platform has no size hints for windows and warns about widgets that set them.
@pytest.mark.usefixtures("application")
def test_the_buttons_of_the_dialog_of_qt_leave_room_for_their_icons(qtbot: QtBot) -> None:
    theme.put_on(theme.load("light"))
    dialog = QFileDialog()
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    qtbot.addWidget(dialog)
    dialog.show()
    button = dialog.findChild(QToolButton, "newFolderButton")
    picture = button.grab().toImage()
    ground, places = picture.pixel(2, 2), range(2, picture.width() - 2)
    inked = [
        x
        for x in places
        if any(picture.pixel(x, y) != ground for y in range(2, picture.height() - 2))
    ]
    assert max(inked) - min(inked) >= 12
