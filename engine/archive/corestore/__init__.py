"""Corestores: folders in which Hypercore keeps its logs, and the Autobases in them.

Only storage 3 is read (a RocksDB for all cores, since Corestore 7). Nothing is written to the
folder. The data is treated as hostile until its hashes and signatures are verified.

- `storage` opens the database through a mirror of links; `keys` and `encoding` say how it is laid
  out, `cores` what it holds of a core.
- `merkle` and `verifying` check whether blocks are what their writers signed.
- `oplog`, `encryption`, `contents` read the entries of an Autobase's writers.
- `bases` describes an Autobase, `base_reading` reads one, `reading` reads a whole folder.
- `copies` writes an Autobase with its signatures into a file, and reads it there.
"""

from tanglescope.engine.archive.corestore.bases import (
    Agreement,
    Base,
    BaseEntry,
    Member,
    WriterRole,
    agreement,
    graph_of,
)
from tanglescope.engine.archive.corestore.copies import (
    Corestore,
    OtherCore,
    is_corestore,
    read_corestore,
)
from tanglescope.engine.archive.corestore.storage import (
    CorestoreError,
    DamagedCorestore,
    EndlessCorestore,
    NotACorestore,
    ReaderMissing,
    UnsupportedStorage,
)
from tanglescope.engine.archive.corestore.verifying import CoreProof, Trust

__all__ = [
    "Agreement",
    "Base",
    "BaseEntry",
    "CoreProof",
    "Corestore",
    "CorestoreError",
    "DamagedCorestore",
    "EndlessCorestore",
    "Member",
    "NotACorestore",
    "OtherCore",
    "ReaderMissing",
    "Trust",
    "UnsupportedStorage",
    "WriterRole",
    "agreement",
    "graph_of",
    "is_corestore",
    "read_corestore",
]
