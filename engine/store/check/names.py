"""Names: what each author calls a feed, by all messages that give names."""

from collections.abc import Iterator

from engine.store.check.subject import CheckSubject, How, Problem, RowRange, whole
from engine.store.contents import content_of
from engine.store.files.sqlite import Database
from engine.tangle.names import Naming, naming_in


def compare(database: Database, _part: RowRange, _how: How) -> Iterator[Problem]:
    """Names of feeds."""
    derived: dict[tuple[str, str], Naming] = {}
    for author, sequence, value in database.execute(
        "SELECT feeds.key, messages.sequence, value FROM messages JOIN feeds ON feeds.id = author"
        " WHERE type = 'about' ORDER BY messages.id"
    ):
        naming = naming_in(author, sequence, content_of(value))
        if naming is not None:
            before = derived.get((naming.feed, author))
            if before is None or before.sequence < sequence:
                derived[naming.feed, author] = naming
    for row in database.execute("SELECT feed, author, sequence, name FROM namings"):
        kept = Naming(*row)
        if derived.pop((kept.feed, kept.author), None) != kept:
            yield Problem(
                f"The name that {kept.author} gives it is not that of the newest message.",
                f"feed {kept.feed}",
            )
    for feed, author in derived:
        yield Problem(f"The name that {author} gives it is missing.", f"feed {feed}")


NAMES = CheckSubject("names", whole, compare)
