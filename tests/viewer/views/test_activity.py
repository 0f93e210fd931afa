"""The status bar while several things are read at once."""

import os

from pytestqt.qtbot import QtBot

from tanglescope.engine.library import ImportReport, Progress
from tanglescope.viewer.views.activity import Activity, progress_text, short_name


def test_an_import_keeps_its_name_and_its_button_while_other_archives_are_read(
    qtbot: QtBot,
) -> None:
    activity = Activity()
    qtbot.addWidget(activity)
    activity.start("large.ndjson")
    activity.start("small.ndjson")
    activity.finish("small.ndjson", ImportReport(2, 2, 0))
    assert activity._state.text() == "2 messages added, 2 in all"
    assert activity.cancel.isVisibleTo(activity)
    progress = Progress("loading", 1, 2, 7, {}, 0.0)
    activity.progress("large.ndjson", progress)
    assert activity._state.text() == f"Reading large.ndjson: {progress_text(progress)}"
    activity.finish("large.ndjson", None)
    assert not activity.cancel.isVisibleTo(activity)


def test_a_strange_file_name_takes_one_short_line() -> None:
    assert short_name("/a/New\nlines.ndjson") == "New↵lines.ndjson"
    assert short_name("/a/" + os.fsdecode(b"b\xff.ndjson")) == "b\\xff.ndjson"
    long = short_name(f"/a/{'x' * 230}.ndjson")
    assert long.startswith("xxxx")
    assert long.endswith("x.ndjson")
    assert len(long) <= 48
    assert "…" in long


def test_several_followed_archives_are_counted_and_the_tooltip_names_them(qtbot: QtBot) -> None:
    activity = Activity()
    qtbot.addWidget(activity)
    followed = activity._followed
    activity.follow("/a/log.offset", there=True)
    assert followed.text() == "Following a/log.offset"
    activity.follow("/b/log.offset", there=True)
    activity.follow("/b/log.offset", there=True)
    assert followed.text() == "Following 2 archives"
    assert "a/log.offset" in followed.toolTip()
    assert "b/log.offset" in followed.toolTip()
    activity.follow("/a/log.offset", there=False)
    assert followed.text() == "a/log.offset is gone"
    activity.follow("/a/log.offset", there=True)
    assert followed.text() == "Following 2 archives"
    activity.drop("/b/log.offset")
    assert followed.text() == "b/log.offset is no longer followed"
    activity.drop()
    assert not followed.text()
