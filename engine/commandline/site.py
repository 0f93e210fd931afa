"""`tanglescope site`: conversations as web pages."""

from pathlib import Path

import click

from engine.commandline.common.options import Lent, database_option, group_keys_option, opened


@click.command()
@click.argument("address")
@click.argument("out", metavar="OUT.html", type=click.Path(path_type=Path))
@click.option(
    "--private",
    is_flag=True,
    help="Write what --group-keys opens, too: everyone who has the pages can read it.",
)
@database_option
@group_keys_option
@click.pass_obj
def site(
    lent: Lent,
    /,
    address: str,
    out: Path,
    private: bool,
    database: Path | None,
    group_keys: Path | None,
) -> None:
    """Write the conversation at ADDRESS as one web page, OUT.html, that needs no other file.

    It runs no script and loads nothing. Private messages are left out.
    """
    if private and group_keys is None:
        raise click.UsageError("--private needs --group-keys.")
    from engine.site.asking import Desk
    from engine.site.writing import write_one_page

    with opened(database, group_keys=group_keys if private else None) as library:
        desk = Desk(library, lent.words(), private=private)
        write_one_page(desk, address, out)
    if private:
        click.echo(f"Warning: everyone who has {out} can read what is private in it.", err=True)
