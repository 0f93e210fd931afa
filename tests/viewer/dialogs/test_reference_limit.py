"""The dialog for the limit of references: what it breaks, and what it holds for."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ReferenceLimit
from tanglescope.viewer.dialogs.reference_limit import LimitDialog
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.engine.store.test_reference_limit import conversation
from tests.viewer.windows import Open, wait_for_messages

BROKEN = (
    "1 message here refers to more. It stays; imported again, it would be listed under"
    " File > Bad records."
)


def dialog_of(window: MainWindow) -> LimitDialog:
    window.menus.action("limit_references").trigger()
    dialog: LimitDialog = window.findChild(LimitDialog)
    return dialog


@pytest.mark.parametrize(("is_cut", "shown"), [(False, 5), (True, 6)])
def test_the_limit_is_set_for_a_collection_and_holds_for_what_it_follows(
    open_window: Open, tmp_path: Path, qtbot: QtBot, is_cut: bool, shown: int
) -> None:
    said = conversation()
    archive = write(tmp_path / "log.ndjson", said[:1])
    window = open_window(archive, own_collections=True)
    wait_for_messages(qtbot, window, 1)
    dialog = dialog_of(window)
    assert dialog.most.text() == "any number"
    assert not dialog.over.isEnabled()
    dialog.most.setValue(2)
    dialog.over.setCurrentIndex(int(is_cut))
    qtbot.waitUntil(lambda: dialog.note.text() == "No message here refers to more.")
    dialog.accept()
    library = window._require_session().library
    qtbot.waitUntil(lambda: library.reference_limit == ReferenceLimit(2, is_cut))
    write(archive, said)
    wait_for_messages(qtbot, window, shown)
    assert len(library.quarantine) == 1
    again = dialog_of(window)
    assert (again.most.value(), again.over.currentData()) == (2, is_cut)


def test_the_dialog_says_what_the_limit_would_break(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", conversation()), own_collections=True)
    wait_for_messages(qtbot, window, 6)
    dialog = dialog_of(window)
    assert dialog.note.text() == "All messages are taken."
    dialog.most.setValue(2)
    qtbot.waitUntil(lambda: dialog.note.text() == BROKEN)
    dialog.most.setValue(3)
    qtbot.waitUntil(lambda: dialog.note.text() == "No message here refers to more.")
    dialog.reject()
    assert window._require_session().library.reference_limit is None
