from PySide6.QtCore import Qt

from tanglescope.engine.library import ConversationSummary
from tanglescope.viewer.models.thread_model import ThreadModel, marked_title, title, what_is_torn

ROOT = f"%{'A' * 43}=.sha256"


def summary(text: str, *, present: bool, tangle: str = "") -> ConversationSummary:
    return ConversationSummary(ROOT, "thread", ROOT, present, 3, 1, text, tangle=tangle)


WHOLE = summary("Where does the club meet?", present=True)
TORN = summary("At the pier", present=False)
BARE = summary("", present=False)


def test_a_conversation_without_its_beginning_is_marked() -> None:
    assert [marked_title(each) for each in (WHOLE, TORN)] == [
        "Where does the club meet?",
        "… At the pier",
    ]
    assert title(TORN) == "At the pier", "the mark isn't part of the title"
    assert [bool(what_is_torn(each)) for each in (WHOLE, TORN)] == [False, True]


def test_a_view_has_no_beginning_that_could_be_missing() -> None:
    everything = ConversationSummary("everything", "everything", "", False, 3, 1, "Everything")
    assert marked_title(everything) == "Everything"


def test_a_title_that_says_so_itself_needs_no_mark() -> None:
    assert marked_title(BARE) == "Thread whose beginning is missing"
    assert what_is_torn(BARE) == ""


def test_a_tangle_without_its_beginning_is_called_by_its_first_text() -> None:
    game = summary("e4", present=False, tangle="chess")
    assert marked_title(game) == "… chess: e4"
    assert title(summary("", present=False, tangle="chess")) == "chess, whose beginning is missing"


def test_the_mark_is_explained_and_read_aloud() -> None:
    model = ThreadModel()
    model.show([WHOLE, TORN])
    tips = [model.index(row).data(Qt.ItemDataRole.ToolTipRole) for row in range(2)]
    assert tips == [None, "The beginning of this conversation is missing."]
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("At the pier, The beginning of this conversation is missing, ")
