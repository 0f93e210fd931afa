"""Profile: that of the current message's author, or of another person who was chosen."""

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.library import Library, Profile
from engine.tangle.references import names_feed
from engine.wording import tr
from viewer import words
from viewer.avatar import AVATAR_SIDE, avatar, portrait
from viewer.blobs.pictures import Pictures
from viewer.panels.panel import Panel
from viewer.panels.person.page import MORE, SHOWN, heading, page
from viewer.theme import Theme
from viewer.tooltips import set_tooltip
from viewer.views import facts
from viewer.views.facts import FactPage
from viewer.views.label import PlainLabel

_SIZE = 72


class _ProfileAnswer(NamedTuple):
    """The profile of whom was asked for, if it is known who that is."""

    profile: Profile | None


class PersonPanel(Panel):
    """One person at a time; links lead to others, to messages and to conversations."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("person")
        self._chosen: list[str] = []
        """The people that were chosen here, one after the other."""
        self._profile: Profile | None = None
        self._feed = ""
        self._shown = SHOWN
        self._pictures: Pictures | None = None
        self.picture = PlainLabel(self)
        self.picture.setFixedSize(_SIZE, _SIZE)
        self.picture.setAccessibleName(tr("Picture"))
        self.name = PlainLabel(self)
        self.name.setObjectName("inspector_title")
        self.name.setWordWrap(True)
        self.id = PlainLabel(self)
        self.id.setObjectName("hint")
        self.back = QToolButton(self)
        self.back.setObjectName("way")
        self.back.setText("‹")
        self.back.setAutoRaise(True)
        self.back.setAccessibleName(tr("Back to the person before"))
        set_tooltip(self.back, tr("Back to the person before"))
        self.back.clicked.connect(self._go_back)
        self.all = QPushButton(tr("All messages"), self)
        self.all.setObjectName("secondary")
        self.all.clicked.connect(self._open_feed)
        self.copy = QPushButton(tr("Copy id"), self)
        self.copy.setObjectName("secondary")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._feed))
        self.page = FactPage(tr("Details of this person"), self)
        self.page.key_clicked.connect(self.key_clicked)
        self.page.address_clicked.connect(self._follow)
        names = QVBoxLayout()
        names.addStretch(1)
        names.addWidget(self.name)
        names.addWidget(self.id)
        names.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self.picture)
        head.addLayout(names, 1)
        head.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        below = QHBoxLayout()
        below.addWidget(self.all)
        below.addWidget(self.copy)
        below.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 12, 12)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.page, 1)
        column.addLayout(below)
        self._render()

    def refresh(self) -> None:
        """The collection may be another one, or know more."""
        self._watch_pictures()
        self._ask()

    def show_key(self) -> None:
        """Another message is current: its author is shown."""
        self._chosen.clear()
        self._ask()

    def show_person(self, feed: str) -> None:
        """Show who writes in a feed, until another message is current."""
        self._chosen.append(feed)
        self._shown = SHOWN
        self._ask()

    def paint_in(self, _theme: Theme) -> None:
        """Paint in a theme from now on."""
        self._render()

    def end(self) -> None:
        """Forget everybody."""
        self._chosen.clear()
        self._profile = None
        self._render()

    def _ask(self) -> None:
        chosen, key = (self._chosen or [""])[-1], self.key

        def answered(library: Library) -> _ProfileAnswer:
            feed = chosen
            if not feed and key is not None:
                message = library.messages([key]).get(key)
                feed = message.author if message else ""
            return _ProfileAnswer(library.profile(feed) if feed else None)

        if self.session is not None:
            self.ask_of_archive(answered, self._show, "profile")

    def _show(self, answer: _ProfileAnswer) -> None:
        before = self._profile
        self._profile = answer.profile
        is_same = before and self._profile and before.person == self._profile.person
        place = self.page.verticalScrollBar().value() if is_same else 0
        self._render()
        self.page.verticalScrollBar().setValue(place)

    def _render(self) -> None:
        profile = self._profile
        self._feed = profile.person.main if profile else ""
        for part in (self.all, self.copy, self.picture, self.name, self.id):
            part.setVisible(profile is not None)
        self.back.setVisible(len(self._chosen) > 1)
        if profile is None:
            self.page.setHtml(facts.hint(tr("Choose a message to see who wrote it."), self.theme))
            return
        self.name.setText(heading(profile))
        self.id.setText(words.short(self._feed))
        set_tooltip(self.id, self._feed)
        self.page.setHtml(page(profile, self.theme, self._shown))
        self._paint()

    def _watch_pictures(self) -> None:
        pictures = self.session.pictures if self.session else None
        if pictures is not self._pictures:
            self._pictures = pictures
            if pictures:
                pictures.arrived.connect(self._take)

    def _take(self, blob: str) -> None:
        if self._profile and blob == self._profile.portrait:
            self._paint()

    def _paint(self) -> None:
        """Show the picture, or one that is drawn."""
        if self._profile is None:
            return
        ratio, blob = self.devicePixelRatioF(), self._profile.portrait
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
            self._render()
        elif names_feed(address):
            self._remember()
            self.show_person(address)
        else:
            self.thread_wanted.emit(address)

    def _remember(self) -> None:
        """Let the way back lead to the author of the current message, too."""
        if not self._chosen and self._feed:
            self._chosen.append(self._feed)

    def _go_back(self) -> None:
        if len(self._chosen) > 1:
            self._chosen.pop()
            self._ask()

    def _open_feed(self) -> None:
        self.thread_wanted.emit(f"feed:{self._feed}")
