"""The schema, as a sequence of migrations.

Never change a released migration: databases record which ones were applied. Add another one. So
migrations use names that the last one replaces.

| table | one row is |
|---|---|
| `feeds` | an author: how far the chain is proven, how many messages wait for a missing one |
| `messages` | a message that is not invalid, in its canonical text |
| `links` | a message naming another, a feed or a channel: kind (`root`, `vote`, ...) and target |
| `conversations` | a thread or another tangle: its name, its root and the facts for a list |
| `joined` | the last message whose tangle data was processed |
| `order_cache` | the order of a large conversation in one piece, as of a revision |
| `everything_cache` | the order of everything in one piece, as of a revision |
| `participants` | an author in a conversation |
| `namings` | the name that an author gives to a feed |
| `archives` | a file that was read: how far, and how to recognize it |
| `search` | the words of a message |
| `stored_texts` | the decrypted text of a private message, if the user wants to store it |
| `pzp_messages` | a PZP message that is valid by itself |
| `pzp_tangles` | a PZP tangle, with its order by depth and collation; none while it is open |
| `pzp_places` | a PZP message that claims to be in a tangle; without a depth it isn't valid there |
| `pzp_links` | a PZP message that names another one in a tangle |
| `quarantine` | a refused record: its place, the rule, and its bytes |
| `graphs` | a graph from a graph file, or an Autobase |
| `graph_nodes` | a node of a graph |
| `graph_links` | a node of a graph naming another, or a ghost |
| `graph_order_cache` | the order of a large graph in one piece, as of a revision |
| `ranks` | the rank of a message among everything; null if it closes a cycle |
| `ghosts` | a message with a missing cause, among everything |

The tables of the timelines are described in `engine.store.orders.levels`.
"""

from engine.message.message import content_of
from engine.store import graph_nodes, pzp_messages, search
from engine.store.files.sqlite import Database, Migrations
from engine.store.orders import levels
from engine.tangle.links import links_in

APPLICATION = 0x54616E67
"""SQLite's application id of our databases: "Tang"."""

migrations = Migrations("tanglescope")


@migrations()
def messages_and_feeds(database: Database) -> None:
    """Messages and their authors."""
    _run(
        database,
        """CREATE TABLE feeds (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            sequence INTEGER NOT NULL DEFAULT 0,
            latest TEXT,
            waiting INTEGER NOT NULL DEFAULT 0
        ) STRICT""",
        """CREATE TABLE messages (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            author INTEGER NOT NULL REFERENCES feeds(id),
            sequence INTEGER NOT NULL,
            previous TEXT,
            asserted REAL,
            received REAL,
            type TEXT,
            value TEXT NOT NULL,
            standing TEXT NOT NULL,
            rule TEXT
        ) STRICT""",
        "CREATE INDEX messages_by_feed ON messages(author, sequence)",
        """CREATE TABLE links (
            target TEXT NOT NULL,
            kind TEXT NOT NULL,
            message INTEGER NOT NULL REFERENCES messages(id),
            PRIMARY KEY (target, kind, message)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX links_by_message ON links(message)",
        """CREATE TABLE namings (
            feed TEXT NOT NULL,
            author TEXT NOT NULL,
            sequence INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (feed, author)
        ) STRICT, WITHOUT ROWID""",
    )


@migrations()
def threads_and_timelines(database: Database) -> None:
    """Conversations and their orders."""
    _run(
        database,
        """CREATE TABLE threads (
            id INTEGER PRIMARY KEY,
            root TEXT NOT NULL UNIQUE,
            present INTEGER NOT NULL DEFAULT 0,
            title TEXT NOT NULL DEFAULT '',
            messages INTEGER NOT NULL DEFAULT 0,
            authors INTEGER NOT NULL DEFAULT 0,
            first REAL,
            latest REAL,
            revision INTEGER NOT NULL DEFAULT 0
        ) STRICT""",
        "CREATE INDEX threads_by_time ON threads(latest)",
        """CREATE TABLE participants (
            thread INTEGER NOT NULL REFERENCES threads(id),
            author INTEGER NOT NULL REFERENCES feeds(id),
            messages INTEGER NOT NULL,
            PRIMARY KEY (thread, author)
        ) STRICT, WITHOUT ROWID""",
        *levels.TABLES,
    )


@migrations()
def archives_and_quarantine(database: Database) -> None:
    """The archives that were read, and refused records."""
    _run(
        database,
        """CREATE TABLE archives (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL,
            offset INTEGER NOT NULL DEFAULT 0,
            number INTEGER NOT NULL DEFAULT 0,
            extent INTEGER NOT NULL DEFAULT 0,
            fingerprint BLOB NOT NULL
        ) STRICT""",
        "CREATE INDEX archives_by_path ON archives(path)",
        """CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY,
            archive INTEGER NOT NULL REFERENCES archives(id),
            place TEXT NOT NULL,
            key TEXT,
            rule TEXT NOT NULL,
            raw BLOB NOT NULL,
            digest BLOB NOT NULL,
            UNIQUE (place, digest)
        ) STRICT""",
    )


@migrations()
def search_index(database: Database) -> None:
    """The words of all messages."""
    _run(database, search.TABLE)


@migrations()
def ranks_among_everything(database: Database) -> None:
    """The timeline of all feeds."""
    _run(
        database,
        """CREATE TABLE ranks (
            message INTEGER PRIMARY KEY REFERENCES messages(id),
            rank INTEGER
        ) STRICT""",
        """CREATE TABLE ghosts (
            cause TEXT NOT NULL,
            message INTEGER NOT NULL REFERENCES messages(id),
            PRIMARY KEY (cause, message)
        ) STRICT, WITHOUT ROWID""",
        # A message in the chain directly follows the one before it; these may not.
        "CREATE INDEX messages_out_of_chain ON messages(previous)"
        " WHERE standing IN ('gap', 'forked')",
    )


@migrations()
def mentions_and_channels(database: Database) -> None:
    """The feeds and channels named by messages that were stored before such links existed."""
    _link_again(
        database,
        "json_extract(value, '$.content.channel') IS NOT NULL"
        " OR json_extract(value, '$.content.mentions') IS NOT NULL",
    )


@migrations()
def texts_that_are_kept(database: Database) -> None:
    """The decrypted texts of private messages, if the user wants to store them."""
    _run(
        database,
        """CREATE TABLE kept_texts (
            message INTEGER PRIMARY KEY REFERENCES messages(id),
            content TEXT NOT NULL
        ) STRICT""",
        # Has a row while storing texts is on.
        "CREATE TABLE keeping (only_one INTEGER PRIMARY KEY CHECK (only_one = 1)) STRICT",
    )


@migrations()
def pzp_messages_beside_classic_ones(database: Database) -> None:
    """The messages of PZP logs."""
    _run(database, pzp_messages.TABLE)


@migrations()
def orders_in_one_piece(database: Database) -> None:
    """The orders of large threads, to be read at once."""
    _run(
        database,
        """CREATE TABLE kept_orders (
            thread INTEGER PRIMARY KEY REFERENCES threads(id),
            revision INTEGER NOT NULL,
            numbers BLOB NOT NULL
        ) STRICT""",
    )


@migrations()
def everything_in_one_piece(database: Database) -> None:
    """The order of all messages, to be read at once."""
    _run(
        database,
        """CREATE TABLE kept_everything (
            only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
            revision INTEGER NOT NULL,
            numbers BLOB NOT NULL
        ) STRICT""",
    )


@migrations()
def announcements_of_metafeeds(database: Database) -> None:
    """The messages in which classic feeds announce their metafeed."""
    _run(
        database,
        "CREATE INDEX messages_that_announce ON messages(author) WHERE type = 'metafeed/announce'",
    )


@migrations()
def conversations_of_every_kind(database: Database) -> None:
    """Threads become one kind of stored tangles; each has a name besides its root."""
    _run(
        database,
        """CREATE TABLE conversations (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            root TEXT NOT NULL,
            present INTEGER NOT NULL DEFAULT 0,
            title TEXT NOT NULL DEFAULT '',
            messages INTEGER NOT NULL DEFAULT 0,
            set_aside INTEGER NOT NULL DEFAULT 0,
            authors INTEGER NOT NULL DEFAULT 0,
            first REAL,
            latest REAL,
            revision INTEGER NOT NULL DEFAULT 0,
            UNIQUE (root, name)
        ) STRICT""",
        """INSERT INTO conversations
            (id, name, root, present, title, messages, authors, first, latest, revision)
            SELECT id, 'thread', root, present, title, messages, authors, first, latest, revision
            FROM threads""",
        "ALTER TABLE participants RENAME TO thread_participants",
        """CREATE TABLE participants (
            conversation INTEGER NOT NULL REFERENCES conversations(id),
            author INTEGER NOT NULL REFERENCES feeds(id),
            messages INTEGER NOT NULL,
            PRIMARY KEY (conversation, author)
        ) STRICT, WITHOUT ROWID""",
        "INSERT INTO participants SELECT thread, author, messages FROM thread_participants",
        "DROP TABLE thread_participants",
        "ALTER TABLE kept_orders RENAME TO kept_thread_orders",
        """CREATE TABLE kept_orders (
            conversation INTEGER PRIMARY KEY REFERENCES conversations(id),
            revision INTEGER NOT NULL,
            numbers BLOB NOT NULL
        ) STRICT""",
        "INSERT INTO kept_orders SELECT thread, revision, numbers FROM kept_thread_orders",
        "DROP TABLE kept_thread_orders",
        "DROP TABLE threads",
        "CREATE INDEX conversations_by_time ON conversations(latest)",
        """CREATE TABLE joined (
            only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
            message INTEGER NOT NULL,
            is_old INTEGER NOT NULL
        ) STRICT""",
        # Earlier messages joined threads only by `root` (`engine.store.conversations.joining`).
        "INSERT INTO joined (only_one, message, is_old)"
        " SELECT 1, 0, EXISTS (SELECT 1 FROM messages)",
    )


@migrations()
def graphs_beside_messages(database: Database) -> None:
    """Graphs from graph files and Corestores."""
    _run(database, *graph_nodes.TABLES)


@migrations()
def messages_apart_from_their_chains(database: Database) -> None:
    """The messages at gaps and forks of feeds, and those refused later."""
    _run(
        database,
        "CREATE INDEX messages_apart ON messages(author, sequence)"
        " WHERE standing IN ('gap', 'forked', 'invalid')",
    )


@migrations()
def graphs_with_references(database: Database) -> None:
    """References of graph nodes that don't order them."""
    _run(database, graph_nodes.REFERENCES)


@migrations()
def orders_of_graphs(database: Database) -> None:
    """The links between graph nodes, and the orders of large graphs, to be read at once."""
    _run(database, *graph_nodes.LINKS)
    database.execute(graph_nodes.LINK, (0,))


@migrations()
def tangles_of_metafeeds(database: Database) -> None:
    """Links of tangle data to other formats, and tangles whose data used to be malformed."""
    _link_again(database, "instr(value, '\"tangles\": {')")
    # All messages with tangle data are processed again; members of a tangle stay unchanged.
    database.execute(
        "UPDATE joined SET message = 0 WHERE EXISTS ("
        "SELECT 1 FROM messages WHERE type IS NOT NULL AND instr(value, '\"metafeed\": {'))"
    )


@migrations()
def ranks_of_graphs(database: Database) -> None:
    """The ranks of nodes beside the orders of graphs, so that more nodes can join these."""
    _run(database, graph_nodes.RANKS)


@migrations()
def messages_about_people(database: Database) -> None:
    """Indexes for messages about people: descriptions, and whom they follow."""
    _run(
        database,
        "CREATE INDEX messages_about ON messages(author, sequence) WHERE type = 'about'",
        "CREATE INDEX messages_of_contacts ON messages(author, sequence) WHERE type = 'contact'",
    )


@migrations()
def orders_of_pzp_tangles(database: Database) -> None:
    """The tangles of PZP messages, each with its order."""
    _run(database, *pzp_messages.TANGLES)
    if database.execute("SELECT EXISTS (SELECT 1 FROM pzp_messages)").fetchone()[0]:
        # Imported here: it is in a higher layer, and only old databases need it.
        from engine.store.orders.pzp_joining import PzpJoining

        joining = PzpJoining(database)
        joining.join()
        joining.settle()


@migrations()
def names_in_plain_english(database: Database) -> None:
    """The tables and columns get the names that code and documents use."""
    _run(
        database,
        "ALTER TABLE messages RENAME COLUMN standing TO status",
        "ALTER TABLE graph_nodes RENAME COLUMN standing TO status",
        "ALTER TABLE kept_orders RENAME TO order_cache",
        "ALTER TABLE kept_everything RENAME TO everything_cache",
        "ALTER TABLE kept_graphs RENAME TO graph_order_cache",
        "ALTER TABLE kept_texts RENAME TO stored_texts",
        "ALTER TABLE keeping RENAME TO storing_texts",
    )


def _link_again(database: Database, condition: str) -> None:
    """Add the links of public messages that meet a condition."""
    rows = database.execute(
        f"SELECT id, value FROM messages WHERE type IS NOT NULL AND ({condition})"
    )
    database.conn.executemany(
        "INSERT OR IGNORE INTO links (target, kind, message) VALUES (?, ?, ?)",
        (
            (link.target, link.kind, number)
            for number, value in rows.fetchall()
            for link in links_in(content_of(value))
        ),
    )


def _run(database: Database, *statements: str) -> None:
    for statement in statements:
        database.execute(statement)
