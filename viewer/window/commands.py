"""The table of commands: all that can be done in a window, with the function of each."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from tanglescope.engine.wording import later
from tanglescope.viewer.command import COLLECTION, FILE, SAMPLES, Command, Prerequisite
from tanglescope.viewer.dialogs import boxes, file_dialogs
from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.table import PANELS, PLACES, PanelKind
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window import samples
from tanglescope.viewer.window.main_window import MainWindow

_EDIT, _GO, _VIEW = later("&Edit"), later("&Go"), later("&View")
_MESSAGE = later("&Message")
PANEL_MENU, _HELP = later("&Panels"), later("&Help")

_EXPORTS = later("Export")
_PRIVATE, _OWN_FEED = later("Private messages"), later("My own feed")
_COPIES, _AUTHOR = later("Copy as"), later("Its author")
_SHOWING, _ORDER = later("Show"), later("Order")
_CONVERSATIONS, _TABS = later("Conversations"), later("Tabs")
_THEMES, _SIZES, _WINDOW = later("Theme"), later("Size"), later("Parts of the window")
_LANES, _SECOND = later("Lanes and highlights"), later("Second timeline")

_DEBUGGING = Face.DEBUGGING
_VIEWS = Counter(kind.place for kind in PANELS)
_PLACES = {place.name: place.title for place in PLACES if _VIEWS[place.name] > 1}
"""The titles of the places with several views."""


def _command(
    name: str,
    text: str,
    run: Callable[[MainWindow], object],
    keys: str = "",
    *,
    needs: Prerequisite = Prerequisite.NOTHING,
    face: Face | None = None,
    is_checkable: bool = False,
) -> Command:
    """A row of the table; `keys` are separated by spaces."""
    split = tuple(keys.split())
    return Command(name, "", text, run, split, needs, face=face, is_checkable=is_checkable)


_on_collection = partial(_command, needs=Prerequisite.COLLECTION)
_on_conversation = partial(_command, needs=Prerequisite.CONVERSATION)
_on_message = partial(_command, needs=Prerequisite.MESSAGE)


def _switch(
    name: str,
    text: str,
    keys: str = "",
    *,
    needs: Prerequisite = Prerequisite.NOTHING,
    face: Face | None = None,
) -> Command:
    """A command that turns the setting with its name on or off."""

    def run(window: MainWindow) -> None:
        window.switches.turn_over(name)

    return _command(name, text, run, keys, needs=needs, face=face, is_checkable=True)


def _on_current(
    name: str,
    text: str,
    keys: str = "",
    *,
    needs: Prerequisite = Prerequisite.MESSAGE,
    face: Face | None = None,
) -> Command:
    """A command that the context menu of a message has, too."""

    def run(window: MainWindow) -> None:
        window.subject_actions.act_on_current(name)

    return _command(name, text, run, keys, needs=needs, face=face)


def _of_panel(kind: PanelKind) -> Command:
    """The command that opens a panel, or closes it."""

    def run(window: MainWindow) -> None:
        window.workbench.toggle(kind.name)

    row = _on_collection(
        *(kind.command, kind.title, run, " ".join(kind.keys)), face=kind.face, is_checkable=True
    )
    return replace(row, place=kind.place, submenu=_PLACES.get(kind.place, ""))


def _inside(submenu: str, *rows: Command) -> list[Command]:
    return [replace(row, submenu=submenu) for row in rows]


LINE = None
"""Where a new group of a menu begins."""


def _menu(menu: str, *rows: Command | None) -> Iterator[Command]:
    """The commands of a menu."""
    for before, row in pairwise((*rows[:1], *rows)):
        if row is not None:
            yield replace(row, menu=menu, group=before is LINE)


COMMANDS = (
    *_menu(
        FILE,
        _command(
            "open", later("&Open…"), lambda w: w.open_asked(file_dialogs.for_archive), "Ctrl+O"
        ),
        _command(
            "open_folder",
            later("Open a &folder…"),
            lambda w: w.open_asked(file_dialogs.for_folder),
            "Ctrl+Shift+O",
        ),
        *_inside(
            SAMPLES,
            _command("open_sample", later("Open the &sample"), samples.open_sample),
            _command(
                "open_group_sample",
                later("Open the samp&le of a group"),
                samples.open_group,
            ),
            _command("scene_fork", later("Gallery: a fork"), partial(samples.open_scene, "fork")),
            _command(
                "scene_partition",
                later("Gallery: a partition"),
                partial(samples.open_scene, "partition"),
            ),
            _command(
                "scene_late_peer",
                later("Gallery: a late peer"),
                partial(samples.open_scene, "late-peer"),
            ),
            _command(
                "scene_wrong_clocks",
                later("Gallery: wrong clocks"),
                partial(samples.open_scene, "wrong-clocks"),
            ),
        ),
        LINE,
        *_inside(
            _EXPORTS,
            _on_collection(
                "export", later("E&xport…"), lambda w: w.exporting.ask(), "Ctrl+Shift+E"
            ),
            _on_collection(
                "export_page",
                later("Export as web page…"),
                lambda w: w.exporting.pages.ask_for_page(),
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
            _on_current(
                "save_file", later("Save a file of this message…"), needs=Prerequisite.NOTHING
            ),
        ),
        _on_conversation(
            "print", later("Print…"), lambda w: w.printing.ask_for_printer(), "Ctrl+P"
        ),
        LINE,
        _on_collection("quarantine", later("&Bad records…"), MainWindow.show_quarantine, "Ctrl+B"),
        *_inside(
            _PRIVATE,
            _command(
                "unlock",
                later("&Decrypt private messages…"),
                lambda w: w.unlocking.ask_for_identity(),
                "Ctrl+U",
            ),
            _command(
                "unlock_groups",
                later("Read &group keys…"),
                lambda w: w.unlocking.ask_for_group_keys(),
            ),
            _command(
                "enter_groups", later("Enter group ke&ys…"), lambda w: w.unlocking.enter_groups()
            ),
            _on_collection(
                "keep_private",
                later("&Keep private text…"),
                lambda w: w.text_storage.turn(),
                is_checkable=True,
            ),
        ),
        LINE,
        *_inside(
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
        ),
        LINE,
        _command("cancel", later("S&top the running task"), MainWindow.cancel_work, "Ctrl+."),
        _command(
            "new_window", later("New &window"), lambda w: w.window_wanted.emit(), "Ctrl+Shift+N"
        ),
        LINE,
        _command("quit", later("&Quit"), MainWindow.close, "Ctrl+Q"),
    ),
    *_menu(
        COLLECTION,
        _command(
            "import",
            later("&Add archives to this collection…"),
            lambda w: w.importing.show(),
            "Ctrl+I",
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
            "compare_archives",
            later("Compare archi&ves…"),
            lambda w: w.rescuing.show(compares=True),
        ),
        _on_collection("remove_collection", later("&Remove…"), lambda w: w.collecting.remove()),
    ),
    *_menu(
        _EDIT,
        _command("undo", later("&Undo"), lambda w: w.undoing.undo(), "Ctrl+Z"),
        _on_message("copy", later("&Copy text"), lambda w: w.ways_here.copy(), "Ctrl+C"),
        *_inside(
            _COPIES,
            _on_message(
                "copy_key",
                later("Copy messa&ge id"),
                lambda w: w.ways_here.copy_key(),
                "Ctrl+Shift+C",
                face=_DEBUGGING,
            ),
            _on_message(
                "copy_link", later("Copy link of the message"), lambda w: w.ways_here.copy_link()
            ),
            _on_current(
                "copy_picture", later("Copy picture of the message"), needs=Prerequisite.NOTHING
            ),
            _on_message(
                "copy_ndjson",
                later("Copy message as NDJSON"),
                lambda w: w.ways_here.copy_ndjson(),
                face=_DEBUGGING,
            ),
            _on_conversation(
                "copy_address",
                later("Copy &address of the conversation"),
                lambda w: w.ways_here.copy_address(),
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
        _on_conversation(
            "find_next", later("Find &next"), lambda w: w.page_here.finder.step(1), "F3"
        ),
        _on_conversation(
            "find_previous",
            later("Find pre&vious"),
            lambda w: w.page_here.finder.step(-1),
            "Shift+F3",
        ),
        _on_collection(
            "filter", later("&Filter conversations"), lambda w: w.filtering.begin(), "Ctrl+L /"
        ),
        LINE,
        _command("preferences", later("&Preferences…"), MainWindow.open_preferences, "Ctrl+,"),
    ),
    *_menu(
        _GO,
        _on_conversation(
            "next_message", later("&Next message"), lambda w: w.page_here.timeline.step(1), "J"
        ),
        _on_conversation(
            "previous_message",
            later("&Previous message"),
            lambda w: w.page_here.timeline.step(-1),
            "K",
        ),
        _on_message(
            "cause",
            later("To the mess&age it replies to"),
            lambda w: w.ways_here.go_to_cause(),
            "P",
        ),
        _on_message("effect", later("To &its replies"), lambda w: w.ways_here.go_to_effect(), "E"),
        LINE,
        _on_conversation(
            "next_new", later("To ne&w messages"), lambda w: w.page_here.pills.show_new(), "N"
        ),
        _on_conversation(
            "next_moved", later("To &moved messages"), lambda w: w.page_here.pills.show_moved(), "M"
        ),
        _on_conversation(
            "end", later("To the &end"), lambda w: w.page_here.timeline.go_to_end(), "Ctrl+End"
        ),
        LINE,
        _command("back", later("&Back"), lambda w: w.ways_here.go_back(), "Alt+Left"),
        _command("forward", later("&Forward"), lambda w: w.ways_here.go_forward(), "Alt+Right"),
        _on_message(
            "conversations",
            later("C&onversations of this message…"),
            lambda w: w.ways_here.offer_conversations(),
            "C",
        ),
        LINE,
        *_inside(
            _CONVERSATIONS,
            _on_collection(
                "everything",
                later("Ever&ything"),
                lambda w: w.filtering.open_everything(),
                "Ctrl+E",
            ),
            _on_collection(
                "mentions",
                later("Mention&s of me"),
                lambda w: w.ways.go_to_mentions(),
                "Ctrl+Shift+M",
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
            _on_conversation(
                "pin",
                later("Pin this conve&rsation"),
                lambda w: w.conversation_lists.turn_pin(),
                "Ctrl+D",
                is_checkable=True,
            ),
        ),
        *_inside(
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
                "previous_tab",
                later("Previous tab"),
                lambda w: w.tabbing.step(-1),
                "Ctrl+Shift+Tab",
            ),
        ),
    ),
    *_menu(
        _MESSAGE,
        _on_conversation(
            "reply", later("&Reply in this conversation…"), lambda w: w.writing.reply(), "R"
        ),
        _on_current("quote", later("&Quote"), "Shift+Q"),
        *_inside(
            _SHOWING,
            _on_current("show_message", later("&Show where it is")),
            _on_current("message_tab", later("Open this message in a new &tab")),
            _on_current("message_beside", later("Open this message to the si&de")),
        ),
        LINE,
        _on_current("open_link", later("&Links of this message…")),
        _on_current("open_file", later("Files of this message…"), "V"),
        LINE,
        _on_current("search_word", later("Search for a &word…"), "G"),
        _on_current("similar", later("&Find similar messages"), "F"),
        _on_conversation(
            "search_here",
            later("Searc&h in this conversation"),
            lambda w: w.subject_actions.search_open(),
        ),
        LINE,
        *_inside(
            _ORDER,
            _on_current("compare_here", later("Com&pare orders from here"), face=_DEBUGGING),
            _on_message(
                "hold",
                later("Pin for comparison"),
                lambda w: w.hold(w.timeline.current_key()),
                "Shift+I",
                face=_DEBUGGING,
                is_checkable=True,
            ),
        ),
        _on_current("export_part", later("E&xport from here…")),
        LINE,
        *_inside(
            _AUTHOR,
            _on_message(
                "feed",
                later("All messages of this author"),
                lambda w: w.ways_here.go_to_feed(),
                "A",
            ),
            _on_message(
                "feeds",
                later("Profile of this author"),
                lambda w: w.ways_here.show_profile(),
                "Shift+A",
            ),
            _on_current("feed_tab", later("All messages of this author in a &new tab")),
            _on_current("mentions_author", later("&Mentions of this author")),
            _on_current("search_author", later("Search in this author's messa&ges")),
            _on_message(
                "copy_feed", later("Copy id of the author"), lambda w: w.ways_here.copy_feed()
            ),
            _on_current("copy_feed_link", later("Copy lin&k of the author's feed")),
            _on_current("export_author", later("Export all messages of this &author…")),
            _on_message(
                "hide_author",
                later("Hide this author"),
                lambda w: w.page_here.hiding_wanted.emit("author"),
                "Shift+H",
            ),
        ),
    ),
    *_menu(
        _VIEW,
        _command(
            "face", later("Debugging face"), lambda w: w.facing.turn(), "F12", is_checkable=True
        ),
        *_inside(
            _THEMES,
            _command(
                "theme_system",
                later("&System theme"),
                lambda w: w.appearance.set_theme(Choice.SYSTEM),
                is_checkable=True,
            ),
            _command(
                "theme_light",
                later("&Light"),
                lambda w: w.appearance.set_theme(Choice.LIGHT),
                is_checkable=True,
            ),
            _command(
                "theme_dark",
                later("Dar&k"),
                lambda w: w.appearance.set_theme(Choice.DARK),
                is_checkable=True,
            ),
            _command(
                "theme_contrast",
                later("High &contrast"),
                lambda w: w.appearance.set_theme(Choice.CONTRAST),
                is_checkable=True,
            ),
        ),
        *_inside(
            _SIZES,
            _command(
                "larger",
                later("&Zoom in"),
                lambda w: w.appearance.change_text_size(1),
                "Ctrl++ Ctrl+=",
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
        *_inside(
            _LANES,
            _switch("lanes", later("Show la&nes"), "L"),
            _switch("feed_lanes", later("A l&ane for each author"), "Shift+F", face=_DEBUGGING),
            _switch(
                "supersedes",
                later("Show what messages of a set s&upersede"),
                "Shift+U",
                face=_DEBUGGING,
            ),
            _switch("light", later("Highlight past and &future"), "Shift+L", face=_DEBUGGING),
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
            "hide",
            later("&Hide authors and types…"),
            lambda w: w.page_here.hiding_wanted.emit("choose"),
            "H",
        ),
        _on_conversation(
            "hide_nothing",
            later("Show &what is hidden"),
            lambda w: w.page_here.hiding_wanted.emit("nothing"),
            "Ctrl+Shift+H",
        ),
        *_inside(
            _SECOND,
            _on_conversation(
                "beside", later("Secon&d timeline"), lambda w: w.beside.toggle(), "Ctrl+\\"
            ),
            _command(
                "change_sides",
                later("Swa&p sides"),
                lambda w: w.beside.change_sides(),
                "Ctrl+Shift+\\",
            ),
            _command(
                "other_side",
                later("To the &other side"),
                lambda w: w.beside.go_to_other_side(),
                "F6",
            ),
        ),
        *_inside(
            _WINDOW,
            _command(
                "threads",
                later("Show conversa&tions"),
                MainWindow.turn_threads,
                "F9",
                is_checkable=True,
            ),
            _switch("toolbar", later("Show toolbar")),
            _switch("below", later("Panels &below the timeline"), "Shift+D"),
            _switch("motion", later("Animated rows and smooth scrollin&g")),
        ),
    ),
    *_menu(
        PANEL_MENU,
        _switch("inspector", later("&Inspector"), "I", needs=Prerequisite.COLLECTION),
        *map(_of_panel, PANELS),
    ),
    *_menu(
        _HELP,
        _command("manual", later("&Manual"), lambda w: w.manual.open(), "Shift+F1"),
        _command("glossary", later("&Glossary"), lambda w: w.manual.open_glossary()),
        _command("tour", later("&Tour of the window"), lambda w: w.touring.begin()),
        _switch("hints", later("&Hints for newcomers")),
        _command("palette", later("Find a &command…"), MainWindow.offer_commands, "Ctrl+K"),
        _command("keys", later("&Keyboard shortcuts"), MainWindow.show_shortcuts, "F1"),
        LINE,
        _command("about", later("&About Tanglescope"), boxes.show),
    ),
)
"""All commands, in the order of their menus."""

BY_NAME = {command.name: command for command in COMMANDS}
