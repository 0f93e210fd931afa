from tests.viewer.windows import Open
from viewer.settings import Settings
from viewer.views.hints import HINTS


def test_a_newcomer_is_led_from_hint_to_hint_once(open_window: Open, settings: Settings) -> None:
    window = open_window()
    window.show_around()
    bar = window._frame.hints
    read = []
    while bar.isVisible():
        read.append(bar.text.text())
        bar.next.click()
    assert tuple(read) == HINTS
    assert not settings.hints
    window.show_around()
    assert not bar.isVisible()


def test_whoever_wants_no_hints_gets_none(open_window: Open, settings: Settings) -> None:
    window = open_window()
    window.show_around()
    window._frame.hints.off.click()
    assert not settings.hints
    assert not window._frame.hints.isVisible()
    window.menus.action("hints").trigger()
    window.show_around()
    assert window._frame.hints.text.text() == HINTS[0]
