from pytestqt.qtbot import QtBot

from tests.viewer.windows import Open
from viewer.panels.group import GroupPanel


def test_the_sample_of_a_group_opens_with_its_keys(open_window: Open, qtbot: QtBot) -> None:
    window = open_window()
    window.menus.action("open_group_sample").trigger()
    panel = window.workbench.panel()
    assert isinstance(panel, GroupPanel)
    qtbot.waitUntil(lambda: "Epoch 2" in panel.page.toPlainText(), timeout=20_000)
    assert panel.choice.count() == 1
