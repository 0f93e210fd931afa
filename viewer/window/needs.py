"""What commands need: one that can't do anything says why, instead of nothing."""

from collections.abc import Callable, Mapping
from functools import partial

from engine.wording import tr
from viewer.models.timeline_model import TimelineModel
from viewer.views.timeline.reading import ReadingPage

_OF_MESSAGE = frozenset(
    {
        *("copy", "copy_key", "copy_link", "copy_ndjson", "copy_feed", "cause", "effect"),
        *("feed", "feeds", "conversations", "hide_author", "hold"),
    }
)
_OF_CONVERSATION = frozenset(
    {
        *("copy_address", "reply", "find", "find_next", "find_previous", "new_tab", "order"),
        *("next_message", "previous_message", "end", "next_new", "next_moved"),
        *("hide", "hide_nothing"),
    }
)

Actions = dict[str, Callable[[], object]]
"""The functions of commands, by name."""


def with_answers(
    actions: Mapping[str, Callable[[], object]],
    page: Callable[[], ReadingPage],
    report: Callable[[str], object],
) -> Actions:
    """The functions of commands; those that lack something report it instead.

    `page` is the page on which they act.
    """

    def run(name: str) -> None:
        if lack := lacking(name, page()):
            report(lack)
        else:
            actions[name]()

    needing = (_OF_MESSAGE | _OF_CONVERSATION) & actions.keys()
    return {**actions, **{name: partial(run, name) for name in needing}}


def lacking(name: str, page: ReadingPage) -> str:
    """What a command lacks on a page, as a sentence; `""` if nothing."""
    view = page.timeline
    model = view.model()
    if not isinstance(model, TimelineModel) or not model.address:
        return tr("Open a conversation first.")
    if name in _OF_MESSAGE and view.current_key() is None:
        is_selected = name.startswith("copy") and (view.selected_text() or view.chosen_rows())
        return "" if is_selected else tr("Choose a message first.")
    new, moved = view.unread.counts()
    if name == "next_new" and not new:
        return tr("No message here is new.")
    if name == "next_moved" and not moved:
        return tr("No message here has moved.")
    if name == "hide_nothing" and model.gaps is None:
        return tr("Nothing is hidden here.")
    return ""
