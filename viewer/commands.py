"""Everything a person can do, once: menus, keys and the help page are made of this table."""

from dataclasses import dataclass

from viewer.panels.table import PANELS


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do, where its menu is and which keys do it; `|` opens a new group."""

    name: str
    menu: str
    text: str
    keys: tuple[str, ...] = ()
    group: bool = False


COMMANDS = (
    Command("open", "&File", "&Open …", ("Ctrl+O",)),
    Command("open_sample", "&File", "Open the &sample"),
    Command("open_group_sample", "&File", "Open the sample of a gr&oup"),
    Command("import", "&File", "&Import archives …", ("Ctrl+I",)),
    Command("export", "&File", "E&xport …", ("Ctrl+Shift+E",), group=True),
    Command("quarantine", "&File", "&Bad records …", ("Ctrl+B",), group=True),
    Command("unlock", "&File", "&Unlock private messages …", ("Ctrl+U",), group=True),
    Command("unlock_groups", "&File", "Read &group keys …"),
    Command("enter_groups", "&File", "Enter group ke&ys …"),
    Command("keep_private", "&File", "&Keep private text …"),
    Command("export_feed", "&File", "&Export my own feed …", group=True),
    Command("adopt", "&File", "&Publish in another feed …"),
    Command("publish_as_usual", "&File", "Publish in &my own feed again"),
    Command("cancel", "&File", "&Cancel reading", ("Ctrl+.",), group=True),
    Command("quit", "&File", "&Quit", ("Ctrl+Q",), group=True),
    Command("copy", "&Edit", "&Copy text", ("Ctrl+C",)),
    Command("copy_key", "&Edit", "Copy message &id", ("Ctrl+Shift+C",)),
    Command("reply", "&Edit", "&Reply", ("R",)),
    Command("find", "&Edit", "F&ind in this thread", ("Ctrl+F",), group=True),
    Command("find_next", "&Edit", "Find &next", ("F3",)),
    Command("find_previous", "&Edit", "Find &previous", ("Shift+F3",)),
    Command("filter", "&Edit", "&Filter threads", ("Ctrl+L", "/")),
    Command("next_message", "&Go", "&Next message", ("J",)),
    Command("previous_message", "&Go", "&Previous message", ("K",)),
    Command("cause", "&Go", "To what it &answers", ("P",)),
    Command("effect", "&Go", "To what answers &it", ("E",)),
    Command("back", "&Go", "&Back", ("Alt+Left",)),
    Command("forward", "&Go", "&Forward", ("Alt+Right",)),
    Command("everything", "&Go", "&Everything", ("Ctrl+E",), group=True),
    Command("feed", "&Go", "All of this a&uthor", ("A",)),
    Command("mentions", "&Go", "Mentions of m&e", ("Ctrl+Shift+M",)),
    Command("next_thread", "&Go", "Next &thread", ("Alt+Down", "Ctrl+PgDown"), group=True),
    Command("previous_thread", "&Go", "Pre&vious thread", ("Alt+Up", "Ctrl+PgUp")),
    Command("pin", "&Go", "&Pin this thread", ("Ctrl+D",)),
    Command("new_tab", "&Go", "Go on in a new ta&b", ("Ctrl+T",), group=True),
    Command("close_tab", "&Go", "&Close this tab", ("Ctrl+W",)),
    Command("next_tab", "&Go", "Ne&xt tab", ("Ctrl+Tab",)),
    Command("previous_tab", "&Go", "Previous tab", ("Ctrl+Shift+Tab",)),
    Command("next_new", "&Go", "To what is &new", ("N",), group=True),
    Command("next_moved", "&Go", "To what has &moved", ("M",)),
    Command("end", "&Go", "To the &end", ("Ctrl+End",)),
    Command("theme_system", "&View", "Colours of the &system"),
    Command("theme_light", "&View", "&Light"),
    Command("theme_dark", "&View", "&Dark"),
    Command("theme_contrast", "&View", "High &contrast"),
    Command("larger", "&View", "L&arger letters", ("Ctrl++", "Ctrl+="), group=True),
    Command("smaller", "&View", "&Smaller letters", ("Ctrl+-",)),
    Command("usual_size", "&View", "&Usual letters", ("Ctrl+0",)),
    Command("compact", "&View", "One &line a message", ("Ctrl+M",), group=True),
    Command("lanes", "&View", "Show la&nes", ("L",)),
    Command("feed_lanes", "&View", "A lane for each auth&or", ("Shift+F",)),
    Command("light", "&View", "Light past and &future", ("Shift+L",)),
    Command("inspector", "&View", "Show &inspector", ("I",)),
    Command("beside", "&View", "A second timeline &beside", ("Ctrl+\\",), group=True),
    Command("change_sides", "&View", "Change s&ides", ("Ctrl+Shift+\\",)),
    Command("other_side", "&View", "To the &other side", ("F6",)),
    Command("threads", "&View", "Show &threads", ("F9",)),
    *(Command(kind.command, "&Panels", kind.title, kind.keys) for kind in PANELS),
    Command("preferences", "&Edit", "&Preferences …", ("Ctrl+,",), group=True),
    Command("hints", "&Help", "&Hints for newcomers"),
    Command("palette", "&Help", "Find a &command …", ("Ctrl+K",)),
    Command("keys", "&Help", "&Keys", ("F1",)),
    Command("about", "&Help", "&About Tanglescope"),
)

CHECKABLE = frozenset(
    {
        "keep_private",
        "pin",
        "theme_system",
        "theme_light",
        "theme_dark",
        "theme_contrast",
        "compact",
        "lanes",
        "feed_lanes",
        "light",
        "inspector",
        "threads",
        "hints",
        *(kind.command for kind in PANELS),
    }
)

READING = (
    ("↑ ↓", "Previous, next message"),
    ("Space, Page down", "A screen further"),
    ("Shift+Space, Page up", "A screen back"),
    ("Home, End", "To the beginning, to the end"),
    ("Enter", "Show what a message warns of, or hide it again"),
    ("Shift+↑ ↓, Shift+click", "Choose a range of messages"),
    ("Ctrl+click, Ctrl+A", "Choose one more, choose all"),
    ("Escape", "Choose nothing"),
    ("Ctrl+Return", "Publish the reply"),
    ("Escape", "From the reply back to the timeline; undo while it waits"),
    ("Ctrl+Return, middle button", "In the list: open the thread in a new tab"),
    ("Shift+Return", "In the list: open the thread beside"),
    ("1, 2, 3 …", "In a table: sort by that column, once more the other way"),
    ("Tab", "From filter to threads to timeline"),
)
"""Keys of the timeline itself."""

DRAWING = (
    ("↑ ↓", "To a cause, to an effect"),
    ("← →", "Along the same rank"),
    ("Ctrl and the arrows", "Move over the diagram"),
    ("+ - 0", "Closer, farther away, everything"),
    ("Enter, double click", "Read what is near a message"),
    ("Shift and drag", "Read what is in a box"),
    ("Esc", "Back to the whole"),
)
"""Keys of the diagram itself."""
