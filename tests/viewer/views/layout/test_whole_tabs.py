"""A tab bar shows tabs whole or not at all."""

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

from tanglescope.viewer.views.layout.whole_tabs import WholeTabs

# The offscreen platform has no size hints for windows and warns about widgets that set them.

TEXTS = ("Search", "Diagram", "Statistics", "Why here?", "Set")


@given(width=st.integers(80, 700), current=st.integers(0, len(TEXTS) - 1))
def test_no_tab_is_cut_and_the_current_one_is_visible(
    qapp: QApplication, width: int, current: int
) -> None:
    tabs = WholeTabs([(text, f"About {text}") for text in TEXTS])
    tabs.resize(width, 30)
    tabs.show()
    tabs.turn_to(current)
    assert tabs.tabText(tabs.currentIndex()) == TEXTS[current]
    assert tabs.tabToolTip(tabs.currentIndex()) == f"About {TEXTS[current]}"
    shown = list(filter(tabs.isTabVisible, range(tabs.count())))
    assert current in shown
    if width >= tabs.minimumSizeHint().width():
        assert all(tabs.rect().contains(tabs.tabRect(each)) for each in shown)
    if width >= tabs.sizeHint().width():
        assert len(shown) == len(TEXTS)
    tabs.close()
    tabs.deleteLater()


def test_a_bar_without_tabs_is_as_high_as_one_with_them(qapp: QApplication) -> None:
    """A layout asks for the size when nothing is shown yet, and not again."""
    tabs = WholeTabs([(text, "") for text in TEXTS])
    height = tabs.sizeHint().height()
    tabs.offer([])
    assert tabs.sizeHint().height() == tabs.minimumSizeHint().height() == height > 0
    tabs.deleteLater()
