"""Two peers of one conversation: what each lacks, and what exchanging it changes."""
