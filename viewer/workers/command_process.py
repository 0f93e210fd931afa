"""A command of the program in a process of its own, for work that the window shouldn't wait for."""

from PySide6.QtCore import QObject, QProcess, Signal

from engine.wording import tr
from viewer.workers.child import child_process, start_python

_GOODBYE = 2500  # milliseconds that a window which closes waits for it


class CommandProcess(QObject):
    """One command at a time; nothing is reported of one that was ended."""

    ended = Signal(str)
    """It is over: what went wrong, or nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None

    def is_running(self) -> bool:
        """Whether a command is under way."""
        return self._process is not None

    def start(self, *words: str) -> None:
        """Run `tanglescope` with arguments."""
        assert self._process is None
        process = self._process = child_process(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        start_python(process, "-m", "viewer", *words)

    def end(self) -> None:
        """End it, and wait until the process is gone."""
        if (process := self._process) is not None:
            self._process = None
            process.terminate()
            if not process.waitForFinished(_GOODBYE):
                process.kill()
                process.waitForFinished(_GOODBYE)
            process.deleteLater()

    def _finish(self, status: int, how: QProcess.ExitStatus) -> None:
        if (process := self._process) is None:
            return
        reported = bytes(process.readAllStandardError().data()).decode(errors="replace").strip()
        is_done = status == 0 and how is QProcess.ExitStatus.NormalExit
        why = reported.rpartition("\n")[2].removeprefix("Error: ")
        self._report("" if is_done else why or tr("status {status}", status=status))

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._report(self._process.errorString())

    def _report(self, why: str) -> None:
        if (process := self._process) is not None:
            self._process = None
            process.deleteLater()
            self.ended.emit(why)
