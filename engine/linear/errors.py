"""The errors about an event, and the check of its name."""

from collections.abc import Sequence

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr


class DuplicateEvent(TanglescopeError):
    """An event was added a second time under a name that is taken."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, name: str) -> None:
        super().__init__(
            tr("the event {name!r} is in the timeline already; it wasn't added again", name=name)
        )
        self.name = name


class CycleError(TanglescopeError):
    """An event would come before one of its own causes, because of its effects.

    `cycle` names the events once each, every one a cause of the next and the last of the first.
    """

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, cycle: Sequence[str]) -> None:
        shown = [repr(name) for name in cycle]
        if len(shown) > 8:
            shown[4:-3] = [tr("... {more} more ...", more=len(shown) - 7)]
        ring = " -> ".join([*shown, repr(cycle[0])])
        super().__init__(
            tr("these events come in a cycle, each before the next: {ring}", ring=ring)
        )
        self.cycle = tuple(cycle)


class UnknownEvent(TanglescopeError, LookupError):
    """A name that isn't in the timeline, or only as a ghost."""

    exit_code = ExitCode.NOT_FOUND

    def __init__(self, name: str) -> None:
        super().__init__(tr("the event {name!r} isn't in the timeline", name=name))
        self.name = name


class NotInOrder(UnknownEvent):
    """A name that an order leaves out."""

    def __init__(self, name: str, by: str) -> None:
        said = tr("the order {by} leaves out {name!r}; another order has it", by=by, name=name)
        TanglescopeError.__init__(self, said)
        self.name = name


_FAULTS = {"answer", "error", "timeout", "given-up", "unknown", "twice", "replay", "edits"}
"""The kinds of failures of an order that aren't crashes."""


class OrderFailed(TanglescopeError):
    """An order crashed, hung, or its answer is not an order of the graph.

    `kind` is the name of the exception, or a word for the fault.
    """

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind

    @property
    def is_crash(self) -> bool:
        """Whether it ended or raised an exception instead of giving an answer."""
        return self.kind not in _FAULTS


class InvalidName(TanglescopeError, ValueError):
    """A name that can't be stored, because it has no UTF-8 form."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, name: str) -> None:
        super().__init__(
            tr("the name {name!r} holds half a surrogate pair and can't be written", name=name)
        )
        self.name = name


class TooManyReferences(TanglescopeError, ValueError):
    """An event refers to more causes than this timeline accepts."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, name: str, references: int, limit: int) -> None:
        super().__init__(
            tr(
                "the event {name!r} refers to {references} events and wasn't added; this"
                " timeline accepts at most {limit}",
                name=name,
                references=references,
                limit=limit,
            )
        )
        self.name = name
        self.references = references
        self.limit = limit


def check_name(name: object) -> None:
    """Raise `TypeError` or `InvalidName` if a value can't be the name of an event."""
    if not isinstance(name, str):
        raise TypeError(f"a name is a string, not {name!r}")
    if not name.isascii():
        try:
            name.encode()
        except UnicodeEncodeError:
            raise InvalidName(name) from None
