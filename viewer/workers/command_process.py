"""A command of the program in a process of its own, for work that the window shouldn't wait for."""

import orjson
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from tanglescope.engine import child_processes
from tanglescope.engine.wording import tr


def child_process(parent: QObject) -> QProcess:
    """A process with the import path of this one, to be started with `start_python`."""
    process = QProcess(parent)
    environment = QProcessEnvironment.systemEnvironment()
    for name, value in child_processes.variables().items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    return process


def start_python(process: QProcess, *arguments: str) -> None:
    """Start Python with arguments in a process."""
    program, *words = child_processes.python(*arguments)
    process.start(program, words)


def why_not_started(process: QProcess) -> str:
    """Why the system hasn't started a process, and what to do."""
    return tr(
        "{program} can't be started: {why}. Close other programs, or start Tanglescope again.",
        program=process.program(),
        why=process.errorString().rstrip("."),
    )


_GOODBYE = 2500  # milliseconds that a closing window waits for it
_GRACE = 5000  # milliseconds until a command that doesn't stop is killed


class CommandProcess(QObject):
    """Runs one command at a time; a command that was ended reports nothing."""

    ended = Signal(str)
    """Emitted at the end with an error message, or ""."""
    stopped = Signal()
    """Emitted instead once a command has stopped that was asked to."""
    progressed = Signal(int, int)
    """Emitted with the work done and the total, if the command reports them in JSON."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._said = ""
        self._is_stopping = False
        self._kill = QTimer(self)
        self._kill.setSingleShot(True)
        self._kill.setInterval(_GRACE)

    def is_running(self) -> bool:
        """Whether a command is running."""
        return self._process is not None

    def start(self, *words: str) -> None:
        """Run `tanglescope` with arguments."""
        assert self._process is None
        process = self._process = child_process(self)
        self._said, self._is_stopping = "", False
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setReadChannel(QProcess.ProcessChannel.StandardError)
        process.readyReadStandardError.connect(self._hear)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        self._kill.timeout.connect(process.kill)
        start_python(process, "-m", "tanglescope.viewer", *words)

    def stop(self) -> None:
        """Ask the command to stop; it undoes what is half done, so this may take a moment."""
        if self._process is not None and not self._is_stopping:
            self._is_stopping = True
            self._process.terminate()
            self._kill.start()

    def end(self) -> None:
        """End the command, and wait until the process is gone."""
        if (process := self._process) is not None:
            self._process = None
            self._kill.stop()
            if not self._is_stopping:
                process.terminate()
            if not process.waitForFinished(_GOODBYE):
                process.kill()
                process.waitForFinished(_GOODBYE)
            process.deleteLater()

    def _hear(self) -> None:
        while self._process is not None and self._process.canReadLine():
            self._take(bytes(self._process.readLine().data()))

    def _take(self, line: bytes) -> None:
        """Handle a line of output: progress, or text of which the last line is kept."""
        if line.startswith(b"{"):
            said = orjson.loads(line)
            if "done" in said:
                self.progressed.emit(said["done"], said["of"])
            elif "error" in said:
                self._said = str(said["error"]["message"])
            else:  # what a command says that was asked to stop
                self._said = str(said.get("note", ""))
        elif text := line.decode(errors="replace").strip():
            self._said = text.rpartition("\n")[2]

    def _finish(self, status: int, how: QProcess.ExitStatus) -> None:
        if (process := self._process) is None:
            return
        self._hear()
        self._take(bytes(process.readAllStandardError().data()))  # an unterminated line
        is_done = status == 0 and how is QProcess.ExitStatus.NormalExit
        if self._is_stopping and not is_done:
            self._leave(process)
            self.stopped.emit()
            return
        why = self._said.removeprefix("Error: ")
        self._report("" if is_done else why or tr("status {status}", status=status))

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._report(why_not_started(self._process))

    def _report(self, why: str) -> None:
        if (process := self._process) is not None:
            self._leave(process)
            self.ended.emit(why)

    def _leave(self, process: QProcess) -> None:
        self._process = None
        self._kill.stop()
        process.deleteLater()
