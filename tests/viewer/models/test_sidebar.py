"""Groups of conversations by date."""

from datetime import UTC, date, datetime

from tanglescope.engine.library import ConversationSummary
from tanglescope.viewer.models.sidebar import groups
from tanglescope.viewer.models.thread_model import HeadingRole, ThreadModel, ThreadRole

TODAY = date(2026, 3, 20)


def talk(name: str, *day: int) -> ConversationSummary:
    latest = datetime(*day, 12, tzinfo=UTC).timestamp() * 1000 if day else None
    return ConversationSummary(name, "thread", name, True, 1, 1, name, latest=latest)


LISTED = [
    talk("pin", 2025, 1, 1),
    talk("a", 2026, 3, 20),
    talk("b", 2026, 3, 19),
    talk("c", 2026, 3, 15),
    talk("d", 2026, 3, 1),
    talk("e", 2026, 3, 1),
    talk("f", 2025, 12, 31),
    talk("never"),
]


def test_conversations_are_grouped_by_how_long_ago_they_ended() -> None:
    assert groups(LISTED, frozenset({"pin"}), TODAY) == [
        ("Pinned", 0),
        ("Today", 1),
        ("Yesterday", 2),
        ("Last 7 days", 3),
        ("March 2026", 4),
        ("December 2025", 6),
        ("At an unknown time", 7),
    ]
    assert groups([], frozenset(), TODAY) == []


def test_headings_are_rows_that_are_passed_over() -> None:
    model = ThreadModel()
    model.pinned = frozenset({"pin"})
    model.show(
        [talk("pin", 2025, 1, 1), talk("f", 2020, 5, 3), talk("g", 2020, 5, 2)], in_groups=True
    )
    rows = [model.index(row) for row in range(model.rowCount())]
    shown = [row.data(HeadingRole) or row.data(ThreadRole).title for row in rows]
    assert shown == ["Pinned", "pin", "May 2020", "f", "g"]
    assert [model.row_of(name) for name in ("pin", "f", "g", "none")] == [1, 3, 4, None]
    assert [model.thread_at(row).title for row in (1, 3, 4)] == ["pin", "f", "g"]
    assert [model.step(*each) for each in ((-1, 1), (1, 1), (3, -1), (4, 1))] == [1, 3, 1, 4]
    assert [bool(model.flags(row)) and bool(row.data(ThreadRole)) for row in rows[:2]] == [
        False,
        True,
    ]
