"""What can be wrong with an archive as a whole, each in one sentence for people."""

from engine.errors import TanglescopeError


class ArchiveError(TanglescopeError):
    """The archive cannot be read at all."""


class MissingArchive(ArchiveError):
    """There is nothing at the path."""


class NoLogInFolder(ArchiveError):
    """The folder holds none of the logs that SSB programs keep."""


class NotAnArchive(ArchiveError):
    """The file isn't an archive."""


class UnreadableArchive(ArchiveError):
    """The system does not let us read the file."""


class CheckingStopped(ArchiveError):
    """Checking could not be brought to its end."""
