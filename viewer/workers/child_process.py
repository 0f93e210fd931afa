"""A process for work that the window shouldn't wait for, and that can't take it down.

It is a command of the program, or an import. It reports as commands do with `--json`: progress,
notes and errors as lines of JSON on stderr, then the answer as one line on stdout. The line
`cancel` on its stdin, or the end of that, asks it to stop.
"""

import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import orjson
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from tanglescope.engine.language.wording import current_language, tr
from tanglescope.engine.system import child_processes
from tanglescope.viewer.timers import make_timer

_GOODBYE = 2500  # milliseconds that a closing window waits for it
_GRACE = 5000  # milliseconds until a process that doesn't stop on request is killed
_SIGKILL = 9


@dataclass(frozen=True, slots=True)
class ChildEnd:
    """How a process ended: its answer, if it gave one, and the error, if it failed."""

    answer: Any = None
    error: str = ""
    is_stopped: bool = False
    """Whether it was asked to stop, and has."""
    is_explained: bool = True
    """Whether the process reported the error itself."""


class ChildProcess(QObject):
    """Runs one process at a time; one that was ended reports nothing more."""

    reported = Signal(object)
    """Emitted with each line of JSON that isn't an error, as a dictionary."""
    ended = Signal(object)
    """Emitted with a `ChildEnd`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._error = self._text = ""
        self._is_stopping = False
        self._kill = make_timer(_GRACE, self._end_all, self)

    def is_running(self) -> bool:
        """Whether a process is running."""
        return self._process is not None

    def run_command(self, *words: str) -> None:
        """Run `tanglescope` with arguments."""
        self.start("tanglescope.viewer", "--as-child", current_language(), *words)

    def start(self, module: str, *words: str) -> None:
        """Run a module with arguments."""
        assert self._process is None
        process = self._process = QProcess(self)
        self._error = self._text = ""
        self._is_stopping = False
        environment = QProcessEnvironment.systemEnvironment()
        for name, value in child_processes.variables().items():
            environment.insert(name, value)
        process.setProcessEnvironment(environment)
        if sys.platform != "win32":
            # A session of its own, so that all its processes can be ended together.
            alone = QProcess.UnixProcessParameters()
            alone.flags = QProcess.UnixProcessFlag.CreateNewSession
            process.setUnixProcessParameters(alone)
        process.setReadChannel(QProcess.ProcessChannel.StandardError)
        process.readyReadStandardError.connect(self._read)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        program, *arguments = child_processes.python("-m", module, *words)
        process.start(program, arguments)

    def stop(self) -> None:
        """Ask the process to stop; it undoes what is half done, so this may take a moment."""
        if self._process is not None and not self._is_stopping:
            self._is_stopping = True
            self._process.write(b"cancel\n")
            self._kill.start()

    def end(self, *, at_once: bool = False) -> None:
        """Stop, wait until the process is gone, and report nothing.

        With `at_once`, it has no time to undo anything.
        """
        if (process := self._process) is None:
            return
        process.blockSignals(True)
        self.stop()
        if at_once or not process.waitForFinished(_GOODBYE):
            self._end_all()
            process.waitForFinished(_GOODBYE)
        self._leave(process)

    def _read(self) -> None:
        while self._process is not None and self._process.canReadLine():
            self._take(bytes(self._process.readLine().data()))

    def _take(self, line: bytes) -> None:
        """Handle a line: JSON, or text, of which the last is kept."""
        said = None
        if line.startswith(b"{"):
            with suppress(orjson.JSONDecodeError):
                said = orjson.loads(line)
        if said is None:
            self._text = line.decode(errors="replace").strip() or self._text
        elif "error" in said:
            self._error = str(said["error"]["message"])
        else:
            self.reported.emit(said)

    def _finish(self, status: int, how: QProcess.ExitStatus) -> None:
        if (process := self._process) is None:
            return
        self._read()
        self._take(bytes(process.readAllStandardError().data()))  # an unterminated line
        *_, last = [b"", *bytes(process.readAllStandardOutput().data()).splitlines()]
        answer = None
        with suppress(orjson.JSONDecodeError):
            answer = orjson.loads(last)
        if isinstance(answer, dict) and "error" in answer:  # it takes the place of the answer
            answer = None
        is_whole = status == 0 and how is QProcess.ExitStatus.NormalExit
        error = self._error.removeprefix("Error: ")
        why = "" if is_whole else error or self._how_it_ended(status, how)
        is_stopped = self._is_stopping and not is_whole
        self._report(process, ChildEnd(answer, why, is_stopped, bool(error)))

    def _how_it_ended(self, status: int, how: QProcess.ExitStatus) -> str:
        if how is not QProcess.ExitStatus.CrashExit:
            return self._text.removeprefix("Error: ") or tr("status {status}", status=status)
        if status == _SIGKILL:
            return tr("signal 9, which the system sends when memory runs out")
        return tr("signal {status}", status=status)

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and (process := self._process) is not None:
            why = tr(
                "{program} can't be started: {why}. Close other programs, or start Tanglescope"
                " again.",
                program=process.program(),
                why=process.errorString().rstrip("."),
            )
            self._report(process, ChildEnd(error=why))

    def _report(self, process: QProcess, end: ChildEnd) -> None:
        self._leave(process)
        self.ended.emit(end)

    def _leave(self, process: QProcess) -> None:
        self._process = None
        self._kill.stop()
        process.deleteLater()

    def _end_all(self) -> None:
        if self._process is None:
            return
        if sys.platform != "win32" and (group := self._process.processId()):
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        self._process.kill()
