"""The order after a step of a history: rows glide, and the last changes are tinted."""

from PySide6.QtWidgets import QWidget

from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import Theme

ARRIVED, MOVED = "accent_soft", "moved"
"""The colours of inserted and of moved rows."""


class HistoryView(RowsView):
    """A list of messages in the order after some steps of a history."""

    def __init__(self, name: str, labels: Labels, theme: Theme, parent: QWidget) -> None:
        super().__init__(name, labels, theme, parent)
        self._history = EditHistory()
        self._player = self._history.player(0)
        self.last: list[tuple[str, Edit]] = []
        """The edits of the step that was played last, with the messages that they are about."""

    def load(self, history: EditHistory, step: int) -> None:
        """Show a history at a step."""
        self._history, self._player = history, history.player(step)
        self.show_rows(self._player)
        self._mark()

    def play_to(self, step: int, *, glide: bool = True) -> None:
        """Go to another step, forward or back; the rows glide when it is the next one."""
        near = glide and abs(step - self._player.steps) == 1
        before = self.places() if near else None
        player = self._history.walk_to(self._player, step)
        if player is not self._player:
            self._player = player
            self.show_rows(player)
        self._mark()
        self.update_rows(before)

    def _mark(self) -> None:
        """Tint the rows that the last step changed, and scroll to them."""
        player = self._player
        self.last = []
        if player.steps:
            player.back()
            edits = self._history.forward(player.steps)
            self.last = list(zip(player.forward(), edits, strict=True))
        self.set_marks(
            {
                name: ARRIVED if isinstance(edit, Insert) else MOVED
                for name, edit in reversed(self.last)
            }
        )
        if self.last:
            self.reveal(_final_place([edit for _, edit in self.last]))


def _final_place(edits: list[Edit]) -> int:
    """The final position of the row that the first of some edits changes."""
    place = edits[0].position if isinstance(edits[0], Insert) else edits[0].destination
    for edit in edits[1:]:
        match edit:
            case Insert(_, position):
                place += position <= place
            case Move(source, destination):
                if source == place:
                    place = destination
                else:
                    place -= source < place
                    place += destination <= place
    return place
