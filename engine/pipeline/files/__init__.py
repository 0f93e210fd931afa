"""What workers put down on the way: slices of archives, and their parts in columns."""
