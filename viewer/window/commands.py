"""The table of commands: all that can be done in a window, with the function of each."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

from tanglescope.engine.drawing.eliding import EVERYTHING
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.library import mentions_address
from tanglescope.viewer.command import (
    AUTHOR,
    AUTHORS,
    COLLECTION,
    FEED,
    FILE,
    LINKS,
    MESSAGES,
    SAMPLES,
    Command,
    DataNeed,
    Prerequisite,
)
from tanglescope.viewer.dialogs import boxes, file_dialogs
from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.table import PANELS, PLACES, PanelKind
from tanglescope.viewer.subjects import AuthorSubject, ConversationSubject, MessageSubject
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.window import samples, subject_actions
from tanglescope.viewer.window.main_window import MainWindow

_EDIT, _GO, _VIEW = later("&Edit"), later("&Go"), later("&View")
_MESSAGE = later("&Message")
PANEL_MENU, _HELP = later("&Panels"), later("&Help")

_EXPORTS = later("Export")
_PRIVATE, _OWN_FEED = later("Private messages"), later("My own feed")
COPIES, ITS_AUTHOR = later("Copy as"), later("Its author")
SHOWING, ORDER = later("Show"), later("Order")
_CONVERSATIONS, _TABS = later("Conversations"), later("Tabs")
_THEMES, _SIZES, _WINDOW = later("Theme"), later("Size"), later("Parts of the window")
_LANES, _SECOND = later("Lanes and highlights"), later("Second timeline")

_DEBUGGING = Face.DEBUGGING
_VIEWS = Counter(kind.place for kind in PANELS)
_PLACES = {place.name: place.title for place in PLACES if _VIEWS[place.name] > 1}
"""The titles of the places with several views."""


_S = TypeVar("_S")


def _command(
    name: str, text: str, run: Callable[[MainWindow], object], keys: str = "", **more: Any
) -> Command:
    """A row of the table; `keys` are separated by spaces."""
    return Command(name, "", text, run, tuple(keys.split()), **more)


def about(
    takes: type[_S],
    name: str,
    text: str,
    run: Callable[[MainWindow, _S], object],
    keys: str = "",
    **more: Any,
) -> Command:
    """A row whose function acts on a subject: what was clicked, or what is current."""
    return Command(name, "", text, run, tuple(keys.split()), takes=takes, **more)


_on_collection = partial(_command, needs=Prerequisite.COLLECTION)
_on_conversation = partial(_command, needs=Prerequisite.CONVERSATION)
about_message = partial(about, MessageSubject, needs=Prerequisite.MESSAGE)
_about_author = partial(about, AuthorSubject, needs=Prerequisite.MESSAGE)
about_conversation = partial(about, ConversationSubject, needs=Prerequisite.CONVERSATION)

_OF_FEED = (LINKS, FEED)
_about_feed = partial(_about_author, requires=_OF_FEED)


def _nothing_selected(page: ReadingPage) -> str:
    view = page.timeline
    is_any = view.current_key() is not None or view.selected_text() or view.chosen_rows()
    return "" if is_any else tr("Select a message first.")


def _nothing_new(page: ReadingPage) -> str:
    new, _ = page.timeline.unread.counts()
    return "" if new else tr("No message here is new.")


def _nothing_moved(page: ReadingPage) -> str:
    _, moved = page.timeline.unread.counts()
    return "" if moved else tr("No message here has moved.")


def _nothing_hidden(page: ReadingPage) -> str:
    return tr("Nothing is hidden here.") if page.timeline.timeline.gaps is None else ""


_about_selection = partial(about_message, needs=Prerequisite.CONVERSATION, lacks=_nothing_selected)


def _switch(
    name: str, text: str, keys: str = "", *, is_quiet: bool = False, **more: Any
) -> Command:
    """A command that turns the setting with its name on or off.

    A quiet one may change nothing that is visible now, so the window says that it is turned.
    """

    def run(window: MainWindow) -> None:
        window.switches.turn_over(name, is_quiet=is_quiet)

    return _command(name, text, run, keys, is_checkable=True, **more)


def _theme(choice: Choice, text: str) -> Command:
    """A command that chooses a theme."""
    return _command(
        f"theme_{choice}", text, lambda w: w.appearance.set_theme(choice), is_checkable=True
    )


def _scene(name: str, text: str) -> Command:
    """A command that opens a graph of the gallery."""
    return _command(f"scene_{name}".replace("-", "_"), text, partial(samples.open_scene, name))


def _of_panel(kind: PanelKind) -> Command:
    """The command that opens a panel, or closes it."""
    return _on_collection(
        *(kind.command, kind.title, lambda w: w.workbench.toggle(kind.name), " ".join(kind.keys)),
        requires=kind.requires,
        face=kind.face,
        submenu=_PLACES.get(kind.place, ""),
        place=kind.place,
        is_checkable=True,
    )


def inside(submenu: str, *rows: Command, requires: tuple[DataNeed, ...] = ()) -> list[Command]:
    """Commands in a menu of their menu, which may all require something."""
    return [replace(row, submenu=submenu, requires=(*requires, *row.requires)) for row in rows]


LINE = None
"""Where a new group of a menu begins."""


def menu(title: str, *rows: Command | None) -> Iterator[Command]:
    """The commands of a menu."""
    for before, row in pairwise((*rows[:1], *rows)):
        if row is not None:
            yield replace(row, menu=title, group=before is LINE)


_IN_FILE = (
    _command("open", later("&Open…"), lambda w: w.open_asked(file_dialogs.for_archive), "Ctrl+O"),
    _command(
        "open_folder",
        later("Open a &folder…"),
        lambda w: w.open_asked(file_dialogs.for_folder),
        "Ctrl+Shift+O",
    ),
    *inside(
        SAMPLES,
        _command("open_sample", later("Open the &sample"), samples.open_sample),
        _command("open_group_sample", later("Open the samp&le of a group"), samples.open_group),
        _scene("fork", later("Gallery: a fork")),
        _scene("partition", later("Gallery: a partition")),
        _scene("late-peer", later("Gallery: a late peer")),
        _scene("wrong-clocks", later("Gallery: wrong clocks")),
    ),
    LINE,
    *inside(
        _EXPORTS,
        _on_collection("export", later("E&xport…"), lambda w: w.exporting.ask(), "Ctrl+Shift+E"),
        _on_collection(
            "export_page", later("Export as web page…"), lambda w: w.exporting.pages.ask_for_page()
        ),
        _on_collection(
            "export_site",
            later("Export all as web pages…"),
            lambda w: w.exporting.pages.ask_for_folder(),
        ),
        _on_conversation("pdf", later("Export as PDF…"), lambda w: w.printing.ask_for_pdf()),
        _on_conversation(
            "picture", later("Picture of the timeline…"), lambda w: w.printing.ask_for_picture()
        ),
        about_message(
            "save_file",
            later("Save a file of this message…"),
            subject_actions.offer_to_save,
            requires=(MESSAGES,),
        ),
    ),
    _on_conversation("print", later("Print…"), lambda w: w.printing.ask_for_printer(), "Ctrl+P"),
    LINE,
    _on_collection("quarantine", later("&Bad records…"), MainWindow.show_quarantine, "Ctrl+B"),
    *inside(
        _PRIVATE,
        _command(
            "unlock",
            later("&Decrypt private messages…"),
            lambda w: w.unlocking.ask_for_identity(),
            "Ctrl+U",
        ),
        _command(
            "unlock_groups", later("Read &group keys…"), lambda w: w.unlocking.ask_for_group_keys()
        ),
        _command("enter_groups", later("Enter group ke&ys…"), lambda w: w.unlocking.enter_groups()),
        _on_collection(
            "keep_private",
            later("&Keep private text…"),
            lambda w: w.text_storage.turn(),
            is_checkable=True,
        ),
        requires=(MESSAGES,),
    ),
    LINE,
    *inside(
        _OWN_FEED,
        _on_collection(
            "export_feed", later("&Export my own feed…"), lambda w: w.writing.ask_where()
        ),
        _on_collection(
            "adopt", later("&Publish in another feed…"), lambda w: w.writing.ask_whose()
        ),
        _on_collection(
            "publish_as_usual",
            later("Publish in &my own feed again"),
            lambda w: w.writing.publish_as_usual(),
        ),
        requires=(MESSAGES,),
    ),
    LINE,
    _command("cancel", later("S&top the running task"), MainWindow.cancel_work, "Ctrl+."),
    _command("new_window", later("New &window"), lambda w: w.window_wanted.emit(), "Ctrl+Shift+N"),
    LINE,
    _command("quit", later("&Quit"), MainWindow.close, "Ctrl+Q"),
)

_IN_COLLECTION = (
    _command(
        "import", later("&Add archives to this collection…"), lambda w: w.importing.show(), "Ctrl+I"
    ),
    _on_collection(
        "blob_folder",
        later("Add a folder with &pictures…"),
        lambda w: w.collecting.add_blob_folder(),
    ),
    LINE,
    _on_collection("rename_collection", later("Re&name…"), lambda w: w.collecting.rename()),
    _command(
        "limit_references",
        later("&Limit of references…"),
        lambda w: w.collecting.limit_references(),
    ),
    _on_collection("back_up", later("&Back up…"), lambda w: w.collecting.back_up()),
    _command("restore", later("Re&store a backup…"), lambda w: w.collecting.restore()),
    LINE,
    _command("rescue", later("Res&cue archives…"), lambda w: w.rescuing.show(compares=False)),
    _command(
        "compare_archives", later("Compare archi&ves…"), lambda w: w.rescuing.show(compares=True)
    ),
    _on_collection("remove_collection", later("&Remove…"), lambda w: w.collecting.remove()),
)

_IN_EDIT = (
    _command("undo", later("&Undo"), lambda w: w.undoing.undo(), "Ctrl+Z"),
    _about_selection("copy", later("&Copy text"), lambda w, m: w.ways_here.copy(m.key), "Ctrl+C"),
    *inside(
        COPIES,
        _about_selection(
            "copy_key",
            later("Copy messa&ge id"),
            lambda w, m: w.ways_here.copy_key(m.key),
            "Ctrl+Shift+C",
            face=_DEBUGGING,
        ),
        _about_selection(
            "copy_link",
            later("Copy link of the message"),
            lambda w, m: w.ways_here.copy_link(m.key),
            requires=(LINKS,),
        ),
        about_message(
            "copy_picture",
            later("Copy picture of the message"),
            subject_actions.offer_to_copy,
            requires=(MESSAGES,),
        ),
        _about_selection(
            "copy_ndjson",
            later("Copy message as NDJSON"),
            lambda w, m: w.ways_here.copy_ndjson(m.key),
            face=_DEBUGGING,
        ),
        about_conversation(
            "copy_address",
            later("Copy &address of the conversation"),
            lambda w, c: w.ways_here.copy_address(c.address),
            "Ctrl+Alt+C",
        ),
    ),
    _command("paste", later("Go to a pasted address"), lambda w: w.ways_here.paste(), "Ctrl+V"),
    LINE,
    _on_collection(
        "search",
        later("Search people, conversations, &messages"),
        lambda w: w.searching.begin(),
        "Ctrl+G",
    ),
    _on_conversation(
        "find",
        later("F&ind in this conversation"),
        lambda w: w.page_here.finder.open_bar(),
        "Ctrl+F",
    ),
    _on_conversation("find_next", later("Find &next"), lambda w: w.page_here.finder.step(1), "F3"),
    _on_conversation(
        "find_previous", later("Find pre&vious"), lambda w: w.page_here.finder.step(-1), "Shift+F3"
    ),
    _on_collection(
        "filter", later("&Filter conversations"), lambda w: w.filtering.begin(), "Ctrl+L /"
    ),
    LINE,
    _command("preferences", later("&Preferences…"), MainWindow.open_preferences, "Ctrl+,"),
)

_IN_GO = (
    _on_conversation(
        "next_message", later("&Next message"), lambda w: w.page_here.timeline.step(1), "J"
    ),
    _on_conversation(
        "previous_message", later("&Previous message"), lambda w: w.page_here.timeline.step(-1), "K"
    ),
    about_message(
        "cause",
        later("To the mess&age it replies to"),
        lambda w, m: w.parts_here.at(m.key, w.ways_here.go_to_cause),
        "P",
    ),
    about_message(
        "effect",
        later("To &its replies"),
        lambda w, m: w.parts_here.at(m.key, w.ways_here.go_to_effect),
        "E",
    ),
    LINE,
    _on_conversation(
        "next_new",
        later("To ne&w messages"),
        lambda w: w.page_here.pills.show_new(),
        "N",
        lacks=_nothing_new,
    ),
    _on_conversation(
        "next_moved",
        later("To &moved messages"),
        lambda w: w.page_here.pills.show_moved(),
        "M",
        lacks=_nothing_moved,
    ),
    _on_conversation(
        "end", later("To the &end"), lambda w: w.page_here.timeline.go_to_end(), "Ctrl+End"
    ),
    LINE,
    _command("back", later("&Back"), lambda w: w.ways_here.retrace(forward=False), "Alt+Left"),
    _command(
        "forward", later("&Forward"), lambda w: w.ways_here.retrace(forward=True), "Alt+Right"
    ),
    about_message(
        "conversations",
        later("C&onversations of this message…"),
        lambda w, m: w.ways_here.offer_conversations(m.key),
        "C",
    ),
    LINE,
    *inside(
        _CONVERSATIONS,
        _on_collection(
            "everything", later("Ever&ything"), lambda w: w.filtering.open_everything(), "Ctrl+E"
        ),
        _on_collection(
            "mentions",
            later("Mention&s of me"),
            lambda w: w.filtering.open_mentions(w.session.own_feed if w.session else None),
            "Ctrl+Shift+M",
            requires=(MESSAGES,),
        ),
        _on_collection(
            "next_thread",
            later("Nex&t conversation"),
            lambda w: w.conversation_lists.step(1),
            "Alt+Down Ctrl+PgDown",
        ),
        _on_collection(
            "previous_thread",
            later("Pre&vious conversation"),
            lambda w: w.conversation_lists.step(-1),
            "Alt+Up Ctrl+PgUp",
        ),
        _on_collection(
            "mark_read", later("Mark all as rea&d"), lambda w: w.conversation_lists.mark_read()
        ),
        about_conversation(
            "pin",
            later("Pin this conve&rsation"),
            lambda w, c: w.conversation_lists.turn_pin(c.address),
            "Ctrl+D",
            label=lambda w, c: (
                tr("Unpin") if w.conversation_lists.is_pinned(c.address) else tr("Pin")
            ),
            is_checkable=True,
        ),
    ),
    *inside(
        _TABS,
        _on_conversation(
            "new_tab",
            later("&Keep this tab, open a new one"),
            lambda w: w.tabbing.open_here(),
            "Ctrl+T",
        ),
        _command("close_tab", later("&Close this tab"), lambda w: w.tabbing.close(), "Ctrl+W"),
        _command("next_tab", later("Ne&xt tab"), lambda w: w.tabbing.step(1), "Ctrl+Tab"),
        _command(
            "previous_tab", later("Previous tab"), lambda w: w.tabbing.step(-1), "Ctrl+Shift+Tab"
        ),
    ),
)

_IN_MESSAGE = (
    about_message(
        "reply",
        later("&Reply in this conversation…"),
        subject_actions.reply,
        "R",
        needs=Prerequisite.CONVERSATION,
        requires=(LINKS,),
    ),
    about_message(
        "quote",
        later("&Quote"),
        subject_actions.quote,
        "Shift+Q",
        requires=(LINKS,),
        is_offered=subject_actions.is_here,
    ),
    *inside(
        SHOWING,
        about_message(
            "show_message",
            later("&Show where it is"),
            lambda w, m: w.ways_here.go_to(m.key),
            label=lambda *_: tr("Go to this message"),
        ),
        about_message(
            "message_tab", later("Open this message in a new &tab"), subject_actions.open_in_tab
        ),
        about_message(
            "message_beside", later("Open this message to the si&de"), subject_actions.open_beside
        ),
    ),
    LINE,
    about_message(
        "open_link",
        later("&Links of this message…"),
        subject_actions.offer_links,
        is_offered=lambda w, m: bool(subject_actions.links_of(w, m)),
    ),
    about_message(
        "open_file",
        later("Files of this message…"),
        subject_actions.offer_files,
        "V",
        requires=(MESSAGES,),
        is_offered=subject_actions.has_files,
    ),
    LINE,
    about_message(
        "search_word",
        later("Search for a &word…"),
        subject_actions.search_word,
        "G",
        is_offered=lambda w, m: subject_actions.is_here(w, m) and not m.words.strip(),
    ),
    about_message(
        "similar",
        later("&Find similar messages"),
        subject_actions.find_similar,
        "F",
        requires=(MESSAGES,),
        is_offered=subject_actions.can_be_found,
    ),
    about_conversation(
        "search_here",
        later("Searc&h in this conversation"),
        subject_actions.search_in,
        requires=(MESSAGES,),
        is_offered=subject_actions.can_be_searched,
    ),
    LINE,
    *inside(
        ORDER,
        about_message(
            "compare_here",
            later("Com&pare orders from here"),
            lambda w, m: subject_actions.open_panel(w, "compare", m),
            face=_DEBUGGING,
        ),
        about_message(
            "hold",
            later("Pin for comparison"),
            lambda w, m: w.hold(m.key),
            "Shift+I",
            face=_DEBUGGING,
            label=lambda w, m: tr("Unpin") if m.key == w.inspector.held_key else "",
            is_checkable=True,
        ),
    ),
    about_message(
        "export_part", later("E&xport from here…"), lambda w, m: w.exporting.ask_part(m.key)
    ),
    LINE,
    *inside(
        ITS_AUTHOR,
        _about_feed(
            "feed",
            later("All messages of this author"),
            lambda w, a: w.ways_here.go_to_feed(a.feed),
            "A",
        ),
        _about_feed(
            "feeds",
            later("Profile of this author"),
            lambda w, a: w.ways_here.person_wanted.emit(a.feed),
            "Shift+A",
        ),
        _about_feed(
            "feed_tab",
            later("All messages of this author in a &new tab"),
            lambda w, a: w.tabbing.open(a.conversation.address),
        ),
        _about_feed(
            "mentions_author",
            later("&Mentions of this author"),
            lambda w, a: w.ways_here.open(str(mentions_address(a.feed))),
        ),
        _about_feed(
            "search_author",
            later("Search in this author's messa&ges"),
            lambda w, a: subject_actions.search(w, "author", (a.feed,)),
            requires=(MESSAGES, *_OF_FEED),
        ),
        _about_author(
            "copy_feed", later("Copy id of the author"), lambda w, a: w.ways_here.copy_feed(a.feed)
        ),
        _about_feed(
            "copy_feed_link",
            later("Copy lin&k of the author's feed"),
            lambda w, a: w.ways_here.copy_feed_link(a.feed),
        ),
        _about_feed(
            "export_author",
            later("Export all messages of this &author…"),
            lambda w, a: w.exporting.ask_for(a.conversation.address),
        ),
        _about_author(
            "hide_author",
            later("Hide this author"),
            lambda w, a: w.parts_here.hiding.turn_author(a.feed),
            "Shift+H",
            label=lambda w, a: (
                tr("Show this author again") if subject_actions.is_hidden(w, a) else ""
            ),
        ),
        requires=(AUTHORS, AUTHOR),
    ),
)

_IN_VIEW = (
    _command("face", later("Debugging face"), lambda w: w.facing.turn(), "F12", is_checkable=True),
    *inside(
        _THEMES,
        _theme(Choice.SYSTEM, later("&System theme")),
        _theme(Choice.LIGHT, later("&Light")),
        _theme(Choice.DARK, later("Dar&k")),
        _theme(Choice.CONTRAST, later("High &contrast")),
    ),
    *inside(
        _SIZES,
        _command(
            "larger", later("&Zoom in"), lambda w: w.appearance.change_text_size(1), "Ctrl++ Ctrl+="
        ),
        _command(
            "smaller", later("Zoo&m out"), lambda w: w.appearance.change_text_size(-1), "Ctrl+-"
        ),
        _command(
            "usual_size", later("Reset zoom"), lambda w: w.appearance.set_text_size(0), "Ctrl+0"
        ),
    ),
    LINE,
    _switch("compact", later("One line per message"), "Ctrl+M"),
    *inside(
        _LANES,
        _switch("lanes", later("Show la&nes"), "L"),
        _switch(
            "feed_lanes",
            later("A l&ane for each author"),
            "Shift+F",
            face=_DEBUGGING,
            requires=(AUTHORS,),
            is_quiet=True,
        ),
        _switch(
            "supersedes",
            later("Show what messages of a set s&upersede"),
            "Shift+U",
            face=_DEBUGGING,
            requires=(MESSAGES,),
            is_quiet=True,
        ),
        _switch(
            "light", later("Highlight past and &future"), "Shift+L", face=_DEBUGGING, is_quiet=True
        ),
    ),
    _on_conversation(
        "order",
        later("O&rder of the messages…"),
        lambda w: w.parts_here.ordering.offer(),
        "O",
        face=_DEBUGGING,
    ),
    LINE,
    _on_conversation(
        "hide", later("&Hide authors and types…"), lambda w: w.parts_here.hiding.offer(), "H"
    ),
    _on_conversation(
        "hide_nothing",
        later("Show &what is hidden"),
        lambda w: w.parts_here.hiding.hide(EVERYTHING),
        "Ctrl+Shift+H",
        lacks=_nothing_hidden,
    ),
    *inside(
        _SECOND,
        _on_conversation(
            "beside", later("Secon&d timeline"), lambda w: w.beside.toggle(), "Ctrl+\\"
        ),
        _command(
            "change_sides", later("Swa&p sides"), lambda w: w.beside.change_sides(), "Ctrl+Shift+\\"
        ),
        _command(
            "other_side", later("To the &other side"), lambda w: w.beside.go_to_other_side(), "F6"
        ),
    ),
    *inside(
        _WINDOW,
        _command(
            "threads",
            later("Show conversa&tions"),
            MainWindow.turn_threads,
            "F9",
            is_checkable=True,
        ),
        _switch("toolbar", later("Show toolbar")),
        _switch("below", later("Panels &below the timeline"), "Shift+D", is_quiet=True),
        _switch("motion", later("Animated rows and smooth scrollin&g"), is_quiet=True),
    ),
)

_IN_PANEL = (
    _switch("inspector", later("&Inspector"), "I", needs=Prerequisite.COLLECTION),
    *map(_of_panel, PANELS),
)

_IN_HELP = (
    _command("manual", later("&Manual"), lambda w: w.manual.open(), "Shift+F1"),
    _command("glossary", later("&Glossary"), lambda w: w.manual.open_glossary()),
    _command("tour", later("&Tour of the window"), lambda w: w.touring.begin()),
    _switch("hints", later("&Hints for newcomers"), is_quiet=True),
    _command("palette", later("Find a &command…"), MainWindow.offer_commands, "Ctrl+K"),
    _command("keys", later("&Keyboard shortcuts"), MainWindow.show_shortcuts, "F1"),
    LINE,
    _command("about", later("&About Tanglescope"), boxes.show),
)

COMMANDS = (
    *menu(FILE, *_IN_FILE),
    *menu(COLLECTION, *_IN_COLLECTION),
    *menu(_EDIT, *_IN_EDIT),
    *menu(_GO, *_IN_GO),
    *menu(_MESSAGE, *_IN_MESSAGE),
    *menu(_VIEW, *_IN_VIEW),
    *menu(PANEL_MENU, *_IN_PANEL),
    *menu(_HELP, *_IN_HELP),
)
"""All commands of the menu bar, in the order of their menus."""

BY_NAME = {command.name: command for command in COMMANDS}
