"""Publishing in the feed of another program: refused with the reason, unless the user insists."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Library, OwnFeed
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.message.keys import public_key
from tanglescope.engine.store.own_feed import UNDERSTOOD, NotConfirmed, is_understood
from tanglescope.engine.tangle.rules import FEED
from tanglescope.viewer.dialogs.boxes import Dialog, fit
from tanglescope.viewer.session import Session
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 80


@dataclass(frozen=True, slots=True)
class Adoption:
    """Why a feed wasn't adopted; with the number of its known messages if that may be confirmed."""

    reason: str
    known: int = 0


def weigh(library: Library, folder: Path, secret: Path, understood: str = "") -> Adoption | None:
    """Adopt a feed if the user has understood what that means; else say why not."""
    try:
        library.adopt(folder, secret, understood)
    except NotConfirmed as error:
        return Adoption(str(error), len(library.tangle(FEED, read_identity(secret).feed)))
    except TanglescopeError as error:
        return Adoption(str(error))
    return None


class AdoptDialog(Dialog):
    """The reasons against it, and a sentence to type as confirmation."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        secret: Path,
        done: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(tr("Publish in the feed of another program"), parent, "adopt")
        self._session, self._settings = session, settings
        self._secret, self._done = secret, done
        self._folder = Path()
        self.reason = self._label()
        self.known = self._label()
        self.sentence = QLineEdit(self)
        self.sentence.setObjectName("filter")
        self.sentence.setAccessibleName(tr("The sentence that confirms it"))
        self.sentence.setPlaceholderText(tr(UNDERSTOOD))
        self.sentence.textEdited.connect(self._weigh)
        standard = QDialogButtonBox.StandardButton
        self.buttons = self.make_buttons(
            standard.Ok | standard.Cancel, tr("Publish in that feed, or cancel")
        )
        self.lay_out(self.reason, self.known, self.sentence, self.buttons)
        self._look_at()
        fit(self, _LETTERS)

    def accept(self) -> None:
        """Publish in that feed after this."""
        if OwnFeed.is_in(self._folder):
            self._finish()
            return
        self._may(on=False)
        folder, secret, said = self._folder, self._secret, self.sentence.text()
        self._session.ask(
            "adopt", lambda library: weigh(library, folder, secret, said), self._show_adopted
        )

    def _show_adopted(self, found: Adoption | None) -> None:
        if OwnFeed.is_in(self._folder):
            self._finish()
        elif found is not None:
            self._refuse(found.reason)

    def _finish(self) -> None:
        self._settings.feed_folder = self._folder
        self._done()
        super().accept()

    def _refuse(self, reason: str) -> None:
        self.reason.setText(reason)
        self.known.clear()
        self.sentence.hide()
        self._may(on=False)
        fit(self, _LETTERS)

    def _look_at(self) -> None:
        self.sentence.hide()
        self._may(on=False)
        try:
            feed = read_identity(self._secret).feed
        except TanglescopeError as error:
            self.reason.setText(str(error))
            return
        name = urlsafe_b64encode(public_key(feed)).decode().rstrip("=")
        self._folder = self._settings.usual_feed_folder / "adopted" / name
        if OwnFeed.is_in(self._folder):
            self.known.setText(tr("You have confirmed that before."))
            self._may(on=True)
            return
        folder, secret = self._folder, self._secret
        self._session.ask(
            "adopt", lambda library: weigh(library, folder, secret), self._show_weighed
        )

    def _show_weighed(self, found: Adoption | None) -> None:
        if found is None:
            return
        if not found.known:
            self._refuse(found.reason)
            return
        self.reason.setText(found.reason)
        self.known.setText(
            plural(
                "This collection has {n:,} messages of that feed, from the first one on and"
                " without a gap. If there are more anywhere, import them first. Then type"
                " this sentence: {sentence}.",
                "This collection has {n:,} message of that feed, from the first one on and"
                " without a gap. If there are more anywhere, import them first. Then type"
                " this sentence: {sentence}.",
                found.known,
                sentence=tr(UNDERSTOOD),
            )
        )
        self.sentence.show()
        self.sentence.setFocus()
        fit(self, _LETTERS)

    def _weigh(self, text: str) -> None:
        self._may(on=is_understood(text))

    def _may(self, *, on: bool) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(on)

    def _label(self) -> PlainLabel:
        label = PlainLabel(self, about=tr("Why not"), wraps=True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label
