"""`tanglescope import`: import archives into a database."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import click

from tanglescope.engine.archive.stdin import naming_stdin
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    complain,
    end_progress,
    note,
    print_answer,
    report_progress,
    said_when_stopped,
    wants_json,
)
from tanglescope.engine.commandline.common.opening import database_path
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.library import (
    LEAST_CUT,
    Engine,
    ImportReport,
    LimitTooLow,
    Progress,
    ReferenceLimit,
    import_archives,
    room_warning,
)
from tanglescope.engine.system.files import is_there

_FIELDS = ("added", "messages", "quarantined", "rules")


@click.command("import")
@click.argument("archives", nargs=-1, required=True, type=options.ARCHIVE)
@options.database
@click.option(
    "--engine",
    type=click.Choice([str(engine) for engine in Engine]),
    default=str(Engine.AUTO),
    help="The engine: this process and its children, or Spark. auto chooses Spark for archives"
    " larger than memory, if Java is installed.",
)
@click.option(
    "--master", metavar="URL", help="The master of a Spark cluster; implies --engine spark."
)
@options.hmac_key
@options.refs
@options.base_keys
@click.option(
    "--max-references",
    type=click.IntRange(0),
    metavar="N",
    help="From now on, the collection refuses messages and nodes that refer to more than N others,"
    " the one before them in their feed included; 0 lifts the limit.",
)
@click.option(
    "--over",
    type=click.Choice(["refuse", "cut"]),
    help="With --max-references: refuse what exceeds the limit, or keep its predecessor and the"
    " first others that it names.  [default: refuse]",
)
@options.json()
def import_command(
    archives: tuple[Path, ...],
    database: Path | None,
    engine: str,
    master: str | None,
    hmac_key: bytes | None,
    keys: options.GivenKeys,
    max_references: int | None,
    over: str | None,
) -> None:
    """Import what is new in ARCHIVES. Formats are recognized by content.

    ARCHIVES are files, folders or databases; - is standard input.
    """
    if master is not None and engine == Engine.DIRECT:
        raise click.UsageError("--master is Spark's; it can't be used with --engine direct.")
    if over is not None and max_references is None:
        raise click.UsageError("--over needs --max-references.")
    if over == "cut" and 0 < (max_references or 0) < LEAST_CUT:
        raise click.UsageError(str(LimitTooLow()))
    limit = None if max_references is None else ReferenceLimit(max_references, over == "cut")
    base_keys = keys.read()
    if warning := room_warning(archives, database_path(database)):
        note(naming_stdin(warning))
    with said_when_stopped(
        "Stopped. What was checked is kept; the same command continues from there."
    ):
        report = import_archives(
            archives,
            database_path(database),
            engine=Engine(engine),
            master=master,
            hmac_key=hmac_key,
            keys=base_keys,
            references=limit,
            on_progress=_report,
        )
    end_progress()
    exit_code = _exit_code(report, archives)
    _complain(report, exit_code, has_keys=bool(base_keys))
    has_answer = report.added or report.quarantined or len(report.failed) < len(archives)
    print_answer(
        lambda: {name: getattr(report, name) for name in _FIELDS},
        _lines(report) if has_answer else (),
    )
    _mention_empty(archives)
    sys.exit(exit_code)


def _lines(report: ImportReport) -> Iterator[str]:
    new = count_noun(report.added, "message is", "messages are")
    yield f"{new} new; the database holds {report.messages:,}."
    if report.rules:
        by_rule = (f"{rule} {count:,}" for rule, count in sorted(report.rules.items()))
        yield f"Bad records by rule: {', '.join(by_rule)}."
    yield from report.work
    yield f"Engine: {report.engine}" + (f". {report.why}" if report.why else ", as chosen.")


def _exit_code(report: ImportReport, archives: Iterable[Path]) -> ExitCode:
    if report.first_bad is not None:
        return ExitCode.BAD_INPUT
    if report.failed:
        are_here = all(is_there(archive) for archive in archives)
        return ExitCode.BAD_INPUT if are_here else ExitCode.NOT_FOUND
    return ExitCode.NOT_POSSIBLE if report.locked else ExitCode.YES


def _complain(report: ImportReport, exit_code: ExitCode, *, has_keys: bool) -> None:
    """Report bad records, and archives that can't be read."""
    bad = list(report.failed)
    if report.first_bad is not None:
        bad.append(f"{_bad_records(report.quarantined)} in the quarantine. {report.first_bad}")
    said = "give its key with --key-file or --ask-key"
    said = "the given keys don't decrypt it" if has_keys else said
    if report.known_bad:
        note(f"{_bad_records(report.known_bad)} in the quarantine from an earlier run.")
    locked = [f"{address} is encrypted: {said}." for address in report.locked]
    for lines, code in ((bad, exit_code), (locked, ExitCode.NOT_POSSIBLE)):
        for line in map(naming_stdin, lines):
            complain(line if wants_json() else f"Error: {line}", code=code.word)


def _mention_empty(archives: Iterable[Path]) -> None:
    """Report empty files: that isn't an error, since a client may still write to them."""
    for archive in archives:
        if archive.is_file() and not archive.stat().st_size:
            note(naming_stdin(f"{archive} is empty: it contains no messages."))


def _bad_records(count: int) -> str:
    return count_noun(count, "bad record is", "bad records are")


def _report(progress: Progress) -> None:
    done = 100 * progress.done_bytes // max(progress.total_bytes, 1)
    left = "" if progress.seconds_left is None else f", {progress.seconds_left:,.0f} s left"
    report_progress(
        {**asdict(progress), "bad": progress.bad},
        f"{progress.stage}: {done}%, {count_noun(progress.messages, 'record')}{left}",
    )
