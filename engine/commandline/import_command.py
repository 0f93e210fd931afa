"""`tanglescope import`: import archives into a database."""

import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.archive.stdin import naming_stdin
from tanglescope.engine.commandline.common.options import (
    ARCHIVE,
    base_keys,
    base_keys_options,
    complain,
    database_option,
    database_path,
    hmac_key_option,
    json_option,
    print_json,
    refs_option,
    said_when_stopped,
)
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.files import is_there
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
from tanglescope.engine.wording import counted


@click.command("import")
@click.argument("archives", nargs=-1, required=True, type=ARCHIVE)
@database_option
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
@hmac_key_option
@refs_option
@base_keys_options
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
@json_option
def import_command(
    archives: tuple[Path, ...],
    database: Path | None,
    engine: str,
    master: str | None,
    hmac_key: bytes | None,
    key_files: tuple[Any, ...],
    ask_key: bool,
    max_references: int | None,
    over: str | None,
    as_json: bool,
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
    keys = base_keys(key_files, ask_key)
    if warning := room_warning(archives, database_path(database)):
        _note(warning, as_json)
    kept = "Stopped. What was checked is kept; the same command continues from there."
    with said_when_stopped(kept, as_json=as_json):
        report = import_archives(
            archives,
            database_path(database),
            engine=Engine(engine),
            master=master,
            hmac_key=hmac_key,
            keys=keys,
            references=limit,
            on_progress=_report_json if as_json else _report_person,
        )
    if sys.stderr.isatty() and not as_json:
        click.echo(err=True)
    _complain(report, as_json, has_keys=bool(keys))
    if as_json:
        fields = ("added", "messages", "quarantined", "rules")
        print_json({name: value for name, value in asdict(report).items() if name in fields})
    elif report.added or report.quarantined or len(report.failed) < len(archives):
        new = counted(report.added, "message is", "messages are")
        click.echo(f"{new} new; the database holds {report.messages:,}.")
        if report.rules:
            by_rule = (f"{rule} {count:,}" for rule, count in sorted(report.rules.items()))
            click.echo(f"Bad records by rule: {', '.join(by_rule)}.")
        for line in report.work:
            click.echo(line)
        click.echo(
            f"Engine: {report.engine}" + (f". {report.why}" if report.why else ", as chosen.")
        )
    _mention_empty(archives, as_json)
    sys.exit(_exit_code(report, archives))


def _exit_code(report: ImportReport, archives: Iterable[Path]) -> ExitCode:
    if report.first_bad is not None:
        return ExitCode.BAD_INPUT
    if report.failed:
        are_here = all(is_there(archive) for archive in archives)
        return ExitCode.BAD_INPUT if are_here else ExitCode.NOT_FOUND
    return ExitCode.NOT_POSSIBLE if report.locked else ExitCode.YES


def _complain(report: ImportReport, as_json: bool, *, has_keys: bool) -> None:
    """Report bad records."""
    bad = list(report.failed)
    if report.first_bad is not None:
        bad.append(f"{_bad_records(report.quarantined)} in the quarantine. {report.first_bad}")
    said = "give its key with --key-file or --ask-key"
    said = "the given keys don't decrypt it" if has_keys else said
    if report.known_bad:
        _note(f"{_bad_records(report.known_bad)} in the quarantine from an earlier run.", as_json)
    locked = [f"{address} is encrypted: {said}." for address in report.locked]
    for lines, code in ((bad, ExitCode.BAD_INPUT), (locked, ExitCode.NOT_POSSIBLE)):
        for line in map(naming_stdin, lines):
            complain(line if as_json else f"Error: {line}", code=code.word)


def _mention_empty(archives: Iterable[Path], as_json: bool) -> None:
    """Report empty files: that isn't an error, since a client may still write to them."""
    for archive in archives:
        if archive.is_file() and not archive.stat().st_size:
            _note(f"{archive} is empty: it contains no messages.", as_json)


def _note(line: str, as_json: bool) -> None:
    """Report information that isn't an error."""
    line = naming_stdin(line)
    if as_json:
        print_json({"note": line}, err=True)
    else:
        click.echo(line, err=True)


def _bad_records(count: int) -> str:
    return counted(count, "bad record is", "bad records are")


def _report_json(progress: Progress) -> None:
    print_json(asdict(progress) | {"bad": progress.bad}, err=True)


def _report_person(progress: Progress) -> None:
    if sys.stderr.isatty():
        done = 100 * progress.done_bytes // max(progress.total_bytes, 1)
        left = progress.seconds_left
        rest = "" if left is None else f", {left:,.0f} s left"
        line = f"{progress.stage}: {done}%, {counted(progress.messages, 'record')}{rest}"
        click.echo(f"\r{line:<70}", nl=False, err=True)
