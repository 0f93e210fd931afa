from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.window.appearance import set_zoom

ON = {
    "text": (
        "window",
        "sidebar",
        "canvas",
        "bubble",
        "raised",
        "accent_soft",
        "line",
        "code",
        "concurrent",
    ),
    "muted": ("window", "sidebar", "canvas", "bubble", "accent_soft", "line", "concurrent"),
    "accent": ("window", "canvas", "bubble", "accent_soft", "concurrent"),
    "warning": ("warning_soft",),
    "danger": ("danger_soft",),
    "on_accent": ("accent",),
}


NEEDED = {"light": 4.5, "dark": 4.5, "contrast": 7}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2.1: 1 for equal ones, 21 for black on white."""
    lighter, darker = sorted((_luminance(QColor(one)), _luminance(QColor(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", NEEDED)
def test_text_is_legible_on_every_background(name: str) -> None:
    colors = theme.load(name).colors
    poor = {
        (text, ground): round(contrast(colors[text], colors[ground]), 2)
        for text, grounds in ON.items()
        for ground in grounds
        if contrast(colors[text], colors[ground]) < NEEDED[name]
    }
    assert not poor


@pytest.mark.parametrize("name", NEEDED)
def test_every_authors_colour_is_legible(name: str) -> None:
    look = theme.load(name)
    grounds = [look.colors[ground] for ground in ("canvas", "bubble", "accent_soft", "concurrent")]
    assert all(contrast(color, on) >= NEEDED[name] for color in look.authors for on in grounds)
    assert len(set(look.authors)) >= 8


def test_edges_are_seen_in_the_contrast_theme() -> None:
    look = theme.load("contrast")
    for edge in ("edge", "outline", "accent"):
        assert contrast(look.colors[edge], look.colors["canvas"]) >= 3
    assert look.outline().color().name() == look.colors["outline"]
    assert theme.load("light").outline().style() is Qt.PenStyle.NoPen
    pale = [look.paled(QColor(color), 0.28).name() for color in look.authors]
    assert all(contrast(color, look.colors["canvas"]) >= 3 for color in pale)


def test_black_on_white_has_the_highest_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1


def test_all_themes_have_the_same_names() -> None:
    light, dark, contrast = (theme.load(name) for name in NEEDED)
    assert light.colors.keys() == dark.colors.keys() == contrast.colors.keys()
    assert len(light.authors) == len(dark.authors) == len(contrast.authors)
    assert dark.dark
    assert not light.dark


def test_the_colour_of_a_feed_never_changes() -> None:
    assert theme.load("light").author("@ann.ed25519").name() == "#2257c9"


def test_a_theme_applies_to_the_whole_application(application: QApplication) -> None:
    theme.put_on(theme.load("dark"))
    assert application.palette().window().color() == theme.load("dark").color("window")
    assert "@" not in application.styleSheet()


@pytest.mark.parametrize("name", NEEDED)
def test_an_empty_check_box_is_visible(application: QApplication, name: str) -> None:
    look = theme.load(name)
    theme.put_on(look)
    box = QCheckBox()
    picture = box.grab().toImage()
    row = picture.height() // 2
    seen = {picture.pixelColor(x, row).name() for x in range(picture.width())}
    assert max(contrast(color, look.color("window").name()) for color in seen) >= 3


@pytest.mark.parametrize("name", theme.NAMES)
@pytest.mark.usefixtures("application")
def test_ticks_of_menus_grow_with_their_texts(name: str, qtbot: QtBot) -> None:
    """Qt's own tick is 7 pixels wide, whatever the size of the text."""
    theme.put_on(theme.load(name))
    wide = []
    for points in (9, 0):
        set_zoom(points)
        menu = QMenu()
        qtbot.addWidget(menu)
        action = menu.addAction("")
        action.setCheckable(True)
        action.setChecked(True)
        picture, ink = menu.grab().toImage(), theme.load(name).color("text").rgb()
        places = product(range(picture.width()), range(picture.height()))
        inked = [x for x, y in places if picture.pixel(x, y) == ink]
        wide.append(max(inked) - min(inked))
    large, usual = wide
    assert large > 1.5 * usual
