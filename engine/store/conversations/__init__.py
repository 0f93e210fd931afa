"""Conversations: everything that can be read as one timeline, each kind in a module of its own.

A kind is a rule (which messages belong together, and what each comes after) and a source to read
them from. `catalogue` lists the kinds; it is the only place that knows them all.

| module | what it is about |
|---|---|
| `address` | how conversations are named |
| `conversation` | what every conversation answers |
| `catalogue` | the kinds, and the conversation of an address |
| `source` | what kinds read from: one database and its decrypted messages |
| `threads` | threads and tangles, which messages join: `stored` |
| `feeds`, `views`, `everything` | all messages, and selections of them |
| `private`, `private_messages` | the same of decrypted messages, in memory |
| `pzp` | tangles of PZP |
| `wrapped` | conversations in other orders, and as they are read |
| `graphs`, `autobases` | graphs read from files, Corestores and tinySSB |
| `joining`, `table`, `orders` | how new messages join stored conversations |
"""
