"""Graphs from files and folders of other systems, none of them messages of Secure Scuttlebutt.

- `lines` reads graph files: a graph or a single node on every line; `matrix` an event of a room,
  whose id `matrix_ids` computes.
- `adapters` are how other systems are read: `dot`, `mermaid`, `traces`, and those of packages.
- `git` reads the commits of a repository.
- `corestores` reads the Autobases in a Corestore, `tinyssb` the feeds of tinySSB.
- `pieces` is what each hands to a database: nodes of one graph, and what can't be read.
- `soundness` says which nodes can't be in a graph with others.

To add a system, write an adapter and name it in `adapters.OWN`.
"""
