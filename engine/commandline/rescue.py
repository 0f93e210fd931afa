"""`tanglescope rescue`: what survived of several archives, as one clean log."""

import sys
from pathlib import Path

import click

from engine.archive.stdin import naming_stdin
from engine.archive.threads import processors
from engine.commandline.common.options import (
    ARCHIVE,
    hmac_key_option,
    json_option,
    print_json,
    said_when_stopped,
)
from engine.message.identity import read_identity
from engine.rescue import report as reports
from engine.rescue.rescuing import rescue as rescued
from engine.rescue.writing import FORMATS


@click.command()
@click.argument("archives", nargs=-1, required=True, type=ARCHIVE)
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Path(path_type=Path),
    help="The new folder for the result.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice(list(FORMATS)),
    multiple=True,
    default=("offset",),
    show_default=True,
    help="The log to write: offset for ssb-server, bipf for ssb-db2, ndjson. May be repeated.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=processors,
    help="The number of processors to use. The default is all.",
)
@click.option(
    "--lacking-in",
    "lacking_in",
    type=ARCHIVE,
    multiple=True,
    help="Write only what this archive lacks. May be repeated.",
)
@click.option(
    "--secret",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Say whether the feed of this identity may be continued.",
)
@click.option(
    "--latest",
    type=ARCHIVE,
    help="The one of ARCHIVES that your program wrote last, for --secret.",
)
@hmac_key_option
@json_option
def rescue(
    archives: tuple[Path, ...],
    target: Path,
    formats: tuple[str, ...],
    threads: int,
    lacking_in: tuple[Path, ...],
    secret: Path | None,
    latest: Path | None,
    hmac_key: bytes | None,
    as_json: bool,
) -> None:
    """Write what survived in ARCHIVES to a clean log.

    ARCHIVES may be damaged, incomplete, old or copies of each other; they are only read. The
    folder must be new. If a rescue was interrupted, the same command continues it. The report
    says of each feed whether it is whole, has gaps or is forked, and of each archive what is
    damaged and what only it had.
    """
    if latest is not None and latest not in archives:
        raise click.UsageError("--latest has to be one of ARCHIVES.")
    stopped = "Stopped. What was read is kept; the same command continues from there."
    with said_when_stopped(stopped, as_json=as_json):
        report = rescued(
            archives,
            target,
            tuple(dict.fromkeys(formats)),
            hmac_key=hmac_key,
            processes=threads,
            lacking_in=lacking_in,
            own=None if secret is None else read_identity(secret).feed,
            latest=latest,
            on_progress=None if as_json else _report_person,
        )
    if as_json:
        print_json(reports.as_json(report))
        return
    if sys.stderr.isatty():
        click.echo(err=True)
    for line in reports.in_words(report):
        click.echo(naming_stdin(line))


def _report_person(done: int, size: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{100 * done // max(size, 1)}% read", nl=False, err=True)
