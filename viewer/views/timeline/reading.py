"""The pages for reading a thread, and for writing: heading, find bar, timeline, composer."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import EVERYTHING, ConversationSummary, TimelineSnapshot
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import Theme, Writers, paint_in
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.composer.view import Composer
from tanglescope.viewer.views.excluded_list import ExcludedList
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column
from tanglescope.viewer.views.timeline.heading import MARGIN, FindBar, Heading
from tanglescope.viewer.views.timeline.timeline_view import TimelineView


class UnreadPills(QObject):
    """Shows how much is unread and leads to it."""

    def __init__(self, view: TimelineView) -> None:
        super().__init__(view)
        self._view = view
        self.new = self._make_pill(tr("Nothing new"), self.show_new)
        self.moved = self._make_pill(tr("Nothing moved"), self.show_moved)
        view.unread_changed.connect(self.refresh, Qt.ConnectionType.QueuedConnection)
        view.resized.connect(self._place)

    def _make_pill(self, name: str, act: Callable[[], None]) -> QPushButton:
        pill = make_button("", self._view, act, style="pill")
        pill.setAccessibleName(name)
        pill.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        pill.setCursor(Qt.CursorShape.PointingHandCursor)
        pill.installEventFilter(self)
        pill.hide()
        return pill

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep whole texts when the size of the letters changes."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            # Qt announces the new font before the button has computed its size with it.
            QTimer.singleShot(0, self, self._place)
        return super().eventFilter(watched, event)

    def refresh(self) -> None:
        """Update the numbers of unread messages."""
        new, moved = self._view.unread.counts()
        for pill, count, text in (
            (self.new, new, tr("{new:,} new", new=new)),
            (self.moved, moved, tr("{moved:,} moved", moved=moved)),
        ):
            pill.setText(text)
            pill.setAccessibleName(tr("{text}: show", text=text))
            pill.setVisible(count > 0)
            pill.raise_()
        self._place()

    def show_new(self) -> None:
        """Go to the first unseen new message; after the last one, go to the end."""
        self._show(self._view.unread.new)

    def show_moved(self) -> None:
        """Go to the first unseen moved message."""
        self._show(self._view.unread.moved_keys)

    def _show(self, keys: list[str]) -> None:
        if keys and not self._view.go_to(keys[0]):
            self._view.note_seen(keys[:1])
        self._view.setFocus()

    def _place(self) -> None:
        shown = [pill for pill in (self.new, self.moved) if not pill.isHidden()]
        for pill in shown:
            pill.adjustSize()
        area = self._view.viewport().geometry()
        width = sum(pill.width() for pill in shown) + 8 * (len(shown) - 1)
        left = area.center().x() - width // 2
        for pill in shown:
            pill.move(left, area.bottom() - pill.height() - 14)
            left += pill.width() + 8


class _Emptiness(NamedFrame):
    """Says why the open conversation has no message; hidden if it has any."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("No message here belongs to this conversation."), parent)
        self.note = Note(self, style="hint")
        make_column(self.note, on=self, margins=(MARGIN, 16, MARGIN, 16))
        self.hide()

    def explain(self, thread: ConversationSummary) -> None:
        """Say it of the open conversation."""
        text = tr(
            "No message here belongs to this conversation. Choose another one in the list,"
            " or read more archives: Collection > Add archives to this collection."
        )
        if split_order(thread.address)[0] == EVERYTHING:
            text = tr(
                "Everything is one timeline of all SSB messages, and this collection has none."
                " What it has is in the lists on the left."
            )
        self.note.say(text)
        self.setVisible(thread.messages == 0)


class ReadingPage(NamedFrame):
    """Shows one conversation at a time, and remembers the reading position of each."""

    hits_found = Signal(object)
    """Emitted with the messages in which words were found, or none when the search ends."""
    face_turned = Signal(object)
    """Emitted with the face that the page shows now."""

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        parent: QWidget | None = None,
        *,
        name: str = "",
    ) -> None:
        super().__init__(name or tr("Open conversation"), parent, style="reading")
        self._settings = settings
        self._face = Face.READING
        self._excludes = False
        """Whether messages can be left out of the open conversation."""
        self._writers = Writers()
        self.theme = theme = theme.among(self._writers)
        """The colours of what is open here, for what is shown of it elsewhere, too."""
        self.heading = Heading(self)
        self.finder = FindBar(self)
        self.emptiness = _Emptiness(self)
        self.timeline = TimelineView(theme, self)
        self.pills = UnreadPills(self.timeline)
        self.excluded = ExcludedList(theme, self)
        self.excluded.hide()  # until a conversation with rules is open
        self.finder.reached.connect(self.timeline.go_to)
        self.finder.closed.connect(self._stop_finding)
        above = (self.heading, self.finder, self.emptiness)
        self._column = make_column(*above, (self.timeline, 1), self.excluded, on=self, spacing=0)
        # Tab leads from the conversations straight to the timeline.
        QWidget.setTabOrder(self.excluded.page, self.heading.news)

    def set_model(self, model: TimelineModel | None) -> None:
        """Switch to another database, or to none."""
        self.leave()
        before = self.timeline.selectionModel()
        self._writers.feeds = ()
        if model is not None:
            model.written_by.connect(self._know_writers)
        self.timeline.setModel(model)
        if before:  # Qt doesn't, because several views could share it
            before.deleteLater()

    def open_thread(
        self, thread: ConversationSummary, snapshot: Callable[[], TimelineSnapshot]
    ) -> None:
        """Show a thread or a view where it was left, or at its beginning."""
        model = self.timeline.timeline
        is_another = model.address != thread.address
        if is_another:
            self._turn_to(snapshot())
        elif model.is_part:
            model.show(snapshot())
        if self._settings.within(thread.address).read is None:
            self._settings.within(thread.address).read = model.messages_here
        if is_another:
            self._return_to(thread.address)
        self._fit(thread)
        self.show_summary(thread)

    def begin(self, thread: ConversationSummary, part: TimelineSnapshot, key: str | None) -> None:
        """Show a part of what is being opened: where it was left, or at the message `key`."""
        self._turn_to(part)
        if not (key and self.timeline.go_to(key)):
            self._return_to(thread.address)
        self._fit(thread)
        self.emptiness.hide()
        self.heading.show_thread(thread, is_counted=False)

    def left_at(self, address: str) -> str | None:
        """The message at which a conversation was left."""
        mark = self._settings.within(address).mark
        return mark[0] if mark else None

    def _turn_to(self, snapshot: TimelineSnapshot) -> None:
        self.leave()
        self.excluded.fold()
        self.finder.close_bar()
        self.timeline.timeline.show(snapshot)
        self.pills.refresh()

    def _return_to(self, address: str) -> None:
        if mark := self._settings.within(address).mark:
            self.timeline.return_to(*mark)

    def _fit(self, thread: ConversationSummary) -> None:
        """Show what is offered beside a conversation."""
        self._excludes = thread.is_answerable or thread.excludes
        self._show_excluded()

    def set_face(self, face: Face) -> None:
        """Show what belongs to a face."""
        self._face = face
        self._show_excluded()
        self.timeline.set_face(face)
        self.face_turned.emit(face)

    def _show_excluded(self) -> None:
        self.excluded.setVisible(self._excludes and self._face.shows(FacePart.EXCLUDED))

    def show_summary(self, thread: ConversationSummary) -> None:
        """Show the title and the size of the open conversation, or that it has no message."""
        self.emptiness.explain(thread)
        self.heading.show_thread(thread)

    def leave(self) -> None:
        """Remember how far the open thread has been read."""
        model = self.timeline.model()
        if isinstance(model, TimelineModel) and model.address:
            if place := self.timeline.place():
                self._settings.within(model.address).mark = place
            if not model.is_part:
                self._settings.within(model.address).read = model.messages_here

    def show_hits(self, words: str, keys: list[str]) -> None:
        """Show the hits."""
        if words != self.finder.field.text() or not self.finder.isVisible():
            return
        model = self.timeline.timeline
        rows = model.rows_of({key for key in keys if not model.is_hidden(key)})
        hidden = sum(map(model.is_hidden, keys))
        ordered = sorted(rows, key=rows.__getitem__)
        first = self.timeline.first_row()
        above = sum(row < first for row in rows.values())
        self.timeline.mark_words(words)
        self.finder.show_hits(ordered, above, hidden)
        self.hits_found.emit(ordered if words.strip() else [])

    def turns(self) -> dict[str, Callable[[bool], None]]:
        """The switches for how a thread is shown."""
        return {
            "compact": lambda on: self.timeline.set_compact(compact=on),
            "lanes": lambda on: self.timeline.show_lanes(shown=on),
            "feed_lanes": lambda on: self.timeline.show_feed_lanes(on=on),
        }

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self.theme = theme.among(self._writers)
        paint_in(self.theme, self)

    def _know_writers(self, feeds: tuple[str, ...]) -> None:
        self._writers.feeds = feeds

    def _stop_finding(self) -> None:
        self.timeline.mark_words("")
        self.hits_found.emit([])
        # A conversation may be opened while its address is typed, or while its reader types on.
        focus = self.window().focusWidget()
        if not isinstance(focus, QLineEdit) or self.finder.isAncestorOf(focus):
            self.timeline.setFocus()


class WritingPage(ReadingPage):
    """A page with a composer, in which an answer to the open conversation is written."""

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(theme, settings, parent)
        self._is_answerable = False
        """Whether the open conversation can be answered."""
        self.composer = Composer(self.theme, self)
        self._column.addWidget(self.composer)
        QWidget.setTabOrder(self.composer.now, self.heading.news)

    def _fit(self, thread: ConversationSummary) -> None:
        """Show the composer where a conversation can be answered."""
        super()._fit(thread)
        self._is_answerable = thread.is_answerable
        self._show_composer()

    def set_face(self, face: Face) -> None:
        """Show what belongs to a face."""
        super().set_face(face)
        self._show_composer()

    def begin_reply(self) -> bool:
        """Show the composer, ready to type; False if nothing can be answered here."""
        if self._is_answerable:
            self.composer.show()
            self.composer.field.setFocus()
        return self._is_answerable

    def end_reply(self) -> None:
        """Return to the timeline; an empty composer is shown only where it always is."""
        self.timeline.setFocus()
        self._show_composer()

    def _show_composer(self) -> None:
        is_wanted = self._face.shows(FacePart.REPLY_FIELD) or self.composer.is_open()
        self.composer.setVisible(self._is_answerable and is_wanted)
