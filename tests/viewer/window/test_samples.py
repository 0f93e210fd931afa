"""The archives that come with the program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.compare import ComparePanel
from tanglescope.viewer.window import samples
from tanglescope.viewer.window.commands import BY_NAME
from tests.house.repository import ROOT
from tests.viewer.windows import Open

PROGRAM = """
from PySide6.QtWidgets import QApplication
from tanglescope.viewer.window.samples import is_shown
application = QApplication([])
print(*(is_shown(character) for character in "a⛵潤"))
"""
FONTS = "<fontconfig><dir>{folder}</dir><cachedir>{cache}</cachedir></fontconfig>"


@pytest.mark.parametrize("name", [name for name in BY_NAME if name.startswith("scene_")])
def test_a_command_opens_each_scene_of_the_gallery(
    name: str, open_window: Open, qtbot: QtBot
) -> None:
    window = open_window()
    address = f"graph:{name.removeprefix('scene_').replace('_', '-')}"
    for _ in range(2):  # the second time, the archive has been read
        window.menus.action(name).trigger()
        qtbot.waitUntil(lambda: window.model.address == address, timeout=20_000)
    assert isinstance(window.workbench.panel(), ComparePanel)


def test_letters_are_shown_and_what_is_no_character_is_not(qtbot: QtBot) -> None:
    assert samples.is_shown("a")
    assert not samples.is_shown("\U000f0001")  # for private use: no font of a system has it


@pytest.mark.skipif(
    not Path("/usr/share/fonts/truetype/dejavu").is_dir(), reason="DejaVu isn't installed"
)
def test_dejavu_alone_has_neither_the_boat_nor_chinese(tmp_path: Path) -> None:
    settings = tmp_path / "fonts.conf"
    settings.write_text(FONTS.format(folder="/usr/share/fonts/truetype/dejavu", cache=tmp_path))
    answer = subprocess.check_output(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "FONTCONFIG_FILE": str(settings), "QT_QPA_PLATFORM": "offscreen"},
        cwd=ROOT,
        text=True,
    )
    assert answer.split() == ["True", "False", "False"]


def test_what_is_missing_is_said_with_the_package_that_has_it(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(samples, "is_shown", lambda character: character == "潤")
    assert "emoji" in samples.missing_fonts()
    assert "fonts-noto-color-emoji" in samples.missing_fonts()
    assert "Chinese" not in samples.missing_fonts()
    monkeypatch.setattr(samples, "is_shown", lambda _: True)
    assert samples.missing_fonts() == ""
