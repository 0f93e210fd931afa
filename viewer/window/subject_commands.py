"""The tables of context menus: which commands each kind of subject has, in which order.

Most are commands of the menu bar, applied to what was clicked.
"""

from dataclasses import replace
from functools import partial

from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.command import Command, CommandTable
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    FileSubject,
    LaneSubject,
    LinkSubject,
    MessageSubject,
)
from tanglescope.viewer.window import subject_actions
from tanglescope.viewer.window.commands import (
    BY_NAME,
    COMMANDS,
    COPIES,
    ITS_AUTHOR,
    LINE,
    ORDER,
    SHOWING,
    about,
    about_conversation,
    about_message,
    inside,
    menu,
)

_about_link, _about_file = partial(about, LinkSubject), partial(about, FileSubject)
_about_lane = partial(about, LaneSubject)


def _same(*names: str, submenu: str = "") -> list[Command]:
    """Commands of the menu bar."""
    return [replace(BY_NAME[name], submenu=submenu) for name in names]


_FOR_AUTHOR = (
    *_same("feed", "feed_tab", "feeds", "mentions_author"),
    LINE,
    *_same("copy_feed", "copy_feed_link"),
    LINE,
    *_same("search_author", "hide_author", "export_author"),
)

CONTEXT_MENUS = {
    MessageSubject: tuple(
        menu(
            later("Message"),
            *_same("reply", "quote", "copy"),
            *_same("copy_key", "copy_link", "copy_ndjson", submenu=COPIES),
            LINE,
            about_message(
                *("search_clicked", "", subject_actions.search_word),
                is_offered=lambda _, m: bool(m.words.strip()),
                label=subject_actions.label_of_search,
            ),
            *_same("search_word", "similar", "open_link", "open_file"),
            LINE,
            *_same("show_message", "cause", "effect", "conversations", submenu=SHOWING),
            *_same("message_tab", "message_beside", submenu=SHOWING),
            *inside(
                ORDER,
                replace(
                    BY_NAME["panel_why"],
                    takes=MessageSubject,
                    run=lambda w, m: subject_actions.open_panel(w, "why", m),
                ),
                *_same("compare_here", "hold"),
            ),
            *_same("feed", "feeds", "copy_feed", "hide_author", submenu=ITS_AUTHOR),
            *_same("export_part"),
        )
    ),
    AuthorSubject: tuple(menu(later("Author"), *_FOR_AUTHOR, LINE, *_same("pin"))),
    ConversationSubject: tuple(
        menu(
            later("Conversation"),
            about_conversation(
                "open_conversation", later("Open"), lambda w, c: w.ways_here.open(c.address)
            ),
            about_conversation(
                "new_tab", later("Open in a new tab"), lambda w, c: w.tabbing.open(c.address)
            ),
            about_conversation(
                "beside", later("Open to the side"), lambda w, c: w.beside.open(c.address)
            ),
            LINE,
            *_same("copy_address"),
            LINE,
            *_same("search_here"),
            about_conversation(
                "export", later("E&xport…"), lambda w, c: w.exporting.ask_for(c.address)
            ),
            *_same("pin"),
        )
    ),
    LinkSubject: tuple(
        menu(
            later("Link"),
            _about_link(
                "open_link",
                later("Open this link…"),
                lambda w, each: w.ways_here.follow(each.address),
            ),
            LINE,
            _about_link(
                "copy_link",
                later("Copy this link"),
                lambda w, each: w.ways_here.copy_address(each.address, tr("Link copied")),
            ),
        )
    ),
    FileSubject: tuple(
        menu(
            later("File"),
            _about_file(
                "open_file",
                later("Open"),
                subject_actions.open_file,
                is_offered=lambda w, f: subject_actions.file_of(w, f).is_shown and not f.is_open,
            ),
            _about_file(
                "copy_picture",
                later("Copy picture"),
                lambda w, f: w.showing.copy(subject_actions.file_of(w, f)),
                is_offered=lambda w, f: subject_actions.file_of(w, f).is_shown,
            ),
            _about_file(
                "save_file",
                later("Save…"),
                lambda w, f: w.showing.save(subject_actions.file_of(w, f)),
                is_offered=lambda w, f: subject_actions.file_of(w, f).found is not None,
            ),
            _about_file(
                "blob_folder",
                later("Add a folder with pictures…"),
                lambda w, _: w.collecting.add_blob_folder(),
                is_offered=lambda w, f: subject_actions.file_of(w, f).found is None,
            ),
            LINE,
            _about_file(
                "copy_link",
                later("Copy id of this file"),
                lambda w, f: w.ways_here.copy_address(
                    f.address.partition("?")[0], tr("Id of the file copied")
                ),
            ),
            _about_file(
                "show_message",
                later("Go to this message"),
                subject_actions.read,
                is_offered=lambda _, f: f.is_open,
            ),
        )
    ),
    LaneSubject: tuple(
        menu(
            later("Line between messages"),
            _about_lane(
                "cause",
                later("To the start of this line"),
                lambda w, lane: w.ways_here.go_to(lane.cause),
            ),
            _about_lane(
                "effect",
                later("To the end of this line"),
                lambda w, lane: w.ways_here.go_to(lane.effect),
            ),
            LINE,
            *_FOR_AUTHOR,
        )
    ),
}
"""The commands of the context menu of each kind of subject."""

TABLE = CommandTable(COMMANDS, CONTEXT_MENUS)
