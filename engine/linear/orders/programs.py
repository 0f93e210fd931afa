"""Orders written in any language: a child process reads graphs as lines and prints orders.

One process answers for thousands of graphs, one line each way. If it ends, hangs or prints anything
else, it has failed at that graph and is restarted for the next one. Its time, its memory and its
output are limited.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import mkdtemp
from threading import Thread
from types import TracebackType
from typing import IO, Any, Self

import orjson

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.files import system_message
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.graph_line import graph_line
from tanglescope.engine.readable import json_line
from tanglescope.engine.wording import quoted, tr

SECONDS = 10.0
"""Seconds that a program may take for a graph by default."""

_LONGEST = 64 << 20  # bytes of an answer
_NODES = 2_000  # nodes for which a program gets another second
_MEMORY = 2 << 30  # bytes that a program may write to
_SAID, _LINES = 300, 80  # characters, and lines, of what a program said before it ended
_REASON = re.compile(r"error|exception|panic|fatal", re.IGNORECASE)
"""What the line has that says why a program ended, before or after the frames of its stack."""
_HANGS, _STARTS = 3, 300  # failures that are tolerated


class NoProgram(TanglescopeError):
    """A command that can't be started."""

    exit_code = ExitCode.NOT_FOUND


def save_input(line: Mapping[str, Any]) -> Path | None:
    """Save a graph line at which an order failed; None if it can't be written."""
    try:
        file = Path(mkdtemp(prefix="tanglescope-order-")) / "input.ndjson"
        file.write_bytes(json_line(line) + b"\n")
    except OSError:
        return None
    return file


def is_command(text: str) -> bool:
    """Whether a text can only be a command: it has a path, or several words."""
    return any(each in text for each in " /\\")


def command_words(command: str) -> list[str]:
    """The words of a command that exists. Raises `NoProgram`."""
    words = words_of(command)
    if shutil.which(words[0]) is None:
        raise NoProgram(tr("There is no program {name}. Check the command.", name=words[0]))
    return words


def words_of(command: str) -> list[str]:
    """Split a command into words, as a shell does. Raises `NoProgram`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise NoProgram(
            tr("{command} can't be started: {why}.", command=command, why=_why_split(str(error)))
        ) from None
    if not words:
        raise NoProgram(tr("The command is empty. Enter a program and its arguments."))
    return words


def _why_split(said: str) -> str:
    """Why a command can't be split; Python says it in English."""
    return (
        tr("a quotation mark isn't closed")
        if "quotation" in said
        else tr("nothing follows the backslash at its end")
    )


class Program:
    """An order that a command computes; it is called with a graph, like any other linearizer."""

    def __init__(self, command: Sequence[str], seconds: float = SECONDS) -> None:
        """Start the command. Raises `NoProgram`."""
        self.__name__ = command[0]
        self._command = list(command)
        self._seconds = seconds
        self._hangs, self._starts = 0, 1
        self._child: _Child | None = _Child(self._command)

    def __call__(self, graph: Graph) -> Any:
        """Return the order of a graph. Raises `OrderFailed`."""
        return _order_in(self.ask(graph_line(graph), len(graph.nodes) / _NODES))

    def ask(self, question: Mapping[str, Any], more: float = 0) -> Any:
        """Return the JSON value that the command prints for one. Raises `OrderFailed`.

        It may take so many seconds `more` than usual.
        """
        child = self._running()
        line = child.ask(json_line(question) + b"\n", self._seconds + more)
        if line is None:
            self._hangs += 1
            self.stop()
            raise OrderFailed(
                "timeout", tr("it gave no answer within {seconds:g} s", seconds=self._seconds)
            )
        if not line.endswith(b"\n"):
            ended = child.ended()
            self.stop()
            if len(line) > _LONGEST:
                raise OrderFailed("answer", tr("its answer never ends"))
            raise OrderFailed("crash", ended)
        return _read(line)

    def __enter__(self) -> Self:
        """The program itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the process."""
        self.stop()

    def _running(self) -> "_Child":
        if self._child is None:
            if self._hangs >= _HANGS or self._starts >= _STARTS:
                # A search for a smaller case has to end, so repeated failures are limited.
                raise OrderFailed("given-up", tr("it hung or ended too many times"))
            self._starts += 1
            self._child = _Child(self._command)
        return self._child

    def stop(self) -> None:
        """End the process; it is started again when it is asked."""
        if self._child is not None:
            self._child.stop()
            self._child = None


class _Child:
    """One process, with a thread for each of its streams: none can block the others."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its own children end with it
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
                if command[0] == sys.executable
                else None,
            )
        except (OSError, ValueError) as error:
            raise NoProgram(
                tr(
                    "{command} can't be started: {why}. Check its name and its permissions.",
                    command=command[0],
                    why=system_message(error),
                )
            ) from None
        _limit_memory(self._process.pid)
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._said: deque[bytes] = deque(maxlen=_LINES)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._streams = (process.stdin, process.stdout, process.stderr)
        self._threads = [
            Thread(target=_write, args=(process.stdin, self._questions), daemon=True),
            Thread(target=_read_lines, args=(process.stdout, self._answers), daemon=True),
            Thread(target=_read_words, args=(process.stderr, self._said), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, question: bytes, seconds: float) -> bytes | None:
        """Return the next line: None after the time limit.

        Without a line end if the stream ended.
        """
        self._questions.put(question)
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            return None

    def ended(self) -> str:
        """A description of how the process ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._threads[2].join(1)
        status = self._process.poll()
        words = _reason(b"".join(self._said).decode(errors="replace").splitlines())
        said = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words[-_SAID:])
        if status is None:
            return tr("it closed its output")
        if said:
            return tr("it ended with status {status} and said “{said}”", status=status, said=said)
        return tr("it ended with status {status}", status=status)

    def stop(self) -> None:
        """End the process, even if it hangs."""
        self._questions.put(None)
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for thread, stream in zip(self._threads, self._streams, strict=True):
            thread.join(1)
            if not thread.is_alive():  # else something that left the session holds the other end
                with suppress(OSError):
                    stream.close()


def _limit_memory(process: int) -> None:
    """Limit the memory of a process; without effect if the system can't."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        # The data segment: runtimes such as Node.js reserve far more addresses than they use.
        resource.prlimit(process, resource.RLIMIT_DATA, (_MEMORY, _MEMORY))


def _reason(lines: Sequence[str]) -> str:
    """The line that says why a program ended, if one does, else the last one.

    Node.js ends with its version, Rust with a hint, Go with the frames of the stack.
    """
    said = [line.rstrip() for line in lines if line.strip()]
    for place in reversed(range(len(said))):
        line = said[place]
        if _REASON.search(line) and not line[0].isspace():
            follows = said[place + 1 : place + 2] if line.endswith(":") else []
            return " ".join((line, *follows))
    return said[-1].strip() if said else ""


def _write(stream: IO[bytes], questions: "SimpleQueue[bytes | None]") -> None:
    with suppress(OSError, ValueError):  # it has ended; the reader notices
        while (question := questions.get()) is not None:
            stream.write(question)
            stream.flush()


def _read_lines(stream: IO[bytes], answers: "SimpleQueue[bytes]") -> None:
    line = b"\n"
    while line.endswith(b"\n"):
        line = stream.readline(_LONGEST + 1)
        answers.put(line)


def _read_words(stream: IO[bytes], said: deque[bytes]) -> None:
    while words := stream.readline(4 * _SAID):
        said.append(words)
        sys.stderr.write(words.decode(errors="replace"))


def _read(line: bytes) -> Any:
    """Parse a line. Raises `OrderFailed`."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise OrderFailed(
            "answer", tr("its answer isn't JSON: {error}", error=quoted(tr("the parser"), error))
        ) from None


def _order_in(answer: Any) -> Any:
    """The list of ids that an answer is or holds. Raises `OrderFailed`."""
    if isinstance(answer, dict) and "raised" in answer:
        raise OrderFailed(str(answer["raised"]), str(answer.get("detail")))
    if isinstance(answer, dict) and "error" in answer:
        said = f"{answer['error']}: {answer.get('detail', '')}"[:_SAID]
        raise OrderFailed("error", tr("it answers with an error: {said}", said=repr(said)))
    order = answer.get("order") if isinstance(answer, dict) else answer
    if not isinstance(order, list):
        raise OrderFailed(
            "answer", tr("its answer is neither a list of ids nor an object with `order`")
        )
    return answer
