"""The files of an import in progress: slices of archives, and their parts in columns."""
