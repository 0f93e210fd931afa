"""The base class of all errors that are shown to users."""


class TanglescopeError(Exception):
    """An error that the user can act on; `str(error)` says what, where, and what to do.

    The window and the command line show the same text. What only a command or an option helps with
    is in `at_command_line`, which the command line prints after it; it ends with `exit_code`.
    """

    exit_code = 1

    def __init__(self, text: str = "", *, at_command_line: str = "") -> None:
        super().__init__(text)
        self.at_command_line = at_command_line
