"""The files of an import in progress: slices of archives, and the checked parts in columns."""
