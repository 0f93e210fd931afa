"""The options and arguments that commands share, and the types of their values."""

import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn, TypeAlias

import click
from click.shell_completion import CompletionItem

from tanglescope.engine.archive.source import choosing_refs
from tanglescope.engine.commandline.common.answers import JSON_KEY
from tanglescope.engine.errors import NotFound, TanglescopeError
from tanglescope.engine.language.languages import ENGLISH, codes
from tanglescope.engine.language.wording import speak
from tanglescope.engine.linear.orders.named import ORDERS, check_name, known_orders, trust
from tanglescope.engine.message.keys import decode_base64
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps
from tanglescope.engine.system.files import is_there, missing
from tanglescope.engine.system.systems import ENDING

Decorator: TypeAlias = Callable[[Any], Any]
"""Adds an option or several to a command."""

_SEEDS = click.IntRange(-(2**63), 2**63 - 1)


class _Seed(click.ParamType[int]):
    """Any 64-bit integer; the help of a command doesn't show the limits."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        return _SEEDS.convert(value, param, ctx)


class ExistingPath(click.Path):
    """A path that has to exist; a missing one has an exit code of its own.

    Raises `NotFound`.
    """

    def __init__(self, **attributes: Any) -> None:
        super().__init__(path_type=Path, **attributes)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if not (self.allow_dash and str(value) == "-") and not is_there(Path(value)):
            raise NotFound(missing(Path(value)))
        return super().convert(value, param, ctx)


SOURCE = ExistingPath(allow_dash=True)
"""The type of an argument that names a source of graphs."""


class ArchivePath(click.Path):
    """The path of an archive; `-` is standard input, which is first read to its end."""

    def __init__(self) -> None:
        super().__init__(readable=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, or that of a temporary file with the input."""
        if value != "-":
            return super().convert(value, param, ctx)
        return stored_input(sys.stdin.buffer)


ARCHIVE = ArchivePath()


def stored_input(stream: IO[bytes]) -> Path:
    """The path of a temporary file with all of a stream; it is removed when the command ends."""
    from tanglescope.engine.archive.stdin import Spool

    # The context of a command with invalid arguments is never closed.
    with ExitStack() as stack:
        for number in ENDING:
            stack.callback(signal.signal, number, signal.signal(number, _leave))
        spool = Spool()
        stack.callback(spool.remove)
        spool.fill(stream)
        click.get_current_context().call_on_close(stack.pop_all().close)
    return spool.path


def _leave(number: int, _frame: object) -> NoReturn:
    """Exit like the signal would, but clean up before."""
    sys.exit(128 + number)


class _OrderName(click.ParamType[str]):
    """The name of an order of this program, or an order of one's own."""

    name = "order"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; the order is known from now on."""
        try:
            check_name(str(value))
        except TanglescopeError as error:
            self.fail(str(error), param, ctx)
        trust([str(value)])
        return str(value)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(each) for each in known_orders() if each.startswith(incomplete)]


def together(*several: Decorator) -> Decorator:
    """Several options as one, listed in this order."""

    def add(command: Any) -> Any:
        for option in reversed(several):
            command = option(command)
        return command

    return add


def passed_as(name: str, make: Callable[..., Any], *several: Decorator) -> Decorator:
    """Options and arguments that a command gets as one value, which `make` makes of them.

    `make` also gets those of its parameters that the command adds itself.
    """
    parts = signature(make).parameters

    def add(command: Any) -> Any:
        @wraps(command)
        def call(*arguments: Any, **given: Any) -> Any:
            value = make(**{part: given.pop(part) for part in parts if part in given})
            return command(*arguments, **{name: value}, **given)

        return together(*several)(call)

    return add


def by(help_text: str, *names: str, **attributes: Any) -> Decorator:
    """Add `--by ORDER`."""
    own = "a command such as “node order.js”, FILE.py:FUNCTION, MODULE:FUNCTION or a plug-in"
    return click.option(
        *(names or ("--by",)),
        metavar="ORDER",
        type=_OrderName(),
        help=f"{help_text} One of: {', '.join(ORDERS)}; or {own}.",
        **attributes,
    )


def choice(
    name: str, values: Iterable[str], default: Any, meaning: str, *names: str, **more: Any
) -> Decorator:
    """Add an option with many values, which are listed in its help instead of beside its name."""
    values = list(values)
    return click.option(
        name,
        *names,
        type=click.Choice(values),
        default=default,
        show_default=True,
        help=f"{meaning} One of: {', '.join(values)}.",
        **{"metavar": name.removeprefix("--").upper(), **more},
    )


def flag(name: str, meaning: str, *more: str) -> Decorator:
    """Add an option without a value."""
    return click.option(name, *more, is_flag=True, help=meaning)


def count(
    name: str, meaning: str, default: int | None = None, *, least: int = 1, most: int | None = None
) -> Decorator:
    """Add an option with a number."""
    return click.option(
        name,
        type=click.IntRange(least, most),
        default=default,
        show_default=default is not None,
        help=meaning,
    )


def seed(meaning: str) -> Decorator:
    """Add `--seed`, the seed of a random choice: any number that fits into JSON."""
    return click.option("--seed", type=_Seed(), default=0, show_default=True, help=meaning)


def json(meaning: str = "Print JSON.") -> Decorator:
    """Add `--json`; `answers.wants_json` says whether it is given."""
    return click.option(
        "--json",
        is_flag=True,
        expose_value=False,
        callback=lambda context, _, wanted: context.meta.update({JSON_KEY: wanted}),
        help=meaning,
    )


def path(name: str, meaning: str, *more: str, **attributes: Any) -> Decorator:
    """Add an option with a path at which there has to be something."""
    of_type = ("allow_dash", "dir_okay", "file_okay")
    kind = {each: attributes.pop(each) for each in of_type if each in attributes}
    return click.option(name, *more, type=ExistingPath(**kind), help=meaning, **attributes)


def address(meaning: str) -> Decorator:
    """Add `--in ADDRESS`, with the alias `--thread`."""
    return click.option(
        "--in",
        "--thread",
        "address",
        metavar="ADDRESS",
        help=f"{meaning} A root's key, or chess:KEY, feed:@ID, everything, #channel, ...",
    )


def language(of: str) -> Decorator:
    """Add `--language`, in which the command speaks."""
    return click.option(
        "--language",
        type=click.Choice(codes()),
        default=ENGLISH,
        show_default=True,
        expose_value=False,
        callback=lambda _context, _parameter, code: speak(code),
        help=f"The language of {of}.",
    )


def _read_hmac_key(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> bytes | None:
    if text is None:
        return None
    keep_out_of_core_dumps()
    key = decode_base64(text)
    if len(key) != 32:
        raise click.BadParameter("it has to be 32 bytes in base64.", context, parameter)
    return key


database = click.option(
    "--database",
    type=click.Path(path_type=Path),
    help="The database. [default: your own, in your data folder]",
)

hmac_key = click.option(
    "--hmac-key",
    metavar="BASE64",
    callback=_read_hmac_key,
    help="The key of the network, if it has one.",
)

refs = click.option(
    "--refs",
    metavar="PATTERN",
    multiple=True,
    expose_value=False,
    callback=lambda context, _, patterns: context.with_resource(choosing_refs(patterns)),
    help="Branches and tags of Git repositories to read, such as main or 'v1.*'; refs/remotes/*"
    " are those of others. The default is all branches, all tags and HEAD.",
)

group_keys = path(
    "--group-keys",
    "Decrypt private messages with the keys in this file or keyring folder.",
)

consent = click.option(
    "--consent",
    type=click.Choice(["stated", "given", "all"]),
    default="stated",
    show_default=True,
    help="Who is shown: all but those who said that they don't want public web pages"
    " (publicWebHosting: false), only those who agreed, or everyone.",
)

threads = count("--threads", "The number of processors to use. The default is all.")

limits = together(
    click.option(
        "--max-references",
        type=click.IntRange(1),
        metavar="N",
        help="The most events that an event may refer to, its predecessor included.",
    ),
    click.option(
        "--over",
        type=click.Choice(["refuse", "cut"]),
        default="refuse",
        show_default=True,
        help="What to do with an event over the limit: leave it out, or keep its predecessor and"
        " the first others that are known.",
    ),
)


class GivenKeys(NamedTuple):
    """The keys of encrypted Autobases: in files, and one that is asked for."""

    key_files: tuple[IO[bytes], ...]
    ask_key: bool

    def read(self) -> tuple[bytes, ...]:
        """The keys that are given."""
        keys = [_key(file.read(1024), file.name) for file in self.key_files]
        if self.ask_key:
            typed = click.prompt("Key", hide_input=True, err=True)
            keys.append(_key(typed.encode("utf-8", "replace"), "--ask-key"))
        return tuple(keys)


def _key(given: bytes, name: str) -> bytes:
    # Arrays and cryptography, imported here so that other commands start fast.
    from tanglescope.engine.archive.corestore.encryption import read_base_key

    try:
        return read_base_key(given)
    except TanglescopeError as error:
        raise click.UsageError(f"{name}: {error}") from None


base_keys = passed_as(
    "keys",
    GivenKeys,
    click.option(
        "--key-file",
        "key_files",
        type=click.File("rb"),
        multiple=True,
        help="A file with the key of an encrypted Autobase, 32 bytes or text.",
    ),
    flag("--ask-key", "Ask for the key of an encrypted Autobase."),
)
