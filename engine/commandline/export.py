"""`tanglescope export`: a conversation, or what a person wrote, as files for other programs."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tanglescope.engine.commandline.common.opening import opened
from tanglescope.engine.commandline.common.options import (
    ExistingPath,
    PaintPng,
    backlinks_option,
    by_option,
    consent_option,
    database_option,
    echo_left_out,
    group_keys_option,
    json_option,
    linear_option,
    print_json,
    said_when_stopped,
)
from tanglescope.engine.export.conversations import FORMS, PICTURES, ExportSelection, write_export
from tanglescope.engine.files import path_as_text
from tanglescope.engine.languages import ENGLISH, codes
from tanglescope.engine.site.library_reader import Consent, LibraryReader
from tanglescope.engine.takeout.epub import write_epub
from tanglescope.engine.takeout.markdown import write_markdown
from tanglescope.engine.wording import counted, speak

if TYPE_CHECKING:
    from tanglescope.engine.takeout.contents import TakeoutReport

_TAKEOUT = {"markdown": write_markdown, "epub": write_epub}


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
@by_option("The order. The default is the conversation's own.")
@backlinks_option
@linear_option
@click.option(
    "--blobs",
    type=ExistingPath(file_okay=False, path_type=Path),
    help="Also look for pictures and files in this folder.",
)
@click.option(
    "--private",
    is_flag=True,
    help="Also write what --group-keys decrypts. Everyone who has the files can read it.",
)
@consent_option
@click.option(
    "--language",
    type=click.Choice(codes()),
    default=ENGLISH,
    show_default=True,
    help="The language of what isn't text of messages.",
)
@database_option
@group_keys_option
@json_option
@click.pass_obj
def export(
    rasterize: PaintPng,
    /,
    address: str,
    form: str,
    target: Path,
    by: str | None,
    backlinks: bool,
    linear: bool,
    blobs: Path | None,
    private: bool,
    consent: str,
    language: str,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Write the conversation at ADDRESS into files.

    As markdown and epub, a conversation that begins with a message is written whole. What has no
    first message, such as feed:@ID or #channel, is written month by month, without messages that
    have no text. Pictures and files of messages are copied if they are here. Private messages are
    left out.
    """
    if private and group_keys is None:
        raise click.UsageError("--private needs --group-keys.")
    if (backlinks or linear) and form not in PICTURES:
        named = "backlinks" if backlinks else "linear"
        raise click.UsageError(f"--{named} needs --format {', '.join(PICTURES)}.")
    speak(language)
    stopped = f"Stopped. {path_as_text(target)} is incomplete or missing."
    with (
        said_when_stopped(stopped, as_json=as_json),
        opened(database, group_keys=group_keys if private else None) as library,
    ):
        wanted = ExportSelection(address, by, backlinks=backlinks, linear=linear)
        if form not in _TAKEOUT:
            write_export(library, wanted, form, target, rasterize)
            report = None
        else:
            desk = LibraryReader(library, private=private, consent=Consent(consent))
            folders = library.blob_folders([blobs] if blobs else [])
            report = _TAKEOUT[form](desk, wanted, folders, target)
            echo_left_out(report.contents.left_out, as_json=as_json)
    if as_json:
        print_json({"target": path_as_text(target), **(_answer(report) if report else {})})
    else:
        lines = _in_words(report, target) if report else [f"{path_as_text(target)} is written."]
        click.echo("\n".join(lines))
    if private:
        click.echo(
            f"Warning: everyone who has {path_as_text(target)} can read the private messages in"
            " it.",
            err=True,
        )


def _answer(report: "TakeoutReport") -> dict[str, object]:
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


def _in_words(report: "TakeoutReport", target: Path) -> Iterator[str]:
    contents = report.contents
    yield (
        f"{path_as_text(target)} has {counted(contents.messages, 'message')} in"
        f" {counted(len(contents.chapters), 'chapter')} and"
        f" {counted(report.files, 'file')} of messages."
    )
    yield from contents.words_left_out()
    if report.missing:
        files = counted(report.missing, "file of messages is", "files of messages are")
        yield f"{files} missing, or here with another content."
