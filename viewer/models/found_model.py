"""Search results under headings; messages are fetched page by page while scrolling."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby, takewhile
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.finding import Finding, FoundGroup

FoundRole = Qt.ItemDataRole.UserRole
PAGE = 50
_BELOW = FoundGroup.MESSAGE, FoundGroup.ALL
"""The groups at the end of the list."""
_ROOT = QModelIndex()


class FoundModel(QAbstractListModel):
    """What matches a query: a few rows of each group, then messages, the newest arrivals first."""

    more_wanted = Signal(object)
    """Emitted with the last hit when the next page is needed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._head: list[Finding | str] = []
        """The rows above the messages, with headings, which can't be chosen."""
        self._messages: list[Finding] = []
        self._more = False
        self._asked = False

    def begin(self) -> None:
        """Show nothing until the first rows come."""
        self.beginResetModel()
        self._head, self._messages = [], []
        self._more, self._asked = False, True
        self.endResetModel()

    def show(self, found: Sequence[Finding]) -> None:
        """Show the first rows of each group; fewer messages than a page are all of them."""
        self.beginResetModel()
        self._head = _with_headings(found)
        self._messages = [each for each in found if each.group in _BELOW]
        self._asked, self._more = False, len(self._messages) == PAGE
        self.endResetModel()

    def add(self, page: Sequence[Finding]) -> None:
        """Show the next messages; a short page is the last."""
        self._asked, self._more = False, len(page) == PAGE
        if page:
            first = self.rowCount()
            self.beginInsertRows(_ROOT, first, first + len(page) - 1)
            self._messages += page
            self.endInsertRows()

    def put_on_top(self, found: Sequence[Finding]) -> bool:
        """Add what is new in the first rows; return whether they continue with what is shown."""
        page = [each for each in found if each.group is FoundGroup.MESSAGE]
        first = self._messages[0].hit if self._messages else None
        new = list(takewhile(lambda each: each.hit != first, page))
        if len(new) == len(page) and (page or self._messages):
            return False
        self._replace_head(_with_headings(found))
        if new:
            start = len(self._head)
            self.beginInsertRows(_ROOT, start, start + len(new) - 1)
            self._messages[:0] = new
            self.endInsertRows()
        return True

    def _replace_head(self, head: list[Finding | str]) -> None:
        missing = len(head) - len(self._head)
        if missing > 0:
            self.beginInsertRows(_ROOT, 0, missing - 1)
            self._head = head
            self.endInsertRows()
        elif missing < 0:
            self.beginRemoveRows(_ROOT, 0, -missing - 1)
            self._head = head
            self.endRemoveRows()
        self._head = head
        if head:
            self.dataChanged.emit(self.index(0), self.index(len(head) - 1))

    def fetched_rows(self, group: FoundGroup) -> list[Finding]:
        """The rows of a group that have been fetched."""
        return [each for each in self._rows() if isinstance(each, Finding) and each.group is group]

    def _rows(self) -> Iterator[Finding | str]:
        yield from self._head
        yield from self._messages

    def next(self, row: int, step: int) -> int:
        """The row after some others that can be chosen; headings don't count.

        The nearest one at either end, or -1 if none can be chosen.
        """
        chosen = [place for place, each in enumerate(self._rows()) if isinstance(each, Finding)]
        if not chosen:
            return -1
        before = sum(place < row for place in chosen)
        place = before + step if row in chosen else before + step - (step > 0)
        return chosen[max(0, min(place, len(chosen) - 1))]

    def rowCount(self, parent: Index = _ROOT) -> int:
        """The number of rows that have been fetched."""
        return 0 if parent.isValid() else len(self._head) + len(self._messages)

    def canFetchMore(self, parent: Index) -> bool:
        """Whether there may be more messages."""
        return self._more and not self._asked and not parent.isValid()

    def fetchMore(self, _parent: Index) -> None:
        """Request the next page, which arrives later."""
        self._asked = True
        self.more_wanted.emit(self._messages[-1].hit)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading can't be chosen."""
        if isinstance(self.data(index, FoundRole), str):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row or heading, its text, or all of it in words."""
        if not index.isValid() or not 0 <= index.row() < self.rowCount():
            return None
        above = len(self._head)
        row = index.row()
        each = self._head[row] if row < above else self._messages[row - above]
        if role == FoundRole:
            return each
        if role == Qt.ItemDataRole.DisplayRole:
            return each if isinstance(each, str) else each.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return each if isinstance(each, str) else each.in_words(date.today())
        return None


def _with_headings(found: Sequence[Finding]) -> list[Finding | str]:
    """The rows above the messages, each group with a heading; messages alone have none."""
    above = [each for each in found if each.group not in _BELOW]
    head: list[Finding | str] = []
    for group, rows in groupby(above, key=lambda each: each.group):
        head += [tr(group.value), *rows]
    if head and len(above) < len(found):
        head.append(tr(FoundGroup.MESSAGE.value))
    return head
