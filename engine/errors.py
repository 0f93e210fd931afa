"""The base class of all errors that are shown to users, and the exit codes of commands."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the exit code of a command says."""

    YES = 0
    NO = 1
    """The answer to the question of the command is no."""
    USAGE = 2
    BAD_INPUT = 3
    """The input is bad, as a whole or in part; of the rest, there is an answer."""
    NOT_FOUND = 4
    """There is no such conversation, message, database or archive."""
    NOT_POSSIBLE = 5
    """It isn't possible here: there is no display, no Spark, no key, no room, no permission."""
    STOPPED = 130
    """The user or another program stopped it."""

    @property
    def word(self) -> str:
        """The same as a word, for errors in JSON."""
        return self.name.lower().replace("_", "-")


class TanglescopeError(Exception):
    """An error that the user can act on; `str(error)` says what, where, and what to do.

    The window and the command line show the same text. What only a command or an option helps with
    is in `at_command_line`, which the command line prints after it. It ends with `exit_code`, and
    in JSON, it is a value with `code` and `place`: the file, and the position in it.
    """

    exit_code: ExitCode = ExitCode.NOT_POSSIBLE
    place: str | None = None

    def __init__(self, text: str = "", *, at_command_line: str = "") -> None:
        super().__init__(text)
        self.at_command_line = at_command_line
        self.code = self.exit_code.word


class NotFound(TanglescopeError):
    """What was asked for isn't here."""

    exit_code = ExitCode.NOT_FOUND


class BadInput(TanglescopeError):
    """What was given can't be used."""

    exit_code = ExitCode.BAD_INPUT
