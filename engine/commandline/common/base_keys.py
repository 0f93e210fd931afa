"""`--key-file` and `--ask-key`: keys of encrypted Autobases, which are kept in memory only."""

from collections.abc import Sequence
from typing import IO, Any

import click

from engine.errors import TanglescopeError


def base_keys_options(function: Any) -> Any:
    """Add `--key-file FILE` and `--ask-key`."""
    for option in (
        click.option("--ask-key", is_flag=True, help="Ask for the key of an encrypted Autobase."),
        click.option(
            "--key-file",
            "key_files",
            type=click.File("rb"),
            multiple=True,
            help="A file with the key of an encrypted Autobase, 32 bytes or text.",
        ),
    ):
        function = option(function)
    return function


def base_keys(key_files: Sequence[IO[bytes]], ask_key: bool) -> tuple[bytes, ...]:
    """The keys that were given."""
    keys = [_key(file.read(1024), file.name) for file in key_files]
    if ask_key:
        typed = click.prompt("Key", hide_input=True, err=True)
        keys.append(_key(typed.encode("utf-8", "replace"), "--ask-key"))
    return tuple(keys)


def _key(given: bytes, name: str) -> bytes:
    # Arrays and cryptography, which other commands don't wait for.
    from engine.archive.corestore.secrets import read_base_key

    try:
        return read_base_key(given)
    except TanglescopeError as error:
        raise click.UsageError(f"{name}: {error}") from None
