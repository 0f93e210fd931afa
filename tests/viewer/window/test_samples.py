"""The archives that come with the program."""

import pytest
from pytestqt.qtbot import QtBot

from tests.viewer.windows import Open
from viewer.panels.compare.panel import ComparePanel
from viewer.window.samples import SCENES


@pytest.mark.parametrize("name", SCENES.values())
def test_a_command_opens_each_scene_of_the_gallery(
    name: str, open_window: Open, qtbot: QtBot
) -> None:
    window = open_window()
    for _ in range(2):  # the second time, the archive has been read
        window.menus.action(f"scene_{name.replace('-', '_')}").trigger()
        qtbot.waitUntil(lambda: window.model.address == f"graph:{name}", timeout=20_000)
    assert isinstance(window.workbench.panel(), ComparePanel)
