"""A check of a database from another source, in a process of its own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from PySide6.QtCore import QObject, QProcess, Signal

from tanglescope.engine.wording import spoken, tr
from tanglescope.viewer.workers.command_process import child_process, start_python, why_not_started

_GOODBYE = 2500  # milliseconds that a closing window waits for it


@dataclass(frozen=True, slots=True)
class CheckEnd:
    """How a check ended: `problem` is the first of `count` problems, `error` why it failed.

    `keeps_texts`: the database keeps texts of private messages, which only their keys could verify.
    """

    count: int = 0
    problem: str = ""
    error: str = ""
    keeps_texts: bool = False


class CheckProcess(QObject):
    """Runs one check at a time; a check that was ended reports nothing."""

    progressed = Signal(int, int)
    """Emitted with the work done and the total."""
    ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._checked: CheckEnd | None = None

    def is_running(self) -> bool:
        """Whether a check is running."""
        return self._process is not None

    def start(self, database: Path) -> None:
        """Check a database."""
        assert self._process is None
        self._checked = None
        process = self._process = child_process(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        words = ("--language", spoken(), "--database", str(database))
        start_python(process, "-m", "tanglescope.engine.store.check", *words)

    def end(self) -> None:
        """End the check, and wait until its process is gone; it leaves nothing half written."""
        if (process := self._process) is not None:
            self._process = None
            process.kill()
            process.waitForFinished(_GOODBYE)
            process.deleteLater()

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            self._hear(orjson.loads(self._process.readLine().data()))

    def _hear(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "progress":
                self.progressed.emit(event["done"], event["total"])
            case "failed":
                self._checked = CheckEnd(error=str(event["error"]))
            case "done":
                from tanglescope.engine.store.check.running import KEPT_TEXTS

                problems = event["problems"]
                first = "{where}: {what}".format_map(problems[0]) if problems else ""
                keeps_texts = KEPT_TEXTS in event["unproven"]
                self._checked = CheckEnd(len(problems), first, keeps_texts=keeps_texts)

    def _finish(self) -> None:
        self._read()
        self._report(self._checked or CheckEnd(error=tr("The check ended before it was finished.")))

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._report(CheckEnd(error=why_not_started(self._process)))

    def _report(self, checked: CheckEnd) -> None:
        if (process := self._process) is not None:
            self._process = None
            process.deleteLater()
            self.ended.emit(checked)
