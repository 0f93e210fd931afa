"""What commands do with the message, the author, the conversation or the file that they act on."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtGui import QFont

from tanglescope.engine.blobs.links import MARK, BlobLink, blobs_in
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import EVERYTHING, Library, is_channel
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.reduce.activities import ACTIVITIES
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.store.query import Term, is_searched, write_query
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.tangle.thread import identity
from tanglescope.engine.words import clean, text_of, visible
from tanglescope.viewer.markdown import MessageDocument
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    FileSubject,
    MessageSubject,
    subject_of_address,
)
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.attachments import Click, File
from tanglescope.viewer.window.main_window import MainWindow

_LONGEST_LINK = 80
_WORD = re.compile(r"[^\W_]+")
_LONGEST_WORDS = 30  # letters in a label
_MOST_WORDS, _MOST_COMPARED = 12, 5


def is_here(window: MainWindow, message: MessageSubject) -> bool:
    """Whether a message isn't missing."""
    return window.ways_here.message(message.key) is not None


def open_in_tab(window: MainWindow, message: MessageSubject) -> None:
    """Open a message in a new tab."""
    if address := _address_of(window, message):
        window.tabbing.open_here()
        window.ways_here.open(address, message.key)


def open_beside(window: MainWindow, message: MessageSubject) -> None:
    """Open a message on the second page."""
    if address := _address_of(window, message):
        window.beside.open(address, message.key)


def _address_of(window: MainWindow, message: MessageSubject) -> str:
    """The first conversation of a message, or the open one that shows it as missing."""
    timeline = window.page_here.timeline.timeline
    if addresses := timeline.conversations_of(message.key):
        return addresses[0]
    if timeline.row_of(message.key) is not None:
        return timeline.address
    window.activity.say(tr("That message isn't here."))
    return ""


def open_panel(window: MainWindow, name: str, message: MessageSubject) -> None:
    """Open a panel about a message."""
    _on_first_page(window, message.key, partial(window.workbench.open_panel, name))


def reply(window: MainWindow, message: MessageSubject) -> None:
    """Begin a reply at a message."""
    _on_first_page(window, message.key, window.writing.reply)


def _on_first_page(window: MainWindow, key: str, act: Callable[[], object]) -> None:
    """Call a function at a message on the first page, to which panels and the composer belong.

    It shows the conversation that is read on the second page, if that has the keyboard focus.
    """
    here = window.parts_here
    address = "" if here is window.parts else here.page.timeline.timeline.address
    window.parts.at(key, act, address)


def read(window: MainWindow, file: FileSubject) -> None:
    """Go to the message of a file, from a part of the window that covers it."""
    window.ways_here.go_to(file.key)
    window.page_here.timeline.setFocus()


def quote(window: MainWindow, message: MessageSubject) -> None:
    """Begin a reply with a message, or with what is selected in it, as a quote."""
    key, ways, timeline = message.key, window.ways_here, window.page_here.timeline
    found = ways.message(key)
    if text := ways.text_of(key):
        author = found.author if found and is_feed_id(found.author) else ""
        if key == timeline.current_key():
            text = ways.selected_text()
            if len(timeline.chosen_rows()) > 1:
                author = ""  # the text names the authors of several messages
        _on_first_page(window, key, partial(window.writing.quote, text, author))


def is_hidden(window: MainWindow, author: AuthorSubject) -> bool:
    """Whether the messages of an author are hidden in the conversation of the page."""
    address = window.page_here.timeline.timeline.address
    session = window.session
    return session is not None and author.feed in session.settings.within(address).filters.feeds


# Links and files


def links_of(window: MainWindow, message: MessageSubject) -> list[str]:
    """The links in the text of a message, each once."""
    found = window.ways_here.message(message.key)
    if found is None or isinstance(found.content, str) or not (text := text_of(found.content)):
        return []
    theme, is_ssb = window.page_here.timeline.lanes.theme, names_feed(found.author)
    return MessageDocument(text, QFont(), theme, is_ssb=is_ssb).links()


def offer_links(window: MainWindow, message: MessageSubject) -> None:
    """Follow the link of a message, or list its links."""
    links = links_of(window, message)
    titles = [visible(link[:_LONGEST_LINK]) for link in links]
    acts = [partial(window.ways_here.follow, link) for link in links]
    title, nothing = tr("Links of this message"), tr("This message has no links.")
    _do_one(window, title, nothing, zip(titles, acts, strict=True))


def has_files(window: MainWindow, message: MessageSubject) -> bool:
    """Whether a message refers to files, or describes something that can have a picture."""
    found = window.ways_here.message(message.key)
    return found is not None and (bool(blobs_in(found.content)) or found.type in ACTIVITIES)


def offer_files(window: MainWindow, message: MessageSubject) -> None:
    """Open or save the file of a message, or list its files."""
    _choose_file(window, message, lambda _: True, window.page_here.timeline.file_clicked.emit)


def offer_to_save(window: MainWindow, message: MessageSubject) -> None:
    """Save the file of a message, or list its files that are here."""
    _choose_file(
        *(window, message, lambda file: file.found is not None),
        lambda click: window.showing.save(click.file),
    )


def offer_to_copy(window: MainWindow, message: MessageSubject) -> None:
    """Copy the picture of a message, or list its pictures."""
    _choose_file(
        *(window, message, lambda file: file.is_shown),
        lambda click: window.showing.copy(click.file),
    )


def _choose_file(
    window: MainWindow,
    message: MessageSubject,
    is_fitting: Callable[[File], bool],
    act: Callable[[Click], object],
) -> None:
    """Call a function with the only fitting file of a message, or the one chosen in a menu."""

    def choose() -> None:
        clicks = window.page_here.timeline.files_of_current()
        acts = [
            (each.file.caption(), partial(act, each)) for each in clicks if is_fitting(each.file)
        ]
        _do_one(window, tr("Files of this message"), tr("This message has no files."), acts)

    window.parts_here.at(message.key, choose)


def open_file(window: MainWindow, file: FileSubject) -> None:
    """Open or save a file."""
    view = window.page_here.timeline
    window.parts_here.at(file.key, partial(view.open_file, file.address))


def file_of(window: MainWindow, file: FileSubject) -> File:
    """The file that a message names, with what it declares, and where it is."""
    message, session = window.ways_here.message(file.key), window.session
    named = blobs_in(message.content) if message is not None else ()
    blob, _, key = file.address.partition(MARK)
    link = next((each for each in named if each.id == blob), BlobLink(blob, key=key))
    return File(link, session.pictures.find(link.address) if session else None)


def _do_one(
    window: MainWindow,
    title: str,
    nothing: str,
    acts: Iterable[tuple[str, Callable[[], object]]],
) -> None:
    """Call the only one of some functions, or the one chosen in a menu of their labels."""
    acts = list(acts)
    if not acts:
        window.activity.say(nothing)
    elif len(acts) == 1:
        acts[0][1]()
    else:
        _offer_each(window, title, acts)


def _offer_each(
    window: MainWindow, title: str, acts: Iterable[tuple[str, Callable[[], object]]]
) -> None:
    """Open a menu in the middle of the timeline, from labels and functions."""
    menu = Menu(title, window, is_for_once=True)
    menu.add_names(acts)
    viewport = window.page_here.timeline.viewport()
    menu.popup(viewport.mapToGlobal(viewport.rect().center()))


# Searches


def search(
    window: MainWindow, field: str, words: Sequence[str], *, is_quoted: bool = False
) -> None:
    """Show the messages that match a term."""
    # The only place that builds queries; the search panel parses them.
    window.searching.search(write_query([Term(field, tuple(words), is_quoted=is_quoted)]))


def search_in(window: MainWindow, conversation: ConversationSubject) -> None:
    """Search in a conversation: in the panel if it has its messages, otherwise on the page."""
    plain = split_order(conversation.address)[0]
    subject = subject_of_address(plain)
    if isinstance(subject, AuthorSubject):
        search(window, "author", (subject.feed,))
    elif identity(plain) is not None or is_channel(plain):
        search(window, "in", (plain,))
    elif can_be_searched(window, conversation):
        window.searching.search("")
    else:
        window.page_here.finder.open_bar()


def can_be_searched(_window: MainWindow, conversation: ConversationSubject) -> bool:
    """Whether searches find the messages of a conversation, as they do unless it is a graph."""
    plain = split_order(conversation.address)[0]
    return plain == EVERYTHING or is_searched(plain)


def can_be_found(window: MainWindow, message: MessageSubject) -> bool:
    """Whether searches find a message, as they do unless it is in a graph."""
    session = window.session
    return session is not None and message.key in session.library.messages([message.key])


def label_of_search(_window: MainWindow, message: MessageSubject) -> str:
    """The label of the command that searches for the words under the mouse; `""` without any."""
    if not (words := " ".join(message.words.split())):
        return ""
    label = tr("Search for “{words}”", words=clean(words, _LONGEST_WORDS))
    return label.replace("&", "&&")


def search_word(window: MainWindow, message: MessageSubject) -> None:
    """Search for the words under the mouse, the selected text, or a word chosen from a menu."""
    timeline, words = window.page_here.timeline, message.words
    if len(timeline.selection.rows) == 1 and message.key == timeline.current_key():
        words = timeline.selected_text()
    if words := " ".join(words.split()):
        search(window, "", (words,), is_quoted=True)
        return

    def offer(found: Sequence[str]) -> None:
        acts = (partial(search, window, "", (word,), is_quoted=True) for word in found)
        _offer_each(window, tr("Words of this message"), zip(found, acts, strict=True))

    if can_be_found(window, message):
        _ask_for_words(window, message, _MOST_WORDS, offer)
    else:
        offer(longest_words(window.ways_here.text_of(message.key), _MOST_WORDS))


def find_similar(window: MainWindow, message: MessageSubject) -> None:
    """Search for messages that share the rarest words of one."""
    if can_be_found(window, message):
        _ask_for_words(
            *(window, message, _MOST_COMPARED),
            lambda found: search(window, "", found, is_quoted=len(found) == 1),
        )
    else:
        window.activity.say(
            tr("Searches find only SSB messages. Ctrl+F finds words in this conversation.")
        )


def _ask_for_words(
    window: MainWindow,
    message: MessageSubject,
    most: int,
    then: Callable[[Sequence[str]], object],
) -> None:
    """Ask for the rarest words that a message shares with others."""

    def show(words: Sequence[str] | None) -> None:
        if words:
            then(words)
        elif words is not None:
            window.activity.say(tr("No other message shares a word with this one."))

    assert window.session is not None
    window.session.ask("words", lambda library: _rarest_words(library, message.key, most), show)


def _rarest_words(library: Library, key: str, most: int) -> Sequence[str]:
    message = library.messages([key]).get(key)
    return library.found.rarest(message.content, most) if message else ()


def longest_words(text: str, most: int) -> Sequence[str]:
    """The longest words of a text, up to a number."""
    found = dict.fromkeys(word.casefold() for word in _WORD.findall(text))
    return sorted(found, key=len, reverse=True)[:most]
