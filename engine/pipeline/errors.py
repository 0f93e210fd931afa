"""Errors of imports, each with a text that says what to do."""

from pathlib import Path

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.pipeline.memory import Memory


class SparkError(TanglescopeError):
    """Spark failed; the database is unchanged, and the checked slices are kept."""


class NoJava(SparkError):
    """No Java that can run Spark was found."""


class NoSpark(SparkError):
    """This installation doesn't include Spark."""


class SparkFailed(SparkError):
    """Spark could not start or stopped unexpectedly."""


class FolderNotShared(SparkFailed):
    """The results of the workers are not where this machine looks for them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            tr(
                "Spark's workers have done their work, but what they found isn't in {folder} as"
                " this machine sees it. The archive and the database must be in a folder that"
                " all machines share, under the same path.",
                folder=folder,
            )
        )


class NoRoom(TanglescopeError):
    """The disk is full; `missing` is an estimate of the missing bytes, 0 if unknown."""

    def __init__(self, place: Path, missing: int = 0) -> None:
        self.folder, self.place = place, str(place)
        megabytes = -(-missing // 1_000_000)
        text = (
            tr(
                "There is no space left on the disk of {place}: about {megabytes:,} MB "
                "more are needed.",
                place=place,
                megabytes=megabytes,
            )
            if missing > 0
            else tr("There is no space left on the disk of {place}.", place=place)
        )
        again = tr("Free some space and start the import again: it continues where it stopped.")
        super().__init__(f"{text} {again}")


class NoMemory(TanglescopeError):
    """There is too little memory: less than `needed` bytes, or hardly any if that is None."""

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


class TooManyArchives(TanglescopeError):
    """More archives than one import can number."""

    def __init__(self, given: int, most: int) -> None:
        super().__init__(
            tr(
                "{given:,} archives are too many for one import, and nothing was imported. Import"
                " at most {most:,} at a time.",
                given=given,
                most=most,
            )
        )


class Cancelled(Exception):
    """The job was cancelled."""
