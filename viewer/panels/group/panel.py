"""The panel of private groups: a map of all tangles of a group, and its members at any moment."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from tanglescope.engine.tangle.group_history import GroupEvent
from tanglescope.engine.tangle.groups import GroupMoment, moment
from tanglescope.engine.wording import later, plural, tr
from tanglescope.viewer.panels.group.group_map import GroupMap
from tanglescope.viewer.panels.group.group_words import GroupStudy, groups, legend, one_group, page
from tanglescope.viewer.panels.panel import Panel, Version, VersionedAnswer, unless_seen
from tanglescope.viewer.panels.replay.scrubber import Scrubber
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.facts import FactPage, hint
from tanglescope.viewer.views.label import HtmlLabel

_WIDE = 640  # pixels; a panel below the timeline of a window of 1024 has more

_NOTHING = later(
    "No private group can be read here. Give the keys of a group with File > Private"
    " messages > Read group keys, or choose File > Samples > Open the sample of a group."
)


class GroupPanel(Panel):
    """One group; the scrubber, the map and the current message all choose the moment."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("group")
        self._version: Version | None = None
        self._followed: str | None = None
        """The message that was current when it was last gone to."""
        self._study: GroupStudy | None = None
        self._moment: GroupMoment | None = None
        self.choice = ChoiceBox(self)
        self.choice.setAccessibleName(tr("Private group"))
        self.choice.activated.connect(lambda _: self._ask_for(self.choice.currentData()))
        self._legend = HtmlLabel(self)
        self._legend.setObjectName("hint")
        self._legend.setAccessibleName(tr("Legend: the line of each tangle"))
        self._legend.setWordWrap(True)
        self.map = GroupMap(theme, self)
        self.map.chosen.connect(self._choose)
        self.map.entered.connect(self.key_clicked)
        self.page = FactPage(tr("Epochs and members"), self)
        self.page.setObjectName("facts")
        self.page.key_clicked.connect(self._follow)
        self.scrubber = Scrubber(tr("Steps of the group"), self)
        self.scrubber.moved.connect(self._move)
        self._parts = QSplitter(Qt.Orientation.Vertical, self)
        self._parts.setObjectName("airy")
        self._parts.setHandleWidth(9)
        self._parts.setAccessibleName(tr("Map of the group, epochs and members"))
        self._parts.setChildrenCollapsible(False)
        for part, share in ((self.map, 3), (self.page, 2)):
            self._parts.addWidget(part)
            self._parts.setStretchFactor(self._parts.indexOf(part), share)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 4)
        column.setSpacing(8)
        column.addWidget(self.choice)
        column.addWidget(self.scrubber)
        column.addWidget(self._legend)
        column.addWidget(self._parts, 1)
        self._show(None)

    def refresh(self) -> None:
        """Reload the groups if anything has changed."""
        if self.session:
            self.ask_of_archive(
                unless_seen(self.session, self._version, groups), self._take, "list"
            )
            if self.key != self._followed:
                self.show_key()

    def show_key(self) -> None:
        """Go to the moment of the current message, if it belongs to the group."""
        self._followed = self.key
        if (
            self._study
            and self.key
            and any(self.key == each.key for each in self._study.story.events)
        ):
            self._choose(self.key)

    def paint_in(self, theme: Theme) -> None:
        """Apply a theme."""
        self.map.set_theme(theme)
        self._write()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the facts beside the map if there is room, otherwise below it."""
        super().resizeEvent(event)
        across = Qt.Orientation.Horizontal if self.width() >= _WIDE else Qt.Orientation.Vertical
        self._parts.setOrientation(across)

    # Answers

    def _take(self, found: VersionedAnswer[list[tuple[str, str]]]) -> None:
        self._version = found.version
        self._offer(found.answer)

    def _offer(self, found: list[tuple[str, str]]) -> None:
        roots = [root for root, _ in found]
        chosen = self._study.group.root if self._study else self.address
        self.choice.clear()
        for root, name in found:
            self.choice.addItem(name, root)
        self.choice.setVisible(len(found) > 0)
        if not found:
            self._show(None)
            return
        number = roots.index(chosen) if chosen in roots else 0
        self.choice.setCurrentIndex(number)
        self._ask_for(roots[number])

    def _ask_for(self, root: str) -> None:
        self.ask_of_archive(lambda library: one_group(library, root), self._show, "one")

    def _show(self, study: GroupStudy | None) -> None:
        stays = self._study and study and self._study.group.root == study.group.root
        event = self._event() if stays else None
        self._study, self._moment = study, None
        self.map.show_group(study)
        for part in (self._legend, self.map, self.scrubber):
            part.setVisible(study is not None)
        if study is None:
            self.page.setHtml(hint(tr(_NOTHING), self.theme))
            return
        count = len(study.story.events)
        rows = {event.key: row for row, event in enumerate(study.story.events)}
        self.scrubber.set_range(count, rows.get(event.key, count) if event else count)
        self._find_moment()
        if not stays:
            self.show_key()

    # The moment

    def _event(self) -> GroupEvent | None:
        """The event that is shown; None for now."""
        if self._study is None or self.scrubber.is_at_end():
            return None
        return self._study.story.events[self.scrubber.value()]

    def _choose(self, key: str) -> None:
        if self._study:
            keys = [event.key for event in self._study.story.events]
            self.scrubber.slider.setValue(keys.index(key))

    def _move(self, _value: int) -> None:
        self._find_moment()

    def _find_moment(self) -> None:
        if (study := self._study) is None:
            return
        event = self._event()
        at = event.key if event else None
        self.map.show_moment(at, None if self._moment is None or at is None else {at})
        self._report(study, event)
        self.ask_of_archive(lambda _library: moment(study.group, at), self._show_moment, "moment")

    def _report(self, study: GroupStudy, event: GroupEvent | None) -> None:
        count = len(study.story.events)
        if event is None:
            self.scrubber.set_text(
                plural("Now, after {n:,} messages", "Now, after {n:,} message", count)
            )
        else:
            number = self.scrubber.value() + 1
            self.scrubber.set_text(
                tr(
                    "{number:,} of {all:,} · {what}",
                    number=number,
                    all=count,
                    what=study.spoken(event),
                )
            )

    def _show_moment(self, found: GroupMoment) -> None:
        self._moment = found
        event = self._event()
        known = None if event is None else found.known
        self.map.show_moment(event.key if event else None, known)
        self._write()

    def _write(self) -> None:
        if self._study is None:
            self.page.setHtml(hint(tr(_NOTHING), self.theme))
        elif self._moment:
            self._legend.setText(legend(self._study, self.theme))
            self.page.setHtml(page(self._study, self._moment, self._event(), self.theme))

    def _follow(self, key: str) -> None:
        """Follow a link to a message: in the map, otherwise in the timeline."""
        event = self._event()
        if event and event.key == key:
            self.key_clicked.emit(key)
        else:
            self._choose(key)
