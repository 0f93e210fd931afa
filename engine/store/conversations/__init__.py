"""Conversations: everything that can be read as one timeline, each kind in a module of its own.

A kind is a rule (which messages belong together, and what each comes after) and a source to read
them from. `catalogue` lists the kinds; it is the only place that knows them all.

| module | what it is about |
|---|---|
| `address` | how conversations are named |
| `conversation` | the Protocol that every conversation answers |
| `catalogue` | the kinds, and the conversation of an address |
| `source` | what kinds read from: one database and what is unlocked in it |
| `threads`, `tangles` | conversations whose timelines the database keeps: `kept` |
| `feeds`, `views`, `everything` | parts of everything that is known |
| `private`, `pzp` | conversations that are built in memory |
| `outside` | what names a tangle and stays outside of it |
| `graphs`, `autobases`, `tiny_feeds` | graphs that were read from files, Corestores and tinySSB |
| `reordered` | a conversation in another order than its own |
| `joining`, `table`, `orders` | how new messages join the conversations that are kept |
"""
