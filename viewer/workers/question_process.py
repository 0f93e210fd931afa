"""The process that answers the debugger's questions, as seen from the window.

The process is started with the first question and again after it was killed, which is how a
question is cancelled. It reads the database itself and doesn't import Qt.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from pickle import Unpickler
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import current_language, later, tr
from tanglescope.engine.linear.orders.named import trusted_orders
from tanglescope.engine.system.child_processes import PipedProcess
from tanglescope.engine.system.descriptors import require_for_processes
from tanglescope.viewer.workers.questions import AwaitedAnswers
from tanglescope.viewer.workers.worker import Worker

if TYPE_CHECKING:
    from tanglescope.engine.export.question_server import GraphQuestion, Reply

Then: TypeAlias = Callable[[Any], None]

_DIED = later(
    "The process that computes the answers of panels has ended unexpectedly. Try "
    "again: it is restarted."
)


@dataclass(frozen=True, slots=True)
class _Task:
    kind: str
    address: str
    question: "GraphQuestion"
    then: Then
    on_progress: Then | None
    round: int
    """How often questions of its kind had been cancelled when it was asked."""


class QuestionProcess(QObject):
    """Answers questions about graphs in a process, one after the other."""

    failed = Signal(str)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ended = False
        self._rounds: dict[str, int] = {}
        self.awaited = AwaitedAnswers(self)
        self._thread = _Thread(database, self)
        self._thread.replied.connect(self._show)
        self._thread.start()

    def ask(
        self,
        kind: str,
        address: str,
        question: "GraphQuestion",
        then: Then,
        on_progress: Then | None = None,
    ) -> None:
        """Ask a question; it replaces a waiting one of its kind.

        `then` is called with the answer, or with None if the question won't be answered;
        `on_progress` is called with progress.
        """
        task = _Task(kind, address, question, then, on_progress, self._rounds.get(kind, 0))
        if dropped := self._thread.put(task):
            dropped.then(None)
        else:
            self.awaited.add(1)

    def cancel(self, kind: str) -> None:
        """Cancel the questions of a kind, even one that is being answered."""
        self._rounds[kind] = self._rounds.get(kind, 0) + 1
        if dropped := self._thread.drop(kind):
            self.awaited.add(-1)
            dropped.then(None)

    def end(self) -> None:
        """End the process; nothing is answered any more."""
        self._ended = True
        self._thread.end()

    def _show(self, task: _Task, reply: "Reply | None") -> None:
        # The asking thread has imported it by now.
        from tanglescope.engine.export.question_server import Reply

        if self._ended:
            return
        if reply is None or reply.kind != "progress":
            self.awaited.add(-1)
        if task.round != self._rounds.get(task.kind, 0):
            # It was cancelled when its answer was already under way.
            if reply is None or reply.kind != "progress":
                task.then(None)
            return
        match reply:
            case Reply("progress", news):
                if task.on_progress:
                    task.on_progress(news)
            case Reply("answer", answer):
                task.then(answer)
            case Reply(_, sentence):
                self.failed.emit(sentence)
                task.then(None)
            case None:
                task.then(None)


class _Thread(Worker):
    """Sends questions to the process and waits for replies."""

    replied = Signal(object, object)

    def __init__(self, database: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._database = database
        self._waiting: dict[str, _Task] = {}
        self._current: _Task | None = None
        self._cancelled = False
        self._why_not = ""
        self._process: PipedProcess | None = None
        self._broken = True  # no process, or none that will answer

    def put(self, task: _Task) -> _Task | None:
        """Queue a task, and return the one of its kind that it replaces."""
        with self._changed:
            dropped = self._waiting.pop(task.kind, None)
            self._waiting[task.kind] = task
            self._changed.notify()
        return dropped

    def drop(self, kind: str) -> _Task | None:
        """Drop waiting work of a kind; running work is ended, which a reply reports."""
        with self._changed:
            if self._current and self._current.kind == kind:
                self._cancelled = True
                self._kill()
            return self._waiting.pop(kind, None)

    def _interrupt(self) -> None:
        self._kill()

    def run(self) -> None:
        """Send questions until the end."""
        while (task := self._next()) is not None:
            while (reply := self._reply()) is not None and reply.kind == "progress":
                self.replied.emit(task, reply)
            self.replied.emit(task, reply)
        self._clear()

    def _next(self) -> _Task | None:
        with self._changed:
            self._current = None
            self._changed.wait_for(lambda: self._ending or self._waiting)
            if self._ending:
                return None
            self._cancelled = False
            task = self._waiting.pop(next(iter(self._waiting)))
            self._current = task
            if self._broken and not self._start():
                return task
            assert self._process
        with suppress(BrokenPipeError, ConnectionResetError):  # the reply will report it
            self._process.connection.send((task.address, task.question, trusted_orders()))
        return task

    def _reply(self) -> "Reply | None":
        """The next reply to the current task; None when it was cancelled."""
        from tanglescope.engine.export.question_server import Reply

        if self._process is None:
            return Reply("failed", self._why_not)
        try:
            reply: Reply = Unpickler(_Frames(self._process.connection.recv_bytes())).load()
        except (EOFError, OSError):
            self._broken = True
            return None if self._cancelled or self._ending else Reply("failed", tr(_DIED))
        return reply

    def _start(self) -> bool:
        """Start the process; False if the system refuses."""
        from tanglescope.engine.export.question_server import serve

        self._clear()
        try:
            require_for_processes(1)
            self._process = PipedProcess(serve, self._database, current_language())
        except (TanglescopeError, OSError) as error:
            self._why_not = str(error)
            return False
        self._broken = False
        return True

    def _kill(self) -> None:
        if self._process and not self._broken:
            self._broken = True
            self._process.kill()

    def _clear(self) -> None:
        if self._process:
            self._process.end()
            self._process = None


class _Frames:
    """Bytes that are read through Python calls, so that the window can paint in between.

    From a bytes object, an answer of some megabytes would be unpickled at once, which takes frames.
    """

    def __init__(self, content: bytes) -> None:
        self._stream = BytesIO(content)

    def read(self, count: int = -1) -> bytes:
        """The next bytes."""
        return self._stream.read(count)

    def readline(self) -> bytes:
        """The next line."""
        return self._stream.readline()
