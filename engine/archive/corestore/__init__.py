"""Corestores: folders in which Hypercore keeps its logs, and the Autobases in them.

Only storage 3 is read (a RocksDB for all cores, since Corestore 7). Nothing is written to the
folder. The data is treated as hostile until its hashes and signatures are verified.

- `storage` opens the database through a mirror of links; `encoding` says how it is laid out.
- `cores` says what it holds of a core, and whether blocks are what their writers signed.
- `encryption` decrypts the entries of an Autobase's writers.
- `bases` describes an Autobase, `base_reading` reads one.
- `copies` reads a whole folder, or a file into which it wrote an Autobase with its signatures.
"""
