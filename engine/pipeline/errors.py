"""What can go wrong with an import, each in words that say what to do."""

from pathlib import Path

from engine.errors import TanglescopeError
from engine.pipeline.memory import Memory
from engine.wording import tr


class SparkError(TanglescopeError):
    """Spark can't do the work; the database is as it was, and what is checked stays checked."""


class NoJava(SparkError):
    """There is no Java that Spark can run on."""


class NoSpark(SparkError):
    """This installation came without Spark."""


class SparkFailed(SparkError):
    """Spark could not start, or it ended in the middle of the work."""


class NotShared(SparkFailed):
    """What the workers have written is not where this machine looks for it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            tr(
                "Spark's workers have done their work, but what they found is not in {folder} as"
                " this machine sees it. The archive and the database must be in a folder that all"
                " machines share, under the same path.",
                folder=folder,
            )
        )


class NoRoom(TanglescopeError):
    """The disk is full; `missing` is how many bytes are too few, by estimate, 0 if unknown."""

    def __init__(self, place: Path, missing: int = 0) -> None:
        self.place = place
        megabytes = -(-missing // 1_000_000)
        text = (
            tr(
                "There is no space left on the disk of {place}: about {megabytes:,} MB "
                "are missing.",
                place=place,
                megabytes=megabytes,
            )
            if missing > 0
            else tr("There is no space left on the disk of {place}.", place=place)
        )
        again = tr("Free some space and start the import again: it continues where it stopped.")
        super().__init__(f"{text} {again}")


class NoMemory(TanglescopeError):
    """There is too little memory for `needed` bytes; without a number, it is all but used up."""

    def __init__(self, memory: Memory, needed: int = 0) -> None:
        total, free = (size // 1_000_000 for size in memory)
        text = (
            tr(
                "There is too little memory: {needed:,} MB are needed, but only "
                "{free:,} of the {total:,} MB that may be used are free.",
                needed=-(-needed // 1_000_000),
                total=total,
                free=free,
            )
            if needed
            else tr(
                "Memory is running out: only {free:,} of the {total:,} MB that may be "
                "used are free. The import stopped before the system would have killed "
                "it.",
                total=total,
                free=free,
            )
        )
        again = tr(
            "Close other programs or raise the memory limit of this one, then start"
            " the import again: it continues where it stopped."
        )
        super().__init__(f"{text} {again}")


class ImportGoesOn(TanglescopeError):
    """Another job makes the same database."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            tr(
                "Another import into {path} is running. Wait until it ends or cancel it, then "
                "start this one again.",
                path=path,
            )
        )


class Cancelled(Exception):
    """The work was asked to stop."""
