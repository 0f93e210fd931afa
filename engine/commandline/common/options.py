"""Options and input shared by commands: databases, keys, lines of files, JSON output."""

import os
import re
import signal
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, AnyStr, NoReturn, TypeAlias

import click
import orjson
from click.shell_completion import CompletionItem

from tanglescope.engine.archive.lines import BYTE_ORDER_MARK
from tanglescope.engine.archive.source import choosing_refs
from tanglescope.engine.child_processes import keep_out_of_core_dumps
from tanglescope.engine.errors import ExitCode, NotFound, TanglescopeError
from tanglescope.engine.files import is_there, make_private_folder, missing
from tanglescope.engine.linear.orders.named import ORDERS, check_name, known_orders, trust
from tanglescope.engine.readable import error_answer, json_line
from tanglescope.engine.systems import ENDING
from tanglescope.engine.user_folders import cache_folder
from tanglescope.engine.wording import tr

if TYPE_CHECKING:
    from tanglescope.engine.library import Library
    from tanglescope.engine.site.library_reader import HiddenPeople

_SEEDS = click.IntRange(-(2**63), 2**63 - 1)


class _Seed(click.ParamType[int]):
    """Any 64-bit integer; the help of a command doesn't show the limits."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number."""
        return _SEEDS.convert(value, param, ctx)


class ExistingPath(click.Path):
    """A path at which there has to be something; it is an answer of its own that there is nothing.

    Raises `NotFound`.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path."""
        if not (self.allow_dash and str(value) == "-") and not is_there(Path(value)):
            raise NotFound(missing(Path(value)))
        return super().convert(value, param, ctx)


class ChoiceOption(click.Option):
    """An option with many values, which are listed in its help instead of beside its name."""

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        super().__init__(*arguments, **attributes)
        assert isinstance(self.type, click.Choice)
        self.help = f"{self.help} One of: {', '.join(self.type.choices)}."


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


def by_option(help_text: str, *names: str, **attributes: Any) -> Callable[[Any], Any]:
    """Add `--by ORDER`."""
    own = "a command such as “node order.js”, FILE.py:FUNCTION, MODULE:FUNCTION or a plug-in"
    return click.option(
        *(names or ("--by",)),
        metavar="ORDER",
        type=_OrderName(),
        help=f"{help_text} One of: {', '.join(ORDERS)}; or {own}.",
        **attributes,
    )


SEED = _Seed()
"""The seed of a random choice: any number that fits into JSON."""


PaintPng: TypeAlias = Callable[[str], bytes]
"""Paints an SVG as a PNG; commands find the window's function as `obj` of their context."""


class ArchivePath(click.Path):
    """The path of an archive; `-` is standard input, which is first read to its end."""

    def __init__(self) -> None:
        super().__init__(readable=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, or that of a temporary file with the input."""
        if value != "-":
            return super().convert(value, param, ctx)
        return stored_input(sys.stdin.buffer)


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


ARCHIVE = ArchivePath()


def site_memory(folder: Path) -> Path:
    """The file with the inputs of the pages of a site."""
    sites = cache_folder("sites")
    return sites / sha256(os.fsencode(folder.absolute())).hexdigest()[:32]


def backlinks_option(function: Any) -> Any:
    """Add `--backlinks`, which draws as the specifications do."""
    return click.option(
        "--backlinks",
        is_flag=True,
        help="Draw as the specifications do, from right to left: each message points to those that"
        " it comes after, roots and item roots have their colours, and a private group shows all"
        " its tangles (svg, png, mermaid, dot).",
    )(function)


def linear_option(function: Any) -> Any:
    """Add `--linear`, which draws an order instead of causes."""
    return click.option(
        "--linear",
        is_flag=True,
        help="Draw each message after the one before it in the order, instead of what it comes"
        " after (svg, png, mermaid, dot).",
    )(function)


def consent_option(function: Any) -> Any:
    """Add `--consent`, which says who is shown in what others can read."""
    return click.option(
        "--consent",
        type=click.Choice(["stated", "given", "all"]),
        default="stated",
        show_default=True,
        help="Who is shown: all but those who said that they don't want public web pages"
        " (publicWebHosting: false), only those who agreed, or everyone.",
    )(function)


def left_out_answer(left_out: "HiddenPeople") -> dict[str, object]:
    """The people who are left out, as JSON."""
    people = [
        {"feed": feed, "name": name, "messages": messages}
        for feed, name, messages in left_out.people
    ]
    return {"people": people, "silent": left_out.silent}


def echo_left_out(left_out: "HiddenPeople", *, as_json: bool) -> None:
    """Print who is left out on stderr, and how many people said nothing about it."""
    if as_json:
        if left_out.people or left_out.silent:
            print_json({"left_out": left_out_answer(left_out)}, err=True)
        return
    for sentence in left_out.words():
        click.echo(sentence, err=True)
    if left_out.is_silent:
        click.echo("--consent given leaves them out, too.", err=True)


def database_option(function: Any) -> Any:
    """Add `--database PATH`; its default is the user's default database."""
    return click.option(
        "--database",
        type=click.Path(path_type=Path),
        help="The database. [default: your own, in your data folder]",
    )(function)


def json_option(function: Any) -> Any:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def hmac_key_option(function: Any) -> Any:
    """Add `--hmac-key BASE64`, the key of a network that has one."""
    return click.option(
        "--hmac-key",
        metavar="BASE64",
        callback=_read_hmac_key,
        help="The key of the network, if it has one.",
    )(function)


def refs_option(function: Any) -> Any:
    """Add `--refs PATTERN`, which chooses what a command reads of Git repositories."""
    return click.option(
        "--refs",
        metavar="PATTERN",
        multiple=True,
        expose_value=False,
        callback=lambda context, _, patterns: context.with_resource(choosing_refs(patterns)),
        help="Branches and tags of Git repositories to read, such as main or 'v1.*'; refs/remotes/*"
        " are those of others. The default is all branches, all tags and HEAD.",
    )(function)


def group_keys_option(function: Any) -> Any:
    """Add `--group-keys PATH`, which decrypts private messages for one command."""
    return click.option(
        "--group-keys",
        type=ExistingPath(path_type=Path),
        help="Decrypt private messages with the keys in this file or keyring folder.",
    )(function)


def in_option(meaning: str) -> Callable[[Any], Any]:
    """Add `--in ADDRESS`, with the alias `--thread`."""
    return click.option(
        "--in",
        "--thread",
        "address",
        metavar="ADDRESS",
        help=f"{meaning} A root's key, or chess:KEY, feed:@ID, everything, #channel, ...",
    )


def _read_hmac_key(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> bytes | None:
    if text is None:
        return None
    keep_out_of_core_dumps()
    try:
        key = b64decode(text, validate=True)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise click.BadParameter("it has to be 32 bytes in base64.", context, parameter)
    return key


def database_path(database: Path | None, *, read_only: bool = False) -> Path:
    """The chosen database; the folder of the default one is created if needed."""
    # Imported here, so that commands without a database start fast.
    from tanglescope.engine.store.files.collections import default_database

    path = database or default_database()
    if database is None and not read_only:
        make_private_folder(path.parent)
    return path


def is_other_source(path: Path) -> bool:
    """Whether a path is something to read that isn't a database: a file, a folder, or `-`."""
    if str(path) == "-":
        return True
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        return False
    from tanglescope.engine.sources import is_collection

    return path.is_dir() or not is_collection(path)


def is_source(word: str) -> bool:
    """Whether a word is something to read, and not an address in the default database.

    Raises `NotFound` where there is neither.
    """
    if word == "-" or is_there(Path(word)):
        return True
    if not is_there(database_path(None, read_only=True)):
        raise NotFound(
            f"There is no file {word}, and no database yet: `tanglescope import` creates one."
        )
    return False


def split_source(
    words: tuple[str, ...], database: Path | None, least: int = 0
) -> tuple[Path | None, tuple[str, ...]]:
    """The source that a command reads, and its words; the first word may be the source.

    `least` words have to follow it.
    """
    if database is None and len(words) > least and is_source(words[0]):
        return Path(words[0]), words[1:]
    return database, words


@contextmanager
def stored_library(
    database: Path | None, *, read_only: bool = True, group_keys: Path | None = None
) -> Iterator["Library"]:
    """The library in `database`, closed at the end; the default folder is created if needed.

    `group_keys` decrypt private messages while the library is open.
    """
    # Imported here, so that commands without a database start fast.
    from tanglescope.engine.library import Library

    path = database_path(database, read_only=read_only)
    with Library.open(path, read_only=read_only) as library:
        unlock(library, group_keys)
        yield library


def unlock(library: "Library", group_keys: Path | None) -> None:
    """Decrypt private messages with keys of the user while the library is open."""
    if group_keys is not None:
        from tanglescope.engine.archive.keyrings import read_keys
        from tanglescope.engine.message.private import Keyring

        library.unlock(Keyring().with_keys(read_keys(group_keys)))


def print_json(answer: object, *, err: bool = False) -> None:
    """Print one JSON value on a line of its own."""
    click.echo(json_line(answer), err=err)


def complain(said: str, place: Path | str | None = None, code: str | None = None) -> None:
    """Report on stderr that part of the input is bad, after everything else was answered."""
    if click.get_current_context().params.get("as_json"):
        where = None if place is None else str(place)
        print_json(error_answer(said, code or ExitCode.BAD_INPUT.word, where), err=True)
    else:
        click.echo(said, err=True)


@contextmanager
def said_when_stopped(sentence: str, *, as_json: bool = False) -> Iterator[None]:
    """End with a sentence about what was done so far on Ctrl+C, or if the window ends this."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        if as_json:
            print_json({"note": sentence}, err=True)
        else:
            click.echo(f"\n{sentence}", err=True)
        sys.exit(ExitCode.STOPPED)
    finally:
        signal.signal(signal.SIGTERM, before)


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
    # Arrays and cryptography, imported here so that other commands start fast.
    from tanglescope.engine.archive.corestore.encryption import read_base_key

    try:
        return read_base_key(given)
    except TanglescopeError as error:
        raise click.UsageError(f"{name}: {error}") from None


LONGEST_LINE = 64 << 20
"""The limit on bytes or characters of a line; a device may have no line ends at all."""


class LineTooLong(TanglescopeError):
    """A line is too long; the rest of the file isn't read."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, file: str, line: int) -> None:
        self.place = f"{file}, line {line}"
        super().__init__(
            tr(
                "{file}, line {line} is longer than {limit} MiB. This line and everything after"
                " it weren't read. Split or remove the line.",
                file=file,
                line=line,
                limit=LONGEST_LINE >> 20,
            )
        )


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file opened as bytes, without a byte order mark.

    Lines end in 0x0A only, since messages may contain U+2028. JSON has no byte order mark, but
    programs on Windows write one. Raises `LineTooLong`.
    """
    for number, line in enumerate(bounded_lines(file), start=1):
        yield line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line


def bounded_lines(file: IO[AnyStr]) -> Iterator[AnyStr]:
    """The lines of a file. Raises `LineTooLong`."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise LineTooLong(name_of(file), number)
        yield line


GRAPH_FILE = (
    'A graph file has a graph on each line, such as {"nodes": [{"id": "a", "after": []}]}. For'
    " an archive, use `tanglescope verify` or `tanglescope import`."
)
"""What a command for graph files reads."""

_STDIN = ("-", "<stdin>")
_LINES_LOOKED_AT = 50
_LIKE_JSON = re.compile(rb'\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[\[{"\]]|$))')


class OtherFile(TanglescopeError):
    """A file that doesn't have lines of JSON."""

    exit_code = ExitCode.BAD_INPUT


def json_lines(file: IO[bytes], wanted: str) -> Iterator[bytes]:
    """The lines of a file, unless all of its first lines are something else than JSON.

    `wanted` says what the file should be, as a sentence. Raises `OtherFile` or `LineTooLong`.
    """
    lines = lines_of(file)
    begin: list[bytes] = []
    for line in lines:
        begin.append(line)
        if _is_like_json(line):
            return chain(begin, lines)
        if len(begin) == _LINES_LOOKED_AT:
            break
    if any(line.strip() for line in begin):
        raise _other_file(file, wanted)
    return chain(begin, lines)


def _is_like_json(line: bytes) -> bool:
    """Whether a line is JSON or a beginning of it, which may have a fault further on."""
    if _LIKE_JSON.match(line):
        return True
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _other_file(file: IO[bytes], wanted: str) -> OtherFile:
    return OtherFile(f"{name_of(file)} has no lines of JSON. {wanted}")


def first_of(problem: str, count: int) -> str:
    """The first of some problems, and how many more there are, on one line."""
    return f"{problem} (and {count - 1:,} more)" if count > 1 else problem


def name_of(file: IO[AnyStr] | Path) -> str:
    """The name of a file at the beginning of a sentence."""
    name = str(file if isinstance(file, Path) else getattr(file, "name", "-"))
    return "Standard input" if name in _STDIN else name


def limit_options(function: Any) -> Any:
    """Add `--max-references` and `--over`."""
    limited = click.option(
        "--max-references",
        type=click.IntRange(1),
        metavar="N",
        help="The most events that an event may refer to, its predecessor included.",
    )
    over = click.option(
        "--over",
        type=click.Choice(["refuse", "cut"]),
        default="refuse",
        show_default=True,
        help="What to do with an event over the limit: leave it out, or keep its predecessor and"
        " the first others that are known.",
    )
    return limited(over(function))
