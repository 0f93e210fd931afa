"""`tanglescope import`: archives become a database."""

import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from engine.commandline.options import database_option, json_option, opened, print_json
from engine.errors import TanglescopeError
from engine.library import ImportReport, Library, Progress


@click.command("import")
@click.argument("archives", nargs=-1, required=True, type=click.Path(path_type=Path))
@database_option
@click.option("--engine", type=click.Choice(["auto", "direct"]), default="auto", help="Who works.")
@json_option
def import_archives(
    archives: tuple[Path, ...], database: Path | None, engine: str, as_json: bool
) -> None:
    """Take in what is new in ARCHIVES; their formats are found by looking into them."""
    del engine  # every choice is worked in this process
    failed: list[str] = []
    reports: list[ImportReport] = []
    with opened(database, read_only=False) as library:
        for archive in archives:
            try:
                reports.append(_import(library, archive, as_json))
            except TanglescopeError as error:
                failed.append(str(error))
        total = _together(reports, len(library))
    if as_json:
        fields = ("added", "messages", "quarantined", "rules")
        print_json({name: value for name, value in asdict(total).items() if name in fields})
    else:
        click.echo(f"{total.added:,} messages are new; the database holds {total.messages:,}.")
    if total.first_bad is not None:
        failed.append(f"{total.quarantined:,} bad records are in the quarantine. {total.first_bad}")
    for line in failed:
        if as_json:
            print_json({"error": line}, err=True)
        else:
            click.echo(f"Error: {line}", err=True)
    sys.exit(1 if failed else 0)


def _import(library: Library, archive: Path, as_json: bool) -> ImportReport:
    def tell(progress: Progress) -> None:
        if as_json:
            print_json(asdict(progress), err=True)
        elif sys.stderr.isatty():
            click.echo(f"\r{_percent(progress)}  {progress.messages:,} records", nl=False, err=True)

    report = library.ingest(archive, on_progress=tell)
    if sys.stderr.isatty() and not as_json:
        click.echo(err=True)
    return report


def _together(reports: list[ImportReport], messages: int) -> ImportReport:
    rules: Counter[str] = Counter()
    for report in reports:
        rules += Counter(report.rules)
    bad = [report.first_bad for report in reports if report.first_bad]
    return ImportReport(
        added=sum(report.added for report in reports),
        messages=messages,
        quarantined=rules.total(),
        rules=dict(rules),
        first_bad=bad[0] if bad else None,
    )


def _percent(progress: Progress) -> str:
    return f"{100 * progress.done_bytes // max(progress.total_bytes, 1):>3} %"
