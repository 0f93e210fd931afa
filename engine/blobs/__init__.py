"""Blobs: the files that messages name by their hashes, such as pictures; found, checked, cached."""
