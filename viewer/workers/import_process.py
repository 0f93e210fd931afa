"""An import in a process of its own, so that the window survives any failure of it.

The process reports in lines of JSON (`engine.pipeline.__main__`) and stops on request, or when its
parent has ended.
"""

import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QObject, QProcess, QTimer, Signal

from tanglescope.engine.files import path_in_unicode
from tanglescope.engine.library import ImportReport, Progress
from tanglescope.engine.open_databases import note_followed, note_left
from tanglescope.engine.wording import later, spoken, tr
from tanglescope.viewer.workers.command_process import child_process, start_python, why_not_started

if TYPE_CHECKING:
    from tanglescope.engine.library import Engine

_GRACE = 5000  # milliseconds until a process that doesn't stop on request is killed
_GOODBYE = 2500  # milliseconds that a closing window waits for it

_LOST = later(
    "The import ended unexpectedly ({how}). What was checked is kept: start it "
    "again, and it continues where it stopped."
)

_KILLED = later("signal 9, which the system sends when memory runs out")
_SIGKILL = 9


@dataclass(frozen=True, slots=True)
class ImportEnd:
    """How an import ended: with a report, even if it was cancelled, or with an error."""

    report: ImportReport | None = None
    error: str = ""


class ImportProcess(QObject):
    """Runs one import at a time into one database."""

    engine_chosen = Signal(str, str)
    """Emitted with the engine, and why it was selected if the user didn't choose it."""
    progressed = Signal(object)
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._archives: list[Path] = []
        self._outcome: ImportEnd | None = None
        self._kill = QTimer(self)
        self._kill.setSingleShot(True)
        self._kill.setInterval(_GRACE)
        self._kill.timeout.connect(self._end_all)

    def is_running(self) -> bool:
        """Whether an import is running."""
        return self._process is not None

    def start(self, archives: list[Path], database: Path, choice: "Engine | None" = None) -> None:
        """Import archives."""
        # Imported here: it brings all modules of the import, which the window needs only now.
        from tanglescope.engine.archive.opening import archive_files
        from tanglescope.engine.library import Engine

        assert self._process is None
        process = self._process = child_process(self)
        self._outcome = None
        self._archives = archives
        for archive in archives:
            note_followed(archive, archive_files)
        if sys.platform != "win32":
            # A session of its own, so that all its processes can be ended together.
            alone = QProcess.UnixProcessParameters()
            alone.flags = QProcess.UnixProcessFlag.CreateNewSession
            process.setUnixProcessParameters(alone)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        options = ("--engine", choice or Engine.AUTO, "--language", spoken())
        start_python(
            process,
            "-m",
            "tanglescope.engine.pipeline",
            *options,
            "--database",
            *map(path_in_unicode, (database, *archives)),
        )

    def cancel(self) -> None:
        """Stop; what was imported stays."""
        if self._process is not None:
            self._process.write(QByteArray(b"cancel\n"))
            self._kill.start()

    def end(self) -> None:
        """Stop and wait until the process is gone."""
        if self._process is None:
            return
        self.cancel()
        if not self._process.waitForFinished(_GOODBYE):
            self._end_all()
            self._process.waitForFinished(_GOODBYE)

    def _read(self) -> None:
        assert self._process is not None
        while self._process.canReadLine():
            self._hear(json.loads(bytes(self._process.readLine().data())))

    def _hear(self, event: dict[str, Any]) -> None:
        match event.pop("event"):
            case "engine":
                self.engine_chosen.emit(event["engine"], event["reason"])
            case "progress":
                self.progressed.emit(Progress(**event))
            case "failed":
                self._outcome = ImportEnd(error=str(event["error"]))
            case "done":
                self._outcome = ImportEnd(ImportReport(**event))
            case "cancelled":
                self._outcome = ImportEnd(ImportReport(**event | {"cancelled": True}))

    def _finish(self, status: int, how: QProcess.ExitStatus) -> None:
        process = self._process
        if process is None:
            return
        self._read()
        self._kill.stop()
        outcome = self._outcome
        if outcome is None:
            output = (
                bytes(process.readAllStandardError().data()).decode(errors="replace").split("\n")
            )
            last = next(
                (line for line in reversed(output) if line.strip()),
                tr("status {status}", status=status),
            )
            if how is QProcess.ExitStatus.CrashExit:
                last = tr(_KILLED) if status == _SIGKILL else tr("signal {status}", status=status)
            outcome = ImportEnd(error=tr(_LOST, how=last))
        self._leave(process, outcome)

    def _fail(self, error: QProcess.ProcessError) -> None:
        process = self._process
        if error is QProcess.ProcessError.FailedToStart and process is not None:
            self._leave(process, ImportEnd(error=why_not_started(process)))

    def _leave(self, process: QProcess, outcome: ImportEnd) -> None:
        """Forget a process that has ended, and report how."""
        self._process = None
        for archive in self._archives:
            note_left(archive)
        process.deleteLater()
        self.ended.emit(outcome)

    def _end_all(self) -> None:
        if self._process is None:
            return
        if sys.platform != "win32" and (group := self._process.processId()):
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        self._process.kill()
