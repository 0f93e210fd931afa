"""The table of commands, from which menus, keys and the help page are built."""

from collections import Counter
from dataclasses import dataclass

from tanglescope.engine.wording import later
from tanglescope.viewer.face import Face
from tanglescope.viewer.panels.table import PANELS, PLACES


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its menu, text and keys; `|` begins a new group."""

    name: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    group: bool = False
    face: Face | None = None
    """The only face whose menus have it; None for both."""
    submenu: str = ""
    """The menu inside of its menu."""
    place: str = ""
    """The place of the panel that it opens."""


FILE, COLLECTION = later("&File"), later("&Collection")
_EDIT, _GO, _VIEW = later("&Edit"), later("&Go"), later("&View")
_MESSAGE = later("&Message")
PANEL_MENU, _HELP = later("&Panels"), later("&Help")

SAMPLES, _EXPORTS = later("Samples"), later("Export")
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

COMMANDS = (
    Command("open", FILE, later("&Open…"), ("Ctrl+O",)),
    Command("open_folder", FILE, later("Open a &folder…"), ("Ctrl+Shift+O",)),
    Command("open_sample", FILE, later("Open the &sample"), submenu=SAMPLES),
    Command("open_group_sample", FILE, later("Open the samp&le of a group"), submenu=SAMPLES),
    Command("scene_fork", FILE, later("Gallery: a fork"), submenu=SAMPLES),
    Command("scene_partition", FILE, later("Gallery: a partition"), submenu=SAMPLES),
    Command("scene_late_peer", FILE, later("Gallery: a late peer"), submenu=SAMPLES),
    Command("scene_wrong_clocks", FILE, later("Gallery: wrong clocks"), submenu=SAMPLES),
    Command("export", FILE, later("E&xport…"), ("Ctrl+Shift+E",), submenu=_EXPORTS, group=True),
    Command("export_page", FILE, later("Export as web page…"), submenu=_EXPORTS),
    Command("export_site", FILE, later("Export all as web pages…"), submenu=_EXPORTS),
    Command("pdf", FILE, later("Export as PDF…"), submenu=_EXPORTS),
    Command("picture", FILE, later("Picture of the timeline…"), submenu=_EXPORTS),
    Command("save_file", FILE, later("Save a file of this message…"), submenu=_EXPORTS),
    Command("print", FILE, later("Print…"), ("Ctrl+P",)),
    Command("quarantine", FILE, later("&Bad records…"), ("Ctrl+B",), group=True),
    Command("unlock", FILE, later("&Decrypt private messages…"), ("Ctrl+U",), submenu=_PRIVATE),
    Command("unlock_groups", FILE, later("Read &group keys…"), submenu=_PRIVATE),
    Command("enter_groups", FILE, later("Enter group ke&ys…"), submenu=_PRIVATE),
    Command("keep_private", FILE, later("&Keep private text…"), submenu=_PRIVATE),
    Command("export_feed", FILE, later("&Export my own feed…"), submenu=_OWN_FEED, group=True),
    Command("adopt", FILE, later("&Publish in another feed…"), submenu=_OWN_FEED),
    Command("publish_as_usual", FILE, later("Publish in &my own feed again"), submenu=_OWN_FEED),
    Command("cancel", FILE, later("S&top the running task"), ("Ctrl+.",), group=True),
    Command("new_window", FILE, later("New &window"), ("Ctrl+Shift+N",)),
    Command("quit", FILE, later("&Quit"), ("Ctrl+Q",), group=True),
    Command("import", COLLECTION, later("&Add archives to this collection…"), ("Ctrl+I",)),
    Command("blob_folder", COLLECTION, later("Add a folder with &pictures…")),
    Command("rename_collection", COLLECTION, later("Re&name…"), group=True),
    Command("limit_references", COLLECTION, later("&Limit of references…")),
    Command("back_up", COLLECTION, later("&Back up…")),
    Command("restore", COLLECTION, later("Re&store a backup…")),
    Command("rescue", COLLECTION, later("Res&cue archives…"), group=True),
    Command("compare_archives", COLLECTION, later("Compare archi&ves…")),
    Command("remove_collection", COLLECTION, later("&Remove…")),
    Command("undo", _EDIT, later("&Undo"), ("Ctrl+Z",)),
    Command("copy", _EDIT, later("&Copy text"), ("Ctrl+C",)),
    Command(
        "copy_key",
        _EDIT,
        later("Copy messa&ge id"),
        ("Ctrl+Shift+C",),
        face=_DEBUGGING,
        submenu=_COPIES,
    ),
    Command("copy_link", _EDIT, later("Copy link of the message"), submenu=_COPIES),
    Command("copy_picture", _EDIT, later("Copy picture of the message"), submenu=_COPIES),
    Command(
        "copy_ndjson", _EDIT, later("Copy message as NDJSON"), face=_DEBUGGING, submenu=_COPIES
    ),
    Command(
        "copy_address",
        _EDIT,
        later("Copy &address of the conversation"),
        ("Ctrl+Alt+C",),
        submenu=_COPIES,
    ),
    Command("paste", _EDIT, later("Go to a pasted address"), ("Ctrl+V",)),
    Command(
        "search", _EDIT, later("Search people, conversations, &messages"), ("Ctrl+G",), group=True
    ),
    Command("find", _EDIT, later("F&ind in this conversation"), ("Ctrl+F",)),
    Command("find_next", _EDIT, later("Find &next"), ("F3",)),
    Command("find_previous", _EDIT, later("Find pre&vious"), ("Shift+F3",)),
    Command("filter", _EDIT, later("&Filter conversations"), ("Ctrl+L", "/")),
    Command("preferences", _EDIT, later("&Preferences…"), ("Ctrl+,",), group=True),
    Command("next_message", _GO, later("&Next message"), ("J",)),
    Command("previous_message", _GO, later("&Previous message"), ("K",)),
    Command("cause", _GO, later("To the mess&age it replies to"), ("P",)),
    Command("effect", _GO, later("To &its replies"), ("E",)),
    Command("next_new", _GO, later("To ne&w messages"), ("N",), group=True),
    Command("next_moved", _GO, later("To &moved messages"), ("M",)),
    Command("end", _GO, later("To the &end"), ("Ctrl+End",)),
    Command("back", _GO, later("&Back"), ("Alt+Left",), group=True),
    Command("forward", _GO, later("&Forward"), ("Alt+Right",)),
    Command("conversations", _GO, later("C&onversations of this message…"), ("C",)),
    Command(
        "everything", _GO, later("Ever&ything"), ("Ctrl+E",), submenu=_CONVERSATIONS, group=True
    ),
    Command("mentions", _GO, later("Mention&s of me"), ("Ctrl+Shift+M",), submenu=_CONVERSATIONS),
    Command(
        "next_thread",
        _GO,
        later("Nex&t conversation"),
        ("Alt+Down", "Ctrl+PgDown"),
        submenu=_CONVERSATIONS,
    ),
    Command(
        "previous_thread",
        _GO,
        later("Pre&vious conversation"),
        ("Alt+Up", "Ctrl+PgUp"),
        submenu=_CONVERSATIONS,
    ),
    Command("mark_read", _GO, later("Mark all as rea&d"), submenu=_CONVERSATIONS),
    Command("pin", _GO, later("Pin this conve&rsation"), ("Ctrl+D",), submenu=_CONVERSATIONS),
    Command("new_tab", _GO, later("&Keep this tab, open a new one"), ("Ctrl+T",), submenu=_TABS),
    Command("close_tab", _GO, later("&Close this tab"), ("Ctrl+W",), submenu=_TABS),
    Command("next_tab", _GO, later("Ne&xt tab"), ("Ctrl+Tab",), submenu=_TABS),
    Command("previous_tab", _GO, later("Previous tab"), ("Ctrl+Shift+Tab",), submenu=_TABS),
    Command("reply", _MESSAGE, later("&Reply…"), ("R",)),
    Command("quote", _MESSAGE, later("&Quote"), ("Shift+Q",)),
    Command("show_message", _MESSAGE, later("&Show where it is"), submenu=_SHOWING),
    Command("message_tab", _MESSAGE, later("Open this message in a new &tab"), submenu=_SHOWING),
    Command("message_beside", _MESSAGE, later("Open this message to the si&de"), submenu=_SHOWING),
    Command("open_link", _MESSAGE, later("&Links of this message…"), group=True),
    Command("open_file", _MESSAGE, later("Files of this message…"), ("V",)),
    Command("search_word", _MESSAGE, later("Search for a &word…"), ("G",), group=True),
    Command("similar", _MESSAGE, later("&Find similar messages"), ("F",)),
    Command("search_here", _MESSAGE, later("Searc&h in this conversation")),
    Command(
        "compare_here",
        _MESSAGE,
        later("Com&pare orders from here"),
        face=_DEBUGGING,
        submenu=_ORDER,
        group=True,
    ),
    Command(
        "hold",
        _MESSAGE,
        later("Pin for comparison"),
        ("Shift+I",),
        face=_DEBUGGING,
        submenu=_ORDER,
    ),
    Command("export_part", _MESSAGE, later("E&xport from here…")),
    Command(
        "feed", _MESSAGE, later("All messages of this author"), ("A",), submenu=_AUTHOR, group=True
    ),
    Command("feeds", _MESSAGE, later("Profile of this author"), ("Shift+A",), submenu=_AUTHOR),
    Command(
        "feed_tab", _MESSAGE, later("All messages of this author in a &new tab"), submenu=_AUTHOR
    ),
    Command("mentions_author", _MESSAGE, later("&Mentions of this author"), submenu=_AUTHOR),
    Command("search_author", _MESSAGE, later("Search in this author's messa&ges"), submenu=_AUTHOR),
    Command("copy_feed", _MESSAGE, later("Copy id of the author"), submenu=_AUTHOR),
    Command("copy_feed_link", _MESSAGE, later("Copy lin&k of the author's feed"), submenu=_AUTHOR),
    Command(
        "export_author", _MESSAGE, later("Export all messages of this &author…"), submenu=_AUTHOR
    ),
    Command("hide_author", _MESSAGE, later("Hide this author"), ("Shift+H",), submenu=_AUTHOR),
    Command("face", _VIEW, later("Debugging face"), ("F12",)),
    Command("theme_system", _VIEW, later("&System theme"), submenu=_THEMES),
    Command("theme_light", _VIEW, later("&Light"), submenu=_THEMES),
    Command("theme_dark", _VIEW, later("Dar&k"), submenu=_THEMES),
    Command("theme_contrast", _VIEW, later("High &contrast"), submenu=_THEMES),
    Command("larger", _VIEW, later("&Zoom in"), ("Ctrl++", "Ctrl+="), submenu=_SIZES),
    Command("smaller", _VIEW, later("Zoo&m out"), ("Ctrl+-",), submenu=_SIZES),
    Command("usual_size", _VIEW, later("Reset zoom"), ("Ctrl+0",), submenu=_SIZES),
    Command("compact", _VIEW, later("One line per message"), ("Ctrl+M",), group=True),
    Command("lanes", _VIEW, later("Show la&nes"), ("L",), submenu=_LANES),
    Command(
        "feed_lanes",
        _VIEW,
        later("A l&ane for each author"),
        ("Shift+F",),
        face=_DEBUGGING,
        submenu=_LANES,
    ),
    Command(
        "supersedes",
        _VIEW,
        later("Show what messages of a set s&upersede"),
        ("Shift+U",),
        face=_DEBUGGING,
        submenu=_LANES,
    ),
    Command(
        "light",
        _VIEW,
        later("Highlight past and &future"),
        ("Shift+L",),
        face=_DEBUGGING,
        submenu=_LANES,
    ),
    Command("order", _VIEW, later("O&rder of the messages…"), ("O",), face=_DEBUGGING),
    Command("hide", _VIEW, later("&Hide authors and types…"), ("H",), group=True),
    Command("hide_nothing", _VIEW, later("Show &what is hidden"), ("Ctrl+Shift+H",)),
    Command("beside", _VIEW, later("Secon&d timeline"), ("Ctrl+\\",), submenu=_SECOND),
    Command("change_sides", _VIEW, later("Swa&p sides"), ("Ctrl+Shift+\\",), submenu=_SECOND),
    Command("other_side", _VIEW, later("To the &other side"), ("F6",), submenu=_SECOND),
    Command("threads", _VIEW, later("Show conversa&tions"), ("F9",), submenu=_WINDOW),
    Command("toolbar", _VIEW, later("Show toolbar"), submenu=_WINDOW),
    Command("below", _VIEW, later("Panels &below the timeline"), ("Shift+D",), submenu=_WINDOW),
    Command("motion", _VIEW, later("Animated rows and smooth scrollin&g"), submenu=_WINDOW),
    Command("inspector", PANEL_MENU, later("&Inspector"), ("I",)),
    *(
        Command(
            *(kind.command, PANEL_MENU, kind.title, kind.keys),
            face=kind.face,
            submenu=_PLACES.get(kind.place, ""),
            place=kind.place,
        )
        for kind in PANELS
    ),
    Command("manual", _HELP, later("&Manual"), ("Shift+F1",)),
    Command("glossary", _HELP, later("&Glossary")),
    Command("tour", _HELP, later("&Tour of the window")),
    Command("hints", _HELP, later("&Hints for newcomers")),
    Command("palette", _HELP, later("Find a &command…"), ("Ctrl+K",)),
    Command("keys", _HELP, later("&Keyboard shortcuts"), ("F1",)),
    Command("about", _HELP, later("&About Tanglescope"), group=True),
)

CHECKABLE = frozenset(
    {
        "keep_private",
        "pin",
        "hold",
        "theme_system",
        "theme_light",
        "theme_dark",
        "theme_contrast",
        "compact",
        "lanes",
        "feed_lanes",
        "supersedes",
        "light",
        "face",
        "inspector",
        "threads",
        "toolbar",
        "below",
        "motion",
        "hints",
        *(kind.command for kind in PANELS),
    }
)

WAYS = (("threads", "list"), ("back", "arrow-left"), ("forward", "arrow-right"))
"""The commands on the left of the toolbar, and their icons."""

TOOLS = (("face", "face"), ("palette", "commands"))
"""The commands on the right of the toolbar, after the places, and their icons."""

READING = (
    ("↑ ↓", later("Previous, next message")),
    (later("Space, Page down"), later("Scroll down one page")),
    (later("Shift+Space, Page up"), later("Scroll up one page")),
    (later("Home, End"), later("To the beginning, to the end")),
    (later("Enter"), later("Show or hide the text behind a content warning")),
    (later("Shift+↑ ↓, Shift+click"), later("Select a range of messages")),
    (later("Ctrl+click, Ctrl+A"), later("Add to the selection, select all")),
    (later("Escape"), later("Deselect")),
    (later("Right-click, Menu"), later("All actions for a message")),
    (later("Ctrl+Enter"), later("Sign the reply")),
    (later("@ #, then ↑ ↓ Enter"), later("In a reply: complete a person or a channel")),
    (later("Escape"), later("From the reply back to the timeline; undo while it waits")),
    (later("↑ ↓ Enter"), later("In a field above a list: go through the results, open one")),
    (later("Ctrl+Enter, middle button"), later("In the list: open the conversation in a new tab")),
    (later("Shift+Enter"), later("In the list: open the conversation to the side")),
    (later("1, 2, 3…"), later("In a table: sort by that column; again to reverse")),
    ("Tab", later("From filter to conversations to timeline")),
)
"""Keys of the timeline itself."""

DRAWING = (
    ("↑ ↓", later("To a cause, to an effect")),
    ("← →", later("Along the same rank")),
    (later("Ctrl and the arrows"), later("Scroll the diagram")),
    ("+ - 0", later("Zoom in, zoom out, show everything")),
    (later("Enter, double click"), later("Show the messages around this one")),
    (later("Shift and drag"), later("Show the messages in a box")),
    (later("Escape"), later("Back to the whole diagram")),
)
"""Keys of the diagram itself."""
