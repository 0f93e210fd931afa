"""The map of a group by itself: what is painted where, and what keys and mouse choose."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.drawing.tangle_map import BOX_WIDTH
from tanglescope.viewer.panels.group import GroupMap
from tanglescope.viewer.panels.group_words import GroupStudy
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.theme import load
from tests.viewer import groups
from tests.viewer.painted import picture_of

LARGE = (900, 1000)
"""A size in which the whole map is visible."""


@pytest.fixture
def study() -> GroupStudy:
    return groups.split_group()


@pytest.fixture
def view(study: GroupStudy, qtbot: QtBot) -> Iterator[GroupMap]:
    outer = QWidget()
    qtbot.addWidget(outer)
    made = GroupMap(load("light"), outer)
    made.setFont(QFont("DejaVu Sans", 12))
    made.show_group(study)
    outer.show()
    yield made
    outer.close()


def painted(view: GroupMap, width: int, height: int) -> QImage:
    view.resize(width, height)
    return picture_of(view.viewport())


def bars_hidden(view: GroupMap) -> None:
    for set_policy in (view.setHorizontalScrollBarPolicy, view.setVerticalScrollBarPolicy):
        set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def test_what_is_scrolled_looks_as_in_a_view_of_the_whole(view: GroupMap) -> None:
    bars_hidden(view)
    drawn = view._map()
    size = round(drawn.width * view.scale), round(drawn.height * view.scale) + view.head
    whole = painted(view, *size)
    painted(view, 260, 200)
    for across, down in ((0, 150), (90, 0), (70, size[1] // 2)):
        view.horizontalScrollBar().setValue(across)
        view.verticalScrollBar().setValue(down)
        part = painted(view, 260, 200)
        head = QRect(0, 0, 260, view.head)
        assert part.copy(head) == whole.copy(head.translated(across, 0)), "the names move along"
        body = QRect(0, view.head + 1, 260, 200 - view.head - 1)
        assert part.copy(body) == whole.copy(body.translated(across, down))


def test_the_name_of_a_feed_is_in_the_middle_above_its_boxes(view: GroupMap) -> None:
    view.setFont(QFont("DejaVu Sans", 20))
    assert view.scale > 1.5
    bars_hidden(view)
    picture = painted(view, round(view._map().width * view.scale), 200)
    empty = picture.pixelColor(1, 2).lightness()
    for _, left in view._map().columns:
        begin, wide = round(left * view.scale), round(BOX_WIDTH * view.scale)
        written = [
            x
            for x in range(begin, begin + wide)
            if any(picture.pixelColor(x, y).lightness() < empty - 40 for y in range(2, view.head))
        ]
        assert (written[0] + written[-1]) / 2 == pytest.approx(begin + wide / 2, abs=4)


def darkest(picture: QImage, place: QPointF) -> int:
    """The lightness of what is drawn around a place, where dashes may have a gap."""
    around = range(-9, 10)
    at = place.toPoint()
    return min(
        picture.pixelColor(at + QPoint(*step)).lightness()
        for each in around
        for step in ((each, 0), (0, each))
    )


def test_lines_to_what_the_author_did_not_know_are_faint(view: GroupMap, study: GroupStudy) -> None:
    bars_hidden(view)
    drawn = view._map()
    size = round(drawn.width * view.scale), round(drawn.height * view.scale) + view.head
    before = painted(view, *size)
    first, *_, last = study.story.events
    view.show_moment(first.key, {first.key})
    after = painted(view, *size)
    boxes = [view.area(box).translated(0, view.head) for box in drawn.boxes]
    changes = []
    for route in drawn.routes:
        for (x, y), (across, down) in pairwise(route.points):
            place = QPointF(x + across, y + down) * (view.scale / 2) + QPointF(0, view.head)
            if not any(box.adjusted(-9, -9, 9, 9).contains(place) for box in boxes):
                changes.append(darkest(before, place) - darkest(after, place))
    assert len(changes) > 20
    assert all(change < 0 for change in changes), changes
    view.show_moment(last.key, None)
    view.show_moment(None, None)
    assert painted(view, *size) == before


def test_the_current_message_is_shown_with_what_is_above_it(
    view: GroupMap, study: GroupStudy
) -> None:
    painted(view, 260, 240)
    boxes = view._map().boxes
    bar = view.verticalScrollBar()
    view.show_moment(boxes[-1].key, None)
    end = view.area(boxes[-1]).bottom() + view.head
    assert bar.value() <= end <= bar.value() + view.viewport().height()
    view.show_moment(boxes[3].key, None)
    assert view.area(boxes[3]).y() - bar.value() == pytest.approx(40, abs=1)
    here = bar.value()
    view.show_moment("%elsewhere", None)
    assert bar.value() == here


def test_keys_step_through_the_messages(view: GroupMap, qtbot: QtBot) -> None:
    keys = [box.key for box in view._map().boxes]
    chosen: list[str] = []
    view.chosen.connect(chosen.append)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    view.show_moment(keys[2], None)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(view, key)
    assert chosen == [keys[-1], keys[1], keys[3], keys[0], keys[-1]]
    view.show_moment(keys[-1], None)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert chosen[-1] == keys[-1], "the last one"
    view.show_group(None)
    chosen.clear()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert chosen == []
    assert view.verticalScrollBar().maximum() == 0


def test_a_box_is_the_subject_at_its_place_and_the_current_one_at_none(view: GroupMap) -> None:
    painted(view, *LARGE)
    assert view.subject_at(None) is None
    box = view._map().boxes[1]
    place = view.area(box).center().toPoint() + QPoint(0, view.head) - view._offset().toPoint()
    place = view.viewport().mapTo(view, place)
    assert view.subject_at(place) == MessageSubject(box.key)
    assert view.subject_at(QPoint(1, view.head + 2)) is None
    view.show_moment(box.key, None)
    assert view.subject_at(None) == MessageSubject(box.key)


def test_a_double_click_enters_a_message_and_a_click_beside_it_does_nothing(
    view: GroupMap, qtbot: QtBot
) -> None:
    painted(view, *LARGE)
    entered: list[str] = []
    view.entered.connect(entered.append)
    box = view._map().boxes[0]
    place = view.area(box).center().toPoint() + QPoint(0, view.head)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(1, view.head + 2))
    assert entered == [box.key]
