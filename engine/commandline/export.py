"""`tanglescope export` and `tanglescope site`: files and web pages for others to read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import click

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    end_progress,
    print_answer,
    print_json,
    report_progress,
    said_when_stopped,
    wants_json,
)
from tanglescope.engine.commandline.common.opening import library_in
from tanglescope.engine.commandline.show import PICTURE_STYLE, PictureStyle
from tanglescope.engine.export.conversations import FORMS, ExportSelection, Rasterize, write_export
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.site.collection import write_site
from tanglescope.engine.site.library_reader import Consent, HiddenPeople, LibraryReader
from tanglescope.engine.site.plan import WantedSite
from tanglescope.engine.site.timeline import write_one_page
from tanglescope.engine.system.files import path_as_text
from tanglescope.engine.system.user_folders import cache_folder
from tanglescope.engine.takeout.contents import TakeoutReport
from tanglescope.engine.takeout.epub import write_epub
from tanglescope.engine.takeout.markdown import write_markdown

_TAKEOUT = {"markdown": write_markdown, "epub": write_epub}
_ONE_FILE = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class _Publication:
    """What is written for others: of whom, whether private messages too, and from where."""

    blobs: Path | None
    private: bool
    consent: str
    database: Path | None
    group_keys: Path | None

    def __post_init__(self) -> None:
        if self.private and self.group_keys is None:
            raise click.UsageError("--private needs --group-keys.")

    @contextmanager
    def open_library(self, target: str) -> Iterator[tuple[LibraryReader, BlobFolders]]:
        """The library without what may not be written, and the folders with its files.

        Warns in the end that `target` has private messages.
        """
        with library_in(self.database, self.group_keys if self.private else None) as library:
            folders = library.blob_folders([self.blobs] if self.blobs else [])
            consent = Consent(self.consent)
            yield LibraryReader(library, private=self.private, consent=consent), folders
        if self.private:
            click.echo(
                f"Warning: everyone who has {target} can read the private messages in it.", err=True
            )


def _blobs(what: str) -> options.Decorator:
    return options.path("--blobs", f"Also look for {what} in this folder.", file_okay=False)


def _publication_options(what: str) -> options.Decorator:
    """The options of a `_Publication`, of which others get `what`."""
    return options.passed_as(
        "published",
        _Publication,
        options.flag(
            "--private",
            f"Also write what --group-keys decrypts. Everyone who has the {what} can read it.",
        ),
        options.consent,
        options.language("what isn't text of messages" if what == "files" else "the pages"),
        options.database,
        options.group_keys,
    )


def _print_left_out(left_out: HiddenPeople) -> None:
    """Print who is left out on stderr, and how many people said nothing about it."""
    if not wants_json():
        for sentence in left_out.words():
            click.echo(sentence, err=True)
        if left_out.is_silent:
            click.echo("--consent given leaves them out, too.", err=True)
    elif left_out.people or left_out.silent:
        people = [
            {"feed": feed, "name": name, "messages": messages}
            for feed, name, messages in left_out.people
        ]
        print_json({"left_out": {"people": people, "silent": left_out.silent}}, err=True)


@click.command()
@click.argument("address")
@click.option(
    "--format",
    "form",
    required=True,
    type=click.Choice([*_TAKEOUT, *FORMS, "png"]),
    help="What to write: markdown makes a folder of notes, epub a book, ndjson an archive.",
)
@click.option(
    "--to",
    "target",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder for markdown, else the file.",
)
@options.by("The order. The default is the conversation's own.")
@PICTURE_STYLE
@_blobs("pictures and files")
@_publication_options("files")
@options.json()
@click.pass_obj
def export(
    rasterize: Rasterize,
    /,
    address: str,
    form: str,
    target: Path,
    by: str | None,
    style: PictureStyle,
    published: _Publication,
) -> None:
    """Write the conversation at ADDRESS into files.

    As markdown and epub, a conversation that begins with a message is written whole. What has no
    first message, such as feed:@ID or #channel, is written month by month, without messages that
    have no text. Pictures and files of messages are copied if they are here. Private messages are
    left out.
    """
    style.require(form)
    named = path_as_text(target)
    report = None
    wanted = ExportSelection(address, by, backlinks=style.backlinks, linear=style.linear)
    with (
        said_when_stopped(f"Stopped. {named} is incomplete or missing."),
        published.open_library(named) as (desk, folders),
    ):
        if form not in _TAKEOUT:
            write_export(desk.library, wanted, form, target, rasterize)
        else:
            report = _TAKEOUT[form](desk, wanted, folders, target)
            _print_left_out(report.contents.left_out)
        print_answer(
            lambda: {"target": named, **(_answer(report) if report else {})},
            _lines(report, named) if report else [f"{named} is written."],
        )


def _answer(report: TakeoutReport) -> dict[str, object]:
    contents = report.contents
    return {
        "address": contents.summary.address,
        "chapters": len(contents.chapters),
        "messages": contents.messages,
        "left_out": {
            "private": contents.private,
            "without_text": contents.without_text,
        },
        "files": {"copied": report.files, "missing": report.missing},
        "written": None if report.counts is None else asdict(report.counts),
    }


def _lines(report: TakeoutReport, target: str) -> Iterator[str]:
    contents = report.contents
    yield (
        f"{target} has {count_noun(contents.messages, 'message')} in"
        f" {count_noun(len(contents.chapters), 'chapter')} and"
        f" {count_noun(report.files, 'file')} of messages."
    )
    yield from contents.words_left_out()
    if report.missing:
        files = count_noun(report.missing, "file of messages is", "files of messages are")
        yield f"{files} missing, or here with another content."


@click.command()
@click.argument("addresses", metavar="[ADDRESS]...", nargs=-1)
@click.argument("out", type=click.Path(path_type=Path))
@options.flag("--all", "Write the whole collection; the same as no ADDRESS.", "is_all")
@options.by("The order of the conversations at ADDRESS. The default is each one's own.")
@_blobs("pictures")
@click.option("--title", default="Tanglescope", show_default=True, help="The title of the site.")
@_publication_options("pages")
@options.json()
def site(
    addresses: tuple[str, ...],
    out: Path,
    is_all: bool,
    by: str | None,
    title: str,
    published: _Publication,
) -> None:
    """Write conversations as web pages.

    The pages load nothing from elsewhere. One ADDRESS and an OUT that ends in .html make one
    file. Anything else makes a folder of pages, with the conversations at ADDRESS or with the
    whole collection. The folder must be new, empty, or a site that was written before,
    of which only changed pages are rewritten. Private messages are left out.
    """
    if is_all and addresses:
        raise click.UsageError("--all takes no ADDRESS: it writes all of them.")
    if by is not None and not addresses:
        raise click.UsageError("--by needs an ADDRESS.")
    with published.open_library(str(out)) as (desk, folders):
        wanted = [desk.library.conversation(each, by, as_read=True) for each in addresses] or None
        addresses = tuple(str(each.address) for each in wanted or ())
        _print_left_out(desk.left_out(wanted))
        if len(addresses) == 1 and out.suffix.lower() in _ONE_FILE and not out.is_dir():
            write_one_page(desk, addresses[0], out, folders)
        else:
            _write_folder(desk, WantedSite(title, addresses, folders), out)


def _write_folder(desk: LibraryReader, wanted: WantedSite, out: Path) -> None:
    stopped = f"Stopped. {out} is incomplete; the same command continues from there."
    with said_when_stopped(stopped):
        # The inputs of the pages are kept beside, not in the site.
        memory = sha256(os.fsencode(out.absolute())).hexdigest()[:32]
        report = write_site(desk, wanted, out, _report, cache_folder("sites") / memory)
    end_progress()
    files = report.files
    print_answer(
        lambda: {
            "conversations": report.conversations,
            "messages": report.messages,
            "made": report.made,
            **asdict(files),
        },
        [
            f"{out} has {count_noun(report.messages, 'message')}"
            f" in {count_noun(report.conversations, 'conversation')}:"
            f" {count_noun(files.new, 'file')} written, {files.unchanged:,} unchanged,"
            f" {files.removed:,} removed."
        ],
    )


def _report(done: int, whole: int) -> None:
    report_progress({"done": done, "of": whole}, f"{done:,} of {whole:,}")
