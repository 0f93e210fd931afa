import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library
from tanglescope.engine.message.uris import usual
from tanglescope.viewer.command import Command
from tanglescope.viewer.dialogs.export import ExportDialog
from tanglescope.viewer.panels.answer_page import MORE
from tanglescope.viewer.panels.diagram import DiagramPanel
from tanglescope.viewer.panels.search.panel import SearchPanel
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    FileSubject,
    LaneSubject,
    LinkSubject,
    MessageSubject,
    ShowsSubjects,
    Subject,
    subject_of_address,
    subject_of_link,
)
from tanglescope.viewer.window.commands import BY_NAME
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.subject_actions import links_of
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.archive.samples import DATA
from tests.engine.authors import post
from tests.engine.store.libraries import write
from tests.viewer.panels.disordered_thread import settle
from tests.viewer.windows import Open, Talk, act, wait_for_rows, wait_until_open, wait_until_read

# The offscreen platform supports popup windows only in part and warns about them.

WEB = "https://example.org/oak"
PZP_FEED = "Gy2gjrnYVHhfzr3GLDbXiGowNKUL6tnAYXr3Y3PEVL3H"


@pytest.fixture
def talk() -> Talk:
    made = Talk(answers=3)
    text = f"see [Ann]({made.ann.feed}), [this]({made.bread.key}), #oak and [the web]({WEB})"
    made.said.append(made.bob.say(post(text, made.root, made.answers[-1])))
    made.answers.append(made.said[-1])
    return made


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_read(qtbot, made)
    wait_until_open(qtbot, made, talk.root.key)
    wait_for_rows(qtbot, made, 5)
    return made


def menu() -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def texts(shown: QMenu) -> list[str]:
    return [action.text() for action in entries(shown)]


def request_menu(
    widget: QWidget,
    point: QPoint,
    reason: QContextMenuEvent.Reason = QContextMenuEvent.Reason.Mouse,
) -> None:
    """Request a context menu at a point of a widget, as the system does."""
    QApplication.sendEvent(widget, QContextMenuEvent(reason, point, widget.mapToGlobal(point)))


def offer(window: MainWindow, subject: Subject) -> list[str]:
    made = window.context_menus.menu_for(subject)
    found = texts(made)
    made.close()
    return found


def offers(window: MainWindow, subject: Subject) -> list[Command]:
    """The entries of a subject's menu, by the table: links and files only where there are some."""
    target = window.parts_here.target
    commands = TABLE.context_menus[type(subject)]
    return [each for each in commands if each.is_offered(window, target(each, subject))]


def label(window: MainWindow, command: Command, subject: Subject) -> str:
    return command.label(window, window.parts_here.target(command, subject)) or tr(command.text)


def choose(window: MainWindow, subject: Subject, name: str) -> None:
    """Trigger an entry of a subject's menu."""
    [command] = [each for each in offers(window, subject) if each.name == name]
    made = window.context_menus.menu_for(subject)
    texts = (label(window, command, subject), tr(command.text))
    [action] = [each for each in entries(made) if each.text() in texts]
    action.trigger()
    made.close()


def entries(menu: QMenu) -> Iterator[QAction]:
    """The entries of a menu, and of the menus in it."""
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from entries(inner)
        elif not action.isSeparator():
            yield action


def points(widget: QWidget, step: int = 4) -> Iterator[QPoint]:
    for y in range(1, widget.height(), step):
        for x in range(1, widget.width(), step):
            yield QPoint(x, y)


def subjects(widget: QWidget) -> set[Subject]:
    """Return the subjects that a widget reports at any of its points."""
    assert isinstance(widget, ShowsSubjects)
    return {found for point in points(widget) if (found := widget.subject_at(point)) is not None}


def test_no_menu_offers_a_command_twice() -> None:
    for commands in TABLE.context_menus.values():
        names = [each.name for each in commands]
        assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("link", "subject"),
    [
        (f"%{'A' * 43}=.sha256", MessageSubject(f"%{'A' * 43}=.sha256")),
        (f"ssb:message/classic/{'A' * 43}=", MessageSubject(f"%{'A' * 43}=.sha256")),
        (f"@{'A' * 43}=.ed25519", AuthorSubject(f"@{'A' * 43}=.ed25519")),
        (f"ssb:feed/classic/{'A' * 43}=", AuthorSubject(f"@{'A' * 43}=.ed25519")),
        ("#oak", ConversationSubject("#oak")),
        (WEB, LinkSubject(WEB)),
        (f"&{'A' * 43}=.sha256", LinkSubject(f"&{'A' * 43}=.sha256")),
    ],
)
def test_the_subject_of_a_link_is_what_it_names(link: str, subject: Subject) -> None:
    assert subject_of_link(link) == subject


def test_the_subject_of_a_feed_address_is_its_author() -> None:
    feed = f"@{'A' * 43}=.ed25519"
    assert subject_of_address(f"feed:{feed}") == AuthorSubject(feed)
    assert subject_of_address("everything") == ConversationSubject("everything")


def test_the_timeline_offers_menus_for_messages_names_links_and_quotes(
    window: MainWindow, talk: Talk
) -> None:
    found = subjects(window.timeline.viewport().parentWidget() or window.timeline)
    assert {MessageSubject(said.key) for said in talk.answers} <= found
    assert {AuthorSubject(talk.ann.feed), AuthorSubject(talk.bob.feed)} <= found
    assert {MessageSubject(talk.bread.key), ConversationSubject("#oak"), LinkSubject(WEB)} <= found
    lanes = {(each.cause, each.effect) for each in found if isinstance(each, LaneSubject)}
    ways = zip(talk.answers, talk.answers[1:], strict=False)
    assert lanes <= {(cause.key, effect.key) for cause, effect in ways}
    assert lanes


def test_a_right_click_makes_a_message_current_and_offers_all_its_commands(
    window: MainWindow, talk: Talk
) -> None:
    key, y = window.timeline.visible_rows()[2]
    request_menu(window.timeline.viewport(), QPoint(400, y + 4))
    assert window.timeline.current_key() == key
    offered_here = offers(window, MessageSubject(key))
    assert texts(menu()) == [window.menus.action(each.name).text() for each in offered_here]
    menu().close()
    window.timeline.go_to(talk.answers[1].key)
    window.timeline.setFocus()
    request_menu(window.timeline, QPoint(0, 0), QContextMenuEvent.Reason.Keyboard)
    offered_here = offers(window, MessageSubject(talk.answers[1].key))
    assert texts(menu()) == [window.menus.action(each.name).text() for each in offered_here]
    menu().close()


def test_links_are_offered_only_of_messages_that_have_some(window: MainWindow, talk: Talk) -> None:
    linking = [
        said.key
        for said in talk.said
        if any("Links" in text for text in offer(window, MessageSubject(said.key)))
    ]
    assert linking == [said.key for said in talk.said if links_of(window, MessageSubject(said.key))]
    assert linking
    assert talk.bread.key not in linking


def test_files_are_offered_only_of_messages_that_have_some(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = Talk(answers=1)
    file = f"&{'A' * 43}=.sha256"
    talk.said.append(talk.bob.say(post(f"[plan]({file})", talk.root, talk.answers[-1])))
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    with_files = [
        said.key
        for said in talk.said
        if any("Files" in text for text in offer(window, MessageSubject(said.key)))
    ]
    assert with_files == [talk.said[-1].key]


def test_a_menu_acts_on_a_node_of_a_graph_that_is_not_current(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    nodes = [{"id": "a", "after": [], "text": f"see {WEB}"}, {"id": "b", "after": ["a"]}]
    graph = tmp_path / "plan.ndjson"
    graph.write_text(json.dumps({"nodes": nodes}) + "\n")
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(graph)
        library.ingest(write(tmp_path / "log.ndjson", Talk(answers=1).said))
    window = open_window(tmp_path / "own.db")
    window.ways.open("graph:plan")
    wait_until_open(qtbot, window, "graph:plan")
    wait_for_rows(qtbot, window, 2)
    window.timeline.go_to("b")
    cause = MessageSubject("a")
    clipboard = QGuiApplication.clipboard()
    for subject, text in ((cause, f"see {WEB}"), (MessageSubject("b"), "b")):
        clipboard.clear()
        act(window, "copy", subject)
        assert clipboard.text() == text
    names = [each.name for each in offers(window, cause)]
    assert "open_link" in names
    assert not {"open_file", "similar"} & set(names)
    act(window, "similar", cause)
    assert "only SSB messages" in window.activity._state.text()
    act(window, "copy", MessageSubject("missing"))
    assert window.activity._state.text() == "That message isn't here."


def test_a_menu_acts_on_a_missing_message_where_it_is_shown(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = Talk(answers=3)
    missing = talk.answers[1]
    talk.said.remove(missing)
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    subject = MessageSubject(missing.key)
    qtbot.waitUntil(lambda: window.model.row_of(missing.key) is not None, timeout=10_000)
    act(window, "copy_ndjson", subject)
    assert window.activity._state.text() == "That message isn't here."
    act(window, "message_tab", subject)
    assert window.tabbing.tabs.addresses == (talk.root.key,) * 2
    assert window.timeline.current_key() == missing.key
    act(window, "message_beside", subject)
    assert window.beside.page.timeline.current_key() == missing.key
    act(window, "message_tab", MessageSubject("%elsewhere"))
    assert window.activity._state.text() == "That message isn't here."
    assert window.tabbing.tabs.addresses == (talk.root.key,) * 2
    assert not window.banner.isVisible()


def test_commands_that_a_pzp_message_has_nothing_for_say_so(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(DATA / "pzp" / "db")
    window = open_window(tmp_path / "own.db")
    window.ways.open(PZP_FEED)
    wait_until_open(qtbot, window, PZP_FEED)
    subject = MessageSubject(PZP_FEED)
    window.timeline.go_to(PZP_FEED)
    for name, said in (
        ("copy_link", "Only SSB messages have links that can be copied."),
        ("reply", "Replies can only be written in public threads and tangles."),
    ):
        act(window, name, subject)
        assert window.activity._state.text() == said
    writer = LaneSubject(PZP_FEED, PZP_FEED, "A3Yp3jqS5T3697vy81Lt5pPquZEdR6QtnAsMT6ri3R51")
    assert BY_NAME["search_author"].text not in offer(window, writer)


def test_a_right_click_beside_all_messages_offers_nothing(window: MainWindow) -> None:
    viewport = window.timeline.viewport()
    request_menu(viewport, QPoint(200, viewport.height() - 2))
    assert QApplication.activePopupWidget() is None


def select(window: MainWindow, key: str, text: str) -> QPoint:
    """Select a text in a message; return where it is in the viewport."""
    view = window.timeline
    view.go_to(key)
    for point in points(view.viewport()):
        each = view._row_under(QPointF(point))
        if each is None or each.bubble.row.key != key or view.words_at(point) != text:
            continue
        span = each.bubble.word_at(QPointF(point.x(), point.y() - each.y))
        for move, place in zip((view.selection.begin, view.selection.extend), span, strict=True):
            move(view.timeline.index(each.row), key, place)
        return point
    raise AssertionError(f"{text} can't be seen")


def test_a_message_or_what_is_selected_in_it_is_quoted_below_what_was_written(
    window: MainWindow, talk: Talk
) -> None:
    composer = window.writing.composer
    linking = talk.answers[-1].key
    window.timeline.go_to(linking)
    window.menus.action("quote").trigger()
    said = f"see [Ann]({talk.ann.feed}), [this]({talk.bread.key}), #oak and [the web]({WEB})"
    bob = f"[@{words.short(talk.bob.feed)[1:]}]({talk.bob.feed}):"
    quote = f"{bob}\n\n> {said}\n\n"
    assert composer.text() == quote, "the Markdown, not how it looks"
    assert composer.isVisible()
    composer.field.insertPlainText("So be it.")
    select(window, linking, "web")
    window.menus.action("quote").trigger()
    assert composer.text() == f"{quote}So be it.\n\n{bob}\n\n> web\n\n"
    composer.field.undo()
    assert composer.text() == f"{quote}So be it."
    composer.field.clear()
    choose(window, MessageSubject(talk.answers[0].key), "quote")
    ann = f"[@Ann]({talk.ann.feed}):"
    assert composer.text().startswith(f"{ann}\n\n> "), "also what isn't current"
    assert window.timeline.current_key() == talk.answers[0].key


def test_nothing_is_quoted_where_no_reply_can_be_written(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.ways.open(f"feed:{talk.ann.feed}")
    wait_until_open(qtbot, window, f"feed:{talk.ann.feed}")
    window.timeline.step(1)
    window.menus.action("quote").trigger()
    assert "public threads" in window.activity._state.text()
    assert window.writing.composer.text() == ""


def test_the_menu_searches_for_the_word_under_the_mouse_or_what_is_selected(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    viewport, key = window.timeline.viewport(), talk.answers[-1].key
    inside = select(window, key, "and")
    window.timeline.deselect()
    for wanted in ("Search for “and”", "Search for “and the”"):
        request_menu(viewport, inside)
        [entry] = [each for each in entries(menu()) if each.text().startswith("Search for")]
        assert entry.text() == wanted
        if wanted == "Search for “and”":
            menu().close()
            span = window.timeline.selection
            each = window.timeline._row_under(QPointF(inside))
            assert each is not None
            first, last = each.bubble.word_at(QPointF(inside.x(), inside.y() - each.y))
            index = window.timeline.timeline.index(each.row)
            span.begin(index, key, first)
            span.extend(index, key, last + 4)
    entry.trigger()
    menu().close()
    panel = window.workbench.panel()
    assert isinstance(panel, SearchPanel)
    assert panel.form.words.text() == '"and the"'


def test_the_key_of_a_search_offers_the_words_of_a_message(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.timeline.go_to(talk.answers[0].key)
    window.menus.action("search_word").trigger()
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    offered_words = texts(menu())
    assert menu().accessibleName() == "Words of this message"
    assert offered_words
    menu().actions()[0].trigger()
    menu().close()
    panel = window.workbench.panel()
    assert isinstance(panel, SearchPanel)
    assert panel.form.words.text() == f'"{offered_words[0]}"'


def test_every_kind_of_subject_offers_the_commands_of_the_table(
    window: MainWindow, talk: Talk
) -> None:
    shown: tuple[Subject, ...] = (
        MessageSubject(talk.bread.key),
        AuthorSubject(talk.ann.feed),
        ConversationSubject(talk.bread.key),
        LinkSubject(WEB),
        FileSubject(talk.root.key, f"&{'A' * 43}=.sha256"),
        LaneSubject(talk.root.key, talk.answers[1].key, talk.bob.feed),
    )
    assert {type(each) for each in shown} == TABLE.context_menus.keys()
    for subject in shown:
        assert offer(window, subject) == [
            label(window, each, subject) for each in offers(window, subject)
        ]


def test_menus_say_whether_they_do_or_undo(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    bread, other = ConversationSubject(talk.bread.key), MessageSubject(talk.bread.key)
    for subject, name, done, undone in (
        (bread, "pin", "Pin", "Unpin"),
        (AuthorSubject(talk.ann.feed), "pin", "Pin", "Unpin"),
        (AuthorSubject(talk.ann.feed), "hide_author", None, "Show this author again"),
        (other, "hold", "Pin for comparison", "Unpin"),
    ):
        text = done or BY_NAME[name].text
        assert text in offer(window, subject)
        assert undone not in offer(window, subject)
        act(window, name, subject)
        assert undone in offer(window, subject)
        act(window, name, subject)
        assert text in offer(window, subject)
    pinning = window.menus.action("hold")
    window.timeline.go_to(talk.root.key)
    pinning.trigger()
    assert pinning.isChecked()
    window.timeline.go_to(talk.answers[1].key)
    assert not pinning.isChecked()
    people = ConversationSubject(talk.root.key, ((talk.ann.feed, "A & B"),))
    made = window.context_menus.menu_for(people)
    [profiles] = [each.menu() for each in made.actions() if each.menu()]
    assert isinstance(profiles, QMenu)
    assert texts(profiles) == ["A && B"]
    profiles.actions()[0].trigger()
    assert window.workbench.name() == "person"
    made.close()


def test_boxes_hits_rows_and_list_items_have_subjects(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: window.threads.model.row_of(talk.bread.key) is not None)
    ann, bob = (talk.ann.feed, "Ann"), (talk.bob.feed, talk.bob.feed[:9])
    assert subjects(window.threads.list) == {
        ConversationSubject(talk.root.key, (bob, ann)),
        ConversationSubject(talk.bread.key, (bob,)),
    }
    other = window.threads.model.index(window.threads.model.row_of(talk.bread.key) or 0)
    inside = window.threads.list.visualRect(other).center()
    qtbot.mouseClick(window.threads.list.viewport(), Qt.MouseButton.RightButton, pos=inside)
    assert window.model.address == talk.root.key, "a right click opens a menu only"
    in_thread = {MessageSubject(said.key) for said in talk.answers}
    window.menus.action("panel_diagram").trigger()
    settle(qtbot, window)
    panel = window.workbench.panel()
    assert isinstance(panel, DiagramPanel)
    people = {AuthorSubject(talk.ann.feed), AuthorSubject(talk.bob.feed)}
    assert subjects(panel.view) == in_thread | people
    assert subjects(panel.minimap) == in_thread
    assert panel.minimap.subject_at(None) == panel.view.subject_at(None)
    spots = points(panel.minimap)
    last = MessageSubject(talk.answers[-1].key)
    inside = next(each for each in spots if panel.minimap.subject_at(each) == last)
    seen = panel.view.port
    qtbot.mouseClick(panel.minimap, Qt.MouseButton.RightButton, pos=inside)
    request_menu(panel.minimap, inside)
    assert texts(menu()) == offer(window, last)
    assert panel.view.port == seen, "asking for a menu moves nothing"
    menu().close()
    window.menus.action("panel_search").trigger()
    search = window.workbench.panel()
    assert isinstance(search, SearchPanel)
    search.ask_for("bread")
    qtbot.waitUntil(lambda: search.model.rowCount() == 4, timeout=10_000)
    found = MessageSubject(talk.bread.key)
    assert subjects(search.list) == {found, ConversationSubject(talk.bread.key)}
    request_menu(search.list.viewport(), search.list.visualRect(search.model.index(3)).center())
    assert texts(menu()) == offer(window, MessageSubject(talk.bread.key))
    assert window.model.address == talk.root.key, "asking for a menu opens nothing"


def test_a_right_click_on_a_box_offers_the_commands_of_its_message(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.menus.action("panel_diagram").trigger()
    settle(qtbot, window)
    panel = window.workbench.panel()
    assert isinstance(panel, DiagramPanel)
    wanted = MessageSubject(talk.answers[1].key)
    inside = next(each for each in points(panel.view) if panel.view.subject_at(each) == wanted)
    request_menu(panel.view, inside)  # on the press: a drag may follow and draw a box
    assert QApplication.activePopupWidget() is None
    qtbot.mouseClick(panel.view, Qt.MouseButton.RightButton, pos=inside)
    assert window.timeline.current_key() == wanted.key
    assert texts(menu()) == offer(window, wanted)
    menu().close()


@pytest.mark.parametrize("name", ["why", "tangles", "statistics", "compare", "replay"])
def test_rows_and_links_of_panels_have_subjects(
    window: MainWindow, talk: Talk, qtbot: QtBot, name: str
) -> None:
    window.timeline.go_to(talk.answers[2].key)
    panel = window.workbench.open_panel(name)
    settle(qtbot, window)
    parts = [each for each in panel.findChildren(QWidget) if isinstance(each, ShowsSubjects)]
    qtbot.waitUntil(lambda: any(subjects(each) for each in parts if each.isVisible()))
    keys = {said.key for said in talk.said}
    for each in parts:
        for subject in subjects(each) if each.isVisible() else ():
            match subject:
                case MessageSubject(key):
                    assert key in keys
                    assert key != MORE
                case AuthorSubject(feed):
                    assert feed in (talk.ann.feed, talk.bob.feed)
                case _:
                    assert isinstance(subject, ConversationSubject)
                    assert subject.address in (talk.root.key, talk.bread.key)


def test_a_menu_outside_the_timeline_acts_on_its_own_message(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    bread = MessageSubject(talk.bread.key)
    clipboard = QGuiApplication.clipboard()
    copied: dict[str, Callable[[str], object]] = {
        "copy": lambda text: text == "Who bakes bread?",
        "copy_key": lambda text: text == bread.key,
        "copy_link": lambda text: usual(text) == bread.key,
        "copy_ndjson": lambda text: json.loads(text)["key"] == bread.key,
        "copy_feed": lambda text: text == talk.bob.feed,
    }
    for name, is_right in copied.items():
        clipboard.clear()
        choose(window, bread, name)
        assert is_right(clipboard.text()), name
    assert window.model.address == talk.root.key
    choose(window, bread, "panel_why")
    assert window.timeline.current_key() == bread.key
    assert window.workbench.name() == "why"
    choose(window, MessageSubject(talk.answers[2].key), "cause")
    assert window.timeline.current_key() == talk.answers[1].key
    choose(window, MessageSubject(talk.answers[2].key), "hold")
    assert window.inspector.held_key == talk.answers[2].key
    choose(window, bread, "message_tab")
    assert window.tabbing.tabs.addresses == (talk.root.key, talk.bread.key)
    choose(window, MessageSubject(talk.answers[2].key), "message_beside")
    assert window.beside.page.timeline.current_key() == talk.answers[2].key
    settle(qtbot, window)


def test_menus_of_authors_conversations_and_lanes_act_on_them(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    bob, root = AuthorSubject(talk.bob.feed), ConversationSubject(talk.root.key)
    clipboard = QGuiApplication.clipboard()
    choose(window, bob, "copy_feed")
    assert clipboard.text() == bob.feed
    choose(window, bob, "copy_feed_link")
    assert usual(clipboard.text()) == bob.feed
    choose(window, root, "copy_address")
    assert clipboard.text() == root.address
    lane = LaneSubject(talk.root.key, talk.answers[1].key, bob.feed)
    choose(window, lane, "effect")
    assert window.timeline.current_key() == talk.answers[1].key
    choose(window, lane, "cause")
    assert window.timeline.current_key() == talk.root.key
    choose(window, bob, "pin")
    assert f"feed:{bob.feed}" in window.threads.model.pinned
    choose(window, bob, "hide_author")
    qtbot.waitUntil(lambda: window.model.rowCount() == 2, timeout=10_000)
    choose(window, bob, "hide_author")
    wait_for_rows(qtbot, window, 5)
    choose(window, bob, "search_author")
    search = window.workbench.panel()
    assert isinstance(search, SearchPanel)
    qtbot.waitUntil(lambda: search.model.rowCount() == 5, timeout=10_000)
    choose(window, root, "search_here")
    assert search.form.words.text() == f"in:{root.address}"
    act(window, "search_here", ConversationSubject("graph:talk"))
    assert not window.reading.finder.isHidden()
    choose(window, bob, "feed_tab")
    wait_until_open(qtbot, window, f"feed:{bob.feed}")


def test_menus_leave_out_what_an_author_does_not_have(window: MainWindow, talk: Talk) -> None:
    """A writer of an Autobase and an account of pzp have no feed, a missing message no author."""
    of_feed, ends = offer(window, AuthorSubject(talk.bob.feed))[:4], (talk.root.key, "%gone")
    by_bob, by_cat, by_none = (
        offer(window, LaneSubject(*ends, feed)) for feed in (talk.bob.feed, "cat", "")
    )
    assert set(of_feed) <= set(by_bob)
    assert set(of_feed).isdisjoint(by_cat)
    assert BY_NAME["hide_author"].text in by_cat
    assert by_none == by_bob[:2]
    searched = BY_NAME["search_here"].text
    assert [
        searched in offer(window, ConversationSubject(address))
        for address in (talk.root.key, "everything", "#boats", "graph:talk", "autobase:00")
    ] == [True, True, True, False, False]
    gone = offer(window, MessageSubject("%gone"))
    assert {*of_feed, BY_NAME["hide_author"].text}.isdisjoint(gone)
    assert BY_NAME["copy_key"].text in gone


def test_commands_for_an_author_without_a_feed_are_answered(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    """The writers of a graph have no feeds."""
    cat, here = AuthorSubject("cat"), window.model.address
    for name in [each.name for each in TABLE.context_menus[AuthorSubject]]:
        act(window, name, cat)
        settle(qtbot, window)
    assert window.findChild(ExportDialog) is None
    assert "feed:cat" not in window.threads.model.pinned
    assert window.model.address == here
    act(window, "pin", cat)
    assert window.activity._state.text().startswith("Nothing with that address is known")


def test_messages_with_similar_words_are_found(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    choose(window, MessageSubject(talk.answers[1].key), "similar")
    qtbot.waitUntil(lambda: window.workbench.name() == "search", timeout=10_000)
    search = window.workbench.panel()
    assert isinstance(search, SearchPanel)
    assert search.form.words.text() == '"answer"'
    qtbot.waitUntil(lambda: search.model.rowCount() == 3, timeout=10_000)
    choose(window, MessageSubject(talk.bread.key), "similar")
    alone = "No other message shares a word with this one."
    qtbot.waitUntil(lambda: window.activity._state.text() == alone, timeout=10_000)


def test_causes_and_effects_of_a_message_are_exported(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(window, MessageSubject(talk.answers[2].key), "export_part")
    qtbot.waitUntil(lambda: window.findChild(ExportDialog) is not None, timeout=10_000)
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    sizes = [len(scope.wanted.keys or ()) for scope in dialog._scopes]
    assert sizes == [3, 3, 5, 1]
    assert dialog.form.currentText() == "NDJSON, an archive"
    file = tmp_path / "part.ndjson"
    window.exporting.export(dialog._scopes[0].wanted, "ndjson", file)
    qtbot.waitUntil(file.exists, timeout=10_000)
    keys = [json.loads(line)["key"] for line in file.read_text().splitlines()]
    assert keys == [said.key for said in talk.answers[:3]]
    dialog.close()


def test_links_of_a_message_are_listed_for_the_keyboard(window: MainWindow, talk: Talk) -> None:
    window.timeline.go_to(talk.answers[-1].key)
    window.menus.action("open_link").trigger()
    assert texts(menu()) == [talk.ann.feed, talk.bread.key, "#oak", WEB]
    menu().close()
    window.timeline.go_to(talk.root.key)
    window.menus.action("open_link").trigger()
    assert window.activity._state.text() == "This message has no links."


def test_a_message_is_copied_as_a_link_a_line_or_its_author_and_the_window_says_so(
    window: MainWindow, talk: Talk
) -> None:
    window.timeline.go_to(talk.answers[1].key)
    clipboard, reports = QGuiApplication.clipboard(), []
    for name in ("copy", "copy_key", "copy_link", "copy_ndjson", "copy_feed", "copy_address"):
        clipboard.clear()
        window.menus.action(name).trigger()
        reports.append(window.activity._state.text())
        match name:
            case "copy_link":
                assert clipboard.text().startswith("ssb:message/classic/")
                assert usual(clipboard.text()) == talk.answers[1].key
            case "copy_ndjson":
                (line,) = clipboard.text().splitlines()
                assert json.loads(line)["key"] == talk.answers[1].key
                assert json.loads(line)["value"] == talk.answers[1].value
            case "copy_feed":
                assert clipboard.text() == talk.bob.feed
    assert reports == [
        "Text copied",
        "Id copied",
        "Link copied",
        "Copied as NDJSON",
        "Id copied",
        "Address copied",
    ]


def test_a_message_opens_in_a_tab_and_is_pinned_for_comparison(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    feed = f"feed:{talk.bob.feed}"
    window.ways.open(feed, talk.answers[2].key)
    wait_until_open(qtbot, window, feed)
    window.menus.action("message_tab").trigger()
    assert window.tabbing.tabs.addresses == (feed, talk.root.key)
    assert window.timeline.current_key() == talk.answers[2].key
    window.menus.action("hold").trigger()
    assert window.inspector.isVisible()
    assert window.inspector.held_key == talk.answers[2].key
    settle(qtbot, window)
    window.menus.action("hold").trigger()
    assert window.inspector.held_key is None
    assert not window.inspector.hold.isChecked()
