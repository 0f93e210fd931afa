"""The schema, as a sequence of migrations.

Never change a released migration: databases record which ones were applied. Add another one.

| table | one row is |
|---|---|
| `feeds` | an author: how far the chain is proven, how many messages wait for a missing one |
| `nodes` | a message or a node of a graph: its key, its author, its times, its verdict, its text |
| `links` | a message naming another, a feed or a channel: kind (`root`, `vote`, ...) and target |
| `conversations` | a thread or another tangle: its name, its root and the facts for a list |
| `order_blocks` | some hundred consecutive rows of an order |
| `members` | a message in a conversation with its rank; a classic one by its place in its feed |
| `edges` | a message coming after another: its number, or its key if it isn't there |
| `participants` | an author in a conversation |
| `namings` | the name that an author gives to a feed |
| `archives` | a file that was read: how far, how to recognize it, and its chosen branches |
| `search` | the words of a message |
| `stored_texts` | the decrypted text of a private message, if the user wants to store it |
| `quarantine` | a refused record: its place, the rule, and its bytes |
| `graphs` | a graph of a file, an Autobase, a PZP tangle; its order is of the revision `ordered` |
| `node_facts` | what only a node of a graph has: its place, what it comes after, its record |
| `graph_arrivals` | a node of a graph that a peer got |
| `graph_names` | what a graph calls one of its writers |
| `adjusted_times` | the adjusted time of a message among everything; null if it is refused |
| `redated` | how often messages got earlier times without new messages |
| `reference_limit` | the most references that a message may have, and whether others are cut |
| `cut_messages` | a message over the limit, its text with the references that count |

Messages of feeds, in the view `messages`, have numbers below 2^30, and those of PZP, in the view
`pzp_messages`, and nodes of graphs, in the view `graph_nodes`, from there on: SQLite finds the
former without reading the others.

Conversations and graphs share one sequence of numbers, so that these name the conversation in
`order_blocks`, `members` and `edges`; 0 is everything, and negative numbers are what PZP messages
say of tangles. Messages there are rows of `nodes`.
"""

from tanglescope.engine.store.files.sqlite import Database, Migrations
from tanglescope.engine.store.orders import order_blocks

APPLICATION = 0x54616E67
"""SQLite's application id of our databases: "Tang"."""

FORMER_SCHEMAS = frozenset(
    {
        "messages_and_feeds",
        "one_store",
        "orders_in_blocks",
        "edges_of_everything",
        "valid_pzp_messages",
        "pzp_among_nodes",
        "one_table_of_nodes",
    }
)
"""The first migrations of databases with earlier tables, which aren't migrated."""

SEARCH = """CREATE VIRTUAL TABLE search USING fts5(
    text, channel, content = '', tokenize = "unicode61 remove_diacritics 2"
)"""

migrations = Migrations("tanglescope")


@migrations()
def ignored_sequences(database: Database) -> None:
    """All tables."""
    make_tables(database)


def make_tables(database: Database) -> None:
    """Make the tables that all databases begin with."""
    for statement in _TABLES:
        database.execute(statement)


_TABLES = (
    """CREATE TABLE feeds (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        sequence INTEGER NOT NULL DEFAULT 0,
        latest TEXT,
        waiting INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE nodes (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        graph INTEGER NOT NULL DEFAULT 0,
        author INTEGER REFERENCES feeds(id) CHECK (graph > 0 OR author IS NOT NULL),
        sequence INTEGER CHECK (id >= 1073741824 OR sequence IS NOT NULL),
        previous TEXT,
        asserted REAL,
        received REAL,
        type TEXT,
        value TEXT CHECK (graph > 0 OR value IS NOT NULL),
        status TEXT NOT NULL,
        rule TEXT,
        writer_name TEXT,
        UNIQUE (key, graph)
    ) STRICT""",
    # Without `likelihood`, SQLite takes the condition to leave few of them, and reads no index.
    """CREATE VIEW messages AS SELECT id, key, author, sequence, previous, asserted, received, type,
        value, status, rule FROM nodes WHERE likelihood(id < 1073741824, 0.9999)""",
    """CREATE VIEW pzp_messages AS SELECT id, key, author, received, value, status
        FROM nodes WHERE id >= 1073741824 AND graph = 0""",
    "CREATE INDEX nodes_by_author ON nodes(author, sequence)",
    "CREATE INDEX nodes_by_graph ON nodes(graph) WHERE graph > 0",
    # The latest name of a writer.
    "CREATE INDEX nodes_with_names ON nodes(author, asserted) WHERE writer_name IS NOT NULL",
    # A message in the chain directly follows the one before it; these may not.
    "CREATE INDEX messages_out_of_chain ON nodes(previous) WHERE status IN ('gap', 'forked')",
    """CREATE INDEX messages_apart ON nodes(author, sequence)
        WHERE status IN ('gap', 'forked', 'invalid')""",
    # The messages in which classic feeds announce their metafeed.
    "CREATE INDEX messages_that_announce ON nodes(author) WHERE type = 'metafeed/announce'",
    "CREATE INDEX messages_about ON nodes(author, sequence) WHERE type = 'about'",
    "CREATE INDEX messages_of_contacts ON nodes(author, sequence) WHERE type = 'contact'",
    """CREATE TABLE links (
        target TEXT NOT NULL,
        kind TEXT NOT NULL,
        message INTEGER NOT NULL REFERENCES nodes(id),
        PRIMARY KEY (target, kind, message)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX links_by_message ON links(message)",
    """CREATE INDEX links_that_revise ON links(target, message)
        WHERE kind IN ('edit', 'replaces', 'tombstone')""",
    """CREATE TABLE namings (
        feed TEXT NOT NULL,
        author TEXT NOT NULL,
        sequence INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (feed, author)
    ) STRICT, WITHOUT ROWID""",
    SEARCH,
    """CREATE TABLE stored_texts (
        message INTEGER PRIMARY KEY REFERENCES nodes(id),
        content TEXT NOT NULL
    ) STRICT""",
    # Without a row, there is no limit.
    """CREATE TABLE reference_limit (
        only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
        most INTEGER NOT NULL,
        is_cut INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    """CREATE TABLE cut_messages (
        message INTEGER PRIMARY KEY REFERENCES nodes(id),
        value TEXT NOT NULL
    ) STRICT""",
    # Has a row while storing texts is on.
    "CREATE TABLE storing_texts (only_one INTEGER PRIMARY KEY CHECK (only_one = 1)) STRICT",
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
        ignores_sequences INTEGER NOT NULL DEFAULT 0,
        UNIQUE (root, name)
    ) STRICT""",
    "CREATE INDEX conversations_by_time ON conversations(latest)",
    """CREATE TABLE participants (
        conversation INTEGER NOT NULL REFERENCES conversations(id),
        author INTEGER NOT NULL REFERENCES feeds(id),
        messages INTEGER NOT NULL,
        PRIMARY KEY (conversation, author)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE members (
        conversation INTEGER NOT NULL,
        author INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        message INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        PRIMARY KEY (conversation, author, sequence, message)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE edges (
        conversation INTEGER NOT NULL,
        cause ANY NOT NULL,
        effect INTEGER NOT NULL,
        PRIMARY KEY (conversation, cause, effect)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX edges_by_effect ON edges(conversation, effect)",
    """CREATE TABLE adjusted_times (
        message INTEGER PRIMARY KEY REFERENCES nodes(id),
        time REAL
    ) STRICT""",
    """CREATE TABLE redated (
        only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
        count INTEGER NOT NULL
    ) STRICT""",
    *order_blocks.TABLES,
    """CREATE TABLE archives (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL,
        offset INTEGER NOT NULL DEFAULT 0,
        number INTEGER NOT NULL DEFAULT 0,
        extent INTEGER NOT NULL DEFAULT 0,
        fingerprint BLOB NOT NULL,
        refs TEXT NOT NULL DEFAULT '[]'
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
    """CREATE TABLE graphs (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        nodes INTEGER NOT NULL DEFAULT 0,
        revision INTEGER NOT NULL DEFAULT 0,
        ordered INTEGER NOT NULL DEFAULT 0,
        writers TEXT NOT NULL DEFAULT '[]',
        facts TEXT NOT NULL DEFAULT '{}',
        confirmed INTEGER NOT NULL DEFAULT 0,
        UNIQUE (kind, name)
    ) STRICT""",
    """CREATE TABLE node_facts (
        node INTEGER PRIMARY KEY REFERENCES nodes(id),
        archive INTEGER NOT NULL REFERENCES archives(id),
        place TEXT NOT NULL,
        after TEXT NOT NULL,
        depth INTEGER,
        is_optimistic INTEGER NOT NULL,
        batch TEXT,
        label TEXT,
        refers TEXT,
        raw BLOB,
        committed REAL
    ) STRICT""",
    """CREATE VIEW graph_nodes AS SELECT nodes.id AS id, graph, key, author, (
            SELECT feeds.key FROM feeds WHERE feeds.id = author
        ) AS writer, sequence, asserted, received, value AS text, status, writer_name, archive,
        place, after, depth, is_optimistic, batch, label, refers, raw, committed
        FROM nodes JOIN node_facts ON node = nodes.id WHERE graph > 0""",
    """CREATE TABLE graph_names (
        writer TEXT NOT NULL,
        graph INTEGER NOT NULL REFERENCES graphs(id),
        name TEXT NOT NULL,
        PRIMARY KEY (writer, graph)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE graph_arrivals (
        id INTEGER PRIMARY KEY,
        graph INTEGER NOT NULL REFERENCES graphs(id),
        peer TEXT NOT NULL,
        key TEXT NOT NULL,
        at REAL,
        UNIQUE (graph, peer, key)
    ) STRICT""",
)
