"""Two peers of one conversation: what each lacks, and what an exchange changes."""
