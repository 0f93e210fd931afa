import pytest
from pytestqt.qtbot import QtBot

from tests.viewer.windows import Open
from viewer.panels.compare.panel import ComparePanel
from viewer.panels.group.panel import GroupPanel
from viewer.window.samples import SCENES


def test_the_sample_of_a_group_opens_with_its_keys(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.menus.action("open_group_sample").trigger()
    panel = window.workbench.panel()
    assert isinstance(panel, GroupPanel)
    qtbot.waitUntil(lambda: "Epoch 2" in panel.page.toPlainText(), timeout=20_000)
    assert panel.choice.count() == 1


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_of_the_gallery_is_a_click_away(name: str, open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    for _ in range(2):  # the second time it has been read
        window.menus.action(f"scene_{name.replace('-', '_')}").trigger()
        qtbot.waitUntil(lambda: window.model.address == f"graph:{name}", timeout=20_000)
    assert isinstance(window.workbench.panel(), ComparePanel)
