"""`tanglescope site`: a conversation as one web page, or a collection as a folder of pages."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tanglescope.engine.commandline.common.opening import opened
from tanglescope.engine.commandline.common.options import (
    ExistingPath,
    by_option,
    consent_option,
    database_option,
    echo_left_out,
    group_keys_option,
    json_option,
    print_json,
    said_when_stopped,
    site_memory,
)
from tanglescope.engine.languages import ENGLISH, codes
from tanglescope.engine.wording import counted, speak

if TYPE_CHECKING:
    from tanglescope.engine.blobs.folders import BlobFolders
    from tanglescope.engine.site.library_reader import LibraryReader

_ONE_FILE = (".html", ".htm")


@click.command()
@click.argument("addresses", metavar="[ADDRESS]...", nargs=-1)
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--all", "is_all", is_flag=True, help="Write the whole collection; the same as no ADDRESS."
)
@by_option("The order of the conversations at ADDRESS. The default is each one's own.")
@click.option(
    "--blobs",
    type=ExistingPath(file_okay=False, path_type=Path),
    help="Also look for pictures in this folder.",
)
@click.option("--title", default="Tanglescope", show_default=True, help="The title of the site.")
@click.option(
    "--private",
    is_flag=True,
    help="Also write what --group-keys decrypts. Everyone who has the pages can read it.",
)
@consent_option
@click.option(
    "--language",
    type=click.Choice(codes()),
    default=ENGLISH,
    show_default=True,
    help="The language of the pages.",
)
@database_option
@group_keys_option
@json_option
def site(
    addresses: tuple[str, ...],
    out: Path,
    is_all: bool,
    by: str | None,
    blobs: Path | None,
    title: str,
    private: bool,
    consent: str,
    language: str,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Write conversations as web pages.

    The pages load nothing from elsewhere. One ADDRESS and an OUT that ends in .html make one
    file. Anything else makes a folder of pages, with the conversations at ADDRESS or with the
    whole collection. The folder must be new, empty, or a site that was written before,
    of which only changed pages are rewritten. Private messages are left out.
    """
    if private and group_keys is None:
        raise click.UsageError("--private needs --group-keys.")
    if is_all and addresses:
        raise click.UsageError("--all takes no ADDRESS: it writes all of them.")
    if by is not None and not addresses:
        raise click.UsageError("--by needs an ADDRESS.")
    speak(language)
    from tanglescope.engine.site.library_reader import Consent, LibraryReader
    from tanglescope.engine.site.timeline import write_one_page

    with opened(database, group_keys=group_keys if private else None) as library:
        desk = LibraryReader(library, private=private, consent=Consent(consent))
        wanted = [library.conversation(each, by, as_read=True) for each in addresses] or None
        addresses = tuple(str(each.address) for each in wanted or ())
        echo_left_out(desk.left_out(wanted), as_json=as_json)
        folders = library.blob_folders([blobs] if blobs else [])
        if len(addresses) == 1 and out.suffix.lower() in _ONE_FILE and not out.is_dir():
            write_one_page(desk, addresses[0], out, folders)
        else:
            _write_folder(desk, addresses, out, folders, title, as_json)
    if private:
        click.echo(
            f"Warning: everyone who has {out} can read the private messages in it.", err=True
        )


def _write_folder(
    desk: "LibraryReader",
    addresses: Sequence[str],
    out: Path,
    blobs: "BlobFolders",
    title: str,
    as_json: bool,
) -> None:
    from tanglescope.engine.site.collection import write_site
    from tanglescope.engine.site.plan import WantedSite

    progress = _progress_for_programs if as_json else _progress_for_people
    wanted = WantedSite(title, addresses, blobs)
    stopped = f"Stopped. {out} is incomplete; the same command continues from there."
    with said_when_stopped(stopped, as_json=as_json):
        report = write_site(desk, wanted, out, progress, site_memory(out))
    files = report.files
    if as_json:
        counts = {
            "conversations": report.conversations,
            "messages": report.messages,
            "made": report.made,
        }
        print_json(counts | asdict(files))
        return
    click.echo(
        f"{out} has {counted(report.messages, 'message')}"
        f" in {counted(report.conversations, 'conversation')}:"
        f" {counted(files.new, 'file')} written, {files.unchanged:,} unchanged,"
        f" {files.removed:,} removed."
    )


def _progress_for_programs(done: int, whole: int) -> None:
    print_json({"done": done, "of": whole}, err=True)


def _progress_for_people(done: int, whole: int) -> None:
    if sys.stderr.isatty() and (done % 50 == 0 or done == whole):
        click.echo(f"\r{done:,} of {whole:,}", nl=done == whole, err=True)
