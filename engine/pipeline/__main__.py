"""An import in a process of its own, so that the window survives any failure of it.

    python -P -m tanglescope.engine.pipeline [--engine ENGINE] [--master URL] [--language CODE]
                                 --database DB ARCHIVE...

It reports as `tanglescope import --json` does, and says more: on stderr, lines of JSON with the
engine (`engine`, and `reason`: why that one, unless it was asked for), the progress, and the error
if it fails; on stdout, the whole report of the import. It ends with 0, 3 if it was cancelled, or 1
if it failed. The line `cancel` on stdin, or its end, asks it to stop; it does within two seconds,
and the same import started again goes on from there.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from threading import Event, Lock
from typing import Any

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.languages import ENGLISH, codes
from tanglescope.engine.language.readable import error_answer, json_line
from tanglescope.engine.language.wording import speak
from tanglescope.engine.pipeline.importing import Engine, import_archives
from tanglescope.engine.store.arrivals.reports import Progress
from tanglescope.engine.system.child_processes import Listener
from tanglescope.engine.system.files import describe_os_error, path_from_unicode

GRACE = 1.5
"""Seconds after which a cancelled import that can't stop cleanly is ended."""

_DONE, _FAILED, _CANCELLED = 0, 1, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Import what the arguments name, and return the exit status."""
    wanted = _parser().parse_args(arguments)
    speak(wanted.language)
    answers = _Answers()
    cancelled = Event()
    Listener(partial(_stop, cancelled, answers)).start()
    try:
        report = import_archives(
            wanted.archives,
            wanted.database,
            engine=wanted.engine,
            master=wanted.master,
            on_engine=answers.engine,
            on_progress=answers.progress,
            cancelled=cancelled.is_set,
        )
    except TanglescopeError as error:
        answers.report(error_answer(str(error), error.code, error.place))
        return _FAILED
    except OSError as error:
        answers.report(error_answer(describe_os_error(error), ExitCode.BAD_INPUT.word, None))
        return _FAILED
    answers.last(asdict(report))
    return _CANCELLED if report.cancelled else _DONE


class _Answers:
    """Lines of JSON: reports on stderr, and the answer, after which nothing follows, on stdout."""

    def __init__(self) -> None:
        # Anything else that a library prints to stdout goes to stderr.
        self._out = os.dup(1)
        os.dup2(2, 1)
        self._lock = Lock()
        self._is_over = False

    def engine(self, engine: Engine, reason: str) -> None:
        self.report({"engine": engine, "reason": reason})

    def progress(self, progress: Progress) -> None:
        self.report(asdict(progress))

    def report(self, said: dict[str, Any]) -> None:
        # On a line of its own, whatever a library has begun to print.
        self._write(2, b"\n" + json_line(said))

    def last(self, answer: dict[str, Any]) -> None:
        self._write(self._out, json_line(answer))
        self._is_over = True

    def _write(self, stream: int, line: bytes) -> None:
        with self._lock, suppress(BrokenPipeError):
            if not self._is_over:
                os.write(stream, line + b"\n")


def _stop(cancelled: Event, answers: _Answers) -> None:
    """Let the import stop cleanly, or else end this process."""
    cancelled.set()
    Event().wait(GRACE)
    # Databases and parts are consistent at any moment, and the JVM ends when its pipe closes.
    answers.last({"added": 0, "messages": 0, "quarantined": 0, "cancelled": True})
    os._exit(_CANCELLED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -P -m tanglescope.engine.pipeline", description=__doc__
    )
    parser.add_argument("archives", nargs="+", type=path_from_unicode)
    parser.add_argument("--database", type=path_from_unicode, required=True)
    parser.add_argument("--engine", type=Engine, default=Engine.AUTO)
    parser.add_argument("--master")
    parser.add_argument("--language", choices=codes(), default=ENGLISH)
    return parser


if __name__ == "__main__":
    sys.exit(main())
