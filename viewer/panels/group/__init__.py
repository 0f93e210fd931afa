"""Private groups: a map of all tangles of one, and who is a member when."""
