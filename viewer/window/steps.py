"""What the commands for reading do, on whichever page the keyboard is on."""

from collections.abc import Callable
from typing import TypeAlias

from viewer.views.timeline.reading import ReadingPage
from viewer.window.navigation import Navigation

Side: TypeAlias = tuple[ReadingPage, Navigation]
"""A page, and the ways that lead from it."""


def reading_actions(side: Callable[[], Side]) -> dict[str, Callable[[], object]]:
    """The commands by name; `side` says where they are to be carried out."""

    def page() -> ReadingPage:
        return side()[0]

    def ways() -> Navigation:
        return side()[1]

    return {
        "copy": lambda: ways().copy(),
        "copy_key": lambda: ways().copy_key(),
        "copy_link": lambda: ways().copy_link(),
        "copy_ndjson": lambda: ways().copy_ndjson(),
        "copy_feed": lambda: ways().copy_feed(),
        "copy_address": lambda: ways().copy_address(),
        "find": lambda: page().finder.open_bar(),
        "find_next": lambda: page().finder.step(1),
        "find_previous": lambda: page().finder.step(-1),
        "next_message": lambda: page().timeline.step(1),
        "previous_message": lambda: page().timeline.step(-1),
        "cause": lambda: ways().go_to_cause(),
        "effect": lambda: ways().go_to_effect(),
        "back": lambda: ways().go_back(),
        "forward": lambda: ways().go_forward(),
        "feed": lambda: ways().go_to_feed(),
        "feeds": lambda: ways().show_profile(),
        "conversations": lambda: ways().offer_conversations(),
        "next_new": lambda: page().pills.show_new(),
        "next_moved": lambda: page().pills.show_moved(),
        "hide": lambda: page().hiding_wanted.emit("choose"),
        "hide_author": lambda: page().hiding_wanted.emit("author"),
        "hide_nothing": lambda: page().hiding_wanted.emit("nothing"),
        "end": lambda: page().timeline.go_to_end(),
    }
