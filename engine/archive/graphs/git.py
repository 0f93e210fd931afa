"""Git repositories: commits as nodes, after their parents.

`git` itself reads them. A repository is hostile input: its configuration can name programs to run
and files to include, even pipes. So git never sees that configuration. It reads objects and
references through a temporary folder with safe settings. Missing objects are never fetched.
"""

import hashlib
import os
import re
import stat
import subprocess
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from tanglescope.engine.archive.record import (
    START,
    Dialect,
    FolderReader,
    NotAnArchive,
    Place,
    Record,
    UnreadableArchive,
)
from tanglescope.engine.language.wording import quote_program, tr

LONGEST_COMMIT = 1 << 24
"""The size limit of a commit in bytes; a message of that size is a book."""

_LONGEST_TEXT = 4096  # bytes of an address or a subject
_LONGEST_TIME = 15  # digits; a commit may have any number, and a double is exact only up to here
_SPACE = b" \t\r\n"
_BLANK_LINES = re.compile(rb"(?:[ \t\r]*\n)*")
_TIME = re.compile(rb"[ \t]*(\d+)[ \t]*[+-]\d+")
_ENCODINGS = re.compile(
    r"(?i)(iso|latin|cp|windows|koi8|utf|shift|sjis|euc|gb|big5|mac|us-ascii|ascii)[\w.-]*"
)
"""The accepted text encodings; some of Python's codecs aren't text encodings."""

_ENTRY = re.compile(r"\s*([^<>]*?)\s*<([^<>]*)>(?:\s*([^<>]*?)\s*<([^<>]*)>)?")


class Mailmap:
    """Replaces the names and addresses of commits by proper ones; see `git help mailmap`."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._proper: dict[tuple[str | None, str], tuple[str, str]] = {}
        for line in lines:
            found = None if line.lstrip().startswith("#") else _ENTRY.match(line)
            if found is not None:
                self._enter(*found.groups())

    def _enter(self, name: str, address: str, of_name: str | None, of: str | None) -> None:
        """Enter a line: the proper name and address, and those of commits."""
        if of is None:
            address, of = "", address
        key = (of_name.casefold() if of_name else None, of.casefold())
        known = self._proper.get(key, ("", ""))
        self._proper[key] = name or known[0], address or known[1]

    def proper(self, name: str, address: str) -> tuple[str, str]:
        """The proper name and address of a person in a commit."""
        found = self._proper.get((name.casefold(), address.casefold()))
        found = found or self._proper.get((None, address.casefold()), ("", ""))
        return found[0] or name, found[1] or address


NO_MAILMAP = Mailmap()


def is_proved(name: str, commit: bytes) -> bool:
    """Whether an id is the SHA-1 or SHA-256 hash of a commit with these bytes."""
    proved = b"commit %d\0" % len(commit) + commit
    if len(name) == hashlib.sha256().digest_size * 2:
        return hashlib.sha256(proved).hexdigest() == name
    return hashlib.sha1(proved, usedforsecurity=False).hexdigest() == name


def commit_node(
    name: str, commit: bytes, known: Collection[str], mailmap: Mailmap = NO_MAILMAP
) -> dict[str, Any]:
    """A commit as a node of a graph file, with those of its parents that are known."""
    header, _, message = commit.partition(b"\n\n")
    lines = header.split(b"\n")
    parents = [line[7:].decode("ascii", "replace") for line in lines if line[:7] == b"parent "]
    encoding = _field(lines, b"encoding ").decode("ascii", "replace")
    author, committer = _field(lines, b"author "), _field(lines, b"committer ")
    written = _text(author.partition(b"<")[0].strip(_SPACE), encoding)
    person, address = mailmap.proper(written, _text(_address(author), encoding))
    return {
        "id": name,
        "after": [each for each in dict.fromkeys(parents) if each in known],
        "writer": address,
        "writer_name": person or None,
        "asserted": _milliseconds(author),
        "committed": _milliseconds(committer),
        "label": _text(_subject(message), encoding),
        "raw": commit,
    }


def _field(lines: list[bytes], name: bytes) -> bytes:
    return next((line[len(name) :] for line in lines if line.startswith(name)), b"")


def _address(person: bytes) -> bytes:
    _, begun, rest = person.partition(b"<")
    address, ended, _ = rest.partition(b">")
    return address if begun and ended else b""


def _milliseconds(person: bytes) -> int | None:
    time = _TIME.match(person[person.rfind(b">") + 1 :])
    if time is None or len(time[1]) > _LONGEST_TIME:
        return None
    return 1000 * int(time[1])


def _subject(message: bytes) -> bytes:
    """The first paragraph on one line, as git shows it."""
    begun = _BLANK_LINES.match(message)
    begin = begun.end() if begun else 0
    lines: list[bytes] = []
    for line in message[begin : begin + 2 * _LONGEST_TEXT].partition(b"\0")[0].split(b"\n"):
        if not (seen := line.rstrip(_SPACE)):
            break
        lines.append(seen)
    return b" ".join(lines)


def _text(text: bytes, encoding: str) -> str:
    cut = text[:_LONGEST_TEXT]
    more = "…" if len(cut) < len(text) else ""
    if _ENCODINGS.fullmatch(encoding):
        try:
            return cut.decode(encoding) + more
        except (LookupError, ValueError):
            pass
    return cut.decode("utf-8", "replace") + more


_SAFE = (
    "safe.directory=*",
    "core.commitGraph=false",  # it may have other parents than the commits
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
)
_MOST_PLACES = 100
_LONGEST_ALTERNATES = 1 << 16
_OTHER_COMPUTER = re.compile(r"[/\\]{2}")
_OBJECTS = re.compile("[0-9a-f]{2}")
_LONGEST_ANSWER = 1 << 10
_SHARED = ("objects", "refs", "packed-refs", "reftable", "shallow")
"""The files of a repository that lead to its commits."""

_FORMATS = re.compile(rb"(?i)\b(objectformat|refstorage)\s*=\s*(sha1|sha256|files|reftable)\b")
"""The settings of its configuration that are used: how objects and references are stored."""

_LONGEST_FILE = 1 << 20
"""The limit on the bytes read of its configuration and of its HEAD."""

_ENVIRONMENT = {
    "GIT_ALLOC_LIMIT": str(1 << 28),  # bytes at once: a packed commit may have any size
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",  # only parents that are covered by the commit's id
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


def is_repository(folder: Path) -> bool:
    """Whether a folder is a Git repository, with a work tree or bare."""
    if (folder / ".git").exists():
        return True
    return (folder / "HEAD").is_file() and all(
        (folder / name).is_dir() for name in ("objects", "refs")
    )


def refuse_traps(folder: Path) -> None:
    """Refuse a folder with pipes, devices or links that would block git or lead it elsewhere.

    Raises `NotAnArchive`.
    """
    if not is_repository(folder):
        return
    common = _common_folder(folder)
    for name in ("HEAD", "config", "commondir", *_SHARED):
        _refuse_link_out(common / name, common)
        _refuse_pipe(common / name)
    for path in [*_below(common / "refs"), *_list_folder(common / "reftable")]:
        _refuse_link(path)
        _refuse_pipe(path)
    if b"/" in _beginning(named := common / "reftable" / "tables.list"):
        raise NotAnArchive(tr("{path} names files outside its folder.", path=named))
    places = [common / "objects"]
    for place in places:
        for path in _objects(place):
            if place == places[0]:
                _refuse_link(path)
            _refuse_pipe(path)
        places += [each for each in _alternates(place) if each not in places]
        if len(places) > _MOST_PLACES:
            raise NotAnArchive(
                tr("{path} names more than {count} other folders.", path=place, count=_MOST_PLACES)
            )


def _refuse_link_out(path: Path, common: Path) -> None:
    """Refuse a link, unless it leads to a part of a repository, as `repo` makes it."""
    if not path.is_symlink():
        return
    found = path.resolve()
    is_inside = found.is_relative_to(common.resolve())
    is_of_another = found.name == path.name and is_repository(found.parent)
    if _kind(path) and not (is_inside or is_of_another):
        raise _link(path)


def _objects(place: Path) -> Iterator[Path]:
    """The files where git looks for objects, without subfolders, since alternates may name `/`."""
    for inside in _list_folder(place):
        if inside.name in ("info", "pack") or _OBJECTS.fullmatch(inside.name):
            yield inside
            yield from _list_folder(inside)


def _refuse_link(path: Path) -> None:
    """Refuse any link except one that names a branch, as old versions of git made them."""
    if path.is_symlink() and (kind := _kind(path)):
        target = path.readlink().parts
        if target[0] != "refs" or ".." in target or kind == stat.S_IFDIR:
            raise _link(path)


def _link(path: Path) -> NotAnArchive:
    return NotAnArchive(
        tr(
            "{path} is a symbolic link. Links within a Git repository aren't followed: replace"
            " it with what it leads to, or remove it.",
            path=path,
        )
    )


def _refuse_pipe(path: Path) -> None:
    if _kind(path) in (stat.S_IFIFO, stat.S_IFCHR, stat.S_IFBLK):
        raise NotAnArchive(tr("{path} isn't a regular file. Replace or remove it.", path=path))


def _kind(path: Path) -> int:
    """The type of the file at a path; 0 if there is none."""
    try:
        return stat.S_IFMT(path.stat().st_mode)
    except OSError:
        return 0


def _below(folder: Path) -> Iterator[Path]:
    """Everything below a folder at any depth; links aren't followed."""
    left = [folder]
    while left:
        for path in _list_folder(left.pop()):
            yield path
            if not path.is_symlink() and _kind(path) == stat.S_IFDIR:
                left.append(path)


def _list_folder(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except (OSError, ValueError):
        return []


def _alternates(place: Path) -> Iterator[Path]:
    """The alternates of a folder of objects. Raises `NotAnArchive`."""
    named = place / "info" / "alternates"
    if not named.is_file():
        return
    for line in _beginning(named)[:_LONGEST_ALTERNATES].splitlines():
        if line[:1] == b'"' and line[-1:] == b'"':
            line = line[1:-1].decode("unicode_escape", "replace").encode("latin-1", "replace")
        if line and not line.startswith(b"#"):
            yield Path(os.path.normpath(place / _named_path(os.fsdecode(line), named)))


def _named_path(text: str, named: Path) -> str:
    """The path that a file names, if it is on this computer. Raises `NotAnArchive`."""
    if _OTHER_COMPUTER.match(text):
        raise NotAnArchive(
            tr(
                "{path} leads to another computer, from which nothing is "
                "fetched. Open a complete copy of the repository.",
                path=named,
            )
        )
    return text


_NEVER = re.compile(r"refs/(?:pull|merge-requests|replace|original|bisect|notes|stash|worktree)\b")
"""References that aren't branches or tags of people, and are never read."""

_USUAL = ("HEAD", "refs/heads/*", "refs/tags/*")


@dataclass(frozen=True, slots=True)
class GitReader(FolderReader):
    """Reads the commits that references of a repository lead to, each time.

    `refs` are patterns of their names, such as `main` or `v1.*`; the usual ones are HEAD, branches
    and tags.
    """

    folder: Path
    refs: tuple[str, ...] = ()
    format: str = "Git repository"
    dialect: Dialect = Dialect.GRAPH

    @property
    def path(self) -> Path:
        """The file that identifies the repository."""
        inside = self.folder / ".git"
        return inside if inside.is_file() else (inside if inside.is_dir() else self.folder) / "HEAD"

    def files(self) -> Iterator[Path]:
        """The files with branches and tags; see `engine.archive.record.FolderReader`."""
        yield self.path
        folder = _common_folder(self.folder)
        for place in ("HEAD", "packed-refs", "reftable/tables.list"):
            if (folder / place).is_file():
                yield folder / place
        yield from (path for path in _below(folder / "refs") if path.is_file())

    def everything(self) -> Iterator[Record]:
        """The graph of the repository."""
        refuse_traps(self.folder)  # it may have grown since it was opened
        with _without_settings(self.folder) as folder:
            refs = self._chosen_refs(folder)
            nodes = list(self._nodes(folder, list(refs.values())))
        here = {node["id"] for node in nodes}
        marks = {_short(name): key for name, key in refs.items() if key in here and name != "HEAD"}
        if "HEAD" in refs and refs["HEAD"] not in marks.values():
            marks["HEAD"] = refs["HEAD"]
        value = {"name": _name(self.folder), "marks": marks, "nodes": nodes}
        yield Record(Place("item", 1), b"", START, value=value, dialect=Dialect.GRAPH)

    def _nodes(self, folder: Path, tips: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The commits that lead to tips, parents first."""
        mailmap = self._mailmap(folder)
        listed = folder / "listed"
        order = ("rev-list", "--date-order", "--reverse", "--stdin")
        listed.write_bytes(self._answer(folder, *order, said="".join(f"{tip}\n" for tip in tips)))
        names = listed.read_text().split()
        known = frozenset(names)
        with (
            listed.open() as wanted,
            subprocess.Popen(
                _command("cat-file", "--batch"),
                cwd=folder,
                env=_environment(folder),
                stdin=wanted,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as git,
        ):
            assert git.stdout
            try:
                for name in names:
                    yield commit_node(name, self._commit(name, git.stdout), known, mailmap)
            finally:
                git.kill()

    def _chosen_refs(self, folder: Path) -> dict[str, str]:
        """The chosen references, with the commits that they lead to."""
        form = "--format=%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(refname)"
        lines = self._answer(folder, "for-each-ref", form).decode("utf-8", "replace").splitlines()
        found: dict[str, str] = {}
        for line in lines:
            kind, own, tagged, inner, name = line.split(" ", 4)
            if _NEVER.match(name) or not self._is_chosen(name):
                continue
            key = own if kind == "commit" else inner if tagged == "commit" else ""
            if tagged == "tag":
                key = self._commit_of(folder, name)
            if key:
                found[name] = key
        if self._is_chosen("HEAD") and (head := self._commit_of(folder, "HEAD")):
            found["HEAD"] = head
        if self.refs and not found:
            said = tr(
                "{path} has no branch or tag called {patterns}.",
                path=self.folder,
                patterns=", ".join(self.refs),
            )
            raise UnreadableArchive(said)
        return found

    def _commit_of(self, folder: Path, name: str) -> str:
        """The commit that a reference leads to, such as a tag of a tag; empty if to none."""
        words = ("rev-parse", "--verify", "--quiet", f"{name}^0")
        return self._answer(folder, *words, may_fail=True).decode().strip()

    def _is_chosen(self, name: str) -> bool:
        """Whether a reference has a name that was asked for, whole or as people call it."""
        patterns = self.refs or _USUAL
        called = (name, _short(name))
        return any(fnmatchcase(each, wanted) for each in called for wanted in patterns)

    def _mailmap(self, folder: Path) -> Mailmap:
        """The mailmap of the work tree, or that of the last commit."""
        tree = self.folder.resolve()
        own = (tree.parent if tree.name == ".git" else tree) / ".mailmap"
        data = b""
        if own.is_file() and not own.is_symlink():
            data = _beginning(own)
        else:
            # A blob that is missing or long is no mailmap.
            data = self._answer(folder, "cat-file", "blob", "HEAD:.mailmap", may_fail=True)
        return Mailmap(data[:_LONGEST_FILE].decode("utf-8", "replace").splitlines())

    def _answer(self, folder: Path, *words: str, said: str = "", may_fail: bool = False) -> bytes:
        """What git answers; nothing if it `may_fail` and does."""
        try:
            done = subprocess.run(
                _command(*words),
                capture_output=True,
                check=not may_fail,
                cwd=folder,
                env=_environment(folder),
                input=said.encode(),
            )
        except FileNotFoundError:
            raise UnreadableArchive(
                tr("{path} is a Git repository; install git to read it.", path=self.folder)
            ) from None
        except subprocess.CalledProcessError as error:
            why, _, more = error.stderr.decode("utf-8", "replace").strip().partition("\n")
            if "unknown repository extension" in why:
                raise UnreadableArchive(
                    tr(
                        "{path} uses a format that the git on this computer is too old for "
                        "({extensions}); install git 2.45 or newer to read it.",
                        path=self.folder,
                        extensions=", ".join(more.split()),
                    )
                ) from None
            raise self._unreadable(quote_program("git", why)) from None
        return b"" if done.returncode else done.stdout

    def _commit(self, name: str, answers: IO[bytes]) -> bytes:
        """The bytes of a commit, verified against its id."""
        answer = answers.readline(_LONGEST_ANSWER).split()
        if answer[1:2] != [b"commit"]:
            raise self._unreadable(tr("{commit} isn't a commit", commit=name))
        size = int(answer[2])
        if size > LONGEST_COMMIT:
            raise self._unreadable(tr("{commit} is longer than 16 MiB", commit=name))
        commit = answers.read(size + 1)[:-1]
        if not is_proved(name, commit):
            raise self._unreadable(tr("{commit} doesn't match its id", commit=name))
        return commit

    def _unreadable(self, why: str) -> UnreadableArchive:
        return UnreadableArchive(tr("{path} can't be read: {why}.", path=self.folder, why=why))


def _short(name: str) -> str:
    """A reference as people call it."""
    return re.sub(r"refs/(?:heads/|tags/|remotes/|)", "", name, count=1)


def _name(folder: Path) -> str:
    """The name of a repository: of its work tree, or of its own folder if it is bare."""
    path = folder.resolve()
    return path.parent.name if path.name == ".git" else path.name.removesuffix(".git")


def _command(*words: str) -> list[str]:
    return ["git", "--no-pager", *(part for each in _SAFE for part in ("-c", each)), *words]


def _environment(folder: Path) -> dict[str, str]:
    inherited = {name: text for name, text in os.environ.items() if name[:4] != "GIT_"}
    return inherited | _ENVIRONMENT | {"GIT_DIR": str(folder)}


@contextmanager
def _without_settings(repository: Path) -> Iterator[Path]:
    """A folder through which git reads a repository without its configuration."""
    common = _common_folder(repository)
    with TemporaryDirectory() as made:
        folder = Path(made)
        for name in _SHARED:
            if (common / name).exists():
                (folder / name).symlink_to((common / name).resolve())
        (folder / "HEAD").write_bytes(_beginning(_own_folder(repository) / "HEAD"))
        formats = [
            f"{name.decode().lower()} = {kind.decode().lower()}\n"
            for name, kind in _FORMATS.findall(_beginning(common / "config"))
        ]
        version = 1 if formats else 0
        core = f"[core]\nrepositoryformatversion = {version}\nbare = true\n"
        (folder / "config").write_text("".join([core, "[extensions]\n", *formats]))
        yield folder


def _beginning(path: Path) -> bytes:
    """The first bytes of a file; empty if there is no file."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        return file.read(_LONGEST_FILE)


def _common_folder(folder: Path) -> Path:
    """The folder with branches and tags, which several work trees may share."""
    own = _own_folder(folder)
    if (folder / ".git").is_file() and (common := _beginning(named := own / "commondir")):
        own /= _named_path(common.decode("utf-8", "replace").strip(), named)
    return own if own.is_dir() else folder


def _own_folder(folder: Path) -> Path:
    """The folder with the HEAD of a work tree."""
    inside = folder / ".git"
    if inside.is_file():
        pointer = _beginning(inside).decode("utf-8", "replace")
        inside = folder / _named_path(pointer.removeprefix("gitdir:").strip(), inside)
    return inside if inside.is_dir() else folder
