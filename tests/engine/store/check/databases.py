"""A small database with all kinds of derived data, for tests that forge it."""

from pathlib import Path

from tanglescope.engine.library import Library, ReferenceLimit
from tests.engine import pzp_log
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log

NOWHERE = f"%{'A' * 43}=.sha256"
"""A message that is missing."""


GRAPH = """{"name":"trace","writers":[{"key":"w"}],"names":{"w":"Will"},\
"arrivals":[{"peer":"p","got":"a","at":1}],\
"nodes":[{"id":"a","after":[]},\
{"id":"b","after":["a"],"writer":"w","sequence":3,"depth":1,"asserted":5,"received":6,"committed":7,\
"batch":[1,2],"optimistic":true,"references":["a"],"label":"B",\
"text":"The second node","writer_name":"Bill","raw":"second"}]}
"""
"""A graph whose last node has everything that a node can have."""


def make_database(folder: Path) -> Path:
    """A database of three people, with forks, gaps, names, votes, private messages, and PZP."""
    ann, bob, eve = Author("ann"), Author("bob"), Author("eve")
    root = ann.say(post("Shall we mend the boat?", channel="boats"))
    yes = bob.say(post("Yes", root, mentions=[{"link": ann.feed}]))
    no = ann.say(post("Not today", root))
    both = bob.say(post("Then tomorrow", root, yes, no))
    rest = [
        ann.say({"type": "about", "about": bob.feed, "name": "Bob the boatman"}),
        bob.say({"type": "about", "about": bob.feed, "name": "Bob"}),
        bob.say({"type": "vote", "vote": {"link": no.key, "value": 1}}),
        ann.say(post("An answer to what is missing", NOWHERE)),
        bob.say("c2VjcmV0.box"),
        ann.say(post("Another subject")),
    ]
    other = Author("bob", bob.sequence - 1, rest[2].key, bob.clock).say(post("On a branch", root))
    eve.say(post("lost"))
    waiting = [eve.say(post("After a gap", root)), eve.say(post("And on"))]
    joining = ann.say(post("All of it", root, yes, no, both))
    said = [root, yes, no, both, *rest, other, *waiting, joining]
    archive = write(folder / "log.ndjson", said)
    with archive.open("ab") as file:
        file.write(b'{"key": "%broken"\n')
        file.write(root.line.replace(b"mend", b"sink"))
    log = write_log(folder / "log", pzp_log.entries())
    graph = folder / "graph.ndjson"
    graph.write_text(GRAPH)
    path = folder / "library.db"
    with Library.open(path) as library:
        library.limit_references(ReferenceLimit(2, is_cut=True))
        library.ingest(archive)
        library.limit_references(None)
        library.ingest(log)
        library.ingest(graph)
        library.stored_texts.turn_on()
        library.stored_texts.put({rest[4].key: post("a secret")})
        library.conversation("everything").snapshot()
    return path
