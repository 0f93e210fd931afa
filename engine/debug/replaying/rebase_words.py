"""What an arrival did to an Autobase, in words."""

from collections.abc import Callable

from engine.debug.replaying.rebases import Rebase
from engine.wording import plural, tr


def rebase_in_words(rebase: Rebase, label: Callable[[str], str]) -> str:
    """What the program that shows the base had to do, and what became final."""
    if rebase.waits:
        return tr(
            "{name} waits for entries that it refers to, or for the rest of its batch.",
            name=label(rebase.name),
        )
    undone = plural("{n:,} entries are undone", "{n:,} entry is undone", rebase.undo)
    applied = plural("{n:,} entries are applied", "{n:,} entry is applied", rebase.applied)
    done = tr("{undone}, {applied}", undone=undone, applied=applied)
    if not rebase.fresh:
        return tr("{done}; nothing is confirmed.", done=done)
    final = plural(
        "{n:,} entries are confirmed by it", "{n:,} entry is confirmed by it", len(rebase.fresh)
    )
    return tr("{done}; {final}.", done=done, final=final)
