"""Graphs from files and folders of systems other than Secure Scuttlebutt.

- `lines` reads graph files: a graph or a single node on every line; `matrix` an event of a room,
  whose id `matrix_ids` computes.
- `adapters` reads other systems: `drawings` recognizes DOT and Mermaid, which `dot` and `mermaid`
  read with the `grammar` in a file of that name; `traces`; and adapters from packages.
- `git` reads the commits of a repository.
- `tinyssb` reads the feeds of tinySSB; `engine.archive.corestore` reads Autobases.
- `pieces` has what each reader passes to a database: nodes of one graph, and unreadable parts.
- `soundness` finds nodes that can't be in one graph with others.

To add a system, write an adapter and add it to the table in `engine.archive.opening`.
"""
