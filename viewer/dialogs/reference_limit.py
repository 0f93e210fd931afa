"""The limit of references of a collection: how many, what happens to others, and what it breaks."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QSpinBox, QWidget

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import LEAST_CUT, Library, ReferenceLimit
from tanglescope.viewer.dialogs.boxes import Dialog, fit
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 68
_MOST = 99
_NONE = LEAST_CUT - 1
"""The value of the field without a limit."""


class LimitDialog(Dialog):
    """Asks for the limit; `chosen` is called with the sentence about it, once it is stored."""

    def __init__(self, session: Session, chosen: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(tr("Limit of references"), parent, "limit")
        self._session, self._chosen = session, chosen
        self.limit = session.library.reference_limit
        """The limit as it is stored."""
        why = PlainLabel(
            tr(
                "A message takes memory for each other that it refers to, and anyone can refer to"
                " any. The ScuttleSort report suggests a limit of two: the message before it in its"
                " feed, and one other. The limit applies to everything that arrives from now on."
            ),
            self,
            wraps=True,
        )
        form = QFormLayout()
        form.setHorizontalSpacing(24)
        form.addRow(tr("References of a message"), self._field())
        form.addRow(tr("A message with more"), self._ways())
        about = tr("What the limit would break")
        self.note = PlainLabel(self, style="hint", about=about, wraps=True)
        standard = QDialogButtonBox.StandardButton
        buttons = self.make_buttons(standard.Ok | standard.Cancel)
        self.lay_out(why, form, self.note, 1, buttons)
        self._look()
        fit(self, _LETTERS)

    def accept(self) -> None:
        """Store the limit."""
        limit, database, chosen = self._wanted_limit(), self._session.database, self._chosen

        def store(_: Library) -> str:
            return _store_limit(database, limit)

        self._session.ask("limit", store, lambda said: None if said is None else chosen(said))
        super().accept()

    def _wanted_limit(self) -> ReferenceLimit | None:
        most = self.most.value()
        return None if most == _NONE else ReferenceLimit(most, bool(self.over.currentData()))

    def _field(self) -> QSpinBox:
        self.most = number_field(tr("References of a message"), _NONE, _MOST, self)
        self.most.setSpecialValueText(tr("any number"))
        self.most.setValue(_NONE if self.limit is None else self.limit.most)
        self.most.valueChanged.connect(self._look)
        return self.most

    def _ways(self) -> ChoiceBox:
        self.over = ChoiceBox(self)
        self.over.name_all(tr("A message with more"))
        self.over.addItem(tr("is refused"), userData=False)
        self.over.addItem(tr("is cut to the message before it and the first others"), userData=True)
        self.over.setCurrentIndex(int(self.limit is not None and self.limit.is_cut))
        return self.over

    def _look(self) -> None:
        """Count the messages here that exceed the limit."""
        wanted = self._wanted_limit()
        self.over.setEnabled(wanted is not None)
        self.note.setText(tr("All messages are taken.") if wanted is None else tr("Counting…"))
        if wanted is not None:
            most = wanted.most
            self._session.ask("limit", lambda library: library.over_limit(most), self._show_broken)

    def _show_broken(self, count: int | None) -> None:
        if count is None or self._wanted_limit() is None:
            return
        self.note.setText(
            plural(
                "{n:,} messages here refer to more. They stay; imported again, they would be"
                " listed under File > Bad records.",
                "{n:,} message here refers to more. It stays; imported again, it would be listed"
                " under File > Bad records.",
                count,
            )
            if count
            else tr("No message here refers to more.")
        )


def _store_limit(database: Path, limit: ReferenceLimit | None) -> str:
    """Store the limit; return the sentence about it."""
    with Library.open(database) as library:
        library.limit_references(limit)
    if limit is None:
        return tr("Messages may refer to any number of others.")
    if limit.is_cut:
        return tr("From now on, the first {n:,} references of a message count.", n=limit.most)
    return tr(
        "From now on, messages that refer to more than {n:,} others are refused.", n=limit.most
    )
