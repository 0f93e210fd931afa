"""The errors about an archive as a whole, each in one sentence for people."""

from tanglescope.engine.errors import ExitCode, TanglescopeError


class ArchiveError(TanglescopeError):
    """The archive can't be read at all."""

    exit_code = ExitCode.BAD_INPUT


class MissingArchive(ArchiveError):
    """There is no file at the path."""

    exit_code = ExitCode.NOT_FOUND


class NoLogInFolder(ArchiveError):
    """The folder holds none of the logs that SSB programs keep."""


class NotAnArchive(ArchiveError):
    """The file isn't an archive."""


class UnreadableArchive(ArchiveError):
    """The operating system refuses to read the file."""


class CheckingStopped(ArchiveError):
    """Checking stopped before the end."""


class UnknownFormat(NotAnArchive):
    """The file is in no format that is known, not even by name."""
