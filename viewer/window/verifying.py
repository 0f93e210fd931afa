"""Verifying: a database that came from elsewhere is checked before it is believed.

What this program made for this user was verified when it came. Of anything else the window says
that it is not verified yet, has a process of its own check it, and says what came of it.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from engine.wording import plural, tr
from viewer.session import Session
from viewer.views.activity import Activity
from viewer.workers.check_process import CheckEnd, CheckProcess

_SOON = 1000
"""Milliseconds after which a check begins: what the reader wants to see comes first."""


class Verifying(QObject):
    """Has databases checked that are not known, and says so at the lower edge of the window."""

    def __init__(self, activity: Activity, say: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._activity = activity
        self._say = say
        self._session: Session | None = None
        self.process = CheckProcess(self)
        self.process.progressed.connect(self._progress)
        self.process.ended.connect(self._end)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON)
        self._soon.timeout.connect(self.begin)

    def watch(self, session: Session | None) -> None:
        """Look at another database, or at none."""
        self._soon.stop()
        self.process.end()
        self._session = session
        self._activity.show_unverified("")
        if session is not None and not session.library.is_known():
            self._activity.show_unverified(tr("Not verified yet"))
            self._soon.start()

    def is_wanted(self) -> bool:
        """Whether a check is going to begin, or under way."""
        return self._soon.isActive() or self.process.is_running()

    def begin(self) -> None:
        """Begin the check now."""
        self._soon.stop()
        if self._session is not None and not self.process.is_running():
            self.process.start(self._session.database)

    def _progress(self, done: int, total: int) -> None:
        percent = 100 * done // max(total, 1)
        self._activity.show_unverified(tr("Not verified yet: {percent} %", percent=percent))

    def _end(self, checked: CheckEnd) -> None:
        if checked.error:
            self._activity.show_unverified(tr("Not verified"))
            self._say(tr("This database could not be verified: {why}", why=checked.error))
        elif checked.count:
            self._activity.show_unverified(tr("Not valid"))
            self._say(_forged(checked))
        else:
            self._activity.show_unverified("")
            if checked.keeps_texts:
                self._say(
                    tr(
                        "This database came from elsewhere, and texts of private messages are kept"
                        " in it. Only the keys of these messages can prove them: read your keys"
                        " before you rely on them."
                    )
                )
            self._activity.say(tr("Verified: everything in this database is as it was signed."))


def _forged(checked: CheckEnd) -> str:
    found = plural(
        "This database came from elsewhere, and a check found {n} problems in it.",
        "This database came from elsewhere, and a check found {n} problem in it.",
        checked.count,
    )
    remedy = tr(
        "Don't rely on what it shows: import the archives into a new database. If its network has a"
        " key, run tanglescope check with --hmac-key once."
    )
    return f"{found} {checked.problem} {remedy}"
