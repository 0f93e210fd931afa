"""The system below: files, processes, descriptors, folders, and what differs between systems."""
