"""`tanglescope rescue`: what survived of several archives, as one clean log."""

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from tanglescope.engine.archive.stdin import naming_stdin
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    end_progress,
    print_answer,
    report_progress,
    said_when_stopped,
)
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.message.identity import read_identity
from tanglescope.engine.rescue import report as reports
from tanglescope.engine.rescue.report import RescueReport
from tanglescope.engine.rescue.rescuing import rescue as rescued
from tanglescope.engine.rescue.writing import FORMATS
from tanglescope.engine.site.rescue_page import rescue_page
from tanglescope.engine.sources import open_source
from tanglescope.engine.store.files.tilde_friends import tables_in
from tanglescope.engine.system.files import write_whole


@click.command()
@click.argument("archives", nargs=-1, required=True, type=options.ARCHIVE)
@click.option(
    "--to",
    "target",
    type=click.Path(path_type=Path),
    help="The new folder for the result. Without it, nothing is written but the report.",
)
@click.option(
    "--format",
    "formats",
    type=click.Choice(list(FORMATS)),
    multiple=True,
    help="The log to write: offset (default) for ssb-server, bipf for ssb-db2, ndjson. May be"
    " repeated.",
)
@click.option(
    "--report",
    "report_files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the report here: as a page if the name ends in .html, as JSON for .json."
    " May be repeated.",
)
@options.threads
@click.option(
    "--lacking-in",
    "lacking_in",
    type=options.ARCHIVE,
    multiple=True,
    help="Leave out what this archive has: the difference is left. May be repeated.",
)
@options.path("--secret", "Say whether the feed of this identity may be continued.", dir_okay=False)
@click.option(
    "--latest",
    type=options.ARCHIVE,
    help="The one of ARCHIVES that your program wrote last, for --secret.",
)
@options.language("the report")
@options.hmac_key
@options.json()
def rescue(
    archives: tuple[Path, ...],
    target: Path | None,
    formats: tuple[str, ...],
    report_files: tuple[Path, ...],
    threads: int | None,
    lacking_in: tuple[Path, ...],
    secret: Path | None,
    latest: Path | None,
    hmac_key: bytes | None,
) -> None:
    """Write what survived in ARCHIVES to a clean log.

    ARCHIVES may be damaged, incomplete, old or copies of each other, and databases; they are only
    read. The folder must be new; without --to, only the report is printed. If a rescue was
    interrupted, the same command continues it. The report says of each feed whether it is whole,
    has gaps or is forked, and how far others know it, and of each archive what is damaged and what
    only it had.
    """
    if latest is not None and latest not in archives:
        raise click.UsageError("--latest has to be one of ARCHIVES.")
    if formats and target is None:
        raise click.UsageError("--format needs --to.")
    stopped = "Stopped. What was read is kept; the same command continues from there."
    with said_when_stopped(stopped):
        report = rescued(
            archives,
            target,
            tuple(dict.fromkeys(formats)) or ("offset",),
            opening=open_source,
            tables=tables_in,
            hmac_key=hmac_key,
            processes=threads,
            lacking_in=lacking_in,
            own=None if secret is None else read_identity(secret).feed,
            latest=latest,
            page=rescue_page,
            on_progress=_report,
        )
    for file in report_files:
        write_whole(file, [_FORMS.get(file.suffix.lower(), _as_text)(report)])
    end_progress()
    print_answer(lambda: reports.as_json(report), map(naming_stdin, reports.in_words(report)))


def _as_text(report: RescueReport) -> bytes:
    return "".join(f"{line}\n" for line in reports.in_words(report)).encode("utf-8", "replace")


_FORMS: Mapping[str, Callable[[RescueReport], bytes]] = {
    ".html": lambda report: rescue_page(report).encode("utf-8", "replace"),
    ".json": lambda report: json_line(reports.as_json(report)) + b"\n",
}
"""The forms of a report in a file, by suffix; others are text."""


def _report(done: int, size: int) -> None:
    # In thousandths, since a window counts in 32 bits.
    share = 1000 * done // max(size, 1)
    report_progress({"done": share, "of": 1000}, f"{share // 10}% read")
