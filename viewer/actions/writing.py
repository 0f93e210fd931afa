"""Writing: joins the composer to the open thread, to the drafts, and to the signer."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library, LibraryChange, OwnFeed
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.models.composing import (
    PreparedReply,
    PublishedBefore,
    ReplyPlace,
    WritingRefused,
    export,
    find_place,
    mention,
    offers,
    prepare,
    preview,
    quote_text,
)
from tanglescope.viewer.session import Session
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.composer.view import Composer, State
from tanglescope.viewer.views.timeline.reading import WritingPage
from tanglescope.viewer.workers.publish_queue import QueuedMessage

_PATIENCE = 250  # milliseconds


class Writing(QObject):
    """Replies of one person to one thread at a time."""

    def __init__(
        self,
        page: WritingPage,
        settings: Settings,
        go_to: Callable[[str], None],
        report: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._page = page
        self.composer: Composer = page.composer
        self.composer.hide()  # until a thread is open
        self._settings = settings
        self._report = report
        self._session: Session | None = None
        self._address = ""
        self._signing = ""
        self._awaited = ""
        self._question: object = None
        """Stands for the latest question where a reply would be."""
        self._place_timer = make_timer(_PATIENCE, self._find_place, self)
        self._draft_timer = make_timer(_PATIENCE, self.keep_draft, self)
        self._preview_timer = make_timer(_PATIENCE, self._preview, self)
        self.composer.tips.key_clicked.connect(go_to)
        self.composer.opened.connect(self._find_place)
        self.composer.edited.connect(self._note_edit)
        self.composer.completions.wanted.connect(self._complete)
        self.composer.preview_wanted.connect(self._preview)
        self.composer.publish_wanted.connect(self._prepare)
        self.composer.sign_wanted.connect(self._sign)
        # New tips and a new identity aren't shown while a reply waits.
        self.composer.undo.clicked.connect(self._find_place)
        self.composer.left.connect(page.end_reply)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self.open_thread("")
        self._session = session
        self.composer.completions.set_pictures(session.pictures if session else None)
        if session:
            session.changed.connect(self._note_change)
            session.unlocked.connect(self._place_timer.start)
            session.published.connect(self._end_publishing)
            session.not_published.connect(self._not_published)

    def open_thread(self, address: str) -> None:
        """Switch to the conversation with an address, and restore its draft.

        The page hides the composer where there is nothing to reply to, as in a feed.
        """
        address = split_order(address)[0]
        if address == self._address:
            return
        if self.composer.state is State.WAITING:
            self._report(
                tr("Nothing was signed, because you left the conversation. The draft is kept.")
            )
        self.keep_draft()
        self._address, self._question = address, None
        self.composer.open_thread(self._settings.within(address).draft if address else "")
        if self.composer.is_open():
            self._find_place()

    def reply(self) -> bool:
        """Open the composer; report where that can't be done, and return False."""
        if self._address and self._page.begin_reply():
            return True
        self._report(tr("Replies can only be written in public threads and tangles."))
        return False

    def quote(self, text: str, feed: str = "") -> None:
        """Open the composer, with a text quoted below what was written; mention its author."""
        if self.reply():
            author = mention(feed, self._page.timeline.timeline.call(feed)) if feed else ""
            self.composer.add(quote_text(text, author))

    def keep_draft(self) -> None:
        """Store the draft."""
        self._draft_timer.stop()
        text = self.composer.text()
        if self._address and text != self._settings.within(self._address).draft:
            self._settings.keep_draft(self._address, text)

    def export(self, file: Path) -> None:
        """Write all that was published here to a file of NDJSON."""
        folder = self._settings.feed_folder
        if self._session:
            self._session.ask("export", lambda library: export(library, folder, file), self._say)

    def publish_as_usual(self) -> None:
        """Sign with the identity that was made here again."""
        self._settings.publish_as_usual()
        self._report(tr("What you publish is signed with the identity that is made here."))
        self._find_place()

    # What the composer wants

    def _find_place(self) -> None:
        if self._session and self._address:
            address, folder = self._address, self._settings.feed_folder
            signing = self._settings.within(address).signing
            question = self._question = object()
            self._session.ask(
                "place of a reply",
                lambda library: find_place(library, address, folder, signing),
                lambda place: self._show_place(question, place),
            )

    def _show_place(
        self, question: object, place: ReplyPlace | WritingRefused | PublishedBefore | None
    ) -> None:
        # An earlier answer may lack what was published since.
        is_latest = question is self._question
        if place is None or not is_latest or self.composer.state is not State.DRAFT:
            return
        if isinstance(place, PublishedBefore):
            self._drop_published(place)
        else:
            self.composer.show_place(place)
            if self.composer.preview_button.isChecked():
                self._preview()

    def _note_edit(self) -> None:
        self._draft_timer.start()
        if self.composer.preview_button.isChecked():
            self._preview_timer.start()

    def _complete(self, begun: str) -> None:
        """Ask what can complete a name or a channel."""
        if self._session and self._address:
            address, show = self._address, self.composer.completions.show_offers
            self._session.ask(
                "completion",
                lambda library: offers(library, address, begun),
                lambda found: show(begun, found or []),
            )

    def _preview(self) -> None:
        if self.composer.text().strip():
            self._ask_for_it("preview of a reply", preview, self.composer.show_prepared)
        else:
            self.composer.preview.show_reply(None)

    def _prepare(self) -> None:
        self._ask_for_it("reply", prepare, self._wait)

    def _ask_for_it(
        self,
        kind: str,
        prepare: Callable[
            [Library, ReplyPlace, str], PreparedReply | WritingRefused | PublishedBefore
        ],
        then: Callable[[PreparedReply | WritingRefused], None],
    ) -> None:
        """Prepare the draft, unless it was published before."""
        place, text, address = self.composer.place, self.composer.text(), self._address
        if self._session is None or place is None:
            return
        self.keep_draft()

        def take_answer(prepared: PreparedReply | WritingRefused | PublishedBefore | None) -> None:
            drafting = address == self._address and self.composer.state is State.DRAFT
            if prepared is None or not drafting or text != self.composer.text():
                return
            if isinstance(prepared, PublishedBefore):
                self._drop_published(prepared)
            else:
                then(prepared)
                self._report_new_identity(place)

        self._session.ask(kind, lambda library: prepare(library, place, text), take_answer)

    def _wait(self, prepared: PreparedReply | WritingRefused) -> None:
        if isinstance(prepared, WritingRefused):
            self.composer.edit_again(prepared.reason)
        else:
            self.composer.wait_for_undo(prepared)

    def _report_new_identity(self, place: ReplyPlace) -> None:
        if place.feed is None and OwnFeed.is_in(place.folder):
            self._report(
                tr(
                    "You have an identity now. Its secret is kept in {file}",
                    file=place.folder / "secret",
                )
            )
            self._find_place()

    def _sign(self) -> None:
        prepared = self.composer.prepared
        if self._session and prepared:
            self._signing = self._address
            # Before it is signed, so that a crash keeps it.
            self._settings.within(self._address).signing = prepared.unsigned.fingerprint
            self._settings.store.sync()
            self._session.publish(QueuedMessage(prepared.unsigned, self._settings.feed_folder))

    # What the session says

    def _drop_published(self, published: PublishedBefore) -> None:
        """Empty the composer: a crash or an error came after its message was published."""
        if self._session:
            self._settings.keep_draft(self._address, "")
            self._session.catch_up(self._settings.feed_folder)
            self._question = None
            self.composer.clear()
            self._awaited = published.key
            self._show_awaited()
            self._report(tr("This reply was published before."))

    def _end_publishing(self, key: str, why_not_shown: str) -> None:
        self._settings.keep_draft(self._signing, "")
        if self._signing == self._address:
            self._question = None
            self.composer.clear()
            self._awaited = key
            self._page.end_reply()
            self._show_awaited()
            if self.composer.is_open():
                self._find_place()
        self._signing = ""
        kept = tr("Signed. It stays on this computer until you export your feed.")
        self._report(why_not_shown or kept)

    def _not_published(self, reason: str) -> None:
        if self._signing == self._address:
            self.composer.edit_again(reason)
            self._find_place()
        else:
            self._report(reason)
        self._signing = ""

    def _note_change(self, change: LibraryChange) -> None:
        # The timeline is notified of the change, too, perhaps later.
        QTimer.singleShot(0, self, self._show_awaited)
        here = any(each.address == self._address for each in change.timelines)
        if here and self.composer.is_open():
            self._place_timer.start()

    def _show_awaited(self) -> None:
        if self._awaited and self._page.timeline.go_to(self._awaited):
            self._awaited = ""

    # What the menus want

    def _say(self, sentence: str | None) -> None:
        if sentence:
            self._report(sentence)

    def ask_where(self) -> None:
        """Ask for a file, and export the user's own feed to it."""
        if file := file_dialogs.where_to_export(self._window):
            self.export(file)

    def ask_whose(self) -> None:
        """Ask for an identity, and publish in its feed."""
        secret = file_dialogs.for_identity(self._window)
        if secret and self._session:
            from tanglescope.viewer.dialogs.adopt import AdoptDialog

            AdoptDialog(
                self._session, self._settings, secret, self._find_place, self._window
            ).open()
