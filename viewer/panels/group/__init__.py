"""Private groups: a map of all tangles of a group, and its members over time."""
