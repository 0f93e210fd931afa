"""The profile of the current message's author, or of another person who was chosen."""

from collections.abc import Callable, Sequence
from datetime import date
from html import escape
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QPushButton, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import number, plural, tr
from tanglescope.engine.library import Library, Profile
from tanglescope.engine.store.profiles import PersonConversation
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.tangle.titles import plain, substitute_title
from tanglescope.engine.words import times
from tanglescope.engine.words.activities import part_in
from tanglescope.engine.words.inspection import Fact, Section, feed_of_person
from tanglescope.viewer.avatar import AVATAR_SIDE, avatar, portrait
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.models.thread_model import torn
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views import facts
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.facts import FactPage
from tanglescope.viewer.views.label import Note, PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_row

SHOWN = 40
"""The number of entries in a list before it is expanded."""
MORE = "more"
"""The address of the link that expands a list."""


def page(profile: Profile, theme: Theme, most: int = SHOWN) -> str:
    """The page about a person, in HTML."""
    parts = [_description(profile, theme)]
    parts.append(facts.render(_sections(profile), theme))
    call = _caller(profile)
    for title, feeds in (
        (tr("Follows"), profile.follows),
        (tr("Followers"), profile.followers),
        (tr("Blocks"), profile.blocks),
        (tr("Blocked by"), profile.blocked_by),
    ):
        if feeds:
            parts.append(_people(title, feeds, call, theme, most))
    if profile.conversations:
        parts.append(_conversations(profile.conversations, theme, most))
    return "".join(parts)


def heading(profile: Profile) -> str:
    """The name to show above all."""
    return words.clean_name(profile.name) or words.short(profile.person.main)


def _caller(profile: Profile) -> Callable[[str], str]:
    return lambda feed: words.clean_name(profile.called.get(feed) or words.short(feed))


def _description(profile: Profile, theme: Theme) -> str:
    written = words.clean(profile.description.strip())
    lines = words.clean(plain(written)).split("\n")  # entities may be invisible characters
    text = "<br>".join(map(escape, lines))
    color = theme.colors["text"]
    return f'<p style="margin: 0 0 6px 0; color: {color}">{text}</p>' if text else ""


def _sections(profile: Profile) -> list[Section]:
    call = _caller(profile)
    found = [Section(tr("Messages"), _messages(profile))]
    if len(profile.names) > 1:
        since = [
            Fact(times.day(each.asserted), words.clean_name(each.name), each.key)
            for each in profile.names
        ]
        found.append(Section(tr("Names over time"), since))
    own = profile.names[-1].name if profile.names else ""
    others = [each for each in profile.others if each.name != own]
    if others:
        named = [
            Fact(tr("{name}, says", name=each.name), call(each.by), each.key) for each in others
        ]
        found.append(Section(tr("Called by others"), named))
    if profile.portrait_by:
        picture = Fact(tr("given by"), call(profile.portrait_by), address=profile.portrait_by)
        found.append(Section(tr("Picture"), [picture]))
    if part := _taken_part(profile, call):
        found.append(Section(tr("Takes part in"), part))
    feeds = profile.person.feeds
    if len(feeds) > 1:
        listed = [
            Fact("", feed_of_person(feed, profile.person), address=f"feed:{feed.id}")
            for feed in feeds
        ]
        found.append(Section(tr("Feeds"), listed))
    return found


def _messages(profile: Profile) -> list[Fact]:
    count = plural("{n:,} messages", "{n:,} message", profile.messages)
    counted = [Fact("", count, address=f"feed:{profile.person.main}")]
    for label, end in ((tr("First"), profile.first), (tr("Latest"), profile.latest)):
        if end is not None:
            counted.append(Fact(label, times.full(end[1]), end[0]))
    return [
        *counted,
        Fact(tr("Likes given"), number(profile.likes_given)),
        Fact(tr("Likes received"), number(profile.likes_got)),
    ]


def _taken_part(profile: Profile, call: Callable[[str], str]) -> list[Fact]:
    """The gatherings, polls, games and books, each with a link to its first message."""
    parts = (
        (key, part_in(activity, profile.person.ids, call))
        for key, activity in profile.activities.items()
    )
    return [Fact(*text, key) for key, text in parts if text is not None]


def _people(
    title: str, feeds: Sequence[str], call: Callable[[str], str], theme: Theme, most: int
) -> str:
    def rank(person: tuple[str, str]) -> tuple[bool, str]:
        """People with names come first; the others are called by their ids."""
        return person[0] == words.short(person[1]), person[0].casefold()

    named = sorted(((call(feed), feed) for feed in feeds), key=rank)
    links = [
        facts.link("", name, theme, address=feed) if names_feed(feed) else escape(name)
        for name, feed in named[:most]
    ]
    head = facts.title(f"{title} ({number(len(feeds))})", theme)
    return f'{head}<p style="margin: 2px 0">{", ".join(links)}{_rest(len(feeds) - most, theme)}</p>'


def _conversations(conversations: Sequence[PersonConversation], theme: Theme, most: int) -> str:
    head = facts.title(tr("Conversations"), theme)
    lines = []
    for each in conversations[:most]:
        said = words.clean(unwrap(each.title), 90)
        marked = said if each.present or not said else torn(said)
        title = marked or substitute_title(present=each.present)
        share = tr("{own:,} of {all:,}", own=each.own, all=each.messages)
        muted = theme.colors["muted"]
        text = escape(f"{share} · {times.short_day(each.latest, date.today())}")
        lines.append(
            f'<p style="margin: 6px 0">{facts.link("", title, theme, address=each.address)}'
            f'<br><small style="color: {muted}">{text}</small></p>'
        )
    return head + "".join(lines) + _rest(len(conversations) - most, theme)


def _rest(count: int, theme: Theme) -> str:
    return " " + facts.link("", tr("… {n:,} more", n=count), theme, MORE) if count > 0 else ""


_SIZE = 72


class _ProfileAnswer(NamedTuple):
    """The profile of a person, if the person is known."""

    profile: Profile | None


class PersonPanel(Panel):
    """One person at a time; links lead to others, to messages and to conversations."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._chosen: list[str] = []
        """The people that were chosen here, one after the other."""
        self._profile: Profile | None = None
        self._lacks_profile = False
        """Whether the current message has an author without a profile."""
        self._feed = ""
        self._shown = SHOWN
        self._pictures: Pictures | None = None
        self._make_parts()
        self.page = FactPage(tr("Details of this person"), self)
        self.page.document().setDocumentMargin(0)  # its text is in line with what is around it
        self.page.key_clicked.connect(self.key_clicked)
        self.page.address_clicked.connect(self._follow)
        self._lay_out()
        self.write_again()

    def _make_parts(self) -> None:
        """Create what is above the details, and the buttons below them."""
        self.picture = PlainLabel(self)
        self.picture.setFixedSize(_SIZE, _SIZE)
        self.picture.setAccessibleName(tr("Picture"))
        self.name = Note(self, style="inspector_title")
        self.id = PlainLabel(self, style="hint")
        what = tr("Back to the previous person")
        self.back = IconButton("arrow-left", what, self._go_back, parent=self)

        self.all = QPushButton(tr("All messages"), self)
        self.all.clicked.connect(lambda: self.thread_wanted.emit(f"feed:{self._feed}"))
        self.copy = QPushButton(tr("Copy id"), self)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._feed))

    def _lay_out(self) -> None:
        names = make_column(1, self.name, self.id, 1)
        head = make_row(
            self.picture, (names, 1), (self.back, 0, Qt.AlignmentFlag.AlignTop), spacing=14
        )
        below = make_row(self.all, self.copy, 1)
        make_column(head, (self.page, 1), below, on=self, margins=(18, 14, 12, 12), spacing=10)

    def refresh(self) -> None:
        """Reload the profile after the collection has changed."""
        self._watch_pictures()
        self._ask()

    def show_key(self) -> None:
        """Show the author of the current message."""
        self._chosen.clear()
        self._ask()

    def show_person(self, feed: str) -> None:
        """Show the author of a feed until another message becomes current."""
        self._chosen.append(feed)
        self._ask()

    def end(self) -> None:
        """Forget all people."""
        self._chosen.clear()
        self._profile = None
        self._lacks_profile = False
        self.write_again()

    def _ask(self) -> None:
        chosen, key = (self._chosen or [""])[-1], self.key

        def answer_profile(library: Library) -> _ProfileAnswer:
            feed = chosen
            if not feed and key is not None:
                message = library.messages([key]).get(key)
                feed = message.author if message else ""
            return _ProfileAnswer(library.profile(feed) if feed else None)

        if self.session is not None:
            self.ask_of_archive(answer_profile, self._show, "profile")

    def _show(self, answer: _ProfileAnswer) -> None:
        before = self._profile
        self._profile = answer.profile
        self._lacks_profile = answer.profile is None and self.key is not None
        is_same = before and self._profile and before.person == self._profile.person
        place = self.page.verticalScrollBar().value() if is_same else 0
        if not is_same:
            self._shown = SHOWN
        self.write_again()
        self.page.verticalScrollBar().setValue(place)

    def write_again(self) -> None:
        """Write texts again in the colours of the theme."""
        profile = self._profile
        self._feed = profile.person.main if profile else ""
        for part in (self.all, self.copy, self.picture, self.name, self.id):
            part.setVisible(profile is not None)
        self.back.setVisible(len(self._chosen) > 1)
        if profile is None:
            hint = (
                tr("Only authors of SSB messages that are here have a profile.")
                if self._lacks_profile
                else tr("Select a message to see who wrote it.")
            )
            self.page.setHtml(facts.hint(hint, self.theme))
            return
        self.name.setText(heading(profile))
        self.id.setText(words.short(self._feed))
        set_tooltip(self.id, self._feed)
        self.page.setHtml(page(profile, self.theme, self._shown))
        self._paint(profile)

    def _watch_pictures(self) -> None:
        pictures = self.session.pictures if self.session else None
        if pictures is not self._pictures:
            self._pictures = pictures
            if pictures:
                pictures.arrived.connect(self._take)

    def _take(self, blob: str) -> None:
        if self._profile and blob == self._profile.portrait:
            self._paint(self._profile)

    def _paint(self, profile: Profile) -> None:
        """Show the person's picture, or a drawn one."""
        ratio, blob = self.devicePixelRatioF(), profile.portrait
        if blob and self._pictures and self._pictures.find(blob):
            image = self._pictures.image(blob, AVATAR_SIDE)
            if isinstance(image, QImage):
                self.picture.setPixmap(portrait(image, _SIZE, ratio))
                return
        color = self.theme.author(self._feed).name()
        self.picture.setPixmap(avatar(self._feed, _SIZE, ratio, color))

    def _follow(self, address: str) -> None:
        if address == MORE:
            self._shown *= 8
            self.write_again()
        elif names_feed(address):
            if not self._chosen and self._feed:  # the way back leads to the first one, too
                self._chosen.append(self._feed)
            self.show_person(address)
        else:
            self.thread_wanted.emit(address)

    def _go_back(self) -> None:
        if len(self._chosen) > 1:
            self._chosen.pop()
            self._ask()
