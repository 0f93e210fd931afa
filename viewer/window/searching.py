"""The search field of the toolbar, and where its results lead."""

from collections.abc import Callable

from tanglescope.viewer.panels.search.quick import QuickSearch
from tanglescope.viewer.views.keyboard import enter
from tanglescope.viewer.window.navigation import Navigation
from tanglescope.viewer.window.subject_actions import SubjectActions
from tanglescope.viewer.window.workbench import Workbench


class Searching:
    """Connects the field with the window."""

    def __init__(
        self,
        field: QuickSearch,
        ways: Navigation,
        workbench: Workbench,
        actions: SubjectActions,
        show_person: Callable[[str], None],
        leave: Callable[[], None],
    ) -> None:
        self._field, self._workbench = field, workbench
        field.person_chosen.connect(show_person)
        # The keyboard was in the field: it continues in what was found.
        field.person_chosen.connect(lambda _: self._enter_panel())
        for found in (field.conversation_chosen, field.message_chosen):
            found.connect(leave)
        field.conversation_chosen.connect(lambda address: ways.open(address))
        field.message_chosen.connect(ways.go_to_in)
        field.all_wanted.connect(actions.search)
        field.address_typed.connect(ways.go_to_text)
        field.left.connect(leave)

    def _enter_panel(self) -> None:
        if (panel := self._workbench.panel()) is not None:
            enter(panel)

    def begin(self) -> None:
        """Focus the field, or the panel where there is no room for the field."""
        if self._field.isVisible():
            self._field.begin()
        else:
            self._workbench.open_panel("search").begin_typing()
