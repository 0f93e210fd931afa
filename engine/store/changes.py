"""Changes: what a committed transaction tells the replicas that mirror the database."""

from dataclasses import dataclass, field

from engine.linear.edits import Edit


@dataclass(frozen=True, slots=True)
class TimelineSnapshot:
    """A thread's order at one revision.

    `waiting` maps a message to the causes it names that are not in the timeline.
    """

    root: str
    revision: int
    keys: list[str]
    waiting: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TimelineChange:
    """The edits that bring a thread from the revision before to `revision`.

    `causes` and `waiting` are those of the messages inserted here, at the end of the change.
    """

    root: str
    revision: int
    edits: tuple[Edit, ...]
    waiting: dict[str, tuple[str, ...]]
    causes: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LibraryChange:
    """Everything that one transaction changed for those who look on."""

    timelines: tuple[TimelineChange, ...] = ()
    names_changed: frozenset[str] = field(default_factory=frozenset)
    added: int = 0
    quarantined: int = 0
    tangles_grown: bool = False
    """Whether PZP tangles have grown; of their edits nobody is told one by one."""

    @property
    def threads_changed(self) -> bool:
        """Whether a list of threads is out of date."""
        return bool(self.timelines) or self.tangles_grown
