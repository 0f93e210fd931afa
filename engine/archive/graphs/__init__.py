"""Graphs from files and folders of other systems, none of them messages of Secure Scuttlebutt.

- `lines` reads graph files: a graph or a single node on every line.
- `git` reads the commits of a repository, `matrix` an event of a room.
- `corestores` reads the Autobases in a Corestore, `tinyssb` the feeds of tinySSB.
- `pieces` is what either hands to a database: nodes of one graph, and what can't be read.
- `soundness` says which nodes can't be in a graph with others.

To add an adapter, write a reader whose records hold what `pieces.read_piece` reads, and add it to
`engine.archive.opening`.
"""
