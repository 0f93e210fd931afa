"""An adapter for Tanglescope: logs of a made-up system, a line for each event.

    # lamport
    bob:1 < bob:0 ann:3 | hello

Every event is named `AUTHOR:COUNT`, and comes after the ones behind `<`.
"""

name = "Lamport log"


def recognizes(given):
    """Whether a file or folder is of this system; `sample` is how a file begins."""
    return given.sample.startswith(b"# lamport")


def lines(given):
    """The lines of a graph file: an object for each node, or for each graph."""
    for line in given.text().splitlines()[1:]:
        event, _, said = line.partition(" | ")
        identity, _, after = event.partition(" < ")
        author, _, count = identity.partition(":")
        yield {
            "id": identity,
            "after": after.split(),
            "writer": author,
            "sequence": int(count),
            "label": said,
        }
