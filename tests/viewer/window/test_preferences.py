from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QSpinBox

from tanglescope.engine.blobs.thumbnails import Thumbnails
from tanglescope.viewer.app import Windows
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.appearance import usual_points
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.preferences import Preferences
from tests.engine.blobs.pictures import blob_id
from tests.viewer.windows import Open, destroy

# The offscreen platform has no size hints for windows and warns about dialogs that set them.


def open_preferences(window: MainWindow) -> Preferences:
    window.menus.action("preferences").trigger()
    dialog = window.findChild(Preferences)
    assert isinstance(dialog, Preferences)
    return dialog


def test_a_change_takes_effect_at_once_and_is_stored(open_window: Open, settings: Settings) -> None:
    window = open_window()
    dialog = open_preferences(window)
    dialog.findChild(QCheckBox, "show-inspector").click()
    assert window.inspector.isVisible()
    assert window.menus.action("inspector").isChecked()
    dialog.findChild(QComboBox).setCurrentText("High contrast")
    assert window.menus.action("theme_contrast").isChecked()
    points = window.timeline.font().pointSizeF()
    size = dialog.findChild(QSpinBox)
    size.setValue(size.value() + 3)
    assert window.timeline.font().pointSizeF() == points + 3
    assert (settings.inspector, settings.theme, settings.zoom) == (True, Choice.CONTRAST, 3)


def test_all_check_boxes_have_the_same_height(
    open_window: Open,
) -> None:
    boxes = open_preferences(open_window()).findChildren(QCheckBox)
    assert len({box.sizeHint().height() for box in boxes}) == 1


def test_a_checked_box_has_the_edge_of_an_unchecked_one(open_window: Open) -> None:
    box = open_preferences(open_window()).findChild(QCheckBox, "show-light")
    edges = []
    for on in (True, False):
        box.setChecked(on)
        picture = box.grab().toImage()
        row = (picture.pixelColor(across, box.height() // 2).name() for across in range(20))
        edge = box.palette().color(QPalette.ColorRole.PlaceholderText).name()
        edges.append([across for across, color in enumerate(row) if color == edge])
    assert all(len(found) >= 2 for found in edges), edges


def test_number_fields_look_like_other_fields(open_window: Open) -> None:
    dialog = open_preferences(open_window())
    size, theme = dialog.findChild(QSpinBox), dialog.findChild(QComboBox)
    edges = {field.grab().toImage().pixelColor(9, 0).name() for field in (size, theme)}
    assert len(edges) == 1


def test_the_dialog_shows_the_current_settings(open_window: Open, settings: Settings) -> None:
    settings.lanes, settings.zoom = False, 2
    window = open_window()
    dialog = open_preferences(window)
    assert not dialog.findChild(QCheckBox, "show-lanes").isChecked()
    assert dialog.findChild(QCheckBox, "show-light").isChecked()
    usual = round(usual_points())
    assert dialog.findChild(QSpinBox).value() == usual + 2
    for part in (window, window.menuBar(), window.tools, window.activity, window.timeline):
        assert round(part.font().pointSizeF()) == usual + 2


def test_another_language_takes_effect_at_the_next_start(
    open_window: Open, settings: Settings
) -> None:
    dialog = open_preferences(open_window())
    assert not dialog.note.isVisible()
    languages = dialog.findChild(QComboBox, "language")
    assert languages.currentText() == "System"
    languages.setCurrentText("Deutsch")
    assert settings.language == "de"
    assert dialog.note.isVisible()
    assert dialog.windowTitle() == "Preferences"


@pytest.mark.usefixtures("application")
def test_a_button_starts_the_program_again_in_another_language(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("os.execv", lambda _, words: started.append(words))
    monkeypatch.setattr("sys.argv", ["tanglescope", "window", "-", "--database", "my.db"])
    windows = Windows(settings)
    first = windows.open(tmp_path / "one.db")
    second = windows.open(tmp_path / "two.db")
    for window in (first, second):
        window.show()
    dialog = open_preferences(second)
    assert not dialog.restart.isVisible()
    windows.start_again()
    assert started == []
    languages = dialog.findChild(QComboBox, "language")
    languages.setCurrentText("Deutsch")
    assert dialog.restart.isVisible()
    dialog.restart.click()
    assert not first.isVisible()
    assert not second.isVisible()
    windows.start_again()
    python, *words = started[0]
    assert Path(python).exists()
    assert words[1:] == ["-m", "tanglescope.viewer", "window", "--database", "my.db"]
    destroy(first)  # the others are destroyed as they close


def test_small_copies_of_pictures_are_removed_on_request(
    open_window: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copies = Thumbnails(tmp_path / "copies")
    monkeypatch.setattr("tanglescope.viewer.window.preferences.Thumbnails", lambda: copies)
    copies.put(blob_id(b"a"), 96, b"x" * 2000)
    dialog = open_preferences(open_window())
    button = next(each for each in dialog.findChildren(QPushButton) if each.text() == "Delete 2 kB")
    button.click()
    assert copies.size() == 0
    assert not button.isEnabled()
