"""The folder of an export: only changed files are written, and only files of it are removed.

A manifest in the folder lists the files of the site with hashes. Files are written atomically, so
readers never see half of one. Their names are logged in a journal first, so that the next run can
continue one that was killed.
"""

import errno
import hashlib
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self, TextIO

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import is_regular, open_regular, unwritable
from tanglescope.engine.system.systems import open_safely

MANIFEST = "tanglescope-site.json"
JOURNAL = "tanglescope-site.part"

_PATH = re.compile(r"(?:[a-z]{1,20}/)?[a-z0-9][a-z0-9-]{0,60}\.[a-z0-9]{2,4}")
"""Valid names of files of a site: a manifest may be manipulated."""
_VERSION = 1
_LARGEST = 1 << 28
"""The largest file that is read, in bytes; pages and pictures are far smaller."""


class FolderError(TanglescopeError):
    """The folder can't hold a site."""


_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(slots=True)
class WriteCounts:
    """The numbers of files that were written, were unchanged, and were removed."""

    new: int = 0
    unchanged: int = 0
    removed: int = 0


class Folder:
    """The folder of a site, as a context manager: at the end, obsolete files are removed."""

    def __init__(
        self, path: Path, known: Mapping[str, str] = _NOTHING, *, is_edited: bool = False
    ) -> None:
        """Create it; `known` holds the digests of files that this user has written there.

        `is_edited`: its reader may edit the files, so one that was changed isn't overwritten.
        """
        self.path = path
        self._is_edited = is_edited
        self._known = known
        self.counts = WriteCounts()
        self._before: dict[str, str] = {}
        self._left_over: set[str] = set()
        self._now: dict[str, str] = {}
        self._folders: set[Path] = set()
        self._journal: TextIO | None = None

    def __enter__(self) -> Self:
        """Read its state. Raises `FolderError`."""
        with self._in_words():
            self._look()
            path = self.path / JOURNAL
            self._journal = open(path, "a", encoding="ascii", opener=_alone)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove obsolete files, unless an error occurred."""
        if self._journal is not None:
            with suppress(OSError):  # the error has been reported
                self._journal.close()
                if kind is not None and not (self.path / JOURNAL).stat().st_size:
                    (self.path / JOURNAL).unlink()  # there is nothing to continue
        if kind is None:
            with self._in_words():
                self._finish()

    def write(self, name: str, content: bytes) -> None:
        """Put a file into the site unless it is there with this content. Raises `FolderError`."""
        assert _PATH.fullmatch(name), name
        assert name not in self._now, name
        self._now[name] = _digest(content)
        path = self.path / name
        with self._in_words():
            self._make_room_for(path)
            is_ours = name in self._before or name in self._left_over
            if not is_ours and (path.exists() or path.is_symlink()):
                raise FolderError(
                    tr(
                        "{path} is in the way: it isn't part of this site. Move it elsewhere.",
                        path=path,
                    )
                )
            there = _content(path)
            if there == content:
                self.counts.unchanged += 1
                return
            if self._is_edited and there is not None and self._is_changed(name, there):
                raise FolderError(
                    tr(
                        "{path} was changed since the last export. Move it elsewhere, or export"
                        " into another folder.",
                        path=path,
                    )
                )
            assert self._journal is not None
            self._journal.write(f"{name}\n")
            self._journal.flush()
            _put(path, path.with_name(f"{path.name}.part"), content)
            self.counts.new += 1

    @property
    def digests(self) -> dict[str, str]:
        """The digest of each file that the site has now."""
        return dict(self._now)

    def intact(self, name: str) -> bytes | None:
        """The content of a file that is as this user wrote it, else None."""
        path = self.path / name
        with self._in_words():
            if name not in self._known or path.parent.is_symlink():
                return None
            content = _content(path)
        is_known = content is not None and _digest(content) == self._known[name]
        return content if is_known else None

    def keep(self, name: str) -> None:
        """Keep an intact file in the site."""
        assert name not in self._now, name
        self._now[name] = self._known[name]
        self.counts.unchanged += 1

    def _look(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        names = {each.name for each in self.path.iterdir()}
        if names and not names & {MANIFEST, JOURNAL}:
            raise FolderError(
                tr(
                    "{folder} holds files that aren't part of a site. Choose an empty folder, or "
                    "one that holds the pages of an earlier export.",
                    folder=self.path,
                )
            )
        self._before = _manifest(self.path / MANIFEST)
        self._left_over = set(_lines(self.path / JOURNAL))
        for name in self._left_over:
            part = self.path / f"{name}.part"
            if not part.parent.is_symlink():
                part.unlink(missing_ok=True)

    def _make_room_for(self, path: Path) -> None:
        if path.parent not in self._folders:
            if path.parent.is_symlink() and path.parent != self.path:
                raise FolderError(
                    tr("{path} is a link to another folder. Remove it.", path=path.parent)
                )
            path.parent.mkdir(exist_ok=True)
            self._folders.add(path.parent)

    def _is_changed(self, name: str, content: bytes) -> bool:
        """Whether a file isn't as an earlier run wrote it."""
        return name not in self._left_over and self._before.get(name) != _digest(content)

    def _finish(self) -> None:
        for name in sorted((self._before.keys() | self._left_over) - self._now.keys()):
            self._remove(name)
        text = json.dumps({"version": _VERSION, "files": dict(sorted(self._now.items()))}, indent=0)
        manifest = self.path / MANIFEST
        _put(manifest, manifest.with_name(f"{MANIFEST}.new"), f"{text}\n".encode())
        (self.path / JOURNAL).unlink()

    def _remove(self, name: str) -> None:
        """Remove a file of the site, unless it was changed by others."""
        path = self.path / name
        if path.parent.is_symlink() or path.is_symlink():
            return
        content = _content(path)
        is_as_written = name in self._left_over or self._before.get(name) == _digest(content or b"")
        if content is not None and is_as_written:
            path.unlink()
            self.counts.removed += 1
            if path.parent != self.path:
                with suppress(OSError):  # it isn't empty
                    path.parent.rmdir()

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise FolderError(unwritable(error.filename or self.path, error)) from error


def _put(path: Path, part: Path, content: bytes) -> None:
    """Write a file atomically; a link or a pipe under its name isn't followed."""
    part.unlink(missing_ok=True)
    with part.open("xb") as file:
        file.write(content)
    part.replace(path)


def _alone(path: str, flags: int) -> int:
    """Open a file for writing, unless it is a pipe or has other names."""
    file = open_safely(path, flags, 0o666)
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        os.close(file)
        raise OSError(errno.EMLINK, tr("it is a link, or not a regular file"), path)
    return file


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _content(path: Path) -> bytes | None:
    """The content of a file; None if it can't be a file of a site."""
    try:
        if path.is_symlink() or not is_regular(path):
            return None
        with open_regular(path) as file:
            content = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return None
    return content if len(content) <= _LARGEST else None


def _lines(path: Path) -> list[str]:
    """The names in a journal, without an incomplete last one."""
    text = (_content(path) or b"").decode("ascii", "replace")
    return [line for line in text.splitlines() if _PATH.fullmatch(line)]


def _manifest(path: Path) -> dict[str, str]:
    """The files in a manifest; none if it isn't valid."""
    try:
        found = json.loads(_content(path) or b"{}")
        files = dict(found.get("files", {}))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return {}
    return {name: str(digest) for name, digest in files.items() if _PATH.fullmatch(name)}
