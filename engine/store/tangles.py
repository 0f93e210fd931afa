"""Tangles in the database: which messages carry tangle data, as their links tell."""

from engine.store.sqlite import Database


def tangled_keys(database: Database) -> list[str]:
    """The keys of the public messages that come after others in some tangle, as they arrived."""
    rows = database.execute(
        "SELECT key FROM messages WHERE id IN"
        " (SELECT message FROM links WHERE kind >= 'tangle:' AND kind < 'tangle;') ORDER BY id"
    )
    return [key for (key,) in rows]
