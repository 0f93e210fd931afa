"""Panels that look at one thread: in front of a view over several they show nothing."""

from viewer.models.shelves import is_view
from viewer.panels.panel import Panel
from viewer.session import Session


class ThreadPanel(Panel):
    """A panel whose `root` is that of a thread, or `""`."""

    def show_place(self, session: Session | None, root: str, key: str | None) -> None:
        """Look at a thread of a session, at a message of it."""
        super().show_place(session, "" if is_view(root) else root, key)
