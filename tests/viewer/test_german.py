"""The window in two languages: a text that is the same in both was not translated."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from tanglescope.engine.language.wording import tr
from tanglescope.viewer import language
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.store.libraries import write
from tests.viewer.every_dialog import every_dialog
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.panels.test_clocks import WrongClock
from tests.viewer.test_accessibility import mislabelled
from tests.viewer.window_texts import repeated_mnemonics, sharing_a_mnemonic, texts_of
from tests.viewer.windows import Open, wait_for_rows, wait_until_open

# The offscreen platform has no size hints for windows and warns about dialogs that set them.

SAME = {
    # Names of the program, formats, keys, orders and message types.
    *("Tanglescope", "Esc", "Tab", "Alt", "Spark", "Autobase", "ScuttleSort", "scuttlesort"),
    *("SVG", "PNG", "JSON", "NDJSON", "Mermaid", "Graphviz", "DOT", "Markdown", "MIT"),
    *("autobase", "pzp", "post", "sha", "tanglescope"),
    *("Reducer", "account", "activity", "members", "record", "room", "set"),
    *("about", "blog", "channel", "contact", "gathering", "git", "repo", "vote", "Python", "Qt"),
    *(
        "Java",
        "Feed",
        "Feeds",
        "Details",
        "Graph",
        "Thread",
        "Threads",
        "Peers",
        "Tabs",
        "Link",
        "Version",
    ),
    # German words that are spelled as in English.
    *("Name", "Quorum", "Export", "Import", "System", "Text", "Status", "Live", "Rang", "English"),
    *("in", "an", "so", "die", "war", "was", "also", "hat", "of", "OK", "ID", "Deutsch", "Format"),
    "own",  # the name of the collection
    "ValueError",  # the exception in the crash report
}
"""Words that are the same in both languages."""


@pytest.fixture
def spoken(application: QApplication) -> Iterator[None]:
    yield
    language.put_on(application, "en")


@pytest.mark.usefixtures("spoken")
def test_no_text_in_the_window_stays_english(
    application: QApplication, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = WrongClock()
    log = write(tmp_path / "log.ndjson", [*talk.said, talk.early])
    texts = {}
    for code in ("en", "de"):
        language.put_on(application, code)
        window = open_window(log)
        wait_until_open(qtbot, window, talk.root.key)
        wait_for_rows(qtbot, window, len(talk.said) + 1)
        texts[code] = set(walk(window, tmp_path / code, qtbot))
        window.close()
    left = sorted(untranslated(texts["en"] & texts["de"], talk))
    assert not left, "\n".join(left)
    assert len(texts["de"]) > 500


def walk(window: MainWindow, folder: Path, qtbot: QtBot) -> Iterator[str]:
    """Open all panels and dialogs, and yield all texts they show."""
    window.menus.action("inspector").trigger()
    window.timeline.step(1)
    for kind in PANELS:
        window.workbench.open_panel(kind.name)
        settle(qtbot, window)
        yield from texts_of(window)
    assert repeated_mnemonics(window) == []
    for dialog in every_dialog(window, folder):
        yield from texts_of(dialog)
        assert repeated_mnemonics(dialog) == []
    for commands in TABLE.context_menus.values():
        assert sharing_a_mnemonic(tr(command.text) for command in commands) == []
    assert mislabelled(window) == []
    for dialog in window.findChildren(QDialog):
        dialog.close()


def untranslated(both: set[str], talk: WrongClock) -> Iterator[str]:
    """Yield the lines with words that are neither names nor from the thread's messages."""
    written = " ".join(str(each.value) for each in [*talk.said, talk.early])
    for line in both:
        words = set(re.findall(r"[^\W\d_]{2,}", line))
        if not is_data(line, written) and words - SAME - set(re.findall(r"[^\W\d_]{2,}", written)):
            yield line


def is_data(line: str, written: str) -> bool:
    """Whether the text is from a message, or has a key, a path or a version in it."""
    return line in written or re.search(r"[%@][A-Za-z0-9+/]{8}|/|\d\.\d", line) is not None
