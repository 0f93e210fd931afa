"""Orders of one's own: commands in any language, functions in Python files, and plug-ins.

Each runs in a child process with limits, so that a crash or an endless loop is
reported and does nothing else. A function takes a `Graph`, whose nodes are in order of arrival, and
returns the ids in its order; it may also return a dictionary with this list under `order` and, if
it counts them, the total number of edits under `edits`. A command reads such graphs as lines of a
graph file, and prints these answers as lines. Packages offer functions as entry points of the group
`tanglescope.linearizers`.

What is written in an address may come from a stranger. There, a command or a function counts only
once it was given to this program: by an option, by an argument, or in the window.

A command answers for thousands of graphs in one process, one line each way. If it ends, hangs or
prints anything else, it has failed at that graph and is restarted for the next one. Its time, its
memory and its output are limited.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from queue import Empty, SimpleQueue
from runpy import run_path
from tempfile import mkdtemp
from threading import Thread
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self, TypeAlias

import orjson

from tanglescope.engine.errors import ExitCode, NotFound, TanglescopeError
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.language.wording import quote_program, tr
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, graph_line, read_graph
from tanglescope.engine.system.files import missing, system_message

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints


SECONDS = 10.0
"""Seconds that a program may take for a graph by default."""

_LONGEST_ANSWER = 64 << 20  # bytes of an answer
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
            ended = child.describe_end()
            self.stop()
            if len(line) > _LONGEST_ANSWER:
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

    def describe_end(self) -> str:
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
        line = stream.readline(_LONGEST_ANSWER + 1)
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
            "answer",
            tr("its answer isn't JSON: {error}", error=quote_program(tr("the parser"), error)),
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


GROUP = "tanglescope.linearizers"

_LONGEST = 500  # characters of an exception's message
_FUNCTION = re.compile(r"[\w.]+:[\w.]+")

Linearizer: TypeAlias = Callable[[Graph], Any]


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order of a graph, possibly of only some nodes, and the number of edits if known.

    The first `confirmed` names are final, if the linearizer reports that.
    """

    names: tuple[str, ...]
    edits: int | None = None
    confirmed: int | None = None


class UnknownOrder(TanglescopeError):
    """There is no order of that name."""

    exit_code = ExitCode.NOT_FOUND

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(
            tr(
                "No order is called {name!r}. Use one of {known}, a command such as"
                " “node order.js”, or file.py:function.",
                name=name,
                known=", ".join(known),
            )
        )


@cache
def _plug_ins(path: tuple[str, ...]) -> "EntryPoints":
    """What packages offer. Looking through those on `path` takes some 10 ms, once."""
    from importlib.metadata import entry_points

    del path  # entry_points looks there
    return entry_points(group=GROUP)


def plug_ins() -> list[str]:
    """The names of the orders that packages offer; none is loaded."""
    return sorted({point.name for point in _plug_ins(tuple(sys.path))})


def own_command(name: str) -> list[str] | None:
    """The command for an order that isn't built in; None if there is none of that name.

    Raises `NoProgram`.
    """
    file, colon, function = name.rpartition(":")
    is_in_file = bool(colon) and file.endswith(".py") and function.isidentifier()
    if is_in_file and not Path(file).is_file():
        raise NotFound(missing(Path(file)))
    if is_in_file or name in plug_ins() or _FUNCTION.fullmatch(name):
        return [sys.executable, "-P", "-m", __name__, name]
    return command_words(name) if is_command(name) else None


def own_program(name: str) -> Program | None:
    """The process of an order that isn't built in; None if there is none. Raises `NoProgram`."""
    command = own_command(name)
    return None if command is None else Program(command)


def tell_failure(error: OrderFailed, name: str, graph: Graph) -> OrderFailed:
    """A failure for users: the name of the order, and a file with the graph."""
    if error.is_crash:
        said = tr("The order {name} crashes: {why}.", name=name, why=error)
    else:
        said = tr("The order {name} fails: {why}.", name=name, why=error)
    if (file := save_input(graph_line(graph))) is not None:
        said += " " + tr("Its input is saved in {file}.", file=file)
    return OrderFailed(error.kind, said)


def put_in_order(linearize: Linearizer, graph: Graph) -> OrderResult:
    """Let a linearizer order a graph. Raises only `OrderFailed`."""
    try:
        return _result(linearize(graph), graph)
    except OrderFailed:
        raise
    except TanglescopeError as error:
        raise OrderFailed(type(error).__name__, str(error)) from error
    except (Exception, SystemExit) as error:
        raise OrderFailed(
            type(error).__name__, tr("it raised {what}", what=_describe_exception(error))
        ) from error


def _result(answer: Any, graph: Graph) -> OrderResult:
    if isinstance(answer, Mapping):
        names, more = tuple(answer["order"]), answer
    else:
        names, more = tuple(answer), {}
    _check(names, {node.id for node in graph.nodes})
    edits, confirmed = (more.get(field) for field in ("edits", "confirmed"))
    return OrderResult(
        names,
        edits if isinstance(edits, int) else None,
        confirmed if isinstance(confirmed, int) else None,
    )


def _check(names: tuple[Any, ...], ids: set[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or name not in ids:
            raise OrderFailed(
                "unknown", tr("it lists {name!r}, which isn't an id of the graph", name=name)
            )
        if name in seen:
            raise OrderFailed("twice", tr("it lists {name!r} twice", name=name))
        seen.add(name)


def _describe_exception(error: BaseException) -> str:
    """An exception with the line of code that raised it, safe to print."""
    *_, last = traceback.extract_tb(error.__traceback__)
    said = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(error)[:_LONGEST])
    where = PurePath(last.filename).name
    return tr(
        "{name}: {said} ({where}, line {number})",
        name=type(error).__name__,
        said=said,
        where=where,
        number=last.lineno,
    )


# In the child process


def _load(name: str) -> Linearizer:
    """The function of a plug-in, of a module, or of a file."""
    file, _, function = name.rpartition(":")
    if file.endswith(".py"):
        sys.path.insert(0, str(Path(file).resolve().parent))  # as for a script
        loaded = run_path(file).get(function)
    else:
        from importlib.metadata import EntryPoint

        given = (point for point in _plug_ins(tuple(sys.path)) if point.name == name)
        point: EntryPoint = next(given, EntryPoint(name, name, GROUP))
        loaded = point.load()
    if not callable(loaded):
        raise TypeError(tr("{name} isn't a function but {what!r}", name=name, what=loaded))
    found: Linearizer = loaded
    return found


def _why(error: BaseException, why_not: BaseException | None) -> str:
    if error is why_not:
        return tr("it can't be loaded: {why}", why=f"{type(error).__name__}: {error}")
    return tr("it raised {what}", what=_describe_exception(error))


def _serve(name: str) -> None:
    """Answer graphs on lines with the orders that a function returns."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the function prints isn't an answer
    why_not: BaseException | None = None
    try:
        function = _load(name)
    except (Exception, SystemExit) as error:
        why_not = error
    for line in sys.stdin:
        try:
            if why_not is not None:
                raise why_not
            order = function(read_graph(line))
            said = json.dumps(order if isinstance(order, Mapping) else list(order))
        except (Exception, SystemExit) as error:
            said = json.dumps({"raised": type(error).__name__, "detail": _why(error, why_not)})
        answers.write(said + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve(sys.argv[1])
