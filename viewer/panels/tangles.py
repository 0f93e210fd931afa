"""The panel of tangles: all tangles of the archive, and all messages of the selected one."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.tangle.growth import Candidate, Status
from tanglescope.engine.words.rows import TableLine
from tanglescope.engine.words.tangles import (
    TangleStudies,
    TangleStudy,
    author,
    every_tangle,
    obstacle,
    one_tangle,
    says,
    status_text,
)
from tanglescope.viewer.panels.panel import LEAST_PAGE, Panel
from tanglescope.viewer.subjects import Subject, subject_of_address
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.facts import FactPage, hint, link
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_splitter
from tanglescope.viewer.views.lines_view import LinesView
from tanglescope.viewer.views.search_field import SearchField


class TanglesPanel(Panel):
    """All tangles, the messages of one, and the reason why a message isn't in it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._followed: str | None = None
        """The message that was current when it was last gone to."""
        self._studies: TangleStudies | None = None
        self._shown: TangleStudy | None = None
        self.filter = SearchField(tr("Filter the tangles"), self)
        self.filter.suggest(tr("Filter by name, root or beginning"))
        self.tangles = LinesView(
            tr("Tangles"),
            (tr("Name"), tr("Root"), tr("Begins with"), tr("Messages"), tr("Waiting")),
            (96, 124, 0, 78, 64), theme, self,
        )  # fmt: skip
        self.tangles.sort_on_click()
        self.filter.paused.connect(lambda: self.tangles.lines.filter_by(self.filter.text()))
        self.tangles.subject_of = self._tangle_of
        self.tangles.turned.connect(self._turn)
        self.extent = PlainLabel(self)
        self.extent.setObjectName("column_title")
        self.messages = LinesView(
            tr("Messages of the tangle"), ("#", tr("Author"), tr("Says"), tr("Status")),
            (52, 108, 0, 0), theme, self,
        )  # fmt: skip
        self.messages.turned.connect(self._show_message)
        self.messages.entered_line.connect(self._enter)
        self.page = FactPage(tr("What the message comes after, and what it waits for"), self)
        self.page.setObjectName("facts")
        self.page.set_least_lines(LEAST_PAGE)
        self.page.key_clicked.connect(self._follow)
        self._lay_out()
        self._say("")

    def refresh(self) -> None:
        """Reload the tangles if anything has changed."""
        if self.session:
            self.ask_if_changed(every_tangle, self._take)
            if self.key != self._followed:
                self.show_key()

    def write_again(self) -> None:
        """Write texts again in the colours of the theme."""
        row = self.messages.current_line
        if row is not None:
            self._show_message(row)

    def show_key(self) -> None:
        """Show the current message of the timeline, if it is in the selected tangle."""
        self._followed = self.key
        row = self.messages.lines.number_of(self.key) if self.key else None
        if row is not None:
            self.messages.turn_to(row)

    # Answers

    def _take(self, study: TangleStudies) -> None:
        if self._shown:
            self._ask_for(self._shown.name, self._shown.root)
        self._studies = study
        self.tangles.show_lines(study.lines)
        if self._shown is None and study.tangles:
            self.tangles.turn_to(self._likeliest(study))
        elif not study.tangles:
            self._say(tr("No SSB message here is in a tangle."))

    def _likeliest(self, study: TangleStudies) -> int:
        """The tangle to begin with: one of the open thread, or the first one."""
        open_now = split_order(self.address)[0]
        addresses = [tangle.address for tangle in study.tangles]
        return addresses.index(open_now) if open_now in addresses else 0

    def _turn(self, row: int) -> None:
        if self._studies:
            tangle = self._studies.tangles[row]
            self._ask_for(tangle.tangle_name, tangle.root)

    def _tangle_of(self, line: TableLine) -> Subject | None:
        """The conversation of a line in the upper list."""
        number = self.tangles.lines.number_of(line.key)
        if self._studies is None or number is None:
            return None
        return subject_of_address(self._studies.tangles[number].address)

    def _ask_for(self, name: str, root: str) -> None:
        self.ask_of_archive(
            lambda library: one_tangle(library, name, root), self._show_tangle, "one"
        )

    def _show_tangle(self, study: TangleStudy) -> None:
        before, self._shown = self._shown, study
        new = before is None or (before.name, before.root) != (study.name, study.root)
        name, extent = words.tangle_name(study.name), study.extent
        self.extent.setText(f"{name} · {extent}")
        self.extent.setAccessibleName(tr("The tangle {name}: {extent}", name=name, extent=extent))
        had_it = self.key is not None and self.messages.lines.number_of(self.key) is not None
        self.messages.show_lines(study.lines)
        if new and study.lines:
            self.messages.turn_to(0)
        if new or not had_it:  # the current message may have just arrived
            self.show_key()

    # One message

    def _show_message(self, row: int) -> None:
        if self._shown and row < len(self._shown.lines):
            key = self._shown.lines[row].key
            self.page.setHtml(_html(self._shown, self._shown.candidates[key], self.theme))

    def _enter(self, row: int) -> None:
        if self._shown:
            self.key_clicked.emit(self._shown.lines[row].key)

    def _follow(self, key: str) -> None:
        """Follow a link to a message: in this tangle, otherwise in the timeline."""
        row = self.messages.lines.number_of(key)
        current = self.messages.current_line
        if row is None or row == current:
            self.key_clicked.emit(key)
        else:
            self.messages.turn_to(row)

    def _say(self, sentence: str) -> None:
        self.page.setHtml(hint(sentence, self.theme))

    # Construction

    def _lay_out(self) -> None:
        one = QWidget(self)
        make_column(self.extent, (self.messages, 1), on=one, spacing=4)
        parts = make_splitter(
            Qt.Orientation.Vertical,
            tr("Tangles, messages, one message"),
            (self.tangles, 4),
            (one, 5),
            (self.page, 2),
            on=self,
            is_airy=True,
        )
        parts.setSizes([240, 300, 130])
        make_column(self.filter, (parts, 1), on=self, margins=(12, 10, 12, 10), spacing=8)


def _html(study: TangleStudy, candidate: Candidate, theme: Theme) -> str:
    message = study.messages.get(candidate.key)
    who = author(message, study.call)
    said = link(candidate.key, says(message, candidate.key, study.call), theme)
    lines = [f"<b>{escape(who)}</b> {said}"]
    lines.append(_mute(escape(status_text(candidate)), theme))
    why = dict(candidate.waits_for)
    for cause in candidate.causes:
        text = _text_of(study, cause)
        note = tr("({why}, so it waits)", why=obstacle(why[cause])) if cause in why else ""
        after = _mute(escape(tr("after")), theme)
        lines.append(f"{after} {link(cause, text, theme)} {_mute(escape(note), theme)}")
    if candidate.status is Status.SET_ASIDE and not why:
        lines.append(tr("It names something that isn't a message, so it will never connect."))
    return "".join(f'<p style="margin: 3px 0">{line}</p>' for line in lines)


def _text_of(study: TangleStudy, key: str) -> str:
    message = study.messages.get(key)
    who = author(message, study.call)
    text = says(message, key, study.call)
    return f"{who}: {text}" if who else text


def _mute(html: str, theme: Theme) -> str:
    return f'<span style="color: {theme.colors["muted"]}">{html}</span>'
